//! A revision that is resolved to a commit, and its program in the cache.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::cache;
use crate::error::RevisionError;
use crate::recipe::Recipe;
use crate::work::Work;

/// Characters of a name.
const NAME: usize = 40;
/// Characters of a short hash. Git's own grow with the repository, and a name must not.
const SHORT: usize = 7;

/// The commit that a revision is, with uncommitted changes if it has any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    pub(crate) recipe: Recipe,
    /// The repository's name.
    pub(crate) name: String,
    pub(crate) commit: String,
    pub(crate) subject: String,
    /// The tree of a working tree with changes.
    pub(crate) changes: Option<String>,
    /// The directory of all builds.
    pub(crate) cache: PathBuf,
}

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
    /// The nodes that the program's `bench` searched; `None` if it has none.
    pub bench: Option<u64>,
}

/// A step of a build that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice<'a> {
    /// Another process builds the same.
    Waiting(&'a Revision),
    /// The build begins; its output goes to this file.
    Building(&'a Revision, &'a Path),
}

impl Revision {
    /// The commit's full name.
    #[must_use]
    pub fn commit(&self) -> &str {
        &self.commit
    }

    /// Short hash, a digest of uncommitted changes if there are any, and the subject: at most 40 characters.
    #[must_use]
    pub fn name(&self) -> String {
        let name = format!("{} {}", self.short_name(), self.subject);
        let name: String = name.chars().filter(|c| !c.is_control()).take(NAME).collect();
        name.trim().to_owned()
    }

    /// Short hash, and a digest of uncommitted changes if there are any: `1a2b3c4` or `1a2b3c4+5d6e7f8`.
    #[must_use]
    pub fn short_name(&self) -> String {
        let short = |name: &str| name.chars().take(SHORT).collect::<String>();
        match &self.changes {
            None => short(&self.commit),
            Some(tree) => format!("{}+{}", short(&self.commit), short(tree)),
        }
    }

    /// The directory of this build in the cache.
    pub(crate) fn directory(&self) -> PathBuf {
        let mut digest = Sha256::new();
        let Recipe { build, engine, .. } = &self.recipe;
        digest.update(format!(
            "{}\n{:?}\n{build:?}\n{engine:?}\n{}",
            self.commit,
            self.changes,
            cache::processor()
        ));
        let digest = hex::encode(&digest.finalize()[..4]);
        self.cache.join(format!("{}-{}-{digest}", self.name, self.short_name()))
    }

    /// The program's path, whether it is built or not.
    #[must_use]
    pub fn program(&self) -> PathBuf {
        self.directory().join(&self.name)
    }

    /// The record of the build, if the program is there.
    #[must_use]
    pub fn built(&self) -> Option<Build> {
        let record = fs::read(self.directory().join(RECORD)).ok()?;
        let build: Build = serde_json::from_slice(&record).ok()?;
        Some(build).filter(|build| self.program().is_file() && build.commit == self.commit)
    }

    /// The record of the build. The program is built if the cache does not have it.
    ///
    /// # Errors
    /// The checkout or the build fails; nothing but the log is kept then.
    pub fn build(&self, notify: &mut dyn FnMut(Notice<'_>)) -> Result<Build, RevisionError> {
        match self.built() {
            Some(build) => Ok(build),
            None => Work::begin(self, notify)?.finish(notify),
        }
    }
}

/// The file of the record.
pub(crate) const RECORD: &str = "build.json";
