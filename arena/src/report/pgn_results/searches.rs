//! The searches of each player, by the figures in the comments of the moves.

use std::time::Duration;

use serde::Serialize;

use crate::score::pgn_scores::Figures;
use document::Table;
use stats::{Figure, words};

/// Sums over a player's searches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayerSearches {
    moves: u64,
    depth: u64,
    /// Moves with a time, and it.
    timed: u64,
    time: Duration,
    /// Nodes of moves that have a time, too, and that time.
    nodes: u64,
    time_of_nodes: Duration,
}

/// Means over a player's searches.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSearch {
    /// The player.
    pub player: String,
    /// Moves with a depth.
    pub moves: u64,
    /// Nominal depth in plies.
    pub depth: f64,
    /// Thinking time in seconds.
    pub seconds: Figure,
    /// Nodes per second of thinking time.
    pub nodes_per_second: Figure,
}

impl PlayerSearches {
    pub(super) fn add(&mut self, figures: Figures) {
        let Figures { depth: Some(depth), time, nodes, .. } = figures else { return };
        self.moves += 1;
        self.depth += u64::from(depth);
        let Some(time) = time else { return };
        self.timed += 1;
        self.time += time;
        let Some(nodes) = nodes else { return };
        self.nodes = self.nodes.saturating_add(nodes);
        self.time_of_nodes += time;
    }

    /// The means; `None` where no comment tells a depth.
    pub(super) fn means(&self, player: &str) -> Option<PlayerSearch> {
        let per_second = self.nodes as f64 / self.time_of_nodes.as_secs_f64();
        let has_nodes = self.nodes > 0 && !self.time_of_nodes.is_zero();
        let seconds = || self.time.as_secs_f64() / self.timed as f64;
        (self.moves > 0).then(|| PlayerSearch {
            player: player.to_owned(),
            moves: self.moves,
            depth: self.depth as f64 / self.moves as f64,
            seconds: Figure((self.timed > 0).then(seconds)),
            nodes_per_second: Figure(has_nodes.then_some(per_second)),
        })
    }
}

/// The means of all players.
pub(in crate::report) fn table(searches: &[PlayerSearch]) -> Table {
    let mut table = Table::new(["Searches", "moves", "depth", "time, ms", "nodes per second"]);
    for search in searches {
        let none = || "n/a".to_owned();
        table.row([
            search.player.clone(),
            words::count(search.moves),
            words::decimal(search.depth, 1),
            search.seconds.0.map_or_else(none, |seconds| words::decimal(1e3 * seconds, 3)),
            search.nodes_per_second.0.map_or_else(none, |speed| words::count(speed.round() as u64)),
        ]);
    }
    table
}
