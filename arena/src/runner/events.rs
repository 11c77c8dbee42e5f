//! The events of a running match. [`Event`] is all that passes from the runner to a [`Reporter`];
//! nothing goes back.

use std::path::Path;

use super::{DrainCause, MatchEnding, MatchProgress};
use crate::chess::record::{GameRecord, GameSpec};
use crate::config::Match;
use crate::storage::journal::TornTail;

/// Something that happened in a match.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The journal is open; game threads are about to be set up.
    Started {
        /// The match.
        settings: &'a Match,
        /// Its journal.
        journal: &'a Path,
        /// The incomplete tail that was cut off the journal.
        torn: Option<TornTail>,
        /// The match's progress.
        progress: MatchProgress<'a>,
    },
    /// A game is about to begin; reported only if the match follows rules that require it.
    GameStarted {
        /// The game.
        spec: &'a GameSpec,
    },
    /// A game is finished and on disk.
    GameFinished {
        /// The game.
        record: &'a GameRecord,
        /// The directory with the evidence of an engine's fault.
        evidence: Option<&'a Path>,
    },
    /// A game is void because the machine took too much of a side's time; both games of its pair are played again.
    Replayed {
        /// The game.
        record: &'a GameRecord,
    },
    /// Something the user should know.
    Warning {
        /// In a sentence.
        text: &'a str,
    },
    /// Some time has passed, or games were finished.
    Progress(MatchProgress<'a>),
    /// No more games are begun.
    Draining {
        /// Games that remain to be finished.
        in_progress: usize,
        /// Why.
        cause: DrainCause,
    },
    /// The games in progress are given up.
    Aborting,
    /// The run is over.
    Ended {
        /// The way in which it ended.
        ending: MatchEnding,
        /// The match's progress.
        progress: MatchProgress<'a>,
    },
}

/// Receives the events of a match.
pub trait Reporter {
    /// Receives one event.
    fn report(&mut self, event: &Event<'_>);
}
