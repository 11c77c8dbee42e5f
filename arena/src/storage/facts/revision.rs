//! The revision that a program was built from.

use std::fmt;

use revision::Build;
use serde::{Deserialize, Serialize};

/// The revision that a program was built from. Its written form does not go into the fingerprint of a match: the
/// digest of the program does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevisionFacts {
    /// The revision as it was typed; empty in journals of before it was kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub revision: String,
    /// The commit's full name.
    pub commit: String,
    /// The tree of the revision, if it is not the commit's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<String>,
    /// The files in which it differs from its commit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed_files: Vec<String>,
    /// The SHA-256 of the program, in hexadecimal.
    pub sha256: String,
    /// The nodes that its `bench` searched; `None` if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bench: Option<u64>,
    /// The build command.
    pub command: String,
}

impl From<&Build> for RevisionFacts {
    fn from(build: &Build) -> RevisionFacts {
        RevisionFacts {
            revision: build.revision.clone(),
            commit: build.commit.clone(),
            changes: build.changes.clone(),
            changed_files: build.changed_files.clone(),
            sha256: build.sha256.clone(),
            bench: build.bench,
            command: build.command.split_whitespace().collect::<Vec<&str>>().join(" "),
        }
    }
}

/// `commit=1a2b.. changes=3c4d.. sha256=5e6f.. bench=4821 build=make -j EXE={exe}`.
impl fmt::Display for RevisionFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RevisionFacts { commit, changes, sha256, bench, command, .. } = self;
        write!(f, "commit={commit}")?;
        if let Some(changes) = changes {
            write!(f, " changes={changes}")?;
        }
        write!(f, " sha256={sha256}")?;
        if let Some(bench) = bench {
            write!(f, " bench={bench}")?;
        }
        if command.is_empty() { Ok(()) } else { write!(f, " build={command}") }
    }
}

/// Characters of a short name of a commit or of a tree.
const SHORT: usize = 7;

impl RevisionFacts {
    /// The short names of the commit, and of the tree if it had uncommitted changes: `1a2b3c4+5d6e7f8`.
    #[must_use]
    pub fn short_name(&self) -> String {
        let short = |name: &str| name.chars().take(SHORT).collect::<String>();
        let changes = self.changes.iter().map(|tree| format!("+{}", short(tree)));
        short(&self.commit) + &changes.collect::<String>()
    }
}
