//! Pairs of which a game may turn out to be void.
//!
//! Where pairs may be replayed, a game waits here for its partner, and both go to the journal
//! together: what is in the journal is never taken back, so a match can be gone on with at any
//! time. A run that is killed loses the games that wait, and plays them again.

use std::collections::HashMap;

use super::Finished;

/// Games that wait for their partners.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// Whether games wait at all.
    whole: bool,
    waiting: HashMap<u32, Finished>,
    /// The attempt at a pair that counts, where it is not the first.
    attempts: HashMap<u32, u32>,
}

impl Pairs {
    /// Games wait for their partners if `whole`.
    pub(super) fn new(whole: bool) -> Pairs {
        Pairs { whole, ..Pairs::default() }
    }

    /// Takes a game; gives out what can go to the journal. `is_half` says that the partner is in
    /// the journal already.
    pub(super) fn take(&mut self, game: Finished, is_half: bool) -> Vec<Finished> {
        if !self.whole {
            return vec![game];
        }
        let pair = game.record.spec.pair();
        let known = self.attempts.get(&pair).copied().unwrap_or(0);
        let counts = known.max(game.attempt + u32::from(game.is_void));
        if counts > known {
            self.attempts.insert(pair, counts);
        }
        let partner = self.waiting.remove(&pair).filter(|partner| partner.attempt == counts);
        if game.is_void || game.attempt < counts {
            self.waiting.extend(partner.map(|partner| (pair, partner)));
            return Vec::new();
        }
        match partner {
            Some(partner) => vec![partner, game],
            None if is_half => vec![game],
            None => {
                self.waiting.insert(pair, game);
                Vec::new()
            }
        }
    }

    /// How many games wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The games whose partners do not come any more.
    pub(super) fn give_up(&mut self) -> Vec<Finished> {
        let mut alone: Vec<Finished> = self.waiting.drain().map(|(_, game)| game).collect();
        alone.sort_by_key(|game| game.record.spec.game);
        alone
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::record::{Contender, GameRecord, GameSpec, Termination};
    use shakmaty::{ByColor, Color, KnownOutcome};

    fn finished(game: u32, attempt: u32, is_void: bool) -> Finished {
        let record = GameRecord {
            spec: GameSpec { game, opening: 0, white: Contender::First },
            first_mover: Color::White,
            moves: Vec::new(),
            termination: Termination::MoveLimit,
            incident: None,
            outcome: KnownOutcome::Draw,
            counters: ByColor::default(),
            overruns: ByColor::default(),
            suspect: is_void,
            late: ByColor::default(),
            table: None,
        };
        Finished { record, text: String::new(), evidence: None, attempt, is_void }
    }

    /// What goes to the journal: games and attempts, in one string for each step.
    fn steps(games: &[(u32, u32, bool)]) -> Vec<Vec<(u32, u32)>> {
        let mut pairs = Pairs::new(true);
        let step = |&(game, attempt, is_void)| {
            let out = pairs.take(finished(game, attempt, is_void), false);
            out.iter().map(|game| (game.record.spec.game, game.attempt)).collect()
        };
        games.iter().map(step).collect()
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
        // A table may be through with the replay before another tells of the void game.
        let games = [(0, 1, false), (1, 0, true), (0, 0, false), (1, 1, false)];
        assert_eq!(steps(&games), [none(), none(), none(), again]);
    }

    #[test]
    fn what_is_left_alone_still_counts() {
        let mut pairs = Pairs::new(true);
        assert!(pairs.take(finished(4, 0, false), false).is_empty());
        assert_eq!(pairs.take(finished(7, 0, false), true).len(), 1, "its partner was there");
        assert_eq!(pairs.waiting(), 1);
        assert_eq!(pairs.give_up().len(), 1);
        assert!(pairs.give_up().is_empty());
        let mut single = Pairs::new(false);
        assert_eq!(single.take(finished(4, 0, false), false).len(), 1);
    }
}
