//! The verdict and its caveats.

use super::{first, second, sides, unused_time};
use crate::report::stopped::StopSummary;
use crate::report::summary::{Method, Summary, VaryingPair, VerdictBy};
use stats::headline::{Gap, Kind, NamedInterval, Names, Verdict};
use stats::{Unit, words};

/// The sentences that a report leads with: faults that could have decided the match, and the verdict.
pub(in crate::report) fn headlines(summary: &Summary) -> impl Iterator<Item = String> {
    let faults = summary.validity.headline();
    let verdict = match faults {
        Some(_) => format!("As the games stand: {}", verdict(summary)),
        None => verdict(summary),
    };
    faults.into_iter().chain([verdict])
}

/// The verdict in one sentence, with the interval in force.
fn verdict(summary: &Summary) -> String {
    with_verdict(summary, |verdict| verdict.sentence())
}

/// The same in two parts for a page: the difference with the verdict, and the interval with the games behind it.
pub(in crate::report) fn verdict_and_support(summary: &Summary) -> [String; 2] {
    with_verdict(summary, |verdict| [verdict.short(), verdict.support()])
}

fn with_verdict<T>(summary: &Summary, told: impl FnOnce(&Verdict<'_>) -> T) -> T {
    let tested = summary.stop.as_ref().and_then(StopSummary::decision);
    let (estimates, unit) = match summary.on_pairs.n > 0.0 {
        true => (&summary.on_pairs, Unit::Pair),
        false => (&summary.on_games, Unit::Game),
    };
    // A rule has an outlook of its own, and more games from the same openings say little that is new.
    let may_narrow = summary.stop.is_none()
        && summary.pairs.repeated == 0
        && summary.headline.method != Method::Openings;
    told(&Verdict {
        names: Names { first: first(summary), second: second(summary) },
        elo: summary.elo(),
        interval: named_interval(summary),
        gap: Gap::of(estimates, unit),
        games: summary.games.played,
        tested: tested.as_deref(),
        narrows: may_narrow.then_some(summary.headline.games),
    })
}

/// The interval in force, with its name.
pub(in crate::report) fn named_interval(summary: &Summary) -> NamedInterval {
    let ends = summary.valid_interval();
    match summary.verdict_by {
        VerdictBy::Headline => NamedInterval::fixed(ends),
        VerdictBy::Anytime => {
            NamedInterval { kind: Kind::Anytime, confidence: summary.anytime.confidence, ends }
        }
    }
}

/// The caveats of the verdict.
pub(in crate::report) fn caveats(summary: &Summary) -> Vec<String> {
    let mut caveats = Vec::new();
    caveats.extend(summary.stop.as_ref().map(StopSummary::sentence));
    caveats.extend(disagreement(summary));
    caveats.extend(rule_changes(summary));
    caveats.extend(bias(summary).map(str::to_owned));
    caveats.extend(unfinished(summary));
    caveats.extend(contradictory(summary));
    caveats.extend(repeated(summary));
    caveats.extend(varying(summary));
    caveats.extend(reused_openings(summary));
    if summary.pairs.unpaired_games > 0 {
        caveats.push(format!(
            "{} still without the other game of the pair: counted in the score, not in the pairs.",
            words::several(summary.pairs.unpaired_games, "game")
        ));
    }
    caveats.extend(faults(summary));
    caveats.extend(unused_time::sentence(&summary.facts.contenders, &sides(summary)));
    caveats
}

/// Those of the caveats that are news of this match, and not of matches of its kind.
pub(in crate::report) fn news(summary: &Summary) -> Vec<String> {
    let stop = summary.stop.as_ref().map(StopSummary::sentence);
    stop.into_iter()
        .chain(disagreement(summary))
        .chain(rule_changes(summary))
        .chain(unfinished(summary))
        .chain(contradictory(summary))
        .chain(repeated(summary))
        .chain(varying(summary))
        .chain(faults(summary))
        .chain(unused_time::sentence(&summary.facts.contenders, &sides(summary)))
        .collect()
}

/// Those that a page has no figure for, in the order of their weight.
pub(in crate::report) fn notices(summary: &Summary) -> Vec<String> {
    let stop = summary.stop.as_ref().map(StopSummary::sentence);
    stop.into_iter()
        .chain(disagreement(summary))
        .chain(rule_changes(summary))
        .chain(contradictory(summary))
        // Faults that could have decided the match are its headline.
        .chain(faults(summary).filter(|_| summary.validity.headline().is_none()))
        .chain(unused_time::sentence(&summary.facts.contenders, &sides(summary)))
        .chain(repeated(summary))
        .chain(varying(summary))
        .chain(reused_openings(summary))
        .collect()
}

/// The bias of a match that its result has stopped.
pub(in crate::report) fn bias(summary: &Summary) -> Option<&'static str> {
    summary.is_decided().then_some(
        "A match that stops when its result is clear overstates it: the Elo difference is biased; the \
         anytime-valid interval is not.",
    )
}

