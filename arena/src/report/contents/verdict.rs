//! The verdict, and what a reader must know before believing it.

use super::{first, second, sides, unused_time};
use crate::report::stopped::StopSummary;
use crate::report::summary::{Method, Summary, VaryingPair, VerdictBy};
use stats::headline::{self, Names};
use stats::words;

/// The sentences that a report leads with: faults that could have decided the match, and the verdict.
pub(in crate::report) fn headlines(summary: &Summary) -> impl Iterator<Item = String> {
    let faults = summary.validity.headline();
    let verdict = match faults {
        Some(_) => format!("As the games stand: {}", verdict(summary)),
        None => verdict(summary),
    };
    faults.into_iter().chain([verdict])
}

/// Who is stronger, by how much, in one sentence.
fn verdict(summary: &Summary) -> String {
    match conclusion(summary) {
        conclusion if summary.headline.elo.0.is_some() => {
            format!("{conclusion}, {}.", intervals(summary))
        }
        conclusion => conclusion + ".",
    }
}

/// The verdict without its intervals and the full stop: what a sequential test accepted, or else who is
/// stronger by the interval that holds.
pub(in crate::report) fn conclusion(summary: &Summary) -> String {
    let names = Names { first: first(summary), second: second(summary) };
    let elo = summary.headline.elo.0;
    match (summary.stop.as_ref().and_then(StopSummary::accepted), elo) {
        (Some(accepted), Some(elo)) => format!("{accepted}: {}", headline::measured(names, elo)),
        _ => headline::verdict(names, elo, summary.valid_interval()),
    }
}

/// Both intervals; that of the verdict comes first.
pub(in crate::report) fn intervals(summary: &Summary) -> String {
    let fixed = summary.headline.ends.interval();
    let anytime = headline::Anytime {
        confidence: summary.anytime.confidence,
        ends: summary.anytime.ends.interval(),
    };
    match summary.verdict_by {
        VerdictBy::Headline => headline::intervals(fixed, anytime),
        VerdictBy::Anytime => headline::intervals_at_any_time(fixed, anytime),
    }
}

/// What a reader must know before believing the verdict.
pub(in crate::report) fn caveats(summary: &Summary) -> Vec<String> {
    let mut caveats = Vec::new();
    caveats.extend(summary.stop.as_ref().map(StopSummary::sentence));
    caveats.extend(rule_changes(summary));
    if summary.is_decided() {
        caveats.push(
            "A match that stops when its result is clear overstates it: the Elo difference and the 95 % \
             CI are biased; the anytime-valid interval is not."
                .to_owned(),
        );
    }
    caveats.extend(unfinished(summary));
    caveats.extend(contradictory(summary));
    caveats.extend(repeated(summary));
    caveats.extend(varying(summary));
    if summary.headline.method == Method::Openings {
        let also = if summary.stop.is_some() { " and the stop rules" } else { "" };
        caveats.push(format!(
            "{} played an opening that another pair had played. Games from one opening resemble \
             each other, so the 95 % CI takes the {} as its unit instead of the pairs. The \
             anytime-valid interval{also} take the pairs as independent: here they err more often than \
             they say.",
            words::several(summary.openings.pairs_reusing_an_opening, "pair"),
            words::several(summary.openings.distinct, "opening")
        ));
    }
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
        .chain(rule_changes(summary))
        .chain(unfinished(summary))
        .chain(contradictory(summary))
        .chain(repeated(summary))
        .chain(varying(summary))
        .chain(faults(summary))
        .chain(unused_time::sentence(&summary.facts.contenders, &sides(summary)))
        .collect()
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
            "The match is not finished: {} of {} played. The 95 % CI is for its end; until then use the \
             anytime-valid one.",
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
