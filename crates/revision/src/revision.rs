//! A revision that is resolved to a commit, and its checkout in the cache.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::build::{Build, Choice, Record, SHORT, short_name};
use crate::cache::{self, InUse};
use crate::error::RevisionError;
use crate::git;
use crate::recipe::Recipe;
use crate::working_tree;

/// The programs that an error lists.
const LISTED: usize = 8;
/// Characters of a name as it was typed.
const NAME: usize = 24;
/// The directory of the objects of uncommitted changes, beside their checkout.
const CHANGES: &str = "changes";

/// The commit that a revision is, with the files in which it differs from the commit if there are any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    pub(crate) recipe: Recipe,
    /// The repository's name.
    pub(crate) name: String,
    pub(crate) commit: String,
    pub(crate) subject: String,
    pub(crate) changes: Option<Changes>,
    /// Files and directories of the working tree that git neither tracks nor ignores: they are not in the revision.
    pub(crate) untracked: Vec<String>,
    /// The directory of all builds.
    pub(crate) cache: PathBuf,
}

/// The state of a revision that is not just its commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Changes {
    /// The git tree.
    pub(crate) tree: String,
    /// The files that differ from the commit, by their paths.
    pub(crate) files: Vec<String>,
}

/// The state of a checkout in the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It was not built, or not all of it is left.
    Missing,
    /// A file is not as the build left it: the program, or one that git tracks.
    Replaced(String),
    /// It is as it was built.
    Built(Box<Build>),
}

impl Revision {
    /// The commit's full name.
    #[must_use]
    pub fn commit(&self) -> &str {
        &self.commit
    }

    /// The revision as it was typed, and the commit that it is: `main f2a0566`, `HEAD 9b2fc8c+f944360`.
    #[must_use]
    pub fn name(&self) -> String {
        let (typed, short) = (&self.recipe.revision, self.short_name());
        // A commit's own name says nothing more.
        let is_commit = typed.len() >= SHORT && self.commit.starts_with(typed.as_str());
        let typed: String = typed.chars().filter(|c| !c.is_control()).take(NAME).collect();
        if is_commit { short } else { format!("{typed} {short}") }
    }

    /// Short hash, and a digest of changes if there are any: `1a2b3c4` or `1a2b3c4+5d6e7f8`.
    #[must_use]
    pub fn short_name(&self) -> String {
        short_name(&self.commit, self.changes.as_ref().map(|changes| changes.tree.as_str()))
    }

    /// The files in which it differs from its commit, by their paths.
    #[must_use]
    pub fn changed_files(&self) -> &[String] {
        self.changes.as_ref().map_or(&[], |changes| &changes.files)
    }

    /// Files and directories of the working tree that git neither tracks nor ignores. They are not in the revision.
    #[must_use]
    pub fn untracked(&self) -> &[String] {
        &self.untracked
    }

    /// Whether it is the same state of the same repository as another one.
    #[must_use]
    pub fn is_same_state(&self, other: &Revision) -> bool {
        let state = |revision: &Revision| {
            (revision.commit.clone(), revision.changes.as_ref().map(|changes| changes.tree.clone()))
        };
        state(self) == state(other)
    }

    /// The directory of this build in the cache.
    pub(crate) fn directory(&self) -> PathBuf {
        let mut digest = Sha256::new();
        digest.update(format!(
            "checkout\n{}\n{:?}\n{:?}\n{}",
            self.commit,
            self.changes.as_ref().map(|changes| &changes.tree),
            self.recipe.build,
            system::machine::processor().unwrap_or_default()
        ));
        let digest = hex::encode(&digest.finalize()[..4]);
        self.cache.join(format!("{}-{}-{digest}", self.name, self.short_name()))
    }

    /// The root of the checkout, in which the program is built and runs.
    #[must_use]
    pub fn checkout(&self) -> PathBuf {
        self.directory().join("checkout").join(&self.name)
    }

    /// The objects of its changes.
    pub(crate) fn changed_objects(&self) -> PathBuf {
        self.directory().join(CHANGES).join("objects")
    }

    /// The program's path, as far as it is known before the build.
    #[must_use]
    pub fn program(&self) -> PathBuf {
        self.checkout().join(self.recipe.engine.as_deref().unwrap_or(&self.name))
    }

