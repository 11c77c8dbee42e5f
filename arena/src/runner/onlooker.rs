//! Looking at games in progress without touching them.
//!
//! Once a second the dispatcher wants to see the boards, and raises a flag for every table. A table
//! looks at its flag after each move, which costs nothing, and if it is up it hands a copy of its
//! board to the dispatcher, who writes them all to one file. No table waits for anything, and a board
//! is never further behind than a second and the move being thought about.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;

use super::Progress;
use crate::runner::in_progress::{self, Board, InProgress, Window};
use crate::system::duration::duration;
use stats::stop::StopCause;

/// Boards that may be under way from a table to the dispatcher.
const UNDER_WAY: usize = 2;

/// The dispatcher's side.
#[derive(Debug)]
pub(super) struct Onlooker {
    path: PathBuf,
    wanted: Vec<Arc<AtomicBool>>,
    sender: mpsc::Sender<Board>,
    boards: mpsc::Receiver<Board>,
    /// The boards seen last, by table.
    seen: BTreeMap<usize, Board>,
}

impl Onlooker {
    /// An onlooker of so many tables, for the match with this journal.
    pub(super) fn new(journal: &std::path::Path, tables: usize) -> Onlooker {
        let (sender, boards) = mpsc::channel(UNDER_WAY * tables.max(1));
        Onlooker {
            path: in_progress::beside(journal),
            wanted: (0..tables).map(|_| Arc::new(AtomicBool::new(true))).collect(),
            sender,
            boards,
            seen: BTreeMap::new(),
        }
    }

    /// The window of a table, which counts from 1.
    pub(super) fn window(&self, table: usize) -> Window {
        let wanted = Arc::clone(&self.wanted[table - 1]);
        Window::new(table, wanted, self.sender.clone())
    }

    /// Forgets the board of a game that is finished. One that is still under way is shown once: of
    /// games shorter than a second there would be nothing to see.
    pub(super) fn forget(&mut self, game: u32) {
        self.seen.retain(|_, board| board.game != game + 1);
    }

    /// Writes down how the match stands, and wants to see all boards again. Where that fails,
    /// onlookers see nothing, and the match goes on.
    pub(super) fn look(&mut self, progress: &Progress<'_>) {
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
