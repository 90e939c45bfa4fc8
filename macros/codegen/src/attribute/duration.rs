//! Durations as attributes write them, the same as in a manifest.

/// The milliseconds of digits with `ms`, `s`, `m` or `h`, or of a bare `0`.
pub(super) fn milliseconds(text: &str) -> Result<u64, &'static str> {
    /// More than any duration needs, and few enough that no unit makes the number overflow.
    const DIGITS: usize = 9;
    if text == "0" {
        return Ok(0);
    }
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let factor: u64 = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        _ => return Err("a duration is digits and a unit, such as `500ms`, `60s`, `5m` or `1h`"),
    };
    match digits.parse::<u64>() {
        Ok(number) if digits.len() <= DIGITS => Ok(number * factor),
        Ok(_) => Err("the duration has too many digits"),
        Err(_) => Err("a duration is digits and a unit, such as `500ms`, `60s`, `5m` or `1h`"),
    }
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn durations() {
        assert_eq!(milliseconds("0"), Ok(0));
        assert_eq!(milliseconds("500ms"), Ok(500));
        assert_eq!(milliseconds("60s"), Ok(60_000));
        assert_eq!(milliseconds("5m"), Ok(300_000));
        assert_eq!(milliseconds("999999999h"), Ok(999_999_999 * 3_600_000));
        for bad in ["", "5", "s", "-5s", "5 s", "5d", "soon", "9999999999h", "99999999999999999999999s"] {
            assert!(milliseconds(bad).is_err(), "{bad}");
        }
    }
}
