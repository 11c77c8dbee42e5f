//! The games that are still to be played.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::record::GameSpec;

/// Hands out games in order, each once, until it is empty or closed.
#[derive(Debug)]
pub(super) struct Queue {
    games: Vec<GameSpec>,
    next: AtomicUsize,
}

impl Queue {
    pub(super) fn new(games: Vec<GameSpec>) -> Queue {
        Queue { games, next: AtomicUsize::new(0) }
    }

    /// The next game, for whichever table asks.
    pub(super) fn take(&self) -> Option<GameSpec> {
        self.games.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }

    /// Hands out no more games.
    pub(super) fn close(&self) {
        self.next.fetch_max(self.games.len(), Ordering::Relaxed);
    }

    /// How many games have been handed out. After [`Queue::close`] it counts all.
    pub(super) fn taken(&self) -> usize {
        self.next.load(Ordering::Relaxed).min(self.games.len())
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
}
