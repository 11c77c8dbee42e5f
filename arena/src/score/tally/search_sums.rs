//! Sums over searches, and their means over the moves that tell a figure.

use std::time::Duration;

use engine::Score;
use serde::Serialize;

use crate::chess::record::MoveRecord;
use stats::Figure;

const BILLION: f64 = 1e9;

/// The figures of one search; `None` where they are not told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The mover's score, from its own point of view.
    pub score: Option<Score>,
    /// Nominal depth in plies.
    pub depth: Option<u32>,
    /// Thinking time.
    pub time: Option<Duration>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Deepest ply.
    pub selective_depth: Option<u32>,
}

/// The figures of a move in a journal, which has 0 for those that the engine did not tell.
impl From<&MoveRecord> for Figures {
    fn from(record: &MoveRecord) -> Figures {
        Figures {
            score: record.score,
            depth: record.told(record.depth),
            time: Some(record.time),
            nodes: (record.nodes > 0).then_some(record.nodes),
            selective_depth: record.told(record.selective_depth),
        }
    }
}

/// Sums over searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchSums {
    /// Searches.
    pub moves: u64,
    /// Those with a score.
    pub scores: u64,
    /// Nodes visited.
    pub nodes: Sum,
    /// Nominal depths, in plies.
    pub depth: Sum,
    /// Selective depths, in plies.
    pub selective_depth: Sum,
    timed: u64,
    /// Thinking time.
    pub time: Duration,
    /// Nodes of searches that have a time, too, and that time.
    timed_nodes: u64,
    time_of_nodes: Duration,
    /// Searches that have both a depth and nodes, and the sum of ln(nodes) / depth over them in
    /// billionths: sums of fractions would depend on the order of the games.
    branching: Sum,
}

/// A sum, and the number of its terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Searches that tell the figure.
    pub terms: u64,
    /// The sum over them.
    pub sum: u64,
}

/// Means over searches, each over those that tell the figure.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SearchMeans {
    /// Searches.
    pub moves: u64,
    /// Nodes.
    pub nodes: Figure,
    /// Nominal depth in plies.
    pub depth: Figure,
    /// Selective depth in plies.
    pub selective_depth: Figure,
    /// Thinking time in seconds.
    pub seconds: Figure,
    /// Nodes per second of thinking time.
    pub nodes_per_second: Figure,
    /// Effective branching factor: the geometric mean of nodes^(1/depth).
    pub branching_factor: Figure,
}

impl Sum {
    fn add(&mut self, value: Option<u64>) {
        if let Some(value) = value {
            self.terms += 1;
            self.sum = self.sum.saturating_add(value);
        }
    }

    fn merge(&mut self, other: Sum) {
        self.terms += other.terms;
        self.sum = self.sum.saturating_add(other.sum);
    }

    /// The mean; `None` where nothing is told.
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.terms > 0).then(|| self.sum as f64 / self.terms as f64)
    }
}

impl SearchSums {
    /// Takes a search.
    pub fn add(&mut self, figures: Figures) {
        let Figures { score, depth, time, nodes, selective_depth } = figures;
        self.moves += 1;
        self.scores += u64::from(score.is_some());
        self.nodes.add(nodes);
        self.depth.add(depth.map(u64::from));
        self.selective_depth.add(selective_depth.map(u64::from));
        if let Some(time) = time {
            self.timed += 1;
            self.time += time;
            if let Some(nodes) = nodes {
                self.timed_nodes = self.timed_nodes.saturating_add(nodes);
                self.time_of_nodes += time;
            }
        }
        if let (Some(depth @ 1..), Some(nodes)) = (depth, nodes) {
            let logarithm = (nodes as f64).ln() / f64::from(depth);
            self.branching.add(Some((BILLION * logarithm).round() as u64));
        }
    }

    /// The sums over these searches and others.
    pub fn merge(&mut self, other: &SearchSums) {
        self.moves += other.moves;
        self.scores += other.scores;
        self.nodes.merge(other.nodes);
        self.depth.merge(other.depth);
        self.selective_depth.merge(other.selective_depth);
        self.branching.merge(other.branching);
        self.timed += other.timed;
        self.time += other.time;
        self.timed_nodes = self.timed_nodes.saturating_add(other.timed_nodes);
        self.time_of_nodes += other.time_of_nodes;
    }

    /// The sums over all of these.
    #[must_use]
    pub fn of<'a>(all: impl IntoIterator<Item = &'a SearchSums>) -> SearchSums {
        let mut whole = SearchSums::default();
        all.into_iter().for_each(|sums| whole.merge(sums));
        whole
    }

    /// The means; `None` where there is no search.
    #[must_use]
    pub fn means(&self) -> Option<SearchMeans> {
        let speed = self.timed_nodes as f64 / self.time_of_nodes.as_secs_f64();
        // An engine that tells nodes and never a depth has 0 throughout.
        let is_told = |depth: &f64| *depth > 0.0;
        let has_speed = self.timed_nodes > 0 && !self.time_of_nodes.is_zero();
        (self.moves > 0).then(|| SearchMeans {
            moves: self.moves,
            nodes: self.nodes.mean().into(),
            depth: self.depth.mean().filter(is_told).into(),
            selective_depth: self.selective_depth.mean().filter(is_told).into(),
            seconds: Figure((self.timed > 0).then(|| self.time.as_secs_f64() / self.timed as f64)),
            nodes_per_second: Figure(has_speed.then_some(speed)),
            branching_factor: Figure(self.branching.mean().map(|mean| (mean / BILLION).exp())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(depth: u32, nodes: u64, seconds: u64) -> Figures {
        let known = |value: u64| (value > 0).then_some(value);
        Figures {
            depth: (depth > 0).then_some(depth),
            nodes: known(nodes),
            time: known(seconds).map(Duration::from_secs),
            ..Figures::default()
        }
    }

    fn means(searches: &[Figures]) -> SearchMeans {
        let mut sums = SearchSums::default();
        searches.iter().for_each(|figures| sums.add(*figures));
        sums.means().unwrap()
    }

    #[test]
    fn the_branching_factor_is_the_geometric_mean_of_the_searches() {
        let means = means(&[search(4, 16, 1), search(4, 4096, 1), search(0, 7, 1)]);
        assert!((means.branching_factor.0.unwrap() - 4.0).abs() < 1e-8);
        assert_eq!(means.moves, 3);
    }

    #[test]
    fn a_mean_is_over_the_searches_that_tell_the_figure() {
        let means = means(&[search(10, 1000, 2), search(10, 1000, 0), search(0, 0, 2)]);
        assert_eq!((means.depth.0, means.seconds.0), (Some(10.0), Some(2.0)));
        assert_eq!((means.nodes.0, means.nodes_per_second.0), (Some(1000.0), Some(500.0)));
        assert_eq!((means.selective_depth.0, means.moves), (None, 3));
        assert!(SearchSums::default().means().is_none());
    }

    #[test]
    fn any_number_of_nodes_is_counted() {
        let means = means(&[search(1, u64::MAX, 0), search(1, u64::MAX, 0)]);
        assert!(means.nodes.0.unwrap() > 0.0);
    }
}
