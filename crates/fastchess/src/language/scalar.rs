//! Numbers and truth values of the command line: the whole text, without blanks.

use std::str::FromStr;

/// A whole number. A plus before it is taken, as `strtoll` does; of an unsigned one no minus is.
///
/// # Errors
/// The reference's words.
pub fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| wrong(text))
}

/// A number, finite.
///
/// # Errors
/// The reference's words.
pub fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().or_else(|| hexadecimal(text));
    number.filter(|number: &f64| number.is_finite()).ok_or_else(|| wrong(text))
}

/// A hexadecimal number as C has it: `0x10`, `-0x1.8p3`. The exponent is one of two.
fn hexadecimal(text: &str) -> Option<f64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let text = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    let (digits, exponent) = match text.split_once(['p', 'P']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let digit = |value: Option<f64>, c: char| Some(16.0 * value? + f64::from(c.to_digit(16)?));
    let value = whole.chars().chain(fraction.chars()).fold(Some(0.0), digit)?;
    let places = i32::try_from(fraction.len()).ok()?;
    Some(sign * value * 2_f64.powi(exponent.saturating_sub(4 * places)))
}

/// `true` or `false`.
#[must_use]
pub fn truth(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// A key that the option does not have, or a value that the key does not take.
#[must_use]
pub fn unknown(option: &str, key: &str, value: &str) -> String {
    format!("Unrecognized {option} option \"{key}\" with value \"{value}\".")
}

fn wrong(text: &str) -> String {
    format!("Invalid numeric value: \"{text}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_whole_text() {
        assert_eq!(whole::<i32>("-16"), Ok(-16));
        assert_eq!(whole::<u64>("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(whole::<i32>("10junk"), Err("Invalid numeric value: \"10junk\"".to_owned()));
        for text in ["", " 1", "1 ", "-1"] {
            assert!(whole::<u64>(text).is_err(), "{text:?}");
        }
        assert_eq!(number("0.05"), Ok(0.05));
        assert!(number("inf").is_err() && number("1.0x").is_err());
        for (text, value) in [("0x10", 16.0), ("-0x1.8p3", -12.0), ("+0X.8", 0.5), ("0xAp-1", 5.0)]
        {
            assert_eq!(number(text), Ok(value));
        }
        for text in ["0x", "0x.", "0x1p", "0xg", "0x1.2.3", "0x 1", "0x1p99999"] {
            assert!(number(text).is_err(), "{text}");
        }
    }
}
