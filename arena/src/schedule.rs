//! Which games a match consists of: a pure function of the match.

use crate::config::Match;
use crate::record::{Contender, GameSpec};

/// The games of a match in their order. Each opening is played by a pair of games, the first
/// contender white in the first of them and black in the second.
pub fn schedule(settings: &Match) -> impl Iterator<Item = GameSpec> + '_ {
    (0..settings.games).map(|game| game_spec(settings, game))
}

/// One game of the schedule, by its number from 0.
#[must_use]
pub fn game_spec(settings: &Match, game: u32) -> GameSpec {
    let white = if game.is_multiple_of(2) { Contender::First } else { Contender::Second };
    GameSpec { game, opening: settings.openings.of_pair(game / 2), white }
}
