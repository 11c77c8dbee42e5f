//! The key `own` of a contender.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::config::reference::Absent::Required;
use crate::config::reference::Kind;
use crate::file_table;

file_table! {
    /// An engine that a program with the library brings: its identity, on which the fingerprint of a match rests.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct OwnEngine;

    /// `own` and its keys.
    pub(crate) const OWN =
        "own",
        "An engine that a program with the library `arena` brings (`arena::play_with`); the program `arena` cannot play it.";

    /// Its name.
    pub name: String = Kind::Text, Required, "\"Greedy\"";

    /// Its version: another one is another engine, whose games belong to another match.
    pub version: String = Kind::Text, Required, "\"1.3\"";
}

impl OwnEngine {
    /// Changes when name or version do: the beginning of their SHA-256.
    #[must_use]
    pub fn signature(&self) -> u64 {
        let digest = Sha256::digest(format!("{}\n{}", self.name, self.version));
        digest.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

/// `Greedy 1.3`
impl fmt::Display for OwnEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}
