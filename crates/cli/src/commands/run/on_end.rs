//! The command that a match file has run when the match has ended.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use arena::report::stopped::Outcome;
use arena::storage::results::Results;
use uci_client::Program;

use crate::commands::output::say;
use crate::commands::report::MatchResult;

/// The file that has the verdict with which the command was run.
const DONE: &str = "on_end.txt";

/// Runs the command, unless it has been run for this verdict. One that fails is told, changes no exit code, and is run
/// again by the next run.
pub(super) fn run(command: &Program, kept: &MatchResult, results: &Results) {
    let done = bounded::read_text(results.directory().join(DONE), bounded::SMALL);
    if done.is_ok_and(|done| done == kept.verdict) {
        return;
    }
    let ended = execute(command, kept, results).and_then(|()| {
        let written = results.write(DONE, &kept.verdict);
        written.map_err(|error| format!("was run, but {error}"))
    });
    if let Err(problem) = ended {
        say(&format!("warning: on_end: {} {problem}", command.path.display()));
    }
}

/// Runs the command to its end; its output goes where this process's own messages go.
fn execute(command: &Program, kept: &MatchResult, results: &Results) -> Result<(), String> {
    let directory = std::path::absolute(results.directory());
    let directory = directory.unwrap_or_else(|_| results.directory().to_owned());
    let mut process = Command::new(&command.path)
        .args(&command.arguments)
        .env("ARENA_DIRECTORY", directory)
        .env("ARENA_VERDICT", kept.verdict.trim_end())
        .env("ARENA_OUTCOME", outcome_name(kept.outcome))
        .stdin(Stdio::piped())
        .stdout(io::stderr())
        .spawn()
        .map_err(|error| format!("cannot be run: {error}"))?;
    if let Some(mut input) = process.stdin.take() {
        // A command need not read it.
        let _ = input.write_all(kept.verdict.as_bytes());
    }
    let status = process.wait().map_err(|error| format!("cannot be waited for: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("ended with {status}")) }
}

/// The decision of the rules in one word: as in `report.json`, or `none`.
fn outcome_name(outcome: Option<Outcome>) -> String {
    let name = outcome.and_then(|outcome| serde_json::to_value(outcome).ok());
    name.and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_else(|| "none".to_owned())
}
