//! The answer of a suite, and the numbers that its page draws.

use super::percent;
use super::row::Row;
use stats::words;

/// The answer and the charts of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Charts {
    /// The answer in a sentence; `None` where the tables alone tell it.
    pub(super) answer: Option<String>,
    /// The limit of the answer.
    pub(super) warning: Option<&'static str>,
    /// The effort of each configuration under one limit.
    pub(super) bars: Vec<Row>,
}

impl Charts {
    /// Configurations under one limit; the first one is the baseline of the others.
    pub(super) fn of_rows(limit: &str, bars: Vec<Row>) -> Charts {
        let answer = answer(limit, &bars);
        let is_open = answer.is_some() && limit.starts_with("depth");
        Charts { answer, warning: is_open.then_some(UNEQUAL), bars }
    }
}

/// The warning where depths are equal.
const UNEQUAL: &str = "Equal depth is not equal work: fewer nodes are a gain only if the moves are as good, which a match shows.";

/// The fewest nodes of a depth, or the most positions solved under another limit.
fn answer(limit: &str, bars: &[Row]) -> Option<String> {
    let (base, others) = bars.split_first()?;
    let base_name = words::name(&base.name);
    if limit.starts_with("depth") {
        let fewest = others.iter().min_by_key(|bar| bar.nodes)?;
        let name = words::name(&fewest.name);
        let share = percent(fewest.percent);
        return Some(format!("At {limit}, {name} visits {share} of the nodes of {base_name}."));
    }
    // Of equals the first.
    let most = others.iter().rev().max_by_key(|bar| bar.solved)?;
    let name = words::name(&most.name);
    let solved =
        format!("{} of {} positions, {base_name} {}", most.solved, most.solvable, base.solved);
    (most.solvable > 0).then(|| format!("At {limit} a position, {name} solves {solved}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_nodes_at_a_depth_are_no_verdict() {
        let bar = |name: &str, nodes, percent, solved| Row {
            name: name.to_owned(),
            nodes,
            percent,
            solved,
            solvable: 20,
            ..Row::default()
        };
        let bars = [bar("a", 1000, 100.0, 11), bar("b", 831, 83.1, 12), bar("c", 900, 90.0, 12)];
        let by_depth = Charts::of_rows("depth 8", bars.to_vec());
        assert_eq!(by_depth.answer.unwrap(), "At depth 8, 'b' visits 83.1 % of the nodes of 'a'.");
        assert!(by_depth.warning.unwrap().starts_with("Equal depth is not equal work"));
        assert_eq!(Charts::of_rows("2000 nodes", bars.to_vec()).warning, None);
        let by_nodes = answer("2000 nodes", &bars).unwrap();
        assert_eq!(by_nodes, "At 2000 nodes a position, 'b' solves 12 of 20 positions, 'a' 11.");
        assert_eq!(answer("depth 8", &bars[..1]), None);
    }
}
