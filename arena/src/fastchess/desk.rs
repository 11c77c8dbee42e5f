//! What all parts of a tournament share.

use dropin::command::Command;
use regex::Regex;

use super::Dialect;
use super::notes::Notebook;
use super::voice::Voice;

/// What was asked for, what is said, and what is noted.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) command: Command,
    pub(super) voice: Voice,
    pub(super) notebook: Notebook,
    /// The expressions of `match_line`.
    pub(super) patterns: Vec<Regex>,
    /// Whose command line was spoken.
    pub(super) dialect: Dialect,
}

impl Desk {
    /// A desk with an empty notebook.
    ///
    /// # Errors
    /// When an expression of `match_line` cannot be read.
    pub(super) fn new(command: Command, voice: Voice, dialect: Dialect) -> Result<Desk, String> {
        let patterns = command.tournament.pgn.additional_lines_rgx.iter();
        let patterns = patterns.map(|text| Regex::new(text)).collect::<Result<_, _>>();
        let patterns = patterns.map_err(|error| format!("Error: match_line: {error}"))?;
        Ok(Desk { command, voice, notebook: Notebook::default(), patterns, dialect })
    }

    /// Four parts of a warning, on lines of their own or on one.
    pub(super) fn warn_in_parts(&self, parts: [&str; 4]) {
        let separator = if self.command.tournament.unsaved.test_env { " :: " } else { "\n" };
        self.voice.warn(&parts.join(separator));
    }
}
