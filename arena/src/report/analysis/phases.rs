//! Searches by the phase of the game.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use shakmaty::Position;

use super::{MatchCounts, Subject, line};
use crate::chess::phase::{Phase, PieceCount};
use crate::chess::record::MoveRecord;
use crate::score::tally::ByContender;
use crate::storage::journal::JournalGame;
use document::Table;
use stats::words;

/// Means over a contender's searches in one phase.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PhaseSearches {
    /// The phase, by the pieces that are left.
    pub phase: Phase,
    /// Searches.
    pub moves: u64,
    /// Nodes.
    pub nodes: f64,
    /// Nominal depth in plies.
    pub depth: f64,
    /// Thinking time in seconds.
    pub seconds: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    moves: u64,
    nodes: u64,
    depth: u64,
    time: Duration,
}

/// The searches of both contenders by phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Searches(ByContender<BTreeMap<Phase, Sums>>);

impl Subject for Searches {
    type Numbers = ByContender<Vec<PhaseSearches>>;

    fn add(&mut self, game: &JournalGame) {
        let start = line::position_before(game, 0);
        let mut pieces = PieceCount::on(start.board());
        for (mover, record) in game.record.moves_by_side() {
            let contender = game.record.spec.player(mover);
            self.0[contender].entry(pieces.phase()).or_default().add(record);
            pieces = pieces.after(record.played);
        }
    }

    fn numbers(&self, _: &MatchCounts<'_>) -> ByContender<Vec<PhaseSearches>> {
        self.0.map(|phases| phases.iter().map(|(&phase, sums)| sums.means(phase)).collect())
    }
}

impl Sums {
    fn add(&mut self, record: &MoveRecord) {
        self.moves += 1;
        self.nodes = self.nodes.saturating_add(record.nodes);
        self.depth += u64::from(record.depth);
        self.time += record.time;
    }

    fn means(&self, phase: Phase) -> PhaseSearches {
        let mean = |sum: f64| sum / self.moves as f64;
        PhaseSearches {
            phase,
            moves: self.moves,
            nodes: mean(self.nodes as f64),
            depth: mean(self.depth as f64),
            seconds: mean(self.time.as_secs_f64()),
        }
    }
}

/// Depth, nodes and time of both contenders by phase.
pub(in crate::report) fn table(
    names: [&str; 2],
    phases: &ByContender<Vec<PhaseSearches>>,
) -> Option<Table> {
    let mut table = Table::new(["Searches by phase", names[0], names[1]]);
    for phase in Phase::ALL {
        let sides = phases.map(|phases| phases.iter().find(|means| means.phase == phase).copied());
        let sides = [sides.first, sides.second];
        if sides.iter().all(Option::is_none) {
            continue;
        }
        let mut row = |name: String, text: &dyn Fn(PhaseSearches) -> String| {
            let cells = sides.map(|side| side.map_or_else(|| "-".to_owned(), text));
            table.row([name].into_iter().chain(cells));
        };
        row(format!("{}, depth", phase.name()), &|means| words::decimal(means.depth, 1));
        row("nodes".to_owned(), &|means| words::count(means.nodes.round() as u64));
        row("time, ms".to_owned(), &|means| words::decimal(1e3 * means.seconds, 3));
        row("moves".to_owned(), &|means| words::count(means.moves));
    }
    (!table.rows().is_empty()).then_some(table)
}
