//! The exchange before the first question.

use std::time::{Duration, Instant};

use super::{Session, WaitError};
use crate::engine_info::EngineInfo;
use crate::protocol::keyword;

impl Session {
    /// `uci` to `uciok`: identifies an engine that was just started.
    ///
    /// # Errors
    /// When it does not answer within `patience`, or has ended.
    pub fn handshake(&mut self, patience: Duration) -> Result<EngineInfo, WaitError> {
        let deadline = Instant::now() + patience;
        self.send(b"uci\n", deadline)?;
        let mut engine_info = EngineInfo::default();
        self.wait_for(deadline, |line| {
            engine_info.note(line);
            keyword(line, b"uciok").map(|_| ())
        })?;
        Ok(engine_info)
    }

    /// Writes whole lines that set options, and waits until the engine is ready.
    ///
    /// # Errors
    /// When it is not within `patience`, or has ended.
    pub fn configure(&mut self, options: &str, patience: Duration) -> Result<(), WaitError> {
        self.sync(format!("{options}isready\n").as_bytes(), Instant::now() + patience)
    }

    /// Tells the engine that a new game begins, and waits until it is ready.
    ///
    /// # Errors
    /// When it is not within `patience`, or has ended.
    pub fn new_game(&mut self, patience: Duration) -> Result<(), WaitError> {
        self.sync(b"ucinewgame\nisready\n", Instant::now() + patience)
    }
}
