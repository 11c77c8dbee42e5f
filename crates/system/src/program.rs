//! The types that all systems share.

use std::path::PathBuf;

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
        let mut head = [0; 2];
        let file = crate::files::open(&self.path, Links::Followed);
        file.and_then(|mut file| std::io::Read::read_exact(&mut file, &mut head)).is_ok()
            && head == *b"#!"
    }
}

/// The outputs of a program that are waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streams {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
    /// Both.
    Both,
}

/// The outputs of a program that have something to read, or have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ready {
    /// Standard output.
    pub output: bool,
    /// Standard error.
    pub errors: bool,
}

/// Links to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// The file behind a link is opened.
    Followed,
    /// A link is refused.
    Refused,
}

/// A request to a run of this program, by its user or the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Ctrl-C: the first time finish the games in progress, the second time stop at once.
    Interrupt,
    /// Finish the games in progress; a second request changes nothing.
    Pause,
    /// Stop at once.
    Terminate,
}
