//! Pictures of more than two players: ratings, every encounter, and the cross table as a heat map.

use maud::{Markup, html};

use crate::report::pgn_results::{EncounterSummary, PlayerSummary};
use crate::report::section::{ForestRow, Part};
use stats::{Interval, Wdl, ratios, words};

/// Players of a heat map at most: on a page, more are no picture.
const HEAT_MAP: usize = 32;
/// Encounters of a forest plot at most.
const ENCOUNTERS: usize = 60;
/// Shades of a heat map, from no points to all.
const SHADES: f64 = 10.0;

/// The pictures.
pub(super) fn pictures(players: &[PlayerSummary], encounters: &[EncounterSummary]) -> Vec<Part> {
    let mut parts = vec![Part::Forest("Ratings", players.iter().map(rating).collect())];
    if players.len() <= HEAT_MAP {
        parts.push(Part::Drawing(heat_map(players, encounters)));
    }
    if encounters.len() <= ENCOUNTERS {
        parts.push(Part::Forest("Encounters", encounters.iter().map(encounter).collect()));
    }
    parts
}

fn rating(player: &PlayerSummary) -> ForestRow {
    let ends = |(elo, half): (f64, f64)| Interval { low: elo - half, high: elo + half };
    ForestRow {
        name: player.name.clone(),
        estimate: player.elo.0,
        interval: player.elo.0.zip(player.elo_pm.0).map(ends),
    }
}

fn encounter(encounter: &EncounterSummary) -> ForestRow {
    ForestRow {
        name: encounter.players.join(" - "),
        estimate: encounter.headline.elo.0,
        interval: Some(encounter.headline.ends.interval()),
    }
}

/// The score of every player against every other one, green where it took more than half.
fn heat_map(players: &[PlayerSummary], encounters: &[EncounterSummary]) -> Markup {
    html! {
        h3 { "Cross table" }
        div.scroll {
            table.heat {
                thead {
                    tr {
                        th scope="col" { "Score, %" }
                        @for number in 1..=players.len() { th scope="col" { (number) } }
                    }
                }
                tbody {
                    @for (i, player) in players.iter().enumerate() {
                        tr {
                            th scope="row" { (i + 1) " " (player.name) }
                            @for opponent in players {
                                (cell(against(encounters, &player.name, &opponent.name)))
                            }
                        }
                    }
                }
            }
        }
        p.note { "Per cent of the points that the player of the row took from that of the column." }
    }
}

fn cell(games: Option<Wdl>) -> Markup {
    let Some((games, score)) = games.and_then(|games| Some((games, ratios::score(games)?))) else {
        return html! { td.none {} };
    };
    let shade = (score * SHADES).round();
    html! {
        td class={ "h" (shade) } title={ (words::points(games)) } { (words::decimal(100.0 * score, 0)) }
    }
}

/// The results of one player against another, where they have met.
pub(super) fn against(
    encounters: &[EncounterSummary],
    player: &str,
    opponent: &str,
) -> Option<Wdl> {
    encounters.iter().find_map(|encounter| {
        let [first, second] = encounter.players.each_ref().map(String::as_str);
        match () {
            () if player == opponent => None,
            () if (first, second) == (player, opponent) => Some(encounter.all),
            () if (first, second) == (opponent, player) => Some(encounter.all.reversed()),
            () => None,
        }
    })
}
