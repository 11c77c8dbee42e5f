//! Notices that qualify the answer of a report, and the sentences that reports of several kinds have.

use std::ops::RangeInclusive;

use super::effort::{Effort, SCORE};
use super::summary::Method;
use crate::chess::limits::PlayLimits;
use crate::storage::facts::ContenderFacts;
use stats::stop::ERRORS_ON_USED_OPENINGS;
use stats::words;

/// Games that are still to be played.
pub(super) fn unfinished(played: u64, planned: u64) -> Option<String> {
    (played < planned).then(|| {
        format!(
            "The match is not finished: {} of {} played.",
            words::count(played),
            words::several(planned, "game")
        )
    })
}

/// Games that wait for the other one of their pair.
pub(super) fn unpaired(games: u64) -> Option<String> {
    (games > 0).then(|| {
        format!(
            "{} still without the other game of the pair: counted in the score, not in the pairs.",
            words::several(games, "game")
        )
    })
}

/// The figures that a contender left out, with the share of its moves.
pub(super) fn untold(effort: &Effort) -> Option<String> {
    let untold = effort.untold();
    let shares = untold.iter().map(|(figure, moves)| {
        let share = document::number::percent(*moves as f64 / effort.moves as f64);
        format!("no {figure} in {share}")
    });
    let shares = shares.collect::<Vec<_>>().join(", ");
    let has_no_score = untold.iter().any(|(figure, _)| *figure == SCORE);
    let adjudication =
        if has_no_score { ": adjudication by score could not act there" } else { "" };
    (!untold.is_empty())
        .then(|| format!("{} told {shares} of its moves{adjudication}.", words::name(&effort.name)))
}

/// The bias of a match that its result has stopped, where nothing corrects it.
pub(super) fn bias(is_biased: bool) -> Option<String> {
    is_biased.then(|| {
        "A match that stops when its result is clear overstates it: the Elo difference is biased; the \
         anytime-valid interval is not."
            .to_owned()
    })
}

/// Openings that several pairs of two players have played, where they are the unit of the interval.
pub(super) fn reused_openings(method: Method, pairs: u64) -> Option<String> {
    (method == Method::Openings && pairs > 0).then(|| {
        format!(
            "{} played an opening that another pair had played. Games from one opening resemble each other, so \
             the 95 % CI takes the openings as its unit instead of the pairs. The anytime-valid interval and \
             stop rules take the pairs as independent: here they err more often than they say \
             ({ERRORS_ON_USED_OPENINGS}).",
            words::several(pairs, "pair")
        )
    })
}

/// The intervals of several matches or encounters beside each other.
pub(super) fn multiplicity(count: usize, of: &str) -> Option<String> {
    (count > 1).then(|| {
        format!(
            "Each interval is right 95 times in 100 by itself: of {count} {of} one may well be misjudged, and the \
             largest difference is more likely too large than too small."
        )
    })
}

/// Moves of a contender from which its use of its limits is judged.
const FEWEST_MOVES: u64 = 20;
/// How many times as much time the other contender takes at least.
const RATIO: f64 = 10.0;
/// A mean within these parts of the limit is that of an engine that counts its nodes: searches that end early, for
/// a mate or a forced move, lower it, and an engine that looks at its count seldom raises it.
const SHARE_OF_NODES: RangeInclusive<f64> = 0.2..=2.0;

/// Names the contender that takes a small part of the time its opponent takes under the same time
/// control.
pub(super) fn unused_time(facts: &[ContenderFacts; 2], sides: [&Effort; 2]) -> Option<String> {
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
pub(super) fn unkept_nodes(facts: &ContenderFacts, effort: &Effort) -> Option<String> {
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
