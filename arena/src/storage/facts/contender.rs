//! The facts of one contender.

use serde::{Deserialize, Serialize};
use uci_client::{FileDigest, Identity};

use super::engine::EngineFacts;
use super::revision::RevisionFacts;
use crate::chess::limits::PlayLimits;
use crate::config::ContenderSettings;
use crate::system::as_text;

/// The facts of one contender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContenderFacts {
    /// Name.
    pub name: String,
    /// The engine: techniques with their parameters and the size of the hash table, or a program and its options.
    pub engine: EngineFacts,
    /// The limits on its moves.
    #[serde(with = "as_text")]
    pub limits: PlayLimits,
    /// Nodes of a fixed set of searches with this configuration, or the beginning of the digest of
    /// a program. It changes when the engine does, so that games of two versions of an engine do
    /// not end up in one match.
    #[serde(with = "as_text")]
    pub signature: u64,
    /// The files that a program is given by its arguments and options, with the beginnings of their
    /// digests, or `none`. `None` for an engine in this process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<String>,
    /// The revision that a program was built from, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<RevisionFacts>,
}

impl ContenderFacts {
    /// The facts of a contender whose search has this signature.
    #[must_use]
    pub fn of(contender: &ContenderSettings, signature: u64) -> ContenderFacts {
        let program = contender.program();
        ContenderFacts {
            name: contender.name.clone(),
            engine: EngineFacts::of(&contender.engine),
            limits: contender.limits,
            signature,
            files: program.and_then(|program| program.identity.as_ref()).map(files_in_words),
            revision: program.and_then(|program| program.build.as_deref()).map(RevisionFacts::from),
        }
    }

    /// The files it is given, or the entry for none.
    pub(super) fn files_or_none(&self) -> &str {
        self.files.as_deref().unwrap_or(NO_FILES)
    }
}

/// The entry for the files of a program that is given none.
const NO_FILES: &str = "none";

/// The files given to a program with the beginnings of their digests, on one line; `none` without
/// files.
pub fn files_in_words(identity: &Identity) -> String {
    if identity.files.is_empty() {
        return NO_FILES.to_owned();
    }
    let words = identity.files.iter().map(|FileDigest { name, digest }| {
        let name = name.replace(char::is_control, " ");
        format!("{name} sha256={}", hex::encode(&digest[..8]))
    });
    words.collect::<Vec<String>>().join(", ")
}
