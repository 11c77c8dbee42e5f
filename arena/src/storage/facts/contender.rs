//! The facts of one contender.

use serde::{Deserialize, Serialize};
use uci_client::{FileDigest, Identity};

use super::engine::EngineFacts;
use super::revision::RevisionFacts;
use crate::chess::limits::PlayLimits;
use crate::config::{ContenderSettings, UciSettings};
use crate::system::as_text;

/// The option of most programs that sets the size of their hash table, in MiB.
const HASH: &str = "Hash";

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
            files: program.and_then(files_of_program),
            revision: program.and_then(|program| program.build.as_deref()).map(RevisionFacts::from),
        }
    }

    /// The files it is given, or the entry for none.
    pub(super) fn files_or_none(&self) -> &str {
        self.files.as_deref().unwrap_or(NO_FILES)
    }
}

/// The files of a program, if it was identified: those of its checkout together, if it has one, and those that it is given.
fn files_of_program(program: &UciSettings) -> Option<String> {
    let given = files_in_words(program.identity.as_ref()?);
    let Some(build) = &program.build else { return Some(given) };
    let checkout = format!(
        "checkout sha256={}",
        &build.checkout_sha256[..16.min(build.checkout_sha256.len())]
    );
    Some(if given == NO_FILES { checkout } else { format!("{checkout}, {given}") })
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

impl ContenderFacts {
    /// `Stockfish 15.1, Hash 16, 8+0.08`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut words = match &self.engine {
            EngineFacts::Search(search) => {
                vec!["ziggurat's search".to_owned(), format!("{HASH} {}", search.hash)]
            }
            EngineFacts::Own(own) => vec![own.to_string()],
            EngineFacts::Program(program) => {
                let options = program.options.iter().map(|(name, value)| format!("{name} {value}"));
                std::iter::once(program.name().to_owned()).chain(options).collect()
            }
        };
        words.push(self.limits.summary());
        words.join(", ")
    }

    /// The setting in the form that testing frameworks have: `8.0+0.08s Threads=1 Hash=16MB`, `N=2000`.
    #[must_use]
    pub fn as_test_setting(&self) -> String {
        let hash = match &self.engine {
            EngineFacts::Search(search) => Some(search.hash.to_string()),
            EngineFacts::Own(_) => None,
            EngineFacts::Program(program) => program.option(HASH).map(str::to_owned),
        };
        let mut words = self.limits.framework_words();
        words.push(format!("Threads={}", self.engine.threads()));
        words.extend(hash.map(|hash| format!("{HASH}={hash}MB")));
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::facts::tests::{program, search};

    fn facts(engine: EngineFacts, limits: &str) -> ContenderFacts {
        ContenderFacts {
            name: "new".to_owned(),
            engine,
            limits: limits.parse().unwrap(),
            signature: 0,
            files: None,
            revision: None,
        }
    }

    #[test]
    fn a_program_is_its_name_its_options_and_its_time() {
        let stockfish =
            program("Stockfish 15.1", "af67e5f96d92cf6a", &[("Hash", "16"), ("Threads", "1")]);
        let told = facts(stockfish, "8+0.08 margin=0.000999 overhead=0");
        assert_eq!(told.summary(), "Stockfish 15.1, Hash 16, Threads 1, 8+0.08");
        assert_eq!(told.as_test_setting(), "8.0+0.08s Threads=1 Hash=16MB");
        let preset = facts(search("null_move = { reduction = 3 }", 8), "nodes=2000 depth=9");
        assert_eq!(preset.summary(), "ziggurat's search, Hash 8, 2000 nodes, depth 9");
        assert_eq!(preset.as_test_setting(), "N=2000 D=9 Threads=1 Hash=8MB");
        let fixed = facts(program("x", "00", &[]), "movetime=0.1 margin=0 overhead=0");
        assert_eq!(fixed.summary(), "x, 0.1 s a move");
        assert_eq!(fixed.as_test_setting(), "MT=100 Threads=1");
    }
}
