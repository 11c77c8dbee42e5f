//! A revision and its build, as somebody writes them.

use std::path::{Path, PathBuf};

use crate::cache;
use crate::error::RevisionError;
use crate::git::{self, Git};
use crate::revision::Revision;
use crate::working_tree::WorkingTree;

/// The place of the program in a build command.
pub const EXE: &str = "{exe}";

/// A revision of a repository, and how its program is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// A directory of the repository.
    pub repository: PathBuf,
    /// A branch, a tag, a commit, or any other name that git resolves.
    pub revision: String,
    /// The build command, for a shell, in the root of the checkout; [`EXE`] stands for the program's path. `None`
    /// builds a Cargo project.
    pub build: Option<String>,
    /// The program's path in the checkout; `None` where the build puts it at [`EXE`], or Cargo makes only one.
    pub engine: Option<String>,
}

impl Recipe {
    /// Checks that the directory belongs to a repository.
    ///
    /// # Errors
    /// It does not, or git refuses to use it.
    pub fn check_repository(&self) -> Result<(), RevisionError> {
        git::text(&self.repository, &["rev-parse", "--git-dir"]).map(drop)
    }

    /// Whether the repository has this revision.
    ///
    /// # Errors
    /// Git cannot be run.
    pub fn is_known(&self) -> Result<bool, RevisionError> {
        Ok(self.commit()?.is_some())
    }

    /// The revision that the revision is now. Nothing is built.
    ///
    /// # Errors
    /// There is no such repository or revision, git refuses, or there is no place for a cache.
    pub fn resolve(&self) -> Result<Revision, RevisionError> {
        self.resolve_in(cache::directory()?)
    }

    /// The same with the directory of all builds.
    ///
    /// # Errors
    /// As [`Recipe::revision`].
    pub fn resolve_in(&self, cache: PathBuf) -> Result<Revision, RevisionError> {
        let repository = &self.repository;
        let top = git::text(repository, &["rev-parse", "--absolute-git-dir"])?;
        let commit = self.commit()?.ok_or_else(|| RevisionError::Unknown {
            repository: repository.clone(),
            revision: self.revision.clone(),
        })?;
        let shown = git::text(repository, &["show", "-s", "--format=%T%n%s", &commit])?;
        let mut lines = shown.lines().map(str::to_owned);
        let mut next = || lines.next().unwrap_or_default();
        let (tree, subject) = (next(), next());
        let changes = match self.is_working_tree()? {
            true => Some(WorkingTree::read(repository)?.tree).filter(|now| *now != tree),
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

    /// The commit's full name; `None` if there is no such revision.
    fn commit(&self) -> Result<Option<String>, RevisionError> {
        let name = format!("{}^{{commit}}", self.revision);
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", name.as_str()];
        let output = Git::new(&self.repository, &arguments).run()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(Some(text).filter(|text| output.status.success() && !text.is_empty()))
    }

    /// Whether the revision is that of the working tree: a bare repository has none.
    fn is_working_tree(&self) -> Result<bool, RevisionError> {
        if !matches!(self.revision.as_str(), "HEAD" | "@") {
            return Ok(false);
        }
        Ok(git::text(&self.repository, &["rev-parse", "--is-inside-work-tree"])? == "true")
    }
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
