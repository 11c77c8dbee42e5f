//! The head of a match of any runner: two players, and nothing told of its schedule.

use maud::{Markup, html};

use super::{Card, cards, notices, unpaired, versus};
use crate::report::PgnResults;
use crate::report::pgn_results::EncounterSummary;
use crate::report::pgn_results::contents;
use stats::words;

/// Of the games of two players.
pub(in crate::report::html) fn of_match(
    results: &PgnResults,
    encounter: &EncounterSummary,
) -> Markup {
    let [verdict, support] = contents::verdict_and_support(encounter);
    html! {
        p.kicker { (versus(encounter.players.each_ref().map(String::as_str))) }
        @match results.validity.headline() {
            None => h1 #verdict { (verdict) "." }
            Some(faults) => {
                h1 #verdict .invalid { (faults) }
                p.caveat { "As the games stand: " (verdict) "." }
            }
        }
        p.intervals { (support) "." }
        (cards(&figures(encounter)))
        (notices(&contents::notices(results, encounter)))
    }
}

fn figures(encounter: &EncounterSummary) -> Vec<Card> {
    let headline = &encounter.headline;
    let pairs = words::several(encounter.pairs.pairs(), "complete pair");
    let los =
        if encounter.on_pairs.n > 0.0 { &encounter.on_pairs.los } else { &encounter.on_games.los };
    let games = encounter.all;
    vec![
        ("Elo", words::elo(headline.elo.0), words::interval(headline.ends.interval()) + " 95 % CI"),
        ("Score", words::winning_percentage(games), words::points(games)),
        ("Games", words::count(games.games()), pairs + &unpaired(encounter.unpaired_games)),
        ("LOS", words::probability(los.0.unwrap_or(0.5)), "likelihood of superiority".to_owned()),
    ]
}
