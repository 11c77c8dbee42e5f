//! The games that are still to be played.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::record::GameSpec;

/// Set in [`Queue::next`] when only the pair that is begun is still to be handed out.
const PAIRS_CLOSED: usize = 1 << (usize::BITS - 1);

/// Hands out games in order, each once, until it is empty or closed.
#[derive(Debug)]
pub(super) struct Queue {
    /// In the order of the schedule.
    games: Vec<GameSpec>,
    /// The next one; beyond the last when there is none. One number holds all there is to know, so
    /// that no lock is needed.
    next: AtomicUsize,
}

impl Queue {
    pub(super) fn new(games: Vec<GameSpec>) -> Queue {
        Queue { games, next: AtomicUsize::new(0) }
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

    /// Hands out no more games but the second one of a pair whose first one has been handed out.
    pub(super) fn close_after_pair(&self) {
        self.next.fetch_or(PAIRS_CLOSED, Ordering::Relaxed);
    }

    /// How many games have been handed out, or will be although pairs are closed. To be called
    /// before [`Queue::close`], which counts all.
    pub(super) fn taken(&self) -> usize {
        let next = self.next.load(Ordering::Relaxed);
        let partner = usize::from(next & PAIRS_CLOSED != 0 && self.peek(next).is_some());
        (next & !PAIRS_CLOSED).min(self.games.len()) + partner
    }

    /// The game that is handed out in this state.
    fn peek(&self, next: usize) -> Option<GameSpec> {
        let index = next & !PAIRS_CLOSED;
        let game = *self.games.get(index)?;
        let begun = || index > 0 && self.games[index - 1].pair() == game.pair();
        (next & PAIRS_CLOSED == 0 || begun()).then_some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Contender;

    #[test]
    fn every_game_is_handed_out_once_and_none_after_closing() {
        let spec = |game| GameSpec { game, opening: 0, white: Contender::First };
        let queue = Queue::new((0..3).map(spec).collect());
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
        let queue = Queue::new([1, 2, 3, 4, 5].map(spec).to_vec());
        assert_eq!(queue.take(), Some(spec(1)));
        queue.close_after_pair();
        assert_eq!(queue.taken(), 1);
        assert_eq!(queue.take(), None, "game 1 ended pair 0");
        let queue = Queue::new([1, 2, 3, 4, 5].map(spec).to_vec());
        assert!(queue.take().is_some() && queue.take() == Some(spec(2)));
        queue.close_after_pair();
        assert_eq!(queue.taken(), 3);
        assert_eq!(queue.take(), Some(spec(3)));
        assert_eq!(queue.take(), None);
        queue.close();
        assert_eq!(queue.take(), None);
    }
}
