//! The machine and the settings of a run: the information needed to repeat it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::config::Match;
use crate::system::processor;

/// The facts of one run. A match that was interrupted has several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunFacts {
    /// When it began (UTC).
    pub begun: String,
    /// Version of this program.
    pub arena: String,
    /// SHA-256 of the opening book.
    pub book: String,
    /// Name of the machine.
    pub host: String,
    /// Its operating system.
    pub system: String,
    /// Its processor.
    pub processor: String,
    /// The number of cores.
    pub cores: usize,
    /// The number of games played at a time.
    pub concurrency: usize,
}

/// The name of this machine.
#[must_use]
pub fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

impl RunFacts {
    /// The facts of a run that begins now.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "a date is of the wall clock")]
    pub fn now(settings: &Match) -> RunFacts {
        let uname = rustix::system::uname();
        let text = |part: &std::ffi::CStr| part.to_string_lossy().into_owned();
        let digest = settings.openings.book.digest;
        RunFacts {
            begun: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            book: hex::encode(digest),
            host: host_name(),
            system: [uname.sysname(), uname.release(), uname.machine()].map(text).join(" "),
            processor: revision::processor().unwrap_or_else(|| "unknown".to_owned()),
            cores: processor::physical_cores(),
            concurrency: settings.concurrency,
        }
    }
}
