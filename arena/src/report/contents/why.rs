//! The line Why: measured differences that can be causes of the result by themselves.
//!
//! A nominal depth is a label that every reduction changes, and a technique that one side has says nothing about its
//! effect: neither is a cause. `arena explain` measures the effect of the search itself.

use crate::report::effort::Effort;
use crate::report::summary::Summary;
use crate::report::validity::Validity;
use stats::{Figure, words};

/// Games below which chance gives any cause.
const FEWEST: u64 = 20;
/// The difference of a ratio that is named.
const RATIO: f64 = 0.03;
/// The ratio from which it is given as one, since percents of hundreds are hard to read.
const MANY: f64 = 3.0;

/// The line. `None` where the games show no difference beyond its interval, where faults could have decided the match
/// (then these are the cause), and where nothing measured differs.
pub(super) fn line(summary: &Summary) -> Option<String> {
    let interval = summary.interval().ends;
    let is_beyond = interval.low > 0.0 || interval.high < 0.0;
    let is_by_chess = matches!(summary.validity, Validity::Valid);
    if summary.games.played < FEWEST || !is_beyond || !is_by_chess {
        return None;
    }
    let both = |figure: fn(&Effort) -> Figure| {
        let efforts = &summary.contenders;
        figure(&efforts.first).0.zip(figure(&efforts.second).0)
    };
    let more_of = |figure, verb: &str, unit: &str| {
        let (one, other) = both(figure)?;
        Some(format!("{verb} {} a {unit}", more(one / other)?))
    };
    let nodes = more_of(|effort| effort.nodes_per_move, "visits", "move");
    let speed = more_of(|effort| effort.nodes_per_second, "makes", "second")
        .filter(|_| summary.facts.is_timed());
    let measured: Vec<String> = [nodes, speed].into_iter().flatten().collect();
    let [first, _] = summary.names().map(words::name);
    (!measured.is_empty()).then(|| format!("Why: {first} {}.", measured.join(", ")))
}

/// `4 % more nodes`, or `3.5 times the nodes` where they are not of one size; `None` if the ratio is near 1.
fn more(ratio: f64) -> Option<String> {
    let percent = |share: f64| words::decimal(100.0 * share, 0);
    Some(match ratio {
        ratio if !ratio.is_finite() || (ratio - 1.0).abs() < RATIO => return None,
        ratio if ratio >= MANY => format!("{} times the nodes", words::decimal(ratio, 1)),
        ratio if ratio >= 1.0 => format!("{} % more nodes", percent(ratio - 1.0)),
        ratio if ratio <= 1.0 / MANY => {
            format!("{} % of the nodes", words::decimal(100.0 * ratio, 1))
        }
        ratio => format!("{} % fewer nodes", percent(1.0 - ratio)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_ratio_that_differs_is_named() {
        assert_eq!(more(1.02), None);
        assert_eq!(more(1.04).unwrap(), "4 % more nodes");
        assert_eq!(more(0.5).unwrap(), "50 % fewer nodes");
        assert_eq!(more(444.44).unwrap(), "444.4 times the nodes");
        assert_eq!(more(0.002).unwrap(), "0.2 % of the nodes");
    }
}
