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
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| wrong(text))
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
        assert!(number("inf").is_err() && number("1.0x").is_err() && number("0x10").is_err());
    }
}
