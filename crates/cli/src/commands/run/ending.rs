//! The closing message of a run.

use crate::commands::output::{say, say_command};
use arena::config::shard::Shard;
use arena::runner::MatchEnding;
use arena::storage::results::Results;
use stats::words;

/// Prints the match's ending, and how to resume it: by its directory where that is enough.
pub(super) fn explain(
    ending: MatchEnding,
    shard: Option<Shard>,
    results: &Results,
    names: &[String],
    is_enough: bool,
) {
    match ending {
        MatchEnding::Stopped(cause) => say(&format!("stopped by {cause}")),
        MatchEnding::Faulted => say("stopped at the first fault, as --strict asks for"),
        MatchEnding::FaultsInARow(row) => say(&format!(
            "stopped: {} {row}; supervision.faults_in_a_row = 0 lets such a match go on; evidence: {}",
            words::name(names.get(row.contender).map_or("a contender", String::as_str)),
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
            "shard {shard} is complete; when all are, merge them: arena run FILE \
             --merge DIRECTORIES.."
        ));
    }
    match (has_ended(ending), is_enough) {
        (true, _) => {}
        (false, true) => {
            let directory = results.directory().display();
            say(&format!("the match is not finished; resume it with: arena run {directory}"));
        }
        (false, false) => say_command("the match is not finished; resume it with"),
    }
}

/// Whether `until` or `budget` has ended the run.
pub(super) fn is_paused(ending: MatchEnding) -> bool {
    matches!(ending, MatchEnding::Stopped(cause) if cause.is_a_pause())
}

/// Whether the match has ended: the last game here was played, or a rule has decided it.
pub(super) fn has_ended(ending: MatchEnding) -> bool {
    matches!(ending, MatchEnding::Complete | MatchEnding::Stopped(_)) && !is_paused(ending)
}
