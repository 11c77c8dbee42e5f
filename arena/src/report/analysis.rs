//! The games of a match beyond their results, one subject a file: its collector, its numbers, and their tables.
//!
//! Each subject takes finished games one at a time, in any order, and its numbers follow from them
//! alone. Memory grows with the pairs, by few bytes each, and with the games and openings that a page lists.

pub(super) mod calibration;
pub(super) mod course;
pub(super) mod divergence;
mod lengths;
pub(in crate::report) mod line;
mod node_time;
pub(super) mod openings;
pub mod pack;
pub(super) mod phases;
pub(super) mod replays;
pub(super) mod search;
mod swings;
mod workers;

use serde::Serialize;

pub use calibration::{Bin, Calibration};
pub use course::{EloOverTime, EloPoint};
pub use divergence::{Choice, Divergence, DivergencePlace, Divergences, first_difference};
pub use lengths::LengthBin;
pub use line::{move_number, position_before};
pub use node_time::NodeTime;
pub use openings::OpeningRow;
pub use phases::PhaseSearches;
pub use replays::{GameEnd, GameRow, Player, Replay, Replays};
pub(super) use search::LAST_MOVE_NUMBER;
pub use search::{MoveNumber, PlayerSearches};
pub use swings::Swing;
pub use workers::{WorkerResults, WorkerRow};

use crate::score::tally::{ByContender, Tally};
use crate::storage::facts::MatchFacts;
use crate::storage::journal::JournalGame;

/// A match of two contenders, as far as the numbers of its games depend on it.
pub(super) struct MatchCounts<'a> {
    facts: &'a MatchFacts,
    tally: &'a Tally,
}

/// A subject of the report: takes the games of a match one at a time, in any order, and makes numbers of them.
pub(super) trait Subject: Default {
    /// The numbers, which `report.json` has.
    type Numbers;

    /// Takes a finished game.
    fn add(&mut self, game: &JournalGame);

    /// The numbers of the games so far.
    fn numbers(&self, counted: &MatchCounts<'_>) -> Self::Numbers;
}

/// Makes the types of these subjects: for each its key in `report.json`, its collector and its numbers.
macro_rules! subjects {
    ($($(#[$attribute:meta])* $key:ident: $collector:ty => $numbers:ty,)*) => {
        /// The numbers of the games of two contenders, from the first contender's view.
        #[derive(Clone, Debug, Serialize)]
        pub struct Analysis {
            $($(#[$attribute])* pub $key: $numbers,)*
        }

        /// Takes the games of a match of two contenders, and gives their analysis.
        #[derive(Clone, Debug, Default)]
        pub struct Analyst {
            $($key: $collector,)*
        }

        impl Analyst {
            /// Takes a finished game. Every game of the schedule is to be taken once.
            pub fn add(&mut self, game: &JournalGame) {
                $(self.$key.add(game);)*
            }

            /// The numbers as they are now, of a match with these facts and counts.
            #[must_use]
            pub fn analysis(&self, facts: &MatchFacts, tally: &Tally) -> Analysis {
                let counted = MatchCounts { facts, tally };
                Analysis { $($key: self.$key.numbers(&counted),)* }
            }
        }
    };
}

subjects! {
    /// Elo and the sequential test as the pairs of the schedule came in.
    course: course::Pairs => EloOverTime,
    /// The openings, the most decisive first.
    by_opening: openings::Openings => Vec<OpeningRow>,
    /// Each contender's searches, also by move number.
    searches: search::Searches => Vec<PlayerSearches>,
    /// Each contender's searches by the phase of the game.
    by_phase: phases::Searches => ByContender<Vec<PhaseSearches>>,
    /// The time a node of the first contender over one of the second; `null` without two pairs that tell both.
    node_time: node_time::Times => Option<NodeTime>,
    /// The results of positions that each contender gave a score.
    calibration: calibration::Scores => ByContender<Calibration>,
    /// Where the two games of a pair first differ.
    divergences: divergence::Pairs => Divergences,
    /// The largest falls of a contender's own evaluation from one of its moves to the next.
    swings: swings::Falls => Vec<Swing>,
    /// Results by the length of the games.
    game_lengths: lengths::Lengths => Vec<LengthBin>,
    /// Results by worker, where workers played.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_worker: workers::Workers => Option<WorkerResults>,
}
