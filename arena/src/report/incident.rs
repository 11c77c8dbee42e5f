//! The line of a game that ended by a fault.

use std::path::Path;

use crate::chess::record::{GameRecord, Termination};
use crate::config::Match;

/// A game that did not end by chess, in words with the place of its evidence; `None` for the others.
#[must_use]
pub fn incident(settings: &Match, record: &GameRecord, evidence: Option<&Path>) -> Option<String> {
    let (side, fault) = match record.termination {
        Termination::TimeForfeit(side) => (side, "overstepped the time"),
        Termination::Abandoned(side) => (side, "failed"),
        Termination::IllegalMove(side) => (side, "named no legal move"),
        _ => return None,
    };
    let (game, name) = (record.spec.game + 1, &settings.player(&record.spec, side).name);
    let detail = record.incident.as_ref().map_or(String::new(), |detail| format!(" ({detail})"));
    let kept = evidence.map_or(String::new(), |path| format!("; see {}", path.display()));
    Some(format!("game {game}: {name} {fault}{detail}{kept}"))
}
