//! The version that is told.

/// The variable whose text is told instead.
pub(super) const VARIABLE: &str = "ZIGGURAT_FASTCHESS_VERSION";
/// The version of fastchess whose behaviour this is.
const REFERENCE: &str = "1.8.2";

/// The line of `--version`: other programs take the first number in it for fastchess's, and so it is the
/// version whose behaviour this is, and then who we are.
pub(super) fn line() -> String {
    std::env::var(VARIABLE).unwrap_or_else(|_| {
        format!("fastchess alpha {REFERENCE} compatible: ziggurat {}", env!("CARGO_PKG_VERSION"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_is_that_of_the_reference() {
        let line = line();
        let number = line.split(' ').find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        assert_eq!(number, Some(REFERENCE));
        assert!(line.contains("ziggurat") && line.is_ascii());
    }
}
