//! The queue of games that are still to be played.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::ticket::Ticket;
use crate::chess::record::GameSpec;

/// Set in [`Queue::next`] when only games that complete a pair are still handed out.
const PAIRS_CLOSED: usize = 1 << (usize::BITS - 1);

/// Games to be played again.
#[derive(Debug, Default)]
struct Replays {
    waiting: VecDeque<Ticket>,
    /// Pairs that were restarted.
    pairs: HashSet<u32>,
    /// The number of games handed out when the queue was closed.
    closed: Option<usize>,
}

/// Hands out games in order, each once, until it is empty or closed; games of a pair to be replayed
/// are handed out again.
#[derive(Debug)]
pub struct Queue {
    /// In the order of the schedule.
    games: Vec<GameSpec>,
    /// Whether each game completes a pair that was begun earlier.
    completing: Vec<bool>,
    /// Index of the next game, beyond the last when there is none, and [`PAIRS_CLOSED`]: one
    /// number, so that taking a game needs no lock.
    next: AtomicUsize,
    replays: Mutex<Replays>,
}

impl Queue {
    /// A queue of these games; `begun` says whether one game of a pair has been played.
    pub(super) fn new(games: Vec<GameSpec>, begun: impl Fn(u32) -> bool) -> Queue {
        let after_partner =
            |i: usize| i > 0 && games[i - 1].pair() == games[i].pair() || begun(games[i].pair());
        let completing = (0..games.len()).map(after_partner).collect();
        Queue { games, completing, next: AtomicUsize::new(0), replays: Mutex::default() }
    }

    /// The number of games at the beginning.
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// The numbers of the games there were to begin with, in the order of the schedule.
    pub(super) fn order(&self) -> Vec<u32> {
        self.games.iter().map(|spec| spec.game).collect()
    }

    /// A ticket for the next game, for whichever thread asks.
    pub(super) fn take(&self) -> Option<Ticket> {
        let mut replays = self.replays();
        if let Some(again) = replays.waiting.pop_front().filter(|_| replays.closed.is_none()) {
            return Some(again);
        }
        loop {
            let spec = self.take_new()?;
            // A game whose pair was restarted before its turn is among the replays.
            if !replays.pairs.contains(&spec.pair()) {
                return Some(Ticket::for_game(spec, 0));
            }
        }
    }

    /// A ticket for the next pair, or for its remaining game; for the single issuer of all tickets.
    pub fn take_pair(&self) -> Option<Ticket> {
        let first = self.take()?;
        let partner = self.take_partner(first);
        Some(Ticket { games: [first.games[0], partner], ..first })
    }

    /// Whether another game would be handed out.
    pub fn has_more(&self) -> bool {
        let replays = self.replays();
        let again = replays.closed.is_none() && !replays.waiting.is_empty();
        again || self.peek(self.next.load(Ordering::Relaxed)).is_some()
    }

    /// Whether the queue is closed: only games that complete a pair are still handed out.
    pub fn is_closed(&self) -> bool {
        self.next.load(Ordering::Relaxed) & PAIRS_CLOSED != 0
    }

    /// The next game, if it is of the same pair and attempt as this ticket for one game.
    fn take_partner(&self, ticket: Ticket) -> Option<GameSpec> {
        let is_partner =
            |other: Ticket| (other.pair, other.attempt) == (ticket.pair, ticket.attempt);
        let mut replays = self.replays();
        if let Some(next) = replays.waiting.front().copied() {
            return is_partner(next).then(|| replays.waiting.pop_front()?.games().next())?;
        }
        let next = self.peek(self.next.load(Ordering::Relaxed))?;
        if !is_partner(Ticket::for_game(next, 0)) || replays.pairs.contains(&ticket.pair) {
            return None;
        }
        self.take_new()
    }

    /// Hands out the games of a pair again, except those of an earlier run, as this attempt.
    pub(super) fn replay(&self, pair: u32, attempt: u32) {
        let mut replays = self.replays();
        replays.pairs.insert(pair);
        replays.waiting.retain(|waiting| waiting.pair != pair);
        let games = self.games.iter().filter(|spec| spec.pair() == pair);
        replays.waiting.extend(games.map(|&spec| Ticket::for_game(spec, attempt)));
    }

