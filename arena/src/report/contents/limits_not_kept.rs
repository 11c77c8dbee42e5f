//! Play that cannot be meant: an engine that hardly uses its time, or does not keep to its nodes.

use std::ops::RangeInclusive;

use crate::chess::limits::PlayLimits;
use crate::report::effort::Effort;
use crate::storage::facts::ContenderFacts;
use stats::words;

/// Moves of a contender from which its use of its limits is judged.
const FEWEST_MOVES: u64 = 20;
/// How many times as much time the other contender takes at least.
const RATIO: f64 = 10.0;
/// A mean within these parts of the limit is that of an engine that counts its nodes: searches that end early, for
/// a mate or a forced move, lower it, and an engine that looks at its count seldom raises it.
const SHARE_OF_NODES: RangeInclusive<f64> = 0.2..=2.0;

/// Names the contender that takes a small part of the time its opponent takes under the same time
/// control.
pub(super) fn time(facts: &[ContenderFacts; 2], sides: [&Effort; 2]) -> Option<String> {
    let [one, other] = facts;
    let is_same =
        one.limits.pgn_time_control() == other.limits.pgn_time_control() && one.limits.is_timed();
    let is_judged = sides.iter().all(|effort| effort.moves >= FEWEST_MOVES);
    let [one, other] = sides.map(|effort| (&effort.name, effort.seconds_per_move.0));
    let (one, other) = ((one.0, one.1?), (other.0, other.1?));
    let ((less, little), (more, much)) = if one.1 < other.1 { (one, other) } else { (other, one) };
    let millis = |seconds: f64| words::decimal(1e3 * seconds, 3);
    (is_same && is_judged && little * RATIO < much).then(|| {
        format!(
            "{less} took {} ms a move and {more} {} ms, with the same time control: does {less} keep \
             its time back (an option such as Move Overhead)?",
            millis(little),
            millis(much)
        )
    })
}

/// Names a contender whose searches are far smaller or larger than its limit of nodes, where nothing else
/// limits them.
pub(super) fn nodes(facts: &ContenderFacts, effort: &Effort) -> Option<String> {
    let PlayLimits { nodes, soft_nodes: None, depth: None, .. } = facts.limits else { return None };
    let limit = nodes.filter(|_| !facts.limits.is_timed() && effort.moves >= FEWEST_MOVES)?;
    let mean = effort.nodes_per_move.0?;
    (!SHARE_OF_NODES.contains(&(mean / limit as f64))).then(|| {
        format!(
            "{} searched {} nodes a move, with a limit of {}: it does not obey `go nodes`, and the contenders \
             had unequal searches.",
            words::name(&effort.name),
            words::count(mean.round() as u64),
            words::count(limit),
        )
    })
}
