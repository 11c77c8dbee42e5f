//! The machine and the settings of a run: the information needed to repeat it.

use std::fmt;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use system::machine;

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
    /// The programs that play, in the order of the contenders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<ProgramFile>,
}

/// The file of a program, as it was when a run began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramFile {
    /// The name of its contender.
    pub contender: String,
    /// When the file was last written (UTC).
    pub built: String,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

impl ProgramFile {
    /// The file of this contender's program; `None` if there is none.
    #[must_use]
    pub fn of(contender: &str, path: &Path, digest: [u8; 32]) -> Option<ProgramFile> {
        let written = Timestamp::try_from(path.metadata().ok()?.modified().ok()?).ok()?;
        let built = written.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        Some(ProgramFile { contender: contender.to_owned(), built, sha256: hex::encode(digest) })
    }
}

/// `built 2026-11-27T04:21:07Z, sha256 5e6f..`
impl fmt::Display for ProgramFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "built {}, sha256 {}", self.built, self.sha256)
    }
}

impl RunFacts {
    /// The facts of a run that begins now.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "a date is of the wall clock")]
    pub fn now(settings: &Match) -> RunFacts {
        let digest = settings.openings.book.digest;
        let programs = settings.contenders.iter().filter_map(|contender| {
            let program = contender.program()?;
            let digest = program.identity.as_ref()?.digest;
            ProgramFile::of(&contender.name, &program.program.path, digest)
        });
        RunFacts {
            begun: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            book: hex::encode(digest),
            host: machine::host_name(),
            system: machine::system(),
            processor: machine::processor().unwrap_or_else(|| "unknown".to_owned()),
            cores: processor::physical_cores(),
            concurrency: settings.concurrency,
            programs: programs.collect(),
        }
    }
}
