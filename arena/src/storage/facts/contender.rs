//! The facts of one contender.

use serde::{Serialize, Serializer};
use uci_client::{FileDigest, Identity};

use crate::config::ContenderSettings;

/// The facts of one contender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ContenderFacts {
    /// Name.
    pub name: String,
    /// Techniques with their parameters and the size of the hash table, on one line.
    pub configuration: String,
    /// What it may spend on its moves, on one line.
    pub limits: String,
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
}

/// A number as a text: it may have more digits than a JSON reader keeps.
fn as_text<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

impl ContenderFacts {
    pub(crate) fn of(contender: &ContenderSettings, signature: u64) -> ContenderFacts {
        ContenderFacts {
            name: contender.name.clone(),
            configuration: contender.configuration(),
            limits: contender.limits.to_string(),
            time_control: contender.limits.pgn_time_control(),
            signature,
            files: contender
                .program()
                .and_then(|program| program.identity.as_ref())
                .map(files_in_words),
        }
    }

    /// Whether its games differ from each other without a clock, too: those of a search with a random term
    /// in its evaluation, or of several threads.
    #[must_use]
    pub fn varies(&self) -> bool {
        let threads = self.option("Threads").and_then(|threads| threads.parse().ok());
        threads.is_some_and(|threads: u32| threads > 1)
            || self.configuration.contains(RANDOM_EVALUATION)
    }

    /// The files it is given, or that there are none.
    pub(super) fn files_or_none(&self) -> &str {
        self.files.as_deref().unwrap_or(NO_FILES)
    }

    /// Whether a journal says of this contender that its files were others than these.
    pub(crate) fn has_other_files(&self, written: &ContenderFacts) -> bool {
        self.files.is_some() && written.files.is_some() && self.files != written.files
    }

    /// Whether it has files of which a journal says nothing.
    pub(super) fn has_files_unknown_to(&self, written: &ContenderFacts) -> bool {
        written.files.is_none() && self.files.as_ref().is_some_and(|files| files != NO_FILES)
    }
}

/// The technique of a search's configuration that gives each game another evaluation.
const RANDOM_EVALUATION: &str = "random_evaluation{";

/// What is said of the files of a program that is given none.
const NO_FILES: &str = "none";

/// The files a program is given with the beginnings of their digests, on one line; `none` where it is
/// given none.
pub(crate) fn files_in_words(identity: &Identity) -> String {
    if identity.files.is_empty() {
        return NO_FILES.to_owned();
    }
    let words = identity.files.iter().map(|FileDigest { name, digest }| {
        let name = name.replace(char::is_control, " ");
        format!("{name} sha256={}", hex::encode(&digest[..8]))
    });
    words.collect::<Vec<String>>().join(", ")
}
