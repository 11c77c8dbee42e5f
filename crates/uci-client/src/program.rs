//! The time limits of waits for a program.

use std::time::Duration;

/// The time limits of waits for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the start of the process to `uciok`.
    pub startup: Duration,
    /// From `isready` to `readyok`.
    pub ready: Duration,
    /// From `ucinewgame` to the `readyok` after it.
    pub new_game: Duration,
    /// For a move that no clock limits.
    pub hang: Duration,
    /// From `stop` to `bestmove`, and from `quit` to the end of the process.
    pub grace: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            startup: Duration::from_secs(30),
            ready: Duration::from_secs(30),
            new_game: Duration::from_secs(60),
            hang: Duration::from_secs(60),
            grace: Duration::from_secs(1),
        }
    }
}
