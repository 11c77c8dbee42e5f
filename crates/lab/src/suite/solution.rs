//! The effort until a search found a move that solves its position, and kept it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::Move;

use super::SuitePosition;

/// The effort of a search until its best move solved the position for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// Nodes.
    pub nodes: u64,
    /// Time by the engine's own measure, in microseconds.
    pub microseconds: u64,
}

impl Solution {
    pub(super) fn new(nodes: u64, time: Duration) -> Solution {
        Solution { nodes, microseconds: microseconds(time) }
    }
}

/// A time as journals have it.
pub(super) fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Follows the best moves of a search.
#[derive(Debug)]
pub(super) struct SolutionWatch<'a> {
    position: &'a SuitePosition,
    since: Option<Solution>,
}

impl<'a> SolutionWatch<'a> {
    pub(super) fn new(position: &'a SuitePosition) -> SolutionWatch<'a> {
        SolutionWatch { position, since: None }
    }

    /// Takes the current best move and the effort so far.
    pub(super) fn note(&mut self, best: Move, so_far: Solution) {
        match self.position.is_solved_by(best) {
            Some(true) => drop(self.since.get_or_insert(so_far)),
            _ => self.since = None,
        }
    }

    /// Takes the final move and the effort of the whole search. `None` if the move does not solve.
    pub(super) fn end(mut self, best: Move, all: Solution) -> Option<Solution> {
        self.note(best, all);
        self.since
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::chess::epd;
    use shakmaty::san::San;

    #[test]
    fn a_solution_counts_from_when_it_stays_one() {
        let line = "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - bm Rd8 Rd7;";
        let (number, line) = epd::lines(line.as_bytes()).next().unwrap();
        let position = SuitePosition::new(&line.unwrap(), number).unwrap();
        let end = |moves: &str, last: &str| {
            let m = |san: &str| san.parse::<San>().unwrap().to_move(&position.position).unwrap();
            let mut watch = SolutionWatch::new(&position);
            for (i, san) in moves.split_whitespace().enumerate() {
                let nodes = i as u64 + 1;
                watch.note(m(san), Solution::new(nodes, Duration::from_micros(10 * nodes)));
            }
            watch.end(m(last), Solution::new(99, Duration::from_micros(990)))
        };
        let at = |nodes| Some(Solution { nodes, microseconds: 10 * nodes });
        assert_eq!(end("Rd8 Rd8 Rd8", "Rd8"), at(1));
        assert_eq!(end("Rd8 h3 Rd7 Rd8", "Rd8"), at(3), "either solves, and h3 does not");
        assert_eq!(end("Rd8 h3", "Rd8"), at(99), "only its last word solves");
        assert_eq!(end("", "Rd8"), at(99));
        assert_eq!(end("Rd8", "h3"), None);
    }
}
