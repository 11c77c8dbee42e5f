//! The searches of each player, by the figures in the comments of the moves.

use serde::Serialize;

use crate::report::analysis::SearchMeans;
use crate::report::analysis::search::{count, decimal};
use document::Table;
use stats::words;

/// Means over a player's searches.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSearch {
    /// The player.
    pub player: String,
    /// The means over its moves with a depth.
    #[serde(flatten)]
    pub means: SearchMeans,
}

/// The means of all players.
pub(in crate::report) fn table(searches: &[PlayerSearch]) -> Table {
    let mut table = Table::new(["Searches", "moves", "depth", "time, ms", "nodes per second"]);
    for PlayerSearch { player, means } in searches {
        table.row([
            player.clone(),
            words::count(means.moves),
            decimal(means.depth.0, 1),
            decimal(means.seconds.0.map(|seconds| 1e3 * seconds), 3),
            count(means.nodes_per_second.0),
        ]);
    }
    table
}