/// Openings that several pairs have played.
fn reused_openings(summary: &Summary) -> Option<String> {
    if summary.headline.method != Method::Openings {
        return None;
    }
    let also = if summary.stop.is_some() { " and the stop rules" } else { "" };
    Some(format!(
        "{} played an opening that another pair had played. Games from one opening resemble \
         each other, so the 95 % CI takes the {} as its unit instead of the pairs. The \
         anytime-valid interval{also} take the pairs as independent: here they err more often than \
         they say.",
        words::several(summary.openings.pairs_reusing_an_opening, "pair"),
        words::several(summary.openings.distinct, "opening")
    ))
}

/// An SPRT whose verdict the interval beside it does not bear out.
fn disagreement(summary: &Summary) -> Option<String> {
    summary.stop.as_ref()?.disagreement(summary.valid_interval())
}

fn rule_changes(summary: &Summary) -> impl Iterator<Item = String> + '_ {
    summary.rule_changes.iter().map(|change| {
        format!(
            "{change} The results of these games could be known then: the error rates of the test \
             no longer hold."
        )
    })
}

fn unfinished(summary: &Summary) -> Option<String> {
    (!summary.is_over()).then(|| {
        format!(
            "The match is not finished: {} of {} played.",
            words::count(summary.games.played),
            words::several(summary.games.planned, "game")
        )
    })
}

fn contradictory(summary: &Summary) -> Option<String> {
    summary.anytime.contradictory.then(|| {
        "The pairs contradict each other: some of them exclude every difference that the others \
         had left. Something changed during the match (an engine, the machine, the kind of \
         openings), or this is one of the 5 % of matches in which the anytime-valid interval is \
         wrong. The interval stays as it was before."
            .to_owned()
    })
}

/// Pairs that repeat others.
fn repeated(summary: &Summary) -> Option<String> {
    let pairs = summary.pairs.repeated;
    (pairs > 0).then(|| {
        format!(
            "{} played an opening again without a time limit, and so repeated games move for move: they \
             count in the score, and neither in the Elo difference nor in an interval or a test.",
            words::several(pairs, "pair")
        )
    })
}

/// Engines that play other games with the same nodes.
fn varying(summary: &Summary) -> Option<String> {
    let VaryingPair { pair, earlier } = summary.pairs.varying?;
    Some(format!(
        "An engine varies without a time limit: pair {} played the opening of pair {} again, and other \
         games. So all pairs count.",
        words::count(pair),
        words::count(earlier)
    ))
}

/// Games that were not lost by chess.
fn faults(summary: &Summary) -> Option<String> {
    let forfeits: u64 = summary.contenders.iter().map(|effort| effort.time_forfeits).sum();
    let failures: u64 = summary.contenders.iter().map(|effort| effort.failures).sum();
    if forfeits + failures == 0 {
        return None;
    }
    let suspects: u64 = summary.contenders.iter().map(|effort| effort.suspect_forfeits).sum();
    let suspect = match suspects {
        0 => String::new(),
        _ => format!(" ({} suspect: the machine may be to blame)", words::count(suspects)),
    };
    Some(format!(
        "{} lost on time{suspect} and {} by a failing engine: see the terminations.",
        words::several(forfeits, "game"),
        words::several(failures, "game")
    ))
}
