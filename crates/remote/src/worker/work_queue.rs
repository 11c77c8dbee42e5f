//! The work that the threads of a worker take, and their news of it.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use engine::Stop;
use tokio::sync::mpsc;

use crate::protocol::GameHeader;

/// The ticket that a piece came with, and its dealing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct DealtTicket {
    pub(super) generation: String,
    pub(super) ticket: u64,
}

/// A piece of a ticket that is to be done: a pair, or a search.
#[derive(Clone, Debug)]
pub(super) struct DealtPiece<P> {
    pub(super) ticket: DealtTicket,
    pub(super) piece: P,
}

/// A result, as it goes to the coordinator.
#[derive(Clone, Debug)]
pub(super) struct Done {
    pub(super) header: GameHeader,
    pub(super) text: String,
    /// The number of the pair or search that it is of.
    pub(super) piece: u32,
}

/// News from a thread.
#[derive(Debug)]
pub(super) enum ThreadNews {
    /// It has begun a piece: there is room for another.
    Begins,
    /// Nobody may go on with the job here, for this reason.
    Obstacle(String),
    /// It has a result.
    Done {
        ticket: DealtTicket,
        done: Box<Done>,
        /// Whether it is the only one of its piece that is to be had here.
        is_alone: bool,
    },
}

/// Context of a worker's thread.
#[derive(Debug)]
pub(super) struct ThreadContext<P> {
    /// The thread's number, from 1.
    pub(super) number: usize,
    pub(super) queue: Arc<WorkQueue<P>>,
    pub(super) news: mpsc::UnboundedSender<ThreadNews>,
    /// Raised when work in progress is to be given up.
    pub(super) abort: Stop,
}

#[derive(Debug)]
struct Waiting<P> {
    pieces: VecDeque<DealtPiece<P>>,
    /// Pieces that threads are at.
    begun: usize,
    is_closed: bool,
}

/// The pieces that wait for a thread.
#[derive(Debug)]
pub(super) struct WorkQueue<P> {
    waiting: Mutex<Waiting<P>>,
    changed: Condvar,
}

impl<P> Default for WorkQueue<P> {
    fn default() -> WorkQueue<P> {
        let waiting = Waiting { pieces: VecDeque::new(), begun: 0, is_closed: false };
        WorkQueue { waiting: Mutex::new(waiting), changed: Condvar::new() }
    }
}

impl<P> WorkQueue<P> {
    /// Takes the pieces of a ticket back that no thread has begun.
    pub(super) fn take_back_of(&self, ticket: &DealtTicket) {
        self.waiting().pieces.retain(|piece| piece.ticket != *ticket);
    }

    /// Adds the pieces of a ticket; before all others, where they hold the work up.
    pub(super) fn put(&self, dealt: Vec<DealtPiece<P>>, is_urgent: bool) {
        let mut waiting = self.waiting();
        if is_urgent {
            dealt.into_iter().rev().for_each(|piece| waiting.pieces.push_front(piece));
        } else {
            waiting.pieces.extend(dealt);
        }
        self.changed.notify_all();
    }

    /// Takes all back that no thread has begun.
    pub(super) fn take_back(&self) -> Vec<DealtPiece<P>> {
        self.waiting().pieces.drain(..).collect()
    }

    /// How many pieces wait, and how many threads are at one.
    pub(super) fn load(&self) -> (usize, usize) {
        let waiting = self.waiting();
        (waiting.pieces.len(), waiting.begun)
    }

    /// Notes that a thread has ended its piece.
    pub(super) fn ended(&self) {
        let mut waiting = self.waiting();
        waiting.begun = waiting.begun.saturating_sub(1);
    }

    /// Ends the threads as soon as they have finished their pieces.
    pub(super) fn close(&self) {
        self.waiting().is_closed = true;
        self.changed.notify_all();
    }

    /// The next piece; waits for it, and gives none when the queue is closed.
    pub(super) fn next(&self) -> Option<DealtPiece<P>> {
        let mut waiting = self.waiting();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(dealt) = waiting.pieces.pop_front() {
                waiting.begun += 1;
                return Some(dealt);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<P>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
