//! The games of a match beyond their results, one section a file: its numbers, and its table.
//!
//! Each section takes finished games one at a time, in any order, and its numbers follow from them
//! alone. Memory grows with the pairs, and with the moves of the games a page can show.

pub(super) mod calibration;
pub(super) mod course;
pub(super) mod divergence;
mod faults;
mod lengths;
mod line;
mod node_time;
pub(super) mod openings;
pub mod pack;
pub(super) mod phases;
pub(super) mod replays;
pub(super) mod search;
mod suite;
mod swings;
mod workers;

use serde::Serialize;

pub use calibration::{Bin, Calibration};
pub use course::{EloOverTime, EloPoint, TestBounds};
pub use divergence::{Choice, Divergence, DivergencePlace, Divergences, first_difference};
pub use faults::{Fault, FaultEvidence};
pub use lengths::LengthBin;
pub use line::{move_number, position_before};
pub use node_time::NodeTime;
pub use openings::OpeningRow;
pub use phases::PhaseSearches;
pub use replays::{GameEnd, Player, Replay, Replays};
pub(super) use search::LAST_MOVE_NUMBER;
pub use search::{MoveNumber, PlayerCourse, SearchCourse};
pub(super) use suite::suite;
pub use swings::{Falls, Swing};
pub use workers::{WorkerResults, WorkerRow};

use crate::score::tally::{ByContender, Tally};
use crate::storage::facts::MatchFacts;
use crate::storage::journal::JournalGame;

/// The sections of the report of two contenders, from the first contender's view.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// Elo and the sequential test as the pairs of the schedule came in.
    pub course: EloOverTime,
    /// The openings, the most decisive first.
    pub by_opening: Vec<OpeningRow>,
    /// Each contender's searches by move number.
    pub by_move_number: ByContender<SearchCourse>,
    /// Each contender's searches by the phase of the game.
    pub by_phase: ByContender<Vec<PhaseSearches>>,
    /// The time a node of the first contender over one of the second; `null` without two pairs that tell both.
    pub node_time: Option<NodeTime>,
    /// The results of positions that each contender gave a score.
    pub calibration: ByContender<Calibration>,
    /// Where the two games of a pair first differ.
    pub divergences: Divergences,
    /// The largest falls of a contender's own evaluation from one of its moves to the next.
    pub swings: Vec<Swing>,
    /// Results by the length of the games.
    pub game_lengths: Vec<LengthBin>,
    /// Results by worker, where workers played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_worker: Option<WorkerResults>,
}

/// Takes the games of a match of two contenders, and says what they come to.
#[derive(Clone, Debug, Default)]
pub struct Analyst {
    course: course::Pairs,
    openings: openings::Openings,
    search: search::Searches,
    phases: phases::Searches,
    node_times: node_time::Times,
    calibration: calibration::Scores,
    divergences: divergence::Pairs,
    swings: swings::Falls,
    lengths: lengths::Lengths,
    workers: workers::Workers,
}

impl Analyst {
    /// Takes a finished game. Every game of the schedule is to be taken once.
    pub fn add(&mut self, game: &JournalGame) {
        self.course.add(&game.record);
        self.openings.add(game);
        self.search.add(game);
        self.phases.add(game);
        self.node_times.add(game);
        self.calibration.add(&game.record);
        self.divergences.add(game);
        self.swings.add(game);
        self.lengths.add(&game.record);
        self.workers.add(&game.record);
    }

    /// The sections as they are now, of a match with these facts and counts.
    #[must_use]
    pub fn analysis(&self, facts: &MatchFacts, tally: &Tally) -> Analysis {
        let is_left_out = |pair| tally.ordered_pairs.is_left_out(pair);
        Analysis {
            course: self.course.course(&facts.stop.sequential, &tally.anytime, is_left_out),
            by_opening: self.openings.rows(),
            by_move_number: self.search.of_two([0, 1]),
            by_phase: self.phases.means(),
            node_time: self.node_times.ratio(facts),
            calibration: self.calibration.calibrations(),
            divergences: self.divergences.divergences(),
            swings: self.swings.largest(),
            game_lengths: self.lengths.bins(),
            by_worker: self.workers.results(),
        }
    }
}
