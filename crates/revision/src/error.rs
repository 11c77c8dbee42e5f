//! Why a revision has no program.

use std::io;
use std::path::PathBuf;

/// Why a revision has no program.
#[derive(Debug, thiserror::Error)]
pub enum RevisionError {
    /// Git cannot be started.
    #[error("cannot run git: {0}")]
    NoGit(io::Error),
    /// Git refuses a command.
    #[error("{}: git {command}: {message}", repository.display())]
    Git {
        /// The repository.
        repository: PathBuf,
        /// The command.
        command: String,
        /// Git's own message.
        message: String,
    },
    /// The repository has no such revision.
    #[error(
        "{} has no revision (a branch, a tag or a commit) {revision:?}{suggestion}", repository.display()
    )]
    Unknown {
        /// The repository.
        repository: PathBuf,
        /// The name.
        revision: String,
        /// `, did you mean X?` if a branch or a tag is near.
        suggestion: String,
    },
    /// A submodule has changes that no revision contains.
    #[error(
        "the submodule {submodule} of {} has uncommitted changes, which no revision contains: commit them, or \
         name a commit instead of HEAD",
        repository.display()
    )]
    DirtySubmodule {
        /// The repository.
        repository: PathBuf,
        /// The submodule's path.
        submodule: String,
    },
    /// The uncommitted changes are too large to be read at each start.
    #[error(
        "{} has {megabytes} MB of new or changed files, the largest {largest:?}: HEAD contains all that git does not \
         ignore. Add them to .gitignore, or name a commit instead of HEAD",
        repository.display()
    )]
    LargeChanges {
        /// The repository.
        repository: PathBuf,
        /// The size of the files.
        megabytes: u64,
        /// The path of the largest file.
        largest: String,
    },
    /// The working tree changed between reading and building it.
    #[error("{} was changed after its state had been read: run the command again", .0.display())]
    Changed(PathBuf),
    /// There is no build command, and the tree is no Cargo project.
    #[error(
        "{revision} has no Cargo.toml: add a build command, such as --build \"make -j EXE={{exe}}\", or the key build in a \
         file"
    )]
    NoCommand {
        /// The revision in words.
        revision: String,
    },
    /// The build command failed.
    #[error("{revision} does not build: `{command}` {ending}\n{last_lines}\nthe whole log: {}", log.display())]
    Failed {
        /// The revision in words.
        revision: String,
        /// The command.
        command: String,
        /// How it ended, in words.
        ending: String,
        /// The last lines of its output, indented.
        last_lines: String,
        /// The file with all of its output.
        log: PathBuf,
    },
    /// The build command ended well and made no program.
    #[error("{revision}: `{command}` made no program: {problem}")]
    NoProgram {
        /// The revision in words.
        revision: String,
        /// The command.
        command: String,
        /// The missing thing, and the remedy.
        problem: String,
    },
    /// There is no directory for the cache.
    #[error("there is no place for builds: set HOME or XDG_CACHE_HOME")]
    NoCache,
    /// A file of the cache cannot be used.
    #[error("cannot {doing} {}: {problem}", path.display())]
    File {
        /// The attempted action.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        problem: io::Error,
    },
}

impl RevisionError {
    /// The error of an action on a file.
    pub(crate) fn file(
        doing: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> RevisionError {
        let path = path.into();
        move |problem| RevisionError::File { doing, path, problem }
    }
}
