//! What a scalar's text means where a key wants more than text: whole numbers, numbers, truth, durations and
//! sizes. Only what YAML 1.2 calls so, and only unquoted: `NO` and `1.10` stay the texts they are.

use std::time::Duration;

use crate::tree::{Scalar, Style};

/// Why a scalar is not of the kind that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// It is of another kind.
    Kind,
    /// It is of the kind, but not allowed; the text completes "… ".
    Value(&'static str),
}

/// A whole number from 0: decimal, `0x…` or `0o…`.
pub(crate) fn whole(scalar: &Scalar<'_>) -> Result<u64, Misfit> {
    let text = plain(scalar)?;
    let digits = text.strip_prefix('+').unwrap_or(text);
    let parsed = if let Some(hex) = digits.strip_prefix("0x") {
        parse_radix(hex, 16)
    } else if let Some(octal) = digits.strip_prefix("0o") {
        parse_radix(octal, 8)
    } else {
        parse_radix(digits, 10)
    };
    match parsed {
        Some(Ok(number)) => Ok(number),
        Some(Err(())) => Err(Misfit::Value("is too large")),
        None if number_parts(text).is_some() && text.starts_with('-') => Err(Misfit::Value("is negative")),
        None if number_parts(text).is_some() => Err(Misfit::Value("is not a whole number")),
        None => Err(Misfit::Kind),
    }
}

/// `None` when the text is no number of that radix, an inner error when it does not fit.
fn parse_radix(digits: &str, radix: u32) -> Option<Result<u64, ()>> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    Some(u64::from_str_radix(digits, radix).map_err(|_| ()))
}

/// A finite number.
pub(crate) fn number(scalar: &Scalar<'_>) -> Result<f64, Misfit> {
    let text = plain(scalar)?;
    if is_infinite_or_nan(text) {
        return Err(Misfit::Value("is not a finite number"));
    }
    let text = number_parts(text).ok_or(Misfit::Kind)?;
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(Misfit::Value("is too large")),
        Err(_) => Err(Misfit::Kind),
    }
}

/// Whether the text is a decimal number in YAML's sense; the text itself if so.
fn number_parts(text: &str) -> Option<&str> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (unsigned.get(..at)?, unsigned.get(at + 1..)),
        None => (unsigned, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mantissa_fits = digits(before) && digits(after) && !(before.is_empty() && after.is_empty());
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    (mantissa_fits && exponent_fits).then_some(text)
}

fn is_infinite_or_nan(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN")
}

/// `true` or `false`.
pub(crate) fn truth(scalar: &Scalar<'_>) -> Result<bool, Misfit> {
    match plain(scalar)? {
        "true" | "True" | "TRUE" => Ok(true),
        "false" | "False" | "FALSE" => Ok(false),
        _ => Err(Misfit::Kind),
    }
}

/// How many digits a number with a unit may have: more than any duration or size needs, and few enough that no
/// unit makes the number overflow.
const DIGITS: usize = 9;

/// A duration: digits with `ms`, `s`, `m` or `h`, or a bare `0`.
pub(crate) fn duration(scalar: &Scalar<'_>) -> Result<Duration, Misfit> {
    let text = &*scalar.text;
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    let (digits, unit) = split_unit(text)?;
    let milliseconds: u64 = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        "" => return Err(Misfit::Value("has no unit")),
        _ => return Err(Misfit::Kind),
    };
    Ok(Duration::from_millis(few(digits)? * milliseconds))
}

/// A size in bytes: a whole number, or one with `KiB`, `MiB` or `GiB`.
pub(crate) fn size(scalar: &Scalar<'_>) -> Result<u64, Misfit> {
    let direct = whole(scalar);
    if !matches!(direct, Err(Misfit::Kind)) {
        return direct;
    }
    let (digits, unit) = split_unit(&scalar.text)?;
    let shift = match unit {
        "KiB" => 10,
        "MiB" => 20,
        "GiB" => 30,
        _ => return Err(Misfit::Kind),
    };
    Ok(few(digits)? << shift)
}

fn few(digits: &str) -> Result<u64, Misfit> {
    let number = if digits.len() > DIGITS { None } else { digits.parse().ok() };
    number.ok_or(Misfit::Value("has too many digits"))
}

/// The digits at the start and the unit after them.
fn split_unit(text: &str) -> Result<(&str, &str), Misfit> {
    if text.starts_with('-') && text.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        return Err(Misfit::Value("is negative"));
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    if digits.is_empty() { Err(Misfit::Kind) } else { Ok((digits, unit)) }
}

fn plain<'t>(scalar: &'t Scalar<'_>) -> Result<&'t str, Misfit> {
    if scalar.style == Style::Plain { Ok(&scalar.text) } else { Err(Misfit::Kind) }
}

