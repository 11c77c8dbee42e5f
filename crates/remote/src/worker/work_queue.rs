//! The work that the threads of a worker take, and their news of it.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use engine::Stop;
use tokio::sync::mpsc;

use super::pair::Pair;
use crate::protocol::GameHeader;

/// The ticket that a piece came with, and its dealing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct DealtTicket {
    pub(super) generation: String,
    pub(super) ticket: u64,
}

/// A pair of a ticket that is to be played.
#[derive(Clone, Debug)]
pub(super) struct DealtPair {
    pub(super) ticket: DealtTicket,
    pub(super) pair: Pair,
}

/// A result, as it goes to the coordinator.
#[derive(Clone, Debug)]
pub(super) struct Done {
    pub(super) header: GameHeader,
    pub(super) text: String,
    /// The number of the pair that it is of.
    pub(super) pair: u32,
    /// The number of the game.
    pub(super) number: u32,
}

/// News from a thread.
#[derive(Debug)]
pub(super) enum ThreadNews {
    /// It has begun a pair: there is room for another.
    Begins,
    /// Nobody may go on with the job here, for this reason.
    Obstacle(String),
    /// It has a result.
    Done {
        ticket: DealtTicket,
        done: Box<Done>,
        /// Whether it is the only one of its pair that is to be had here.
        is_alone: bool,
    },
}

/// Context of a worker's thread.
#[derive(Debug)]
pub(super) struct ThreadContext {
    /// The thread's number, from 1.
    pub(super) number: usize,
    pub(super) queue: Arc<WorkQueue>,
    pub(super) news: mpsc::UnboundedSender<ThreadNews>,
    /// Raised when work in progress is to be given up.
    pub(super) abort: Stop,
}

#[derive(Debug)]
struct Waiting {
    pairs: VecDeque<DealtPair>,
    /// Pieces that threads are at.
    begun: usize,
    is_closed: bool,
}

/// The pairs that wait for a thread.
#[derive(Debug)]
pub(super) struct WorkQueue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Default for WorkQueue {
    fn default() -> WorkQueue {
        let waiting = Waiting { pairs: VecDeque::new(), begun: 0, is_closed: false };
        WorkQueue { waiting: Mutex::new(waiting), changed: Condvar::new() }
    }
}

impl WorkQueue {
    /// Takes the pairs of a ticket back that no thread has begun.
    pub(super) fn take_back_of(&self, ticket: &DealtTicket) {
        self.waiting().pairs.retain(|pair| pair.ticket != *ticket);
    }

    /// Adds the pairs of a ticket; before all others, where they hold the work up.
    pub(super) fn put(&self, dealt: Vec<DealtPair>, is_urgent: bool) {
        let mut waiting = self.waiting();
        if is_urgent {
            dealt.into_iter().rev().for_each(|pair| waiting.pairs.push_front(pair));
        } else {
            waiting.pairs.extend(dealt);
        }
        self.changed.notify_all();
    }

    /// Takes all back that no thread has begun.
    pub(super) fn take_back(&self) -> Vec<DealtPair> {
        self.waiting().pairs.drain(..).collect()
    }

    /// How many pairs wait, and how many threads are at one.
    pub(super) fn load(&self) -> (usize, usize) {
        let waiting = self.waiting();
        (waiting.pairs.len(), waiting.begun)
    }

    /// Notes that a thread has ended its pair.
    pub(super) fn ended(&self) {
        let mut waiting = self.waiting();
        waiting.begun = waiting.begun.saturating_sub(1);
    }

    /// Ends the threads as soon as they have finished their pairs.
    pub(super) fn close(&self) {
        self.waiting().is_closed = true;
        self.changed.notify_all();
    }

    /// The next pair; waits for it, and gives none when the queue is closed.
    pub(super) fn next(&self) -> Option<DealtPair> {
        let mut waiting = self.waiting();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(dealt) = waiting.pairs.pop_front() {
                waiting.begun += 1;
                return Some(dealt);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
