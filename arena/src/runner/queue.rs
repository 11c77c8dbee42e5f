//! The games that are still to be played.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::record::GameSpec;

/// Set in [`Queue::next`] when only pairs that are begun are still to be made whole.
const PAIRS_CLOSED: usize = 1 << (usize::BITS - 1);

/// Hands out games in order, each once, until it is empty or closed.
#[derive(Debug)]
pub(super) struct Queue {
    /// In the order of the schedule.
    games: Vec<GameSpec>,
    /// Whether each of them makes a pair whole that was begun before it.
    completing: Vec<bool>,
    /// The next one; beyond the last when there is none. One number holds all there is to know, so
    /// that no lock is needed.
    next: AtomicUsize,
}

impl Queue {
    /// A queue of these games; `begun` says of which pairs one game is played already.
    pub(super) fn new(games: Vec<GameSpec>, begun: impl Fn(u32) -> bool) -> Queue {
        let after_partner =
            |i: usize| i > 0 && games[i - 1].pair() == games[i].pair() || begun(games[i].pair());
        let completing = (0..games.len()).map(after_partner).collect();
        Queue { games, completing, next: AtomicUsize::new(0) }
    }

    /// How many games there were to begin with.
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// The next game, for whichever table asks.
    pub(super) fn take(&self) -> Option<GameSpec> {
        let taken = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
            self.peek(next).map(|_| next + 1)
        });
        self.peek(taken.ok()?)
    }

    /// Hands out no more games.
    pub(super) fn close(&self) {
        self.next.fetch_max(self.games.len() | PAIRS_CLOSED, Ordering::Relaxed);
    }

    /// Hands out no more games but those that make a pair whole that is begun.
    pub(super) fn close_after_pair(&self) {
        self.next.fetch_or(PAIRS_CLOSED, Ordering::Relaxed);
    }

    /// How many games have been handed out, or will be although pairs are closed. To be called
    /// before [`Queue::close`], which counts all.
    pub(super) fn taken(&self) -> usize {
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
    use crate::record::Contender;

    #[test]
    fn every_game_is_handed_out_once_and_none_after_closing() {
        let spec = |game| GameSpec { game, opening: 0, white: Contender::First };
        let queue = Queue::new((0..3).map(spec).collect(), |_| false);
        assert_eq!(queue.take(), Some(spec(0)));
        assert_eq!(queue.take(), Some(spec(1)));
        assert_eq!(queue.taken(), 2);
        queue.close();
        assert_eq!(queue.take(), None);
        assert_eq!(queue.take(), None);
    }

    #[test]
    fn a_queue_closed_to_new_pairs_still_ends_the_one_that_is_begun() {
        let spec = |game| GameSpec { game, opening: 0, white: Contender::First };
        let queue = Queue::new([1, 2, 3, 4, 5].map(spec).to_vec(), |_| false);
        assert_eq!(queue.take(), Some(spec(1)));
        queue.close_after_pair();
        assert_eq!(queue.taken(), 1);
        assert_eq!(queue.take(), None, "game 1 ended pair 0");
        let queue = Queue::new([1, 2, 3, 4, 5].map(spec).to_vec(), |_| false);
        assert!(queue.take().is_some() && queue.take() == Some(spec(2)));
        queue.close_after_pair();
        assert_eq!(queue.taken(), 3);
        assert_eq!(queue.take(), Some(spec(3)));
        assert_eq!(queue.take(), None);
        queue.close();
        assert_eq!(queue.take(), None);
    }

    #[test]
    fn pairs_begun_in_an_earlier_run_are_ended_too() {
        let spec = |game| GameSpec { game, opening: 0, white: Contender::First };
        let queue = Queue::new([1, 4, 8, 9].map(spec).to_vec(), |pair| pair < 4);
        queue.close_after_pair();
        assert_eq!(queue.taken(), 2);
        assert_eq!(
            [queue.take(), queue.take(), queue.take()],
            [Some(spec(1)), Some(spec(4)), None]
        );
    }
}
