//! Searches by the phase of the game.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::Position;

use super::search::{count, decimal};
use super::{MatchCounts, Subject, line};
use crate::chess::phase::{Phase, PieceCount};
use crate::score::tally::{ByContender, SearchMeans, SearchSums};
use crate::storage::journal::JournalGame;
use document::Table;
use stats::words;

/// Means over a contender's searches in one phase.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PhaseSearches {
    /// The phase, by the pieces that are left.
    pub phase: Phase,
    /// Their means.
    #[serde(flatten)]
    pub means: SearchMeans,
}

/// The searches of both contenders by phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Searches(ByContender<BTreeMap<Phase, SearchSums>>);

impl Subject for Searches {
    type Numbers = ByContender<Vec<PhaseSearches>>;

    fn add(&mut self, game: &JournalGame) {
        let start = line::position_before(game, 0);
        let mut pieces = PieceCount::on(start.board());
        for (mover, record) in game.record.moves_by_side() {
            let contender = game.record.spec.player(mover);
            self.0[contender].entry(pieces.phase()).or_default().add(record.into());
            pieces = pieces.after(record.played);
        }
    }

    fn numbers(&self, _: &MatchCounts<'_>) -> ByContender<Vec<PhaseSearches>> {
        let means = |(&phase, sums): (&Phase, &SearchSums)| {
            Some(PhaseSearches { phase, means: sums.means()? })
        };
        self.0.map(|phases| phases.iter().filter_map(means).collect())
    }
}

/// Depth, nodes and time of both contenders by phase.
pub(in crate::report) fn table(
    names: [&str; 2],
    phases: &ByContender<Vec<PhaseSearches>>,
) -> Option<Table> {
    let mut table = Table::new(["Searches by phase", names[0], names[1]]);
    for phase in Phase::ALL {
        let of_phase = |phases: &Vec<PhaseSearches>| {
            phases.iter().find(|searches| searches.phase == phase).map(|searches| searches.means)
        };
        let sides = phases.map(of_phase);
        let sides = [sides.first, sides.second];
        if sides.iter().all(Option::is_none) {
            continue;
        }
        let mut row = |name: String, text: &dyn Fn(SearchMeans) -> String| {
            let cells = sides.map(|side| side.map_or_else(|| "-".to_owned(), text));
            table.row([name].into_iter().chain(cells));
        };
        row(format!("{}, depth", phase.name()), &|means| decimal(means.depth.0, 1));
        row("nodes".to_owned(), &|means| count(means.nodes.0));
        row("time, ms".to_owned(), &|means| {
            decimal(means.seconds.0.map(|seconds| 1e3 * seconds), 3)
        });
        row("moves".to_owned(), &|means| words::count(means.moves));
    }
    (!table.rows().is_empty()).then_some(table)
}
