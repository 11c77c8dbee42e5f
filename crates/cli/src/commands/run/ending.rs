//! The closing message of a run, and its exit code.

use crate::commands::output::{say, say_command};
use crate::commands::signals::{INTERRUPTED, TERMINATED};
use arena::config::shard::Shard;
use arena::report::stopped::Outcome;
use arena::runner::{FaultRow, MatchEnding};
use arena::storage::results::Results;

/// Exit code of a strict match that met a fault.
const FAULTED: u8 = 20;
/// Exit code of a match that stopped after too many faults in a row.
pub(in crate::commands) const FAULTS_IN_A_ROW: u8 = 21;
/// Exit code of a match with something in its way, as of every error.
const OBSTRUCTED: u8 = 1;
/// Exit codes of --exit-code.
const REJECTED: u8 = 3;
const UNDECIDED: u8 = 4;
const PAUSED: u8 = 5;

/// Prints the match's ending, and how to resume it.
pub(super) fn explain(ending: MatchEnding, shard: Option<Shard>, results: &Results) {
    match ending {
        MatchEnding::Stopped(cause) => say(&format!("stopped by {cause}")),
        MatchEnding::Faulted => say("stopped at the first fault, as --strict asks for"),
        MatchEnding::FaultsInARow(FaultRow { games, .. }) => say(&format!(
            "stopped after {games} games in a row that one contender lost by a crash, a stall or an illegal \
             move; supervision.faults_in_a_row says how many are too many, 0 none; evidence: {}",
            results.directory().join("faults").display()
        )),
        // Its reason was told.
        MatchEnding::Obstructed => {}
        MatchEnding::Complete | MatchEnding::Drained | MatchEnding::Aborted => {}
    }
    if matches!(ending, MatchEnding::Complete | MatchEnding::Stopped(_)) {
        say(&format!("journal and report: {}", results.directory().display()));
    }
    if let (MatchEnding::Complete, Some(shard)) = (ending, shard) {
        say(&format!(
            "shard {shard} is complete; when all are, merge them: arena merge FILE \
             DIRECTORIES.."
        ));
    }
    if exit_code(ending) != 0 || is_paused(ending) {
        say_command("the match is not finished; resume it with");
    }
}

fn is_paused(ending: MatchEnding) -> bool {
    matches!(ending, MatchEnding::Stopped(cause) if cause.is_a_pause())
}

/// Whether the whole match has ended: its last game was played, or a rule has decided it.
pub(super) fn has_ended(ending: MatchEnding, shard: Option<Shard>) -> bool {
    shard.is_none() && exit_code(ending) == 0 && !is_paused(ending)
}

/// The exit code of `arena run`.
pub(super) fn exit_code(ending: MatchEnding) -> u8 {
    match ending {
        MatchEnding::Complete | MatchEnding::Stopped(_) => 0,
        MatchEnding::Faulted => FAULTED,
        MatchEnding::FaultsInARow(_) => FAULTS_IN_A_ROW,
        MatchEnding::Drained => INTERRUPTED,
        MatchEnding::Aborted => TERMINATED,
        MatchEnding::Obstructed => OBSTRUCTED,
    }
}

/// The exit code that replaces 0 under --exit-code.
pub(super) fn decision_code(ending: MatchEnding, outcome: Option<Outcome>) -> u8 {
    match outcome {
        Some(Outcome::Decided(decision)) if decision.is_in_favour() => 0,
        Some(Outcome::Decided(_)) => REJECTED,
        _ if is_paused(ending) => PAUSED,
        Some(Outcome::Inconclusive | Outcome::Open) => UNDECIDED,
        None => 0,
    }
}
