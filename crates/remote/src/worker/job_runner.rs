//! How a worker does a job: by playing pairs of a match, or by searching positions of a suite.

use std::io;
use std::thread::JoinHandle;

use super::work_queue::ThreadContext;
use crate::protocol::TicketMessage;

/// How the games or searches of one job are done.
pub(super) trait JobRunner {
    /// One unit of work for a thread.
    type Piece;

    /// Whether time limits it, so that nobody may choose between two results.
    fn is_timed(&self) -> bool;

    /// The factor of the clocks.
    fn time_scale(&self) -> f64 {
        1.0
    }

    /// Programs that run for a thread.
    fn programs(&self) -> usize;

    /// The pieces of a ticket.
    ///
    /// # Errors
    /// The problem, in a sentence.
    fn open(&self, message: &TicketMessage) -> Result<Vec<Self::Piece>, String>;

    /// How many results there are of a piece.
    fn results(&self, piece: &Self::Piece) -> usize;

    /// Starts a thread, which does one piece after the other until the queue is closed.
    ///
    /// # Errors
    /// When its thread cannot be started.
    fn start(&mut self, context: ThreadContext<Self::Piece>) -> io::Result<JoinHandle<()>>;
}