    fn replays(&self) -> MutexGuard<'_, Replays> {
        self.replays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_new(&self) -> Option<GameSpec> {
        let taken = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
            self.peek(next).map(|_| next + 1)
        });
        self.peek(taken.ok()?)
    }

    /// Hands out no more games.
    pub fn close(&self) {
        let mut replays = self.replays();
        if replays.closed.is_none() {
            replays.closed = Some(self.count_taken());
        }
        self.next.fetch_max(self.games.len() | PAIRS_CLOSED, Ordering::Relaxed);
    }

    /// Hands out only games that complete a pair from now on.
    pub(super) fn close_after_pair(&self) {
        self.next.fetch_or(PAIRS_CLOSED, Ordering::Relaxed);
    }

    /// The number of games that have been handed out, or will be although the queue is closed.
    pub(super) fn taken(&self) -> usize {
        self.replays().closed.unwrap_or_else(|| self.count_taken())
    }

    fn count_taken(&self) -> usize {
        let mut next = self.next.load(Ordering::Relaxed);
        while next & PAIRS_CLOSED != 0 && self.peek(next).is_some() {
            next += 1;
        }
        (next & !PAIRS_CLOSED).min(self.games.len())
    }

    /// The game that is handed out in this state.
    fn peek(&self, next: usize) -> Option<GameSpec> {
        let index = next & !PAIRS_CLOSED;
        let game = *self.games.get(index)?;
        (next & PAIRS_CLOSED == 0 || self.completing[index]).then_some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(game: u32) -> GameSpec {
        GameSpec::new(game, 0)
    }

    /// The only game of a ticket of this queue.
    fn only(ticket: Ticket) -> GameSpec {
        let games: Vec<GameSpec> = ticket.games().collect();
        let [game] = games[..] else { panic!("one game a ticket") };
        game
    }

    fn taken(queue: &Queue) -> Option<GameSpec> {
        queue.take().map(only)
    }

    #[test]
    fn pairs_are_taken_whole_where_they_are_whole() {
        let games = [0, 1, 3, 4, 5, 6, 7].map(spec).to_vec();
        let queue = Queue::new(games, |pair| pair == 1);
        let taken = |queue: &Queue| {
            queue.take_pair().map(|ticket| {
                (ticket.attempt, ticket.games().map(|spec| spec.game).collect::<Vec<_>>())
            })
        };
        assert_eq!(taken(&queue), Some((0, vec![0, 1])));
        assert_eq!(taken(&queue), Some((0, vec![3])));
        queue.replay(0, 1);
        assert_eq!(taken(&queue), Some((1, vec![0, 1])));
        assert_eq!(taken(&queue), Some((0, vec![4, 5])));
        assert!(!queue.is_closed());
        queue.close_after_pair();
        assert!(queue.is_closed());
        assert_eq!(taken(&queue), None);
    }

    #[test]
    fn a_replayed_pair_is_handed_out_again_in_whole() {
        let queue = Queue::new((0..4).map(spec).collect(), |_| false);
        assert_eq!(taken(&queue), Some(spec(0)));
        // The partner is still to come: it is handed out once, as a replay.
        queue.replay(0, 1);
        assert_eq!(queue.take(), Some(Ticket::for_game(spec(0), 1)));
        // And once more, before the first replay was handed out in whole.
        queue.replay(0, 2);
        let again: Vec<_> = std::iter::from_fn(|| queue.take()).collect();
        let numbers: Vec<_> =
            again.iter().map(|ticket| (only(*ticket).game, ticket.attempt)).collect();
        assert_eq!(numbers, [(0, 2), (1, 2), (2, 0), (3, 0)]);
        queue.replay(1, 1);
        queue.close();
        assert_eq!(queue.take(), None);
    }

    #[test]
    fn a_pair_begun_in_an_earlier_run_is_replayed_in_part() {
        let queue = Queue::new([1].map(spec).to_vec(), |_| true);
        assert_eq!(taken(&queue), Some(spec(1)));
        queue.replay(0, 1);
        assert_eq!(queue.take(), Some(Ticket::for_game(spec(1), 1)));
        assert_eq!(queue.take(), None);
    }

    #[test]
    fn every_game_is_handed_out_once_and_none_after_closing() {
        let queue = Queue::new((0..3).map(spec).collect(), |_| false);
        assert_eq!(taken(&queue), Some(spec(0)));
        assert_eq!(taken(&queue), Some(spec(1)));
        assert_eq!(queue.taken(), 2);
        queue.close();
        assert_eq!(taken(&queue), None);
        assert_eq!(taken(&queue), None);
    }

    #[test]
    fn a_queue_closed_to_new_pairs_still_ends_the_one_that_is_begun() {
        let queue = Queue::new([1, 2, 3, 4, 5].map(spec).to_vec(), |_| false);
        assert_eq!(taken(&queue), Some(spec(1)));
        queue.close_after_pair();
        assert_eq!(queue.taken(), 1);
        assert_eq!(taken(&queue), None, "game 1 ended pair 0");
        let queue = Queue::new([1, 2, 3, 4, 5].map(spec).to_vec(), |_| false);
        assert!(queue.take().is_some() && taken(&queue) == Some(spec(2)));
        queue.close_after_pair();
        assert_eq!(queue.taken(), 3);
        assert_eq!(taken(&queue), Some(spec(3)));
        assert_eq!(taken(&queue), None);
        queue.close();
        assert_eq!(taken(&queue), None);
    }

    #[test]
    fn pairs_begun_in_an_earlier_run_are_ended_too() {
        let queue = Queue::new([1, 4, 8, 9].map(spec).to_vec(), |pair| pair < 4);
        queue.close_after_pair();
        assert_eq!(queue.taken(), 2);
        assert_eq!(
            [taken(&queue), taken(&queue), taken(&queue)],
            [Some(spec(1)), Some(spec(4)), None]
        );
    }
}
