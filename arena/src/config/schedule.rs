//! Which games a match consists of: a pure function of the match.

use crate::chess::pairings::place;
use crate::chess::record::GameSpec;
use crate::config::Match;

/// The games of a match in their order. Each opening is played by a pair of games, the first
/// contender white in the first of them and black in the second. Where there are more than two
/// contenders all pairings have played an opening before any of them plays the next one.
pub fn schedule(settings: &Match) -> impl Iterator<Item = GameSpec> + '_ {
    games(settings.all_games(), |pair| opening(settings, pair))
}

/// The first `games` games; `opening_of_pair` tells the opening of each pair.
pub fn games(games: u32, opening_of_pair: impl Fn(u32) -> usize) -> impl Iterator<Item = GameSpec> {
    (0..games).map(move |game| GameSpec::new(game, opening_of_pair(game / 2)))
}

/// One game of the schedule, by its number from 0.
#[must_use]
pub fn game_spec(settings: &Match, game: u32) -> GameSpec {
    GameSpec::new(game, opening(settings, game / 2))
}

/// The opening of a pair of the schedule.
fn opening(settings: &Match, pair: u32) -> usize {
    let (_, round) = place(pair, settings.pairings.len());
    settings.openings.of_pair(round)
}
