//! The line Why: the causes of a difference that the games of the match show by themselves.

use crate::report::summary::Summary;
use crate::report::technique_uses::TechniqueComparison;
use stats::{Figure, words};

/// Tries in 100 nodes below which a technique hardly acts.
const HARDLY: f64 = 0.1;
/// Differences that are told: of a depth in plies, and of nodes and speed as a ratio.
const DEPTH: f64 = 0.05;
const RATIO: f64 = 0.03;
/// The ratio from which it is told as one, since percents of hundreds are hard to read.
const MANY: f64 = 3.0;

/// The line; `None` where the engines tell nothing that differs.
pub(super) fn line(summary: &Summary) -> Option<String> {
    let (names, efforts) = (summary.names().map(words::name), &summary.contenders);
    let both = |figure: fn(&crate::report::effort::Effort) -> Figure| {
        figure(&efforts.first).0.zip(figure(&efforts.second).0)
    };
    let depth = both(|effort| effort.depth).filter(|(one, other)| (one - other).abs() >= DEPTH);
    let depth = depth.map(|(one, other)| {
        let by = words::decimal((one - other).abs(), 1);
        let way = if one > other { "deeper" } else { "less deeply" };
        let [one, other] = [one, other].map(|depth| words::decimal(depth, 1));
        format!("searches {by} plies {way} ({one} against {other})")
    });
    let nodes = both(|effort| effort.nodes_per_move);
    let nodes =
        nodes.and_then(|(one, other)| Some(format!("visits {} a move", more(one / other)?)));
    let speed = both(|effort| effort.nodes_per_second).filter(|_| summary.facts.is_timed());
    let speed =
        speed.and_then(|(one, other)| Some(format!("makes {} a second", more(one / other)?)));
    let search: Vec<String> = [depth, nodes, speed].into_iter().flatten().collect();
    let search = (!search.is_empty()).then(|| format!("{} {}", names[0], search.join(", ")));
    let technique = summary.techniques.first().filter(|technique| technique.differs());
    let told: Vec<String> =
        search.into_iter().chain(technique.map(|technique| use_of(technique, &names))).collect();
    (!told.is_empty()).then(|| format!("Why: {}.", told.join("; ")))
}

/// `4 % more nodes`, or `3.5 times the nodes` where they are not of one size; `None` if the ratio is near 1.
fn more(ratio: f64) -> Option<String> {
    let percent = |share: f64| words::decimal(100.0 * share, 0);
    let told = match ratio {
        ratio if !ratio.is_finite() || (ratio - 1.0).abs() < RATIO => return None,
        ratio if ratio >= MANY => format!("{} times the nodes", words::decimal(ratio, 1)),
        ratio if ratio >= 1.0 => format!("{} % more nodes", percent(ratio - 1.0)),
        ratio if ratio <= 1.0 / MANY => {
            format!("{} % of the nodes", words::decimal(100.0 * ratio, 1))
        }
        ratio => format!("{} % fewer nodes", percent(1.0 - ratio)),
    };
    Some(told)
}

/// The technique whose use differs most.
fn use_of(technique: &TechniqueComparison, names: &[String; 2]) -> String {
    let name = technique.technique.replace('_', "-");
    let uses = [&technique.uses.first, &technique.uses.second].map(|uses| uses.rates());
    let told = |[tried, success, _]: [Figure; 3]| {
        let rate = tried.0.unwrap_or(0.0);
        let tries = words::decimal(rate, if rate < 1.0 { 2 } else { 1 });
        let tries = format!("tries it {tries} times in 100 nodes");
        match success.0 {
            _ if rate < HARDLY => format!("{tries}, so that it hardly acts"),
            Some(success) => format!("{tries} and succeeds in {} %", words::decimal(success, 0)),
            None => tries,
        }
    };
    let [one, other] = names;
    match uses.map(|[tried, ..]| tried.0.is_some()) {
        [true, false] => format!("only {one} has {name}, and {}", told(uses[0])),
        [false, true] => format!("only {other} has {name}, and {}", told(uses[1])),
        _ => format!("of {name}, {one} {}, {other} {}", told(uses[0]), told(uses[1])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::technique_uses::TechniqueRates;
    use crate::score::tally::ByContender;

    #[test]
    fn a_technique_is_told_by_its_tries() {
        let rates = |tried: Option<f64>, success| TechniqueRates {
            tried_per_hundred_nodes: Figure(tried),
            success: Figure(success),
            share_of_nodes: Figure(tried),
        };
        let names = ["'A'", "'B'"].map(str::to_owned);
        let told = |first, second| {
            let uses = ByContender { first, second };
            use_of(&TechniqueComparison { technique: "null_move", uses }, &names)
        };
        let (none, some) = (rates(None, None), rates(Some(3.3), Some(62.0)));
        assert_eq!(
            told(some, none),
            "only 'A' has null-move, and tries it 3.3 times in 100 nodes and succeeds in 62 %"
        );
        assert_eq!(
            told(none, rates(Some(0.01), Some(50.0))),
            "only 'B' has null-move, and tries it 0.01 times in 100 nodes, so that it hardly acts"
        );
        assert!(told(some, some).starts_with("of null-move, 'A' tries it 3.3 times"));
    }

    #[test]
    fn only_a_ratio_that_differs_is_told() {
        assert_eq!(more(1.02), None);
        assert_eq!(more(1.04).unwrap(), "4 % more nodes");
        assert_eq!(more(0.5).unwrap(), "50 % fewer nodes");
        assert_eq!(more(444.44).unwrap(), "444.4 times the nodes");
        assert_eq!(more(0.002).unwrap(), "0.2 % of the nodes");
    }
}
