//! The context shared by all parts of a tournament.

use std::sync::atomic::AtomicU32;

use crate::language::command::Command;
use regress::Regex;

use super::console::Console;
use super::notes::Notebook;

/// The command, the console and the notes.
#[derive(Debug)]
pub(super) struct TournamentContext {
    pub(super) command: Command,
    pub(super) console: Console,
    pub(super) notebook: Notebook,
    /// The expressions of `match_line`, in ECMAScript's grammar.
    pub(super) patterns: Vec<Regex>,
    /// The number of programs that were started; cutechess-cli numbers them.
    pub(super) started: AtomicU32,
}

impl TournamentContext {
    /// A context with an empty notebook.
    ///
    /// # Errors
    /// When an expression of `match_line` cannot be read.
    pub(super) fn new(command: Command, console: Console) -> Result<TournamentContext, String> {
        let patterns = command.tournament.pgn.additional_lines_rgx.iter();
        let patterns = patterns.map(|text| Regex::new(text)).collect::<Result<_, _>>();
        let patterns = patterns.map_err(|error| format!("Error: match_line: {error}"))?;
        let (notebook, started) = (Notebook::default(), AtomicU32::new(0));
        Ok(TournamentContext { command, console, notebook, patterns, started })
    }

    /// Four parts of a warning, on lines of their own or on one.
    pub(super) fn warn_in_parts(&self, parts: [&str; 4]) {
        let separator = if self.command.tournament.unsaved.test_env { " :: " } else { "\n" };
        self.console.warn(&parts.join(separator));
    }
}