    /// The state of the checkout in the cache. Reads all files that git tracks, and the program.
    ///
    /// # Errors
    /// The build made several programs, and the recipe names none of them.
    pub fn state(&self) -> Result<State, RevisionError> {
        let Some(record) = Record::read(&self.directory()) else { return Ok(State::Missing) };
        let (tree, changed) = (self.checkout(), self.changes.as_ref().map(|changes| &changes.tree));
        if (&record.commit, record.changes.as_ref()) != (&self.commit, changed) {
            return Ok(State::Missing);
        }
        if let Some(file) = record.difference(&tree) {
            return Ok(State::Replaced(file));
        }
        let program = self.program_of(&record)?;
        let build = program.and_then(|program| record.build(&tree, &program));
        let typed = &self.recipe.revision;
        Ok(build.map_or(State::Missing, |build| {
            State::Built(Box::new(Build { revision: typed.clone(), ..build }))
        }))
    }

    /// The path in the checkout of the program that the recipe wants; `None` if the build did not make it.
    ///
    /// # Errors
    /// The build made several programs, and the recipe names none of them.
    pub(crate) fn program_of(&self, record: &Record) -> Result<Option<String>, RevisionError> {
        match record.program(&self.checkout(), self.recipe.engine.as_deref()) {
            Choice::One(program) => Ok(Some(program)),
            Choice::Nothing => Ok(None),
            Choice::Several => Err(RevisionError::SeveralPrograms {
                revision: self.name(),
                command: record.command.clone(),
                programs: listed(record.programs.keys()),
            }),
        }
    }

    /// Keeps the checkout from being deleted until the result is dropped. Calls `on_wait` if another process builds in it.
    pub(crate) fn in_use(&self, on_wait: impl FnOnce()) -> Result<InUse, RevisionError> {
        let directory = self.directory();
        fs::create_dir_all(&directory).map_err(RevisionError::file("make", &directory))?;
        InUse::begin(&directory, on_wait)
    }
}

impl Recipe {
    /// The commit that the revision is now. Nothing is built. The objects of uncommitted changes are kept in the cache: the
    /// state at this moment is the one that is built.
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
        let mut revision = Revision {
            recipe: self.clone(),
            name: repository_name(repository, Path::new(&top)),
            commit,
            subject,
            changes: None,
            untracked: Vec::new(),
            cache,
        };
        let is_working_tree = self.is_working_tree()?;
        if is_working_tree {
            let top = PathBuf::from(git::text(repository, &["rev-parse", "--show-toplevel"])?);
            revision.untracked = working_tree::untracked(&top, &self.take)?;
        }
        if is_working_tree || !self.take.is_empty() {
            revision.keep_changes(&tree)?;
        }
        Ok(revision)
    }
}

impl Revision {
    /// Keeps the objects in which the revision differs from the tree of its commit, if it does.
    fn keep_changes(&mut self, committed: &str) -> Result<(), RevisionError> {
        let (cache, repository) = (&self.cache, &self.recipe.repository);
        fs::create_dir_all(cache).map_err(RevisionError::file("make", cache))?;
        let place = tempfile::Builder::new().prefix("state-").tempdir_in(cache);
        let place = place.map_err(RevisionError::file("make a directory in", cache))?;
        let tree = working_tree::write(&self.recipe, &self.commit, place.path())?;
        if tree == committed {
            return Ok(());
        }
        let files = working_tree::differences(repository, place.path(), [committed, &tree])?;
        self.changes = Some(Changes { tree, files });
        let (directory, kept) = (self.directory(), self.directory().join(CHANGES));
        if !kept.exists() {
            fs::create_dir_all(&directory).map_err(RevisionError::file("make", &directory))?;
            let moved = fs::rename(place.path(), &kept);
            // Another process may have kept the same objects in the meantime.
            if let Err(error) = moved
                && !kept.exists()
            {
                return Err(RevisionError::file("write", kept)(error));
            }
        }
        Ok(())
    }
}

/// Some programs, each as the option that names it, a line each.
fn listed<'a>(programs: impl ExactSizeIterator<Item = &'a String>) -> String {
    let more = programs.len().saturating_sub(LISTED);
    let mut lines: Vec<String> =
        programs.take(LISTED).map(|program| format!("  --engine {program}")).collect();
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    lines.join("\n")
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
