//! Runs git.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::error::RevisionError;

/// Variables that would lead git to another repository than the one of its directory: hooks of git set them.
const LOCAL: [&str; 8] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
];

/// A git command in a directory.
pub(crate) struct Git {
    command: Command,
    words: Vec<String>,
}

impl Git {
    /// A command for the repository that contains this directory.
    pub(crate) fn new<S: AsRef<OsStr>>(directory: &Path, arguments: &[S]) -> Git {
        let mut command = Command::new("git");
        command.arg("-C").arg(directory);
        // Hooks are for the work of people, and one of them is a monitor of files; nobody is there to type a password.
        command.args(["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"]);
        command.args(["-c", "advice.detachedHead=false"]);
        // Objects that it writes are deleted after the build: neither compression nor safety pays.
        command.args(["-c", "core.compression=0", "-c", "core.looseCompression=0"]);
        command.args(["-c", "core.fsync=none", "-c", "gc.auto=0"]);
        command.args(arguments).env("GIT_TERMINAL_PROMPT", "0").env("LC_ALL", "C");
        // The repository's index stays as it is.
        command.env("GIT_OPTIONAL_LOCKS", "0");
        // A commit is the one of its name, here as in the checkout, which has no replacements.
        command.env("GIT_NO_REPLACE_OBJECTS", "1");
        for variable in LOCAL {
            command.env_remove(variable);
        }
        let words = arguments.iter().map(|word| word.as_ref().to_string_lossy().into_owned());
        Git { command, words: words.collect() }
    }

    /// The same with a variable.
    pub(crate) fn with(mut self, variable: &str, value: impl AsRef<OsStr>) -> Git {
        self.command.env(variable, value);
        self
    }

    /// Its output. It ends with this process: it would write on into a directory that the next one uses.
    pub(crate) fn run(mut self) -> Result<Output, RevisionError> {
        system::process::output(self.command.stdin(Stdio::null())).map_err(RevisionError::NoGit)
    }

    /// Its standard output without the last line break.
    ///
    /// # Errors
    /// Git's own message, if it fails.
    pub(crate) fn text(self, repository: &Path) -> Result<String, RevisionError> {
        let text = String::from_utf8_lossy(&self.bytes(repository)?).into_owned();
        // The name of a directory may end with a blank.
        Ok(text.strip_suffix('\n').unwrap_or(&text).to_owned())
    }

    /// Its standard output.
    ///
    /// # Errors
    /// Git's own message, if it fails.
    pub(crate) fn bytes(self, repository: &Path) -> Result<Vec<u8>, RevisionError> {
        let words = self.words.clone();
        let output = self.run()?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        let message = message.strip_prefix("fatal: ").unwrap_or(&message).to_owned();
        let command = words.first().cloned().unwrap_or_default();
        Err(RevisionError::Git { repository: repository.to_owned(), command, message })
    }
}

/// The output of a command for the repository that contains this directory.
pub(crate) fn text(repository: &Path, arguments: &[&str]) -> Result<String, RevisionError> {
    Git::new(repository, arguments).text(repository)
}

/// The path of a file of the git directory, which linked worktrees may share.
pub(crate) fn path(repository: &Path, name: &str) -> Result<PathBuf, RevisionError> {
    let arguments = ["rev-parse", "--path-format=absolute", "--git-path", name];
    text(repository, &arguments).map(PathBuf::from)
}

/// A path as lists of object directories have it: a list is divided by colons or line breaks, and so it is quoted.
pub(crate) fn quoted(path: &Path) -> String {
    let escaped = path.to_string_lossy().replace('\\', r"\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', r"\n"))
}
