//! Numbers with their units, exact and as short as that allows.

use std::time::Duration;

use wayleave_model::LimitKind;

/// The value of a limit; times are given in milliseconds.
pub(super) fn limit(kind: LimitKind, value: u64) -> String {
    match kind {
        LimitKind::Bytes => bytes(value),
        LimitKind::Time => time(Duration::from_millis(value)),
        _ => grouped(value),
    }
}

pub(super) fn bytes(value: u64) -> String {
    const UNITS: [(u32, &str); 3] = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = UNITS.iter().find(|(shift, _)| value > 0 && value.trailing_zeros() >= *shift);
    match unit {
        Some((shift, unit)) => format!("{} {unit}", grouped(value >> shift)),
        None if value == 1 => "1 byte".to_owned(),
        None => format!("{} bytes", grouped(value)),
    }
}

pub(super) fn time(value: Duration) -> String {
    let millis = value.as_millis();
    let (divisor, unit) = match millis {
        0 => return "0 s".to_owned(),
        _ if millis.is_multiple_of(3_600_000) => (3_600_000, "h"),
        _ if millis.is_multiple_of(60_000) => (60_000, "min"),
        _ if millis.is_multiple_of(1_000) => (1_000, "s"),
        _ => (1, "ms"),
    };
    format!("{} {unit}", grouped(u64::try_from(millis / divisor).unwrap_or(u64::MAX)))
}

/// With a comma between thousands.
fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_are_exact() {
        let shown = [0, 1, 1023, 1024, 1536, 8 << 20, (8 << 20) + 1].map(bytes);
        assert_eq!(
            shown,
            ["0 bytes", "1 byte", "1,023 bytes", "1 KiB", "1,536 bytes", "8 MiB", "8,388,609 bytes"]
        );
        let shown =
            [0, 1, 1_500, 5_000, 90_000, 300_000, 7_200_000].map(|ms| time(Duration::from_millis(ms)));
        assert_eq!(shown, ["0 s", "1 ms", "1,500 ms", "5 s", "90 s", "5 min", "2 h"]);
        assert_eq!(limit(LimitKind::Count, 10_000), "10,000");
    }
}
