//! How a match is dealt to workers, and why it cannot be.

use std::time::Duration;

use crate::broker::BrokerError;

/// Why a match cannot be dealt to workers.
#[derive(Debug, thiserror::Error)]
pub enum CoordinatorError {
    /// The server.
    #[error(transparent)]
    Broker(#[from] BrokerError),
    /// Another coordinator has it.
    #[error(
        "{host} is having this match played already, with the journal {journal}; stop it first, or let this one play its \
         own shard (--shard I/N)"
    )]
    Taken {
        /// Its machine.
        host: String,
        /// Its journal.
        journal: String,
    },
    /// It cannot be dealt, for this reason.
    #[error(transparent)]
    Unfit(#[from] anyhow::Error),
}

/// How a match is dealt to workers.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How long games in progress are waited for when no more begin.
    pub grace: Duration,
    /// How long a worker may be silent before its tickets are dealt to others.
    pub lease: Duration,
    /// Whether clocks are adapted to each worker's speed.
    pub scale_time: bool,
    /// Workers take the job of the highest priority first.
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
