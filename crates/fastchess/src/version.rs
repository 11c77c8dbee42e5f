//! The version shown to users.

/// The environment variable that overrides the version's text.
pub(super) const VARIABLE: &str = "ZIGGURAT_FASTCHESS_VERSION";
/// The version of fastchess that this program reproduces.
const REFERENCE: &str = "1.8.2";

/// The line of `--version`: other programs take its first number for fastchess's, so it begins with
/// the reproduced version, and our own follows.
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
