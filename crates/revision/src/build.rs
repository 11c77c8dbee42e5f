//! The record of a finished build.

use serde::{Deserialize, Serialize};

/// The file of the record.
pub(crate) const RECORD: &str = "build.json";

/// The record of a finished build, as `build.json` has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The commit's full name.
    pub commit: String,
    /// The tree of the working tree, if it had uncommitted changes.
    pub changes: Option<String>,
    /// The first line of the commit's message.
    pub subject: String,
    /// The build command.
    pub command: String,
    /// The SHA-256 of the program, in hexadecimal.
    pub sha256: String,
    /// The nodes that the program's `bench` searched; `None` if it has none, or took too long or was interrupted.
    pub bench: Option<u64>,
}
