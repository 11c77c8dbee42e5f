//! The command of a program, and the time limits of waits for it.

use std::path::PathBuf;
use std::time::Duration;

/// The command that starts a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Its file. A name without a slash is looked for in `PATH`.
    pub path: PathBuf,
    /// Its arguments, handed over one by one; no shell sees them.
    pub arguments: Vec<String>,
    /// The directory it runs in; `None` for this process's.
    pub directory: Option<PathBuf>,
    /// Additions to its environment.
    pub environment: Vec<(String, String)>,
}

impl Program {
    /// A program without arguments.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Program {
        Program { path: path.into(), ..Program::default() }
    }

    /// The same with these arguments.
    #[must_use]
    pub fn with_arguments(self, arguments: impl IntoIterator<Item = impl Into<String>>) -> Program {
        Program { arguments: arguments.into_iter().map(Into::into).collect(), ..self }
    }

    /// Whether its file is run by an interpreter that its first line names.
    #[must_use]
    pub fn is_script(&self) -> bool {
        let head = bounded::open(&self.path).and_then(|file| bounded::first(file, 2));
        head.is_ok_and(|head| head == b"#!")
    }
}

/// The time limits of waits for a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the start of the process to `uciok`.
    pub startup: Duration,
    /// From `isready` to `readyok`.
    pub ready: Duration,
    /// From `ucinewgame` to the `readyok` after it.
    pub new_game: Duration,
    /// For a move that no clock limits.
    pub hang: Duration,
    /// From `stop` to `bestmove`, and from `quit` to the end of the process.
    pub grace: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            startup: Duration::from_secs(30),
            ready: Duration::from_secs(30),
            new_game: Duration::from_secs(60),
            hang: Duration::from_secs(60),
            grace: Duration::from_secs(1),
        }
    }
}
