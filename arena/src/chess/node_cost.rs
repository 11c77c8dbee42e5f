//! The cost of a node: the time that a node of one search takes over a node of another.

use std::fmt;

use serde::{Deserialize, Serialize};
use stats::words;

/// Decimals of a ratio: more than a measurement has, and few enough to be written and read back exactly.
const DECIMALS: f64 = 1e4;
/// The least ratio that those decimals tell from 0.
const LEAST: f64 = 1.0 / DECIMALS;

/// The time that a node of the first contender takes over a node of the second, as measured before the first game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeCost {
    /// The ratio: the median of the turns.
    pub ratio: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Turns: in each both contenders searched the same position.
    pub turns: u32,
}

impl NodeCost {
    /// A measured cost, rounded to four decimals. `None` for numbers that are no ratios, or whose interval does not
    /// hold the ratio.
    #[must_use]
    pub fn new(ratio: f64, [low, high]: [f64; 2], turns: u32) -> Option<NodeCost> {
        let [low, ratio, high] =
            [low, ratio, high].map(|ratio| (ratio * DECIMALS).round() / DECIMALS);
        let are_ratios = low >= LEAST && high.is_finite() && low <= ratio && ratio <= high;
        (are_ratios && turns > 0).then_some(NodeCost { ratio, low, high, turns })
    }

    /// The nodes of the first contender that take as long as these of the second; one at least.
    #[must_use]
    pub fn nodes_of_first(&self, nodes_of_second: u64) -> u64 {
        ((nodes_of_second as f64 / self.ratio).round() as u64).max(1)
    }

    /// The cost and the nodes given for it, in a sentence.
    #[must_use]
    pub fn sentence(&self, [first, second]: [&str; 2], nodes: [u64; 2]) -> String {
        let [ratio, low, high] =
            [self.ratio, self.low, self.high].map(|ratio| words::decimal(ratio, 3));
        let [of_first, of_second] = nodes.map(words::count);
        format!(
            "Equal cost: before the first game a node of {first} took {ratio} times as long as one of {second} \
             [{low}, {high}] (median of {}, 95 % CI), so {first} has {of_first} nodes a move, and {second} \
             {of_second}.",
            words::several(u64::from(self.turns), "turn"),
        )
    }
}

/// `ratio=1.083 low=1.071 high=1.095 turns=40`
impl fmt::Display for NodeCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NodeCost { ratio, low, high, turns } = self;
        write!(f, "ratio={ratio} low={low} high={high} turns={turns}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_has_four_decimals_and_its_interval_holds_it() {
        let cost = NodeCost::new(1.083_04, [1.07, 1.095_06], 40).unwrap();
        assert_eq!(cost.to_string(), "ratio=1.083 low=1.07 high=1.0951 turns=40");
        for (ratio, ends, turns) in [
            (1.0, [1.0, 1.0], 0),
            (1.0, [1.1, 1.2], 9),
            (1.0, [0.0, 2.0], 9),
            (1.0, [1.0, f64::INFINITY], 9),
            (f64::NAN, [1.0, 1.0], 9),
            (0.000_01, [0.000_01, 0.000_02], 9),
        ] {
            assert_eq!(NodeCost::new(ratio, ends, turns), None, "{ratio} {ends:?} {turns}");
        }
    }

    #[test]
    fn a_dearer_node_gets_fewer() {
        let cost = |ratio: f64| NodeCost::new(ratio, [ratio, ratio], 10).unwrap();
        assert_eq!(cost(1.25).nodes_of_first(20_000), 16_000);
        assert_eq!(cost(0.8).nodes_of_first(20_000), 25_000);
        assert_eq!(cost(4.0).nodes_of_first(1), 1);
        let told = cost(1.25).sentence(["new", "old"], [16_000, 20_000]);
        assert!(
            told.contains("new took 1.250 times as long as one of old [1.250, 1.250]"),
            "{told}"
        );
        assert!(told.ends_with("so new has 16,000 nodes a move, and old 20,000."), "{told}");
    }
}
