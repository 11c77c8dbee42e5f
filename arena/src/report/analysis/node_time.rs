//! The price of a node: the time that a node of one contender takes over one of the other's, from games in which both
//! searched in turns.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{MatchCounts, Subject};
use crate::chess::record::Contender;
use crate::score::tally::ByContender;
use crate::storage::facts::MatchFacts;
use crate::storage::journal::JournalGame;
use stats::clustered::{self, Cluster};
use stats::{CONFIDENCE, words};

/// The gain of twice the nodes in Elo: `modern` at 40,000 nodes against 20,000.
const ELO_OF_A_DOUBLING: f64 = 195.0;

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
    /// The worth, at equal time, of the time of a move of the first contender over that of the second, in Elo for the
    /// first.
    pub elo: f64,
    /// The lower end of the interval.
    pub elo_lo: f64,
    /// The upper end.
    pub elo_hi: f64,
}

/// The logarithms of the ratio in each game, by pair and then by game.
#[derive(Clone, Debug, Default)]
pub(super) struct Times(BTreeMap<u32, BTreeMap<u32, f64>>);

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
            let spec = game.record.spec;
            self.0.entry(spec.pair()).or_default().insert(spec.game, first - second);
        }
    }

    /// The ratio; `None` without two pairs that differ.
    fn numbers(&self, MatchCounts { facts, .. }: &MatchCounts<'_>) -> Option<NodeTime> {
        let cluster = |games: &BTreeMap<u32, f64>| Cluster {
            pairs: games.len() as f64,
            total: games.values().sum(),
        };
        let clusters: Vec<Cluster> = self.0.values().map(cluster).collect();
        let found = clustered::estimate(&clusters, CONFIDENCE)?;
        if !found.interval.low.is_finite() || found.standard_error <= 0.0 {
            return None;
        }
        let nodes_a_move = nodes_a_move(facts);
        let elo = |logarithm: f64| {
            -ELO_OF_A_DOUBLING * (logarithm + nodes_a_move.ln()) / std::f64::consts::LN_2
        };
        Some(NodeTime {
            ratio: found.mean.exp(),
            ratio_lo: found.interval.low.exp(),
            ratio_hi: found.interval.high.exp(),
            pairs: clusters.len() as u64,
            nodes_a_move,
            elo: elo(found.mean),
            elo_lo: elo(found.interval.high),
            elo_hi: elo(found.interval.low),
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
    /// The ratio and its worth, in a sentence.
    pub(in crate::report) fn sentence(&self, [first, second]: [&str; 2]) -> String {
        let [ratio, ratio_lo, ratio_hi] =
            [self.ratio, self.ratio_lo, self.ratio_hi].map(|ratio| words::decimal(ratio, 3));
        let [elo, elo_lo, elo_hi] =
            [self.elo, self.elo_lo, self.elo_hi].map(|elo| words::signed(elo, 1));
        let of_a_move = match self.nodes_a_move {
            1.0 => String::new(),
            nodes => format!(
                "With {} times the nodes a move of {first} takes {} times as long. ",
                words::decimal(nodes, 3),
                words::decimal(self.ratio * nodes, 3)
            ),
        };
        format!(
            "A node of {first} takes {ratio} times as long as one of {second} [{ratio_lo}, {ratio_hi}] (95 % CI, from \
             {}, both searching in turns). {of_a_move}At equal time that is worth {elo} Elo [{elo_lo}, {elo_hi}], where twice the \
             nodes gain {} Elo, as measured at 20,000 nodes.",
            words::several(self.pairs, "pair"),
            words::decimal(ELO_OF_A_DOUBLING, 0),
        )
    }
}
