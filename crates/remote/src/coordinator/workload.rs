//! The work that a coordinator deals, and keeps: the pairs of a match or the searches of a plan.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use tokio::sync::oneshot;

use crate::piece::{Piece, Wanted};
use crate::protocol::{GameHeader, Job, Probe, TicketMessage};
use arena::chess::record::WorkerFacts;

/// A result that may go to the journal.
#[derive(Debug)]
pub(super) struct Received<R> {
    pub(super) wanted: Wanted,
    /// How long it took.
    pub(super) time: Duration,
    /// How much it weighs among the results of this work; see [`Piece::weight`].
    pub(super) weight: f64,
    /// A checksum, where two workers must find the same.
    pub(super) fingerprint: Option<u32>,
    /// Whether it is that an engine has failed where none may: others try it before it is believed.
    pub(super) is_failure: bool,
    pub(super) result: R,
}

/// All that is to be done, and where it goes.
pub(super) trait Workload {
    /// Part of a ticket.
    type Piece: Piece;
    /// Result of a worker.
    type Result;
    /// Name of a result, for people.
    const RESULT: &'static str;

    /// The job for workers, without the coordinator's own entries.
    fn job(&self) -> Job;

    /// Numbers of the results that are on disk.
    fn kept(&self) -> HashSet<u32>;

    /// Whether results depend on time.
    fn is_timed(&self) -> bool;

    /// The longest that a result of weight 1 may take by its clocks; `None` where they do not limit it.
    fn longest(&self) -> Option<Duration> {
        None
    }

    /// Whether all of it is to be given up at once.
    fn is_aborted(&self) -> bool;

    /// Whether nothing more is to be begun.
    fn is_closed(&self) -> bool;

    /// Begins nothing more.
    fn close(&mut self);

    /// Whether there is a further piece.
    fn has_more(&self) -> bool;

    /// The next piece.
    fn next(&mut self) -> Option<Self::Piece>;

    /// Writes pieces into the message of a ticket, each of its results with its proof.
    fn write(
        &self,
        pieces: &[Self::Piece],
        message: &mut TicketMessage,
        prove: &dyn Fn(Wanted) -> String,
    );

    /// Reads a result and holds it against the request.
    ///
    /// # Errors
    /// The problem, in a sentence.
    fn read(
        &self,
        header: &GameHeader,
        text: &[u8],
        by: &WorkerFacts,
    ) -> Result<Received<Self::Result>, String>;

    /// Takes note of results that are right, before they are handed on.
    fn note(&mut self, _results: &[Received<Self::Result>]) {}

    /// Work that a new worker repeats before it is let in: its results must be those of the others.
    fn probe(&self) -> Option<Probe> {
        None
    }

    /// The file of a network that workers may have sent, by its SHA-256 in hexadecimal.
    fn network(&self, _sha256: &str) -> Option<PathBuf> {
        None
    }

    /// Hands a result on to the writer of the journal. The receiver ends when the result is on disk; `None`
    /// when nobody wants it any more.
    async fn keep(&self, result: Self::Result) -> Option<oneshot::Receiver<()>>;

    /// Tells the user something, in a sentence.
    async fn warn(&self, text: String);

    /// Tells the user why nothing more comes, in a sentence.
    async fn obstruct(&self, text: String);
}
