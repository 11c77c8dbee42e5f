//! Holds back pairs with a game that may turn out to be void.
//!
//! A game that the machine disturbed is void, and its pair is played again. Where pairs may be replayed, a game waits here for its partner, and both go to the journal
//! together: nothing in the journal is ever taken back, so a match can be resumed at any time. A
//! run that is killed loses the games that wait, and plays them again.

use std::collections::HashMap;

use super::transport::FinishedGame;
use super::void::REPLAYS;
use crate::chess::record::{Replays, Termination};
use crate::score::tally::{half_points, wdl};

/// The decision on a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It goes to the journal, when its partner does.
    Counts,
    /// It is void, and so is its partner: the pair must be played again, as this attempt.
    Replay(u32),
    /// Its pair is being replayed already.
    Superseded,
}

/// Games that wait for their partners.
#[derive(Debug, Default)]
pub(super) struct PairBuffer {
    /// Whether games wait for their partners.
    whole: bool,
    waiting: HashMap<u32, FinishedGame>,
    /// Attempts at a pair that do not count.
    replays: HashMap<u32, Replays>,
}

impl PairBuffer {
    /// Pairs that may be replayed if `whole`; else every game counts at once.
    pub(super) fn new(whole: bool) -> PairBuffer {
        PairBuffer { whole, ..PairBuffer::default() }
    }

    /// Decides on a finished game. If it is void, its partner is forgotten.
    pub(super) fn decide(&mut self, game: &FinishedGame) -> Verdict {
        let pair = game.record.spec.pair();
        if !self.whole {
            return Verdict::Counts;
        }
        let attempt = self.replays_of(pair).attempts;
        let is_void = game.record.termination == Termination::Void;
        if game.attempt < attempt {
            if !is_void {
                self.drop_result(game);
            }
            return Verdict::Superseded;
        }
        if !is_void || attempt == REPLAYS {
            return Verdict::Counts;
        }
        self.replays.entry(pair).or_default().attempts += 1;
        if let Some(partner) = self.waiting.remove(&pair) {
            self.drop_result(&partner);
        }
        Verdict::Replay(attempt + 1)
    }

    /// Counts the result of a completed game whose pair is played again.
    fn drop_result(&mut self, game: &FinishedGame) {
        let replays = self.replays.entry(game.record.spec.pair()).or_default();
        replays.dropped += wdl(half_points(&game.record));
    }

    /// The attempts at a pair that do not count.
    pub(super) fn replays_of(&self, pair: u32) -> Replays {
        self.replays.get(&pair).copied().unwrap_or_default()
    }

    /// Takes a game that counts; returns the games that can go to the journal. `is_half`: the
    /// partner is already there.
    pub(super) fn take(&mut self, game: FinishedGame, is_half: bool) -> Vec<FinishedGame> {
        let pair = game.record.spec.pair();
        match self.waiting.remove(&pair) {
            Some(partner) => vec![partner, game],
            None if is_half || !self.whole => vec![game],
            None => {
                self.waiting.insert(pair, game);
                Vec::new()
            }
        }
    }

    /// The number of waiting games.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The games whose partners will not come.
    pub(super) fn give_up(&mut self) -> Vec<FinishedGame> {
        let mut alone: Vec<FinishedGame> = self.waiting.drain().map(|(_, game)| game).collect();
        alone.sort_by_key(|game| game.record.spec.game);
        alone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games that go to the journal after each of these, given as games and attempts.
    fn steps(games: &[(u32, u32, bool)]) -> Vec<Vec<(u32, u32)>> {
        let mut pairs = PairBuffer::new(true);
        let step = |&(game, attempt, is_void)| {
            let game = FinishedGame::example(game, attempt, is_void);
            match pairs.decide(&game) {
                Verdict::Counts => pairs.take(game, false),
                Verdict::Replay(_) | Verdict::Superseded => Vec::new(),
            }
        };
        let numbers = |out: Vec<FinishedGame>| {
            out.iter().map(|game| (game.record.spec.game, game.attempt)).collect()
        };
        games.iter().map(step).map(numbers).collect()
    }

    #[test]
    fn a_pair_goes_to_the_journal_as_a_whole() {
        let none = Vec::new();
        assert_eq!(
            steps(&[(0, 0, false), (3, 0, false), (1, 0, false), (2, 0, false)]),
            [none.clone(), none, vec![(0, 0), (1, 0)], vec![(3, 0), (2, 0)]]
        );
    }

    #[test]
    fn a_void_game_takes_its_partner_with_it_in_whichever_order_they_come() {
        let none = Vec::new;
        let again = vec![(0, 1), (1, 1)];
        let games = [(0, 0, false), (1, 0, true), (0, 1, false), (1, 1, false)];
        assert_eq!(steps(&games), [none(), none(), none(), again.clone()]);
        let games = [(1, 0, true), (0, 0, false), (0, 1, false), (1, 1, false)];
        assert_eq!(steps(&games), [none(), none(), none(), again.clone()]);
        // The partner may be finished after the first game of the replay.
        let games = [(1, 0, true), (0, 1, false), (0, 0, true), (1, 1, false)];
        assert_eq!(steps(&games), [none(), none(), none(), again]);
    }

    #[test]
    fn the_third_replay_is_the_last() {
        let mut pairs = PairBuffer::new(true);
        for attempt in 0..REPLAYS {
            let verdict = pairs.decide(&FinishedGame::example(5, attempt, true));
            assert_eq!(verdict, Verdict::Replay(attempt + 1));
            assert_eq!(pairs.decide(&FinishedGame::example(4, attempt, true)), Verdict::Superseded);
        }
        assert_eq!(pairs.decide(&FinishedGame::example(5, REPLAYS, true)), Verdict::Counts);
        assert_eq!(
            PairBuffer::new(false).decide(&FinishedGame::example(5, 0, true)),
            Verdict::Counts
        );
    }

    #[test]
    fn what_is_left_alone_still_counts() {
        let mut pairs = PairBuffer::new(true);
        assert!(pairs.take(FinishedGame::example(4, 0, false), false).is_empty());
        assert_eq!(
            pairs.take(FinishedGame::example(7, 0, false), true).len(),
            1,
            "its partner was there"
        );
        assert_eq!(pairs.waiting(), 1);
        assert_eq!(pairs.give_up().len(), 1);
        assert!(pairs.give_up().is_empty());
        let mut single = PairBuffer::new(false);
        assert_eq!(single.take(FinishedGame::example(4, 0, false), false).len(), 1);
    }
}
