//! The facts of one contender.

use serde::{Serialize, Serializer};
use uci_client::{FileDigest, Identity};

use super::engine::EngineFacts;
use super::limits::LimitFacts;
use super::revision::RevisionFacts;
use crate::chess::limits::PlayLimits;
use crate::config::ContenderSettings;

/// The facts of one contender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContenderFacts {
    /// Name.
    pub name: String,
    /// The engine; as text techniques with their parameters and the size of the hash table, or a
    /// program and its options, on one line.
    #[serde(rename = "configuration", serialize_with = "as_text")]
    pub engine: EngineFacts,
    /// The limits on its moves; as text on one line.
    #[serde(serialize_with = "as_text")]
    pub limits: LimitFacts,
    /// The text of PGN's `TimeControl` tag.
    pub time_control: String,
    /// Nodes of a fixed set of searches with this configuration, or the beginning of the digest of
    /// a program. It changes when the engine does, so that games of two versions of an engine do
    /// not end up in one match.
    #[serde(serialize_with = "as_text")]
    pub signature: u64,
    /// The files that a program is given by its arguments and options, with the beginnings of their
    /// digests. `None` for an engine in this process, and in journals that do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<String>,
    /// The revision that a program was built from, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<RevisionFacts>,
}

/// As a text: facts by their written form, a number because it may have more digits than a JSON reader keeps.
fn as_text<T: ToString, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&value.to_string())
}

impl ContenderFacts {
    /// The facts of a contender whose search has this signature.
    pub fn of(contender: &ContenderSettings, signature: u64) -> ContenderFacts {
        ContenderFacts {
            name: contender.name.clone(),
            engine: EngineFacts::of(&contender.engine),
            limits: LimitFacts::read(&contender.limits.to_string()),
            time_control: contender.limits.pgn_time_control(),
            signature,
            files: contender
                .program()
                .and_then(|program| program.identity.as_ref())
                .map(files_in_words),
            revision: contender
                .program()
                .and_then(|program| program.build.as_deref())
                .map(RevisionFacts::from),
        }
    }

    /// Whether a time limits its moves, so that its games depend on the machine.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        match &self.limits {
            LimitFacts::Known(limits) => limits.is_timed(),
            LimitFacts::Unknown(_) => self.time_control != PlayLimits::NO_TIME_CONTROL,
        }
    }

    /// The files it is given, or the entry for none.
    pub(super) fn files_or_none(&self) -> &str {
        self.files.as_deref().unwrap_or(NO_FILES)
    }

    /// Whether a journal records files of this contender that differ from these.
    pub fn has_other_files(&self, written: &ContenderFacts) -> bool {
        self.files.is_some() && written.files.is_some() && self.files != written.files
    }

    /// Whether it has files that a journal does not record.
    pub(super) fn has_files_unknown_to(&self, written: &ContenderFacts) -> bool {
        written.files.is_none() && self.files.as_ref().is_some_and(|files| files != NO_FILES)
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
