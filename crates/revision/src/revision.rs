//! A revision that is resolved to a commit, and its program in the cache.

use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::build::{Build, RECORD};
use crate::cache;
use crate::error::RevisionError;
use crate::git;
use crate::recipe::Recipe;
use crate::working_tree;

/// Characters of a name.
const NAME: usize = 24;
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

/// The state of a program in the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It was not built, or not all of it is left.
    Missing,
    /// The file is not the program that was built: its digest is another one.
    Replaced,
    /// It is as it was built.
    Built(Build),
}

impl Revision {
    /// The commit's full name.
    #[must_use]
    pub fn commit(&self) -> &str {
        &self.commit
    }

    /// Short hash and subject, as many whole words of it as fit into 24 characters; of uncommitted changes, which have no
    /// subject, only their short name.
    #[must_use]
    pub fn name(&self) -> String {
        let mut name = self.short_name();
        let subject = if self.changes.is_some() { "" } else { &self.subject };
        for word in subject.split(|c: char| c.is_whitespace() || c.is_control()) {
            if name.chars().count() + 1 + word.chars().count() > NAME {
                break;
            }
            name.push(' ');
            name.push_str(word);
        }
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
            system::machine::processor().unwrap_or_default()
        ));
        let digest = hex::encode(&digest.finalize()[..4]);
        self.cache.join(format!("{}-{}-{digest}", self.name, self.short_name()))
    }

    /// The program's path, whether it is built or not.
    #[must_use]
    pub fn program(&self) -> PathBuf {
        self.directory().join("program").join(&self.name)
    }

    /// The state of the program in the cache. Reads all of it.
    #[must_use]
    pub fn state(&self) -> State {
        let record = bounded::read(self.directory().join(RECORD), bounded::SMALL).ok();
        let build = record.and_then(|record| serde_json::from_slice::<Build>(&record).ok());
        match (build, digest(&self.program())) {
            (Some(build), Ok(sha256)) if build.commit == self.commit && build.sha256 == sha256 => {
                State::Built(build)
            }
            (Some(_), Ok(_)) => State::Replaced,
            (None, _) | (_, Err(_)) => State::Missing,
        }
    }
}

impl Recipe {
    /// The commit that the revision is now. Nothing is built.
    ///
    /// # Errors
    /// There is no such repository or revision, git refuses, or there is no place for a cache.
    pub fn resolve(&self) -> Result<Revision, RevisionError> {
        self.resolve_in(cache::directory()?)
    }

    /// The same with the directory of all builds.
    ///
    /// # Errors
    /// As [`Recipe::resolve`].
    pub fn resolve_in(&self, cache: PathBuf) -> Result<Revision, RevisionError> {
        let repository = &self.repository;
        let top = git::text(repository, &["rev-parse", "--absolute-git-dir"])?;
        let commit = self.commit()?.ok_or_else(|| self.unknown())?;
        let shown = git::text(
            repository,
            &["show", "-s", "--no-show-signature", "--format=%T%n%s", &commit],
        )?;
        let mut lines = shown.lines().map(str::to_owned);
        let mut next = || lines.next().unwrap_or_default();
        let (tree, subject) = (next(), next());
        let changes = match self.is_working_tree()? {
            true => Some(working_tree::tree(repository, &cache)?).filter(|now| *now != tree),
            false => None,
        };
        Ok(Revision {
            recipe: self.clone(),
            name: repository_name(repository, Path::new(&top)),
            commit,
            subject,
            changes,
            cache,
        })
    }
}

/// The SHA-256 of a file, in hexadecimal.
pub(crate) fn digest(path: &Path) -> io::Result<String> {
    uci_client::file_digest(path).map(hex::encode)
}

/// The name of a repository's directory, in letters that a file may have.
fn repository_name(repository: &Path, git_directory: &Path) -> String {
    let top = git::text(repository, &["rev-parse", "--show-toplevel"]).map(PathBuf::from);
    let directory = top.unwrap_or_else(|_| git_directory.to_owned());
    let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String =
        name.trim_end_matches(".git").trim_start_matches('.').chars().map(plain).collect();
    if name.is_empty() { "engine".to_owned() } else { name }
}
