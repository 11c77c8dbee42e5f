//! The command that a match file has run when a run of the match has ended.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use arena::report::stopped::Outcome;
use arena::runner::MatchEnding;
use arena::storage::results::Results;
use uci_client::Program;

use crate::commands::output::say;
use crate::commands::report::MatchResult;

/// The file that has the verdict of a finished match with which the command was run.
const DONE: &str = "on_end.txt";

/// Why a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The last game was played, or a rule has decided the match.
    Finished,
    /// `until` or `budget` ended the run.
    Paused,
    /// `--strict`, and a game was lost by a fault.
    Fault,
    /// A contender lost too many games by faults.
    FaultsInARow,
    /// Ctrl-C or `arena pause`.
    Interrupted,
    /// A second Ctrl-C, SIGTERM or SIGHUP.
    Terminated,
    /// Something was in the way, or an operation failed.
    Failed,
}

impl Reason {
    pub(super) fn of(ending: MatchEnding) -> Reason {
        match ending {
            MatchEnding::Stopped(cause) if cause.is_a_pause() => Reason::Paused,
            MatchEnding::Complete | MatchEnding::Stopped(_) => Reason::Finished,
            MatchEnding::Faulted => Reason::Fault,
            MatchEnding::FaultsInARow(_) => Reason::FaultsInARow,
            MatchEnding::Drained => Reason::Interrupted,
            MatchEnding::Aborted => Reason::Terminated,
            MatchEnding::Obstructed => Reason::Failed,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Reason::Finished => "finished",
            Reason::Paused => "paused",
            Reason::Fault => "fault",
            Reason::FaultsInARow => "faults-in-a-row",
            Reason::Interrupted => "interrupted",
            Reason::Terminated => "terminated",
            Reason::Failed => "failed",
        }
    }
}

/// Runs the command, unless the match was finished before with this verdict. One that fails is told, changes no exit code,
/// and is run again by the next run. `kept` is the result; `None` where no game was finished.
pub(super) fn run(
    command: &Program,
    reason: Reason,
    kept: Option<&MatchResult>,
    results: &Results,
) {
    let is_finished = reason == Reason::Finished;
    let verdict = kept.map_or("no game was finished\n", |kept| &kept.verdict);
    let done = bounded::read_text(results.directory().join(DONE), bounded::SMALL);
    if is_finished && done.is_ok_and(|done| done == verdict) {
        return;
    }
    let outcome = outcome_name(kept.and_then(|kept| kept.outcome));
    let ended = execute(command, reason, verdict, &outcome, results).and_then(|()| {
        let written = if is_finished { results.write(DONE, verdict) } else { Ok(()) };
        written.map_err(|error| format!("was run, but {error}"))
    });
    if let Err(problem) = ended {
        say(&format!("warning: on_end: {} {problem}", command.path.display()));
    }
}

/// Runs the command to its end; its output goes where this process's own messages go.
fn execute(
    command: &Program,
    reason: Reason,
    verdict: &str,
    outcome: &str,
    results: &Results,
) -> Result<(), String> {
    let directory = std::path::absolute(results.directory());
    let directory = directory.unwrap_or_else(|_| results.directory().to_owned());
    let mut process = Command::new(&command.path)
        .args(&command.arguments)
        .env("ARENA_DIRECTORY", directory)
        .env("ARENA_REASON", reason.name())
        .env("ARENA_VERDICT", verdict.trim_end())
        .env("ARENA_OUTCOME", outcome)
        .stdin(Stdio::piped())
        .stdout(io::stderr())
        .spawn()
        .map_err(|error| format!("cannot be run: {error}"))?;
    if let Some(mut input) = process.stdin.take() {
        // A command need not read it.
        let _ = input.write_all(verdict.as_bytes());
    }
    let status = process.wait().map_err(|error| format!("cannot be waited for: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("ended with {status}")) }
}

/// The decision of the rules in one word: as in `report.json`, or `none`.
fn outcome_name(outcome: Option<Outcome>) -> String {
    let name = outcome.and_then(|outcome| serde_json::to_value(outcome).ok());
    name.and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_else(|| "none".to_owned())
}
