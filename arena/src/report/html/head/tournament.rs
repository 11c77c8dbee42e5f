//! The head of a match of more than two contenders: who leads, by how much, and who lost by faults.

use maud::{Markup, html};

use super::{Card, cards, notices, unpaired};
use crate::report::Tournament;
use stats::words;

/// Of a tournament.
pub(in crate::report::html) fn of(tournament: &Tournament) -> Markup {
    let setting = &tournament.setting;
    html! {
        p.kicker {
            span #event { (setting.name) } ": " (setting.format.name()) " of "
            (words::several(u64::from(setting.size), "contender"))
        }
        @if let Some(question) = &setting.question { p.question { (question) } }
        @match tournament.validity.headline() {
            None => h1 #verdict { (tournament.lead()) "." }
            Some(faults) => {
                h1 #verdict .invalid { (faults) }
                p.caveat { "As the games stand: " (tournament.lead()) "." }
            }
        }
        @if let Some(direct) = tournament.own_games() { p.intervals { "Their own games: " (direct) "." } }
        (cards(&figures(tournament)))
        (notices(&tournament.notices()))
        @if let Some(assumption) = tournament.assumption() { p.assumption { (assumption) } }
    }
}

fn figures(tournament: &Tournament) -> Vec<Card> {
    let mut figures = Vec::new();
    if let [first, second, ..] = tournament.players.as_slice()
        && let (Some(best), Some(next)) = (first.elo.0, second.elo.0)
    {
        let note = format!("Elo, {} over {}", first.name, second.name);
        figures.push(("Lead", words::signed(best - next, 1), note));
    }
    let unpaired_games =
        tournament.encounters.iter().map(|encounter| encounter.unpaired_games).sum();
    let encounters = words::several(tournament.encounters.len() as u64, "encounter");
    let games = format!("of {}, {encounters}", words::count(tournament.planned));
    figures.push(("Games", words::count(tournament.played), games + &unpaired(unpaired_games)));
    let lost = tournament.lost_by_faults();
    let total: u64 = lost.iter().map(|(_, games)| games).sum();
    if total > 0 {
        let names = lost.iter().map(|(name, games)| format!("{name} {}", words::count(*games)));
        let note = format!("games, by {}", names.collect::<Vec<String>>().join(", "));
        figures.push(("Lost by faults", words::count(total), note));
    }
    figures
}
