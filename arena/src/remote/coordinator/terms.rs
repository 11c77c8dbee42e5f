//! How a match is played by workers, and why it cannot be.

use std::time::Duration;

use crate::remote::broker::BrokerError;

/// Why a match cannot be played by workers.
#[derive(Debug, thiserror::Error)]
pub enum CoordinatorError {
    /// The server.
    #[error(transparent)]
    Broker(#[from] BrokerError),
    /// Another coordinator has the match.
    #[error(
        "{host} is having this match played already, with the journal {journal}; stop it first, or let \
         this one play its own shard (--shard I/N)"
    )]
    Taken {
        /// Its machine.
        host: String,
        /// Its journal.
        journal: String,
    },
}

/// How a match is played by workers.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How long pairs under way are waited for when no more are begun.
    pub grace: Duration,
    /// How long a worker may be silent before its pairs are dealt to others.
    pub lease: Duration,
    /// Whether clocks are adapted to each worker's speed.
    pub scale_time: bool,
    /// Workers take the match with the highest first.
    pub priority: i32,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            grace: Duration::from_secs(600),
            lease: Duration::from_secs(30),
            scale_time: false,
            priority: 0,
        }
    }
}
