//! The schedule: the games of a match, a pure function of its settings.

use crate::chess::pairings::place;
use crate::chess::record::{Contender, GameSpec};
use crate::config::Match;
use crate::config::pairing_order::{Encounters, PairingOrder, Rounds};

/// The games of a match in their order. Each opening is played by a pair of games, the first
/// contender white in the first of them and black in the second. With more than two contenders, all
/// pairings play an opening before any of them plays the next one.
pub fn schedule(settings: &Match) -> impl Iterator<Item = GameSpec> + '_ {
    let first = match settings.pairing_order {
        PairingOrder::Pairs | PairingOrder::Encounters(_) => 0,
        PairingOrder::Rounds(rounds) => rounds.played,
    };
    (first..settings.all_games()).map(|game| game_spec(settings, game))
}

/// The first `games` games; `opening_of_pair` returns the opening of each pair.
pub fn games(games: u32, opening_of_pair: impl Fn(u32) -> usize) -> impl Iterator<Item = GameSpec> {
    (0..games).map(move |game| GameSpec::new(game, opening_of_pair(game / 2)))
}

/// One game of the schedule, by its number from 0.
#[must_use]
pub fn game_spec(settings: &Match, game: u32) -> GameSpec {
    match settings.pairing_order {
        PairingOrder::Pairs => GameSpec::new(game, opening(settings, game / 2)),
        PairingOrder::Rounds(rounds) => game_of_rounds(settings, rounds, game),
        PairingOrder::Encounters(encounters) => game_of_encounters(settings, encounters, game),
    }
}

fn game_of_encounters(settings: &Match, encounters: Encounters, game: u32) -> GameSpec {
    let opening = settings.openings.of_pair(encounters.opening(game));
    let (_, meeting) = place(encounters.encounter(game), settings.pairings.len());
    let white = match encounters.is_swapped(game, meeting) {
        false => Contender::First,
        true => Contender::Second,
    };
    GameSpec { white, ..GameSpec::new(game, opening) }
}

fn game_of_rounds(settings: &Match, rounds: Rounds, game: u32) -> GameSpec {
    let encounter = game.saturating_sub(rounds.played) / rounds.games;
    let spec = GameSpec::new(game, settings.openings.of_pair(encounter));
    if rounds.swaps { spec } else { GameSpec { white: Contender::First, ..spec } }
}

/// The opening of a pair of the schedule.
fn opening(settings: &Match, pair: u32) -> usize {
    let (_, round) = place(pair, settings.pairings.len());
    settings.openings.of_pair(round)
}
