//! What the tables of a worker do: they play pairs of a match, or search positions of a suite.

use std::io;
use std::thread::JoinHandle;

use super::desk::Seat;
use crate::remote::protocol::TicketMessage;
use crate::runner::in_progress::Board;

/// The work of a shift.
pub(super) trait Craft {
    /// What a table does at a time.
    type Piece;

    /// Whether time limits it, so that nobody may choose between two results.
    fn is_timed(&self) -> bool;

    /// By what clocks are multiplied.
    fn time_scale(&self) -> f64 {
        1.0
    }

    /// Programs that run at a table.
    fn programs(&self) -> usize;

    /// What is to be done of a ticket.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    fn open(&self, message: &TicketMessage) -> Result<Vec<Self::Piece>, String>;

    /// How many results there are of a piece.
    fn results(&self, piece: &Self::Piece) -> usize;

    /// Starts a table, which does one piece after the other until the desk is closed.
    ///
    /// # Errors
    /// When its thread cannot be started.
    fn start(&mut self, seat: Seat<Self::Piece>) -> io::Result<JoinHandle<()>>;

    /// The boards of the games in progress, for those who watch; they are asked for again.
    fn boards(&mut self) -> Vec<Board> {
        Vec::new()
    }

    /// Notes that a result is there: what belonged to it is shown no more.
    fn forget(&mut self, _result: u32) {}
}
