//! The boards of the games in progress, for `arena watch`.
//!
//! Once a second the dispatcher raises a flag for every game thread. A thread looks at its flag after
//! each move, which costs nothing, and if it is up the thread hands a copy of its board to the
//! dispatcher, which writes them all to one file. No thread waits for anything, and a board is never
//! further behind than a second and the move being searched.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;

use super::MatchProgress;
use crate::runner::in_progress::{self, Board, BoardTap, InProgress};
use crate::system::duration::duration;
use stats::stop::StopCause;

/// Boards that may be under way from a game thread to the dispatcher.
const UNDER_WAY: usize = 2;

/// The dispatcher's side.
#[derive(Debug)]
pub(super) struct LiveBoards {
    path: PathBuf,
    wanted: Vec<Arc<AtomicBool>>,
    sender: mpsc::Sender<Board>,
    boards: mpsc::Receiver<Board>,
    /// The boards seen last, by game thread.
    seen: BTreeMap<usize, Board>,
}

impl LiveBoards {
    /// The boards of this many game threads, for the match with this journal.
    pub(super) fn new(journal: &std::path::Path, threads: usize) -> LiveBoards {
        let (sender, boards) = mpsc::channel(UNDER_WAY * threads.max(1));
        LiveBoards {
            path: in_progress::beside(journal),
            wanted: (0..threads).map(|_| Arc::new(AtomicBool::new(true))).collect(),
            sender,
            boards,
            seen: BTreeMap::new(),
        }
    }

    /// The tap of a game thread, by its number from 1.
    pub(super) fn tap(&self, thread: usize) -> BoardTap {
        let wanted = Arc::clone(&self.wanted[thread - 1]);
        BoardTap::new(thread, wanted, self.sender.clone())
    }

    /// Forgets the board of a game that is finished. One that is still under way is shown once: of
    /// games shorter than a second there would be nothing to see.
    pub(super) fn forget(&mut self, game: u32) {
        self.seen.retain(|_, board| board.game != game + 1);
    }

    /// Writes the live status, and asks for all boards again. Where that fails the match goes on
    /// without it.
    pub(super) fn update(&mut self, progress: &MatchProgress<'_>) {
        self.receive();
        let until = progress.deadline.map(|deadline| deadline.left);
        let left = [progress.time_left(), until].into_iter().flatten().min();
        let state = InProgress {
            planned: progress.planned,
            finished: progress.finished(),
            games_per_hour: progress.games_per_hour(),
            seconds_left: left.map(|left| left.as_secs_f64()),
            deadline: progress.deadline.map(|deadline| match deadline.cause {
                StopCause::Until(time) => format!("ends at {}", time.strftime("%H:%M")),
                _ => format!("ends in {}", duration(deadline.left)),
            }),
            tables: self.seen.values().cloned().collect(),
        };
        if let Err(error) = state.write(&self.path) {
            tracing::debug!("cannot write {}: {error}", self.path.display());
        }
        self.wanted.iter().for_each(|wanted| wanted.store(true, Ordering::Relaxed));
    }

    /// The run is over.
    pub(super) fn leave(&self) {
        let _ = std::fs::remove_file(&self.path);
    }

    fn receive(&mut self) {
        while let Ok(board) = self.boards.try_recv() {
            self.seen.insert(board.table, board);
        }
    }
}
