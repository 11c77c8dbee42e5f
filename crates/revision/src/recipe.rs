//! A revision and its build, as somebody writes them.

use std::path::PathBuf;

use crate::error::RevisionError;
use crate::git::{self, Git};

/// The place of the program in a build command.
pub const EXE: &str = "{exe}";

/// A revision of a repository, and how its program is built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recipe {
    /// A directory of the repository.
    pub repository: PathBuf,
    /// A branch, a tag, a commit, or any other name that git resolves.
    pub revision: String,
    /// The build command, for a shell, in the root of the checkout; [`EXE`] stands for the program's path. `None`
    /// takes the command that the files of the checkout ask for.
    pub build: Option<String>,
    /// The program's path in the checkout; `None` where the build puts it at [`EXE`], or makes only one.
    pub engine: Option<String>,
    /// Files of the working tree that belong to the revision although git does not track them, by their paths from its
    /// root.
    pub take: Vec<String>,
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

    /// The error that the repository has no such revision, with the branch or tag that was probably meant.
    #[must_use]
    pub fn unknown(&self) -> RevisionError {
        let (repository, revision) = (self.repository.clone(), self.revision.clone());
        let listed = [
            "for-each-ref",
            "--format=%(refname:short)",
            "refs/heads",
            "refs/tags",
            "refs/remotes",
        ];
        // Without a list there is no suggestion.
        let names = git::text(&repository, &listed).unwrap_or_default();
        let suggestion = uci_client::did_you_mean(&revision, names.lines());
        RevisionError::Unknown { repository, revision, suggestion }
    }

    /// The commit's full name; `None` if there is no such revision.
    pub(crate) fn commit(&self) -> Result<Option<String>, RevisionError> {
        let name = format!("{}^{{commit}}", self.revision);
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", name.as_str()];
        let output = Git::new(&self.repository, &arguments).run()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(Some(text).filter(|text| output.status.success() && !text.is_empty()))
    }

    /// Whether the revision is that of the working tree: a bare repository has none.
    pub(crate) fn is_working_tree(&self) -> Result<bool, RevisionError> {
        if !matches!(self.revision.as_str(), "HEAD" | "@") {
            return Ok(false);
        }
        Ok(git::text(&self.repository, &["rev-parse", "--is-inside-work-tree"])? == "true")
    }
}
