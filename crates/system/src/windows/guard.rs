//! Ensures that no engine outlives this process, nor any process started by an engine, however they end: every engine
//! runs in a job of its own, which the system ends with the last handle to it. Only this process has one.

use std::io;
use std::path::PathBuf;

/// Ends the engines with this process.
#[derive(Clone, Debug, Default)]
pub struct Guard(());

impl Guard {
    /// No safeguards beyond the job that every engine has.
    #[must_use]
    pub fn none() -> Guard {
        Guard::default()
    }

    /// The same: jobs need no other program.
    ///
    /// # Errors
    /// None.
    pub fn start(_: PathBuf) -> io::Result<Guard> {
        Ok(Guard::default())
    }

    /// The same.
    ///
    /// # Errors
    /// None.
    pub fn start_own() -> io::Result<Guard> {
        Ok(Guard::default())
    }
}

/// Serves as a supervisor of another process, which no process does here.
#[must_use]
pub fn serve() -> Option<io::Result<()>> {
    None
}