/// A plain scalar as YAML 1.2 reads it, for `meta`.
pub(crate) fn json(scalar: &Scalar<'_>) -> Result<serde_json::Value, Misfit> {
    if scalar.is_null() {
        return Ok(serde_json::Value::Null);
    }
    if let Ok(truth) = truth(scalar) {
        return Ok(truth.into());
    }
    match whole(scalar) {
        Ok(number) => return Ok(number.into()),
        Err(Misfit::Value("is negative")) => {
            if let Ok(number) = scalar.text.parse::<i64>() {
                return Ok(number.into());
            }
        }
        // A whole number that does not fit would lose digits as a floating one.
        Err(Misfit::Value("is too large")) => return Err(Misfit::Value("is too large")),
        Err(_) => {}
    }
    match number(scalar) {
        Ok(number) => Ok(number.into()),
        Err(Misfit::Kind) => Ok((&*scalar.text).into()),
        Err(misfit) => Err(misfit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, style: Style) -> Scalar<'_> {
        Scalar { text: text.into(), style }
    }

    fn unquoted(text: &str) -> Scalar<'_> {
        of(text, Style::Plain)
    }

    #[test]
    fn whole_numbers() {
        assert_eq!(whole(&unquoted("64")), Ok(64));
        assert_eq!(whole(&unquoted("0x40")), Ok(64));
        assert_eq!(whole(&unquoted("0o17")), Ok(15));
        assert_eq!(whole(&unquoted("18446744073709551615")), Ok(u64::MAX));
        assert_eq!(whole(&unquoted("18446744073709551616")), Err(Misfit::Value("is too large")));
        assert_eq!(whole(&unquoted("-1")), Err(Misfit::Value("is negative")));
        assert_eq!(whole(&unquoted("1e1000")), Err(Misfit::Value("is not a whole number")));
        assert_eq!(whole(&unquoted("1.5")), Err(Misfit::Value("is not a whole number")));
        assert_eq!(whole(&unquoted("1_000")), Err(Misfit::Kind));
        assert_eq!(whole(&unquoted("")), Err(Misfit::Kind));
        assert_eq!(whole(&of("64", Style::Single)), Err(Misfit::Kind));
    }

    #[test]
    fn numbers() {
        assert_eq!(number(&unquoted("0.9")), Ok(0.9));
        assert_eq!(number(&unquoted(".5")), Ok(0.5));
        assert_eq!(number(&unquoted("1e-1")), Ok(0.1));
        assert_eq!(number(&unquoted("1e1000")), Err(Misfit::Value("is too large")));
        assert_eq!(number(&unquoted(".inf")), Err(Misfit::Value("is not a finite number")));
        assert_eq!(number(&unquoted("inf")), Err(Misfit::Kind));
        assert_eq!(number(&unquoted("nan")), Err(Misfit::Kind));
        assert_eq!(number(&unquoted("0.1.2")), Err(Misfit::Kind));
    }

    #[test]
    fn truth_is_only_true_and_false() {
        assert_eq!(truth(&unquoted("true")), Ok(true));
        for other in ["yes", "on", "NO", "1"] {
            assert_eq!(truth(&unquoted(other)), Err(Misfit::Kind));
        }
        assert_eq!(truth(&of("true", Style::Double)), Err(Misfit::Kind));
    }

    #[test]
    fn durations() {
        assert_eq!(duration(&unquoted("5s")), Ok(Duration::from_secs(5)));
        assert_eq!(duration(&unquoted("5m")), Ok(Duration::from_secs(300)));
        assert_eq!(duration(&unquoted("500ms")), Ok(Duration::from_millis(500)));
        assert_eq!(duration(&unquoted("1h")), Ok(Duration::from_secs(3600)));
        assert_eq!(duration(&unquoted("0")), Ok(Duration::ZERO));
        assert_eq!(duration(&unquoted("5")), Err(Misfit::Value("has no unit")));
        assert_eq!(duration(&unquoted("-5s")), Err(Misfit::Value("is negative")));
        assert_eq!(duration(&unquoted("9999999999h")), Err(Misfit::Value("has too many digits")));
        assert_eq!(duration(&unquoted("5 s")), Err(Misfit::Kind));
        assert_eq!(duration(&unquoted("soon")), Err(Misfit::Kind));
    }

    #[test]
    fn sizes() {
        assert_eq!(size(&unquoted("16KiB")), Ok(16 * 1024));
        assert_eq!(size(&unquoted("8MiB")), Ok(8 << 20));
        assert_eq!(size(&unquoted("4096")), Ok(4096));
        assert_eq!(size(&unquoted("8MB")), Err(Misfit::Kind));
        assert_eq!(size(&unquoted("-8MiB")), Err(Misfit::Value("is negative")));
        assert_eq!(size(&unquoted("9999999999GiB")), Err(Misfit::Value("has too many digits")));
    }

    #[test]
    fn meta_is_read_as_yaml() {
        let json = |text| json(&unquoted(text));
        assert_eq!(json("NO"), Ok("NO".into()));
        assert_eq!(json("~"), Ok(serde_json::Value::Null));
        assert_eq!(json("-7"), Ok((-7).into()));
        assert_eq!(json("1.10"), Ok(1.1.into()));
        assert_eq!(json("1e1000"), Err(Misfit::Value("is too large")));
    }
}
