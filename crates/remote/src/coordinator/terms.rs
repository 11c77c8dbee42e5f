//! How a match or a suite is dealt to workers, and why it cannot be.

use std::time::Duration;

use crate::broker::BrokerError;
use crate::protocol::JobKind;

/// Why a match or a suite cannot be dealt to workers.
#[derive(Debug, thiserror::Error)]
pub enum CoordinatorError {
    /// The server.
    #[error(transparent)]
    Broker(#[from] BrokerError),
    /// Another coordinator has it.
    #[error(
        "{host} is having {} already, with the journal {journal}; stop it first{}",
        kind.choose("this match played", "these searches done"),
        kind.choose(", or let this one play its own shard (--shard I/N)", "")
    )]
    Taken {
        /// A match or a suite.
        kind: JobKind,
        /// Its machine.
        host: String,
        /// Its journal.
        journal: String,
    },
    /// No worker can be given a program as it is to run.
    #[error("{0}")]
    Program(String),
    /// The coordinator cannot keep its secret beside its journal.
    #[error("cannot keep the secret of a coordinator beside {journal}")]
    Secret {
        /// Its journal.
        journal: String,
        /// Why not.
        source: std::io::Error,
    },
    /// Time limits searches.
    #[error(
        "time limits these searches, which would come out differently on each worker's machine: limit \
         them by depth or nodes, or have them done here, without --workers"
    )]
    Timed,
    /// A line of a suite does not go into a ticket.
    #[error("line {line} of the suite is too long to be sent to workers: shorten its comments")]
    Line {
        /// The line, from 1.
        line: usize,
    },
    /// A plan does not go into a message.
    #[error(
        "{configurations} configurations are too many to be told to workers at once: share them out \
         to several runs"
    )]
    Large {
        /// How many there are.
        configurations: usize,
    },
}

/// How a match or a suite is dealt to workers.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How long what is under way is waited for when nothing more is begun.
    pub grace: Duration,
    /// How long a worker may be silent before what it has is dealt to others.
    pub lease: Duration,
    /// Whether clocks are adapted to each worker's speed.
    pub scale_time: bool,
    /// Workers take what has the highest first.
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
