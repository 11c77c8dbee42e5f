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
    /// A submodule cannot be checked out from the user's own copies.
    #[error(
        "the submodule {path} is not in the repository's own copies ({message}): fetch it by \
         `git submodule update --init --recursive`"
    )]
    MissingSubmodule {
        /// The submodule's path.
        path: String,
        /// The reason in words.
        message: String,
    },
    /// A file is only a pointer of Git LFS, and its object is not there.
    #[error(
        "{} is a pointer of Git LFS, and the repository does not have its file: fetch it by `git lfs pull`", .0.display()
    )]
    MissingLfsFile(PathBuf),
    /// There is no file of this name to be taken.
    #[error("{} has no file {path:?} to be taken: name its path from the root of the working tree", repository.display())]
    NothingToTake {
        /// The root of the working tree.
        repository: PathBuf,
        /// The file.
        path: String,
    },
    /// The changes are too large to be read at each start.
    #[error(
        "{} has {megabytes} MB of changed files, the largest {largest:?}, which are read at each start: commit them, or \
         name a commit instead of HEAD",
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
    /// There is no build command, and no file of the checkout asks for one.
    #[error(
        "{revision}: no build command is given, and the checkout has no Cargo.toml, Makefile, CMakeLists.txt, build.sh or \
         go.mod that asks for one: add --build \"make -j EXE={{exe}}\" or the like, or the key build in a file; a program \
         that needs no build is named by --engine PATH"
    )]
    NoCommand {
        /// The revision in words.
        revision: String,
    },
    /// The build command failed.
    #[error("{revision} does not build: `{command}` {ending}\n{account}")]
    Failed {
        /// The revision in words.
        revision: String,
        /// The command.
        command: String,
        /// How it ended, in words.
        ending: String,
        /// The last lines of its output, the place of the whole log, and the files that git does not track, which the
        /// build did not have.
        account: String,
    },
    /// The build made several programs. They are kept.
    #[error(
        "{revision}: `{command}` made several programs; name the one to play (nothing is built again):\n{programs}"
    )]
    SeveralPrograms {
        /// The revision in words.
        revision: String,
        /// The command.
        command: String,
        /// An option for each, on a line of its own.
        programs: String,
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
    /// The build of a match in progress is not as it was.
    #[error(
        "the build with {} is no longer kept as it was built: {problem}. The command that began the match builds its \
         revisions again",
        program.display()
    )]
    NotKept {
        /// The program.
        program: PathBuf,
        /// What happened to it.
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
