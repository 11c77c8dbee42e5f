//! Errors with their causes, for text written outside `main`.

/// An error and the causes behind it, as `main` prints them: `failure: cause`.
pub fn with_causes(error: impl Into<anyhow::Error>) -> String {
    format!("{:#}", error.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::journal::{JournalError, JournalReader, ReadError};
    use std::path::Path;

    #[test]
    fn a_cause_is_told_once_however_deep_it_is() {
        let refused = || JournalReader::open(Path::new("no/such.pgn")).unwrap_err();
        let expected =
            "cannot read the journal no/such.pgn: No such file or directory (os error 2)";
        assert_eq!(with_causes(refused()), expected);
        assert_eq!(with_causes(JournalError::Read(refused())), expected);
        let alone = ReadError::Game { path: "x.pgn".into(), line: 3, problem: "twice".into() };
        let text = alone.to_string();
        assert_eq!(with_causes(alone), text);
    }
}
