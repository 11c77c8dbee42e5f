//! Board feeds: copies of the game threads' boards, taken without waiting.
//!
//! Once in a while a flag is raised for every game thread. A thread looks at its flag after each move,
//! which costs nothing, and if it is up the thread hands over a copy of its board. No thread waits for
//! anything.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;

use crate::runner::in_progress::{Board, BoardFeed};

/// Boards that may be under way from a game thread.
const UNDER_WAY: usize = 2;

/// The receiving end of the board feeds of some game threads.
#[derive(Debug)]
pub(super) struct BoardFeeds {
    wanted: Vec<Arc<AtomicBool>>,
    sender: mpsc::Sender<Board>,
    boards: mpsc::Receiver<Board>,
    /// The boards seen last, by game thread.
    seen: BTreeMap<usize, Board>,
}

impl BoardFeeds {
    /// The feeds of this many game threads.
    pub(super) fn new(threads: usize) -> BoardFeeds {
        let (sender, boards) = mpsc::channel(UNDER_WAY * threads.max(1));
        let wanted = (0..threads).map(|_| Arc::new(AtomicBool::new(true))).collect();
        BoardFeeds { wanted, sender, boards, seen: BTreeMap::new() }
    }

    /// The feed of a game thread, by its number from 1.
    pub(super) fn feed(&self, thread: usize) -> BoardFeed {
        BoardFeed::new(thread, Arc::clone(&self.wanted[thread - 1]), self.sender.clone())
    }

    /// Forgets the board of a finished game. A board is shown once even so: otherwise games shorter
    /// than a second would never be seen.
    pub(super) fn forget(&mut self, game: u32) {
        self.seen.retain(|_, board| board.game != game + 1);
    }

    /// The boards as they came since they were asked for; all are asked for again.
    pub(super) fn take(&mut self) -> Vec<Board> {
        while let Ok(board) = self.boards.try_recv() {
            self.seen.insert(board.table, board);
        }
        self.wanted.iter().for_each(|wanted| wanted.store(true, Ordering::Relaxed));
        self.seen.values().cloned().collect()
    }
}
