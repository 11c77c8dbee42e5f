//! Which two games make a pair.
//!
//! The two games of a pair have the same players with colours reversed, the same opening as far as
//! the file tells it, and the same `Round`: runners write the pair's number there, or `round.game`,
//! and each two successive games of these are a pair. Where rounds join nothing, as where every game
//! has one of its own, the opening alone decides.

use std::collections::{HashMap, VecDeque};

/// Rounds that may wait for a game at a time. A runner has as many open as it plays games at a
/// time; more than this are a file whose rounds do not make pairs.
const WAITING_ROUNDS: usize = 4096;

/// A game, from the view of the encounter's first player.
#[derive(Clone, Copy, Debug)]
pub(super) struct SingleGame {
    pub(super) encounter: usize,
    pub(super) first_is_white: bool,
    pub(super) half_points: u8,
}

/// Two games that make a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompletePair {
    pub(super) encounter: usize,
    pub(super) opening: Option<u64>,
    /// In the order in which they were read.
    pub(super) half_points: [u8; 2],
}

/// The key that the two games of a pair have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    encounter: usize,
    opening: Option<u64>,
    /// File, round, and pair within the round; `None` where only the opening counts.
    round: Option<(usize, u32, u32)>,
}

/// Games that wait for a partner: all with the same colours.
#[derive(Clone, Debug)]
struct Waiting {
    first_is_white: bool,
    half_points: VecDeque<u8>,
}

/// Joins games to pairs as they come.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairing {
    waiting: HashMap<Key, Waiting>,
    /// The keys with a round in the order in which their games came; some may have been joined.
    rounds: VecDeque<Key>,
}

impl Pairing {
    /// Takes in a game; returns the pair it completes.
    pub(super) fn add(
        &mut self,
        played: SingleGame,
        file: usize,
        round: &str,
        opening: Option<u64>,
    ) -> Option<CompletePair> {
        let round = round_of(round).map(|(round, pair)| (file, round, pair));
        let key = Key { encounter: played.encounter, opening, round };
        if round.is_none() && opening.is_none() {
            return None;
        }
        let joined = self.join(key, played);
        if joined.is_some() || round.is_none() {
            return joined;
        }
        self.rounds.push_back(key);
        if self.rounds.len() <= WAITING_ROUNDS {
            return None;
        }
        let oldest = self.rounds.pop_front()?;
        self.join_by_opening(oldest)
    }

    /// Joins the games that are left, now that no more come.
    pub(super) fn finish(&mut self) -> Vec<CompletePair> {
        let keys = std::mem::take(&mut self.rounds);
        keys.into_iter().filter_map(|key| self.join_by_opening(key)).collect()
    }

    fn join(&mut self, key: Key, played: SingleGame) -> Option<CompletePair> {
        let SingleGame { encounter, first_is_white, half_points } = played;
        let waiting = self
            .waiting
            .entry(key)
            .or_insert_with(|| Waiting { first_is_white, half_points: VecDeque::new() });
        if waiting.first_is_white == first_is_white {
            waiting.half_points.push_back(half_points);
            return None;
        }
        let partner = waiting.half_points.pop_front()?;
        if waiting.half_points.is_empty() {
            self.waiting.remove(&key);
        }
        Some(CompletePair { encounter, opening: key.opening, half_points: [partner, half_points] })
    }

    /// Lets one game that waited for a partner of its round take any of its opening.
    fn join_by_opening(&mut self, key: Key) -> Option<CompletePair> {
        let waiting = self.waiting.get_mut(&key)?;
        let first_is_white = waiting.first_is_white;
        let half_points = waiting.half_points.pop_front()?;
        if waiting.half_points.is_empty() {
            self.waiting.remove(&key);
        }
        key.opening?;
        let played = SingleGame { encounter: key.encounter, first_is_white, half_points };
        self.join(Key { round: None, ..key }, played)
    }
}

/// Round, and pair within the round. `None` where the tag says nothing.
fn round_of(tag: &str) -> Option<(u32, u32)> {
    match tag.split_once('.') {
        None => Some((tag.parse().ok()?, 0)),
        Some((round, game)) => {
            let game: u32 = game.parse().ok()?;
            Some((round.parse().ok()?, game.saturating_sub(1) / 2))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_read_in_the_ways_of_the_runners() {
        assert_eq!(round_of("12"), Some((12, 0)));
        assert_eq!(round_of("12.1"), Some((12, 0)));
        assert_eq!(round_of("12.2"), Some((12, 0)));
        assert_eq!(round_of("1.799"), Some((1, 399)));
        assert_eq!(round_of("1.800"), Some((1, 399)));
        assert_eq!(round_of("?"), None);
        assert_eq!(round_of("-"), None);
    }
}
