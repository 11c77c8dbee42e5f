//! The contents of the report of a match of two contenders.

use super::two_players::TwoPlayers;
use super::{course, differences, results, search, setting, why};
use crate::report::analysis::openings;
use crate::report::notices::{
    bias, reused_openings, unfinished, unkept_nodes, unpaired, untold, unused_time,
};
use crate::report::section::{Head, Notices, Section};
use crate::report::summary::{Summary, VaryingPair};
use crate::report::{MatchReport, differs_in};
use stats::words;

/// The sections in their order; each is left out where it has nothing to say.
const SECTIONS: [fn(&MatchReport) -> Option<Section>; 8] = [
    course::of_match,
    results::of_match,
    openings::section,
    search::of_match,
    differences::of_match,
    |report| (report.summary.games.played > 0).then(|| setting::games(&report.appendix.replays)),
    |report| setting::faults(&report.appendix),
    setting::of_match,
];

/// The sections that there are.
pub(in crate::report) fn sections(report: &MatchReport) -> Vec<Section> {
    SECTIONS.iter().filter_map(|section| section(report)).collect()
}

/// The head.
pub(in crate::report) fn head(report: &MatchReport) -> Head {
    let summary = &report.summary;
    let two = TwoPlayers::from(summary);
    let divergences = &report.analysis.divergences;
    let mut cards = if summary.games.played > 0 { two.cards() } else { Vec::new() };
    cards.extend(divergences.untouched().map(|share| {
        let note = "of the pairs: both games the same".to_owned();
        ("Untouched", document::number::percent(share), note)
    }));
    Head {
        title: two.names.join(" vs "),
        tab: two.tab(),
        question: summary.facts.question.clone(),
        differs_in: Some(differs_in::sentence(&summary.differs_in)),
        faults: summary.validity.headline(),
        verdict: Some(two.verdict()),
        why: report.appendix.origin.why(summary.games.played).or_else(|| why::line(summary)),
        account: report.appendix.origin.page,
        cards,
        notices: notices_of(report),
    }
}

/// Everything that qualifies the verdict.
fn notices_of(report: &MatchReport) -> Notices {
    let MatchReport { summary, analysis, .. } = report;
    let (sides, games) = (summary.sides(), &summary.games);
    let first = [summary.stop.as_ref().map(|stop| stop.sentence(summary.names()))];
    let changes = rule_changes(summary).map(Some);
    let untold = sides.into_iter().map(untold);
    let [one, other] = &summary.facts.contenders;
    let news = [
        contradictory(summary),
        summary.machine.sentences(summary.names()),
        faults(summary),
        unused_time(&summary.facts.contenders, sides),
        unkept_nodes(one, sides[0]),
        unkept_nodes(other, sides[1]),
        analysis.divergences.without_effect(),
        repeated(summary),
        varying(summary),
        unfinished(games.played, games.planned).filter(|_| !summary.is_over()),
    ];
    let background = [
        analysis.divergences.untouched_in_words(),
        reused_openings(summary.headline.method, summary.openings.pairs_reusing_an_opening),
        bias(summary.is_biased()),
        unpaired(summary.pairs.unpaired_games),
    ];
    Notices::of(first.into_iter().chain(changes).chain(news).chain(untold), background)
}

fn rule_changes(summary: &Summary) -> impl Iterator<Item = String> + '_ {
    summary.rule_changes.iter().map(|change| {
        format!(
            "{change} The results of these games could be known then: the error rates of the test \
             no longer hold."
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
    let margin = match forfeits {
        0 => "",
        _ => " `limits.time_margin` is how late a move may be.",
    };
    Some(format!(
        "{} lost on time and {} by a failing engine: see the terminations.{margin}",
        words::several(forfeits, "game"),
        words::several(failures, "game")
    ))
}
