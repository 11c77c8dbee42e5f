//! Pictures of more than two players: ratings, every encounter, and the cross table as a heat map.

use maud::{Markup, html};

use super::forest::{ForestRow, forest};
use crate::report::pgn_results::contents::against;
use crate::report::pgn_results::{EncounterSummary, PlayerSummary};
use stats::{Interval, Wdl, ratios, words};

/// Players of a heat map at most: on a page, more are no picture.
const HEAT_MAP: usize = 32;
/// Encounters of a forest plot at most.
const ENCOUNTERS: usize = 60;
/// Shades of a heat map, from no points to all.
const SHADES: f64 = 10.0;

/// The pictures.
pub(super) fn of(players: &[PlayerSummary], encounters: &[EncounterSummary]) -> Markup {
    html! {
        @if players.len() > 2 {
            h3 { "Ratings" }
            (forest(&players.iter().map(rating).collect::<Vec<ForestRow>>()))
            @if players.len() <= HEAT_MAP {
                h3 { "Cross table" }
                (heat_map(players, encounters))
            }
        }
        @if encounters.len() <= ENCOUNTERS {
            h3 { "Encounters" }
            (forest(&encounters.iter().map(encounter).collect::<Vec<ForestRow>>()))
        }
    }
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
