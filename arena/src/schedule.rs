//! Which games a match consists of: a pure function of the match.

use crate::config::Match;
use crate::record::{Contender, GameSpec};

/// The games of a match in their order. Each opening is played by a pair of games, the first
/// contender white in the first of them and black in the second.
pub fn schedule(settings: &Match) -> impl Iterator<Item = GameSpec> + '_ {
    games(settings.games, |pair| settings.openings.of_pair(pair))
}

/// So many games, the openings of the pairs being these.
pub fn games(games: u32, opening_of_pair: impl Fn(u32) -> usize) -> impl Iterator<Item = GameSpec> {
    (0..games).map(move |game| spec(game, opening_of_pair(game / 2)))
}

/// One game of the schedule, by its number from 0.
#[must_use]
pub fn game_spec(settings: &Match, game: u32) -> GameSpec {
    spec(game, settings.openings.of_pair(game / 2))
}

fn spec(game: u32, opening: usize) -> GameSpec {
    let white = if game.is_multiple_of(2) { Contender::First } else { Contender::Second };
    GameSpec { game, opening, white }
}
