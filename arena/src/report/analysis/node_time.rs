//! The price of a node in time: the time that a node of one contender takes over one of the other's, from games in which
//! both searched in turns. Its worth in Elo is a term of the account of `arena explain`, which measures it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{MatchCounts, Subject};
use crate::chess::record::Contender;
use crate::score::tally::ByContender;
use crate::storage::facts::{ContenderFacts, EngineFacts, MatchFacts};
use crate::storage::journal::JournalGame;
use stats::clustered::{self, Cluster};
use stats::{CONFIDENCE, words};

/// The time a node of the first contender over that of the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NodeTime {
    /// The ratio: the geometric mean over pairs of games.
    pub ratio: f64,
    /// The lower end of its 95 % interval.
    pub ratio_lo: f64,
    /// The upper end.
    pub ratio_hi: f64,
    /// Pairs that tell nodes and times of both.
    pub pairs: u64,
    /// The nodes a move of the first contender over those of the second, by their limits; 1 where these do not tell.
    pub nodes_a_move: f64,
}

/// By pair, the number of its games and the sum of the logarithms of their ratios.
#[derive(Clone, Debug, Default)]
pub(super) struct Times(BTreeMap<u32, (f64, f64)>);

impl Subject for Times {
    type Numbers = Option<NodeTime>;

    fn add(&mut self, game: &JournalGame) {
        let mut sums = ByContender::<(u64, f64)>::default();
        for (mover, record) in game.record.moves_by_side() {
            let sum = &mut sums[game.record.spec.player(mover)];
            *sum = (sum.0.saturating_add(record.nodes), sum.1 + record.time.as_secs_f64());
        }
        let each = |contender: Contender| {
            let (nodes, seconds) = sums[contender];
            (nodes > 0 && seconds > 0.0).then(|| (seconds / nodes as f64).ln())
        };
        if let (Some(first), Some(second)) = (each(Contender::First), each(Contender::Second)) {
            let (games, total) = self.0.entry(game.record.spec.pair()).or_default();
            (*games, *total) = (*games + 1.0, *total + (first - second));
        }
    }

    /// The ratio; `None` without two pairs that differ, and where a program counts nodes in its own way.
    fn numbers(&self, MatchCounts { facts, .. }: &MatchCounts<'_>) -> Option<NodeTime> {
        let is_program = |one: &ContenderFacts| matches!(one.engine, EngineFacts::Program(_));
        if facts.contenders.iter().any(is_program) {
            return None;
        }
        let cluster = |&(pairs, total): &(f64, f64)| Cluster { pairs, total };
        let clusters: Vec<Cluster> = self.0.values().map(cluster).collect();
        let found = clustered::estimate(&clusters, CONFIDENCE)?;
        if !found.interval.low.is_finite() || found.standard_error <= 0.0 {
            return None;
        }
        Some(NodeTime {
            ratio: found.mean.exp(),
            ratio_lo: found.interval.low.exp(),
            ratio_hi: found.interval.high.exp(),
            pairs: clusters.len() as u64,
            nodes_a_move: nodes_a_move(facts),
        })
    }
}

/// The nodes a move of the first contender over those of the second.
fn nodes_a_move(facts: &MatchFacts) -> f64 {
    match facts.contenders.each_ref().map(|contender| contender.limits.nodes_a_move()) {
        [Some(first), Some(second)] => first as f64 / second as f64,
        _ => 1.0,
    }
}

impl NodeTime {
    /// The ratio in a sentence.
    pub(in crate::report) fn sentence(&self, [first, second]: [&str; 2]) -> String {
        let [ratio, ratio_lo, ratio_hi] =
            [self.ratio, self.ratio_lo, self.ratio_hi].map(|ratio| words::decimal(ratio, 3));
        let of_a_move = match self.nodes_a_move {
            1.0 => String::new(),
            nodes => format!(
                " With {} times the nodes a move of {first} takes {} times as long.",
                words::decimal(nodes, 3),
                words::decimal(self.ratio * nodes, 3)
            ),
        };
        format!(
            "A node of {first} takes {ratio} times as long as one of {second} [{ratio_lo}, {ratio_hi}] (95 % CI, from \
             {}, both searching in turns).{of_a_move} `arena explain` measures its worth in Elo.",
            words::several(self.pairs, "pair"),
        )
    }
}
