//! A contender's effort in its games: its searches, its techniques and its clock, as numbers.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::score::tally::{ClockDifferences, ContenderCount, SearchSums, Sum, Timing};
use stats::Figure;

/// The name of a figure that adjudication needs.
pub(super) const SCORE: &str = "score";

/// One move in so many without a figure is enough for a notice.
const MANY: u64 = 100;

/// The effort of one contender.
#[derive(Clone, Debug, Serialize)]
pub struct Effort {
    /// Its name.
    pub name: String,
    /// Moves played.
    pub moves: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Thinking time in seconds.
    pub seconds: f64,
    /// Moves for which the engine told each figure; the means are over these.
    pub told: ToldMoves,
    /// Nodes per move.
    pub nodes_per_move: Figure,
    /// Mean nominal depth, plies.
    pub depth: Figure,
    /// Mean selective depth, plies.
    pub selective_depth: Figure,
    /// Thinking time per move in seconds.
    pub seconds_per_move: Figure,
    /// Nodes per second of thinking time.
    pub nodes_per_second: Figure,
    /// Largest overrun of a soft deadline in seconds.
    pub largest_soft_overrun: f64,
    /// Largest overrun of a hard deadline in seconds.
    pub largest_hard_overrun: f64,
    /// Games in which it overstepped the time.
    pub time_forfeits: u64,
    /// Time in seconds that the machine took from it and its clock was not charged.
    pub stolen_seconds: f64,
    /// Moves that were late and did not lose: by less than a whole millisecond, or within the margin
    /// that the match file names.
    pub forgiven_moves: u64,
    /// Games its engine abandoned or spoilt.
    pub failures: u64,
    /// Techniques that were tried.
    pub techniques: Vec<TechniqueUse>,
    /// How its own account of its time agrees with the runner's; left out for engines that give
    /// none, or that play without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<TimingSummary>,
}

/// Moves for which an engine told a figure, by the figure.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ToldMoves {
    /// A score.
    pub score: u64,
    /// A depth.
    pub depth: u64,
    /// A selective depth.
    pub selective_depth: u64,
    /// Nodes.
    pub nodes: u64,
}

/// Time by the runner's clock less time by the engine's own account.
#[derive(Clone, Debug, Serialize)]
pub struct TimingSummary {
    /// In all game threads.
    pub all: Agreement,
    /// In each game thread, by its number.
    pub tables: BTreeMap<u32, Agreement>,
    /// Moves that would have lost on time without a margin.
    pub late_moves: u32,
    /// By how many seconds at most.
    pub latest: f64,
}

/// Percentiles of differences, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Agreement {
    /// Moves.
    pub moves: u64,
    /// Half of them do not exceed this.
    pub median: f64,
    /// 99 % of them do not exceed this.
    pub percentile_99: f64,
    /// The largest.
    pub largest: f64,
}

/// The counts of one technique.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TechniqueUse {
    /// Its key in a match file.
    pub technique: &'static str,
    /// How often it was tried.
    pub tried: u64,
    /// How often it succeeded.
    pub cut: u64,
    /// Nodes visited on its account.
    pub nodes: u64,
}

impl Effort {
    /// From a contender's sums.
    pub(super) fn of(name: &str, count: &ContenderCount) -> Effort {
        let SearchSums { moves, scores, nodes, depth, selective_depth, time, .. } = count.searches;
        let seconds = time.as_secs_f64();
        // An engine that tells nodes and never a depth has 0 throughout.
        let [depth, selective_depth] = [depth, selective_depth]
            .map(|plies| if plies.sum == 0 { Sum::default() } else { plies });
        Effort {
            name: name.to_owned(),
            moves,
            nodes: nodes.sum,
            seconds,
            told: ToldMoves {
                score: scores,
                depth: depth.terms,
                selective_depth: selective_depth.terms,
                nodes: nodes.terms,
            },
            nodes_per_move: nodes.mean().into(),
            depth: depth.mean().into(),
            selective_depth: selective_depth.mean().into(),
            seconds_per_move: Figure((moves > 0).then(|| seconds / moves as f64)),
            nodes_per_second: Figure(
                (seconds > 0.0 && nodes.terms > 0).then(|| nodes.sum as f64 / seconds),
            ),
            largest_soft_overrun: count.overruns.soft.as_secs_f64(),
            largest_hard_overrun: count.overruns.hard.as_secs_f64(),
            time_forfeits: count.time_forfeits,
            forgiven_moves: u64::from(count.timing.late.moves).saturating_sub(count.time_forfeits),
            stolen_seconds: count.timing.stolen.as_secs_f64(),
            failures: count.failures,
            techniques: count
                .counters
                .iter()
                .filter(|(_, count)| count.tried > 0)
                .map(|(technique, count)| TechniqueUse {
                    technique: technique.name(),
                    tried: count.tried,
                    cut: count.cut,
                    nodes: count.nodes,
                })
                .collect(),
            timing: timing(&count.timing),
        }
    }

    /// The figures that its engine left out for some moves, and the number of these moves.
    pub(super) fn untold(&self) -> Vec<(&'static str, u64)> {
        let ToldMoves { score, depth, nodes, .. } = self.told;
        let figures = [(SCORE, score), ("depth", depth), ("nodes", nodes)];
        let untold = figures.map(|(figure, told)| (figure, self.moves - told));
        untold.into_iter().filter(|(_, moves)| MANY * moves > self.moves).collect()
    }

    /// Games that it lost on time or by a failing engine.
    #[must_use]
    pub fn lost_by_faults(&self) -> u64 {
        self.time_forfeits + self.failures
    }
}

fn timing(timing: &Timing) -> Option<TimingSummary> {
    let tables = timing.by_table.iter();
    Some(TimingSummary {
        all: agreement(&timing.all)?,
        tables: tables.filter_map(|(&table, clock)| Some((table, agreement(clock)?))).collect(),
        late_moves: timing.late.moves,
        latest: timing.late.most.as_secs_f64(),
    })
}

fn agreement(differences: &ClockDifferences) -> Option<Agreement> {
    let seconds = |micros: i64| micros as f64 / 1e6;
    Some(Agreement {
        moves: differences.total,
        median: seconds(differences.percentile(50)?),
        percentile_99: seconds(differences.percentile(99)?),
        largest: seconds(differences.largest?),
    })
}
