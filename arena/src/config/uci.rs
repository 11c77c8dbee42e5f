//! A contender that is a program of its own, spoken to by the Universal Chess Interface.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// How a UCI engine is started and set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciSettings {
    /// The program, an absolute path.
    pub program: PathBuf,
    /// Its arguments, handed over one by one; no shell sees them.
    pub arguments: Vec<String>,
    /// The directory it runs in; that of the match runner where there is none.
    pub directory: Option<PathBuf>,
    /// What is added to its environment.
    pub environment: Vec<(String, String)>,
    /// Options that are set, once, when it has been started; in the order of the match file.
    pub options: Vec<EngineOption>,
    /// Whether a new process is started for every game.
    pub restart: bool,
    /// Whether it is told only the moves since the last that cannot be taken back, and the one
    /// itself, instead of the whole game.
    pub trim_history: bool,
    /// Who the engine says it is, and what is in its file; `None` until it was asked.
    pub identity: Option<Identity>,
}

/// An option that is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: OptionValue,
    /// The line of the match file that sets it.
    pub line: usize,
}

/// The value of a UCI option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// For options of the types `string` and `combo`.
    Text(String),
    /// For options of the type `spin`.
    Number(i64),
    /// For options of the type `check`; `true` presses a `button`.
    Flag(bool),
}

/// What tells one engine from another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// What it answers to `uci` as its name.
    pub name: String,
    /// What it answers to `uci` as its author.
    pub author: String,
    /// SHA-256 of the program's file.
    pub digest: [u8; 32],
    /// The files that its arguments and its options name.
    pub files: Vec<FileDigest>,
    /// Threads it searches with unless it is told otherwise, by the options it declares.
    pub threads: usize,
    /// What it keeps back of the time for each move unless it is told otherwise, by the options it
    /// declares.
    pub reserve: Option<Duration>,
}

/// A file that a program is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDigest {
    /// Its name, as the program is given it.
    pub name: String,
    /// SHA-256 of the file.
    pub digest: [u8; 32],
}

/// How long UCI engines are waited for, and what becomes of moves nobody can time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supervision {
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
    /// What becomes of a move that came late by the runner's own fault.
    pub on_suspect: OnSuspect,
}

/// What becomes of a game with a move that seems late although the runner may be to blame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnSuspect {
    /// It is lost on time like any other.
    #[default]
    Forfeit,
    /// Both games of its pair are played again.
    ReplayPair,
}

impl OnSuspect {
    /// All policies.
    pub const ALL: [OnSuspect; 2] = [OnSuspect::Forfeit, OnSuspect::ReplayPair];

    /// Its name in a match file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OnSuspect::Forfeit => "forfeit",
            OnSuspect::ReplayPair => "replay-pair",
        }
    }
}

impl Default for Supervision {
    fn default() -> Supervision {
        Supervision {
            startup: Duration::from_secs(30),
            ready: Duration::from_secs(30),
            new_game: Duration::from_secs(60),
            hang: Duration::from_secs(60),
            grace: Duration::from_secs(1),
            on_suspect: OnSuspect::default(),
        }
    }
}

impl Identity {
    /// The first bytes of the file's digest as a number.
    #[must_use]
    pub fn signature(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.digest;
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }

    /// The files it is given with the beginnings of their digests, on one line; `none` where it is
    /// given none.
    #[must_use]
    pub fn files_in_words(&self) -> String {
        if self.files.is_empty() {
            return NO_FILES.to_owned();
        }
        let words = self.files.iter().map(|FileDigest { name, digest }| {
            let name = name.replace(char::is_control, " ");
            format!("{name} sha256={}", hex::encode(&digest[..8]))
        });
        words.collect::<Vec<String>>().join(", ")
    }
}

/// What is said of the files of a program that is given none.
pub(crate) const NO_FILES: &str = "none";

impl UciSettings {
    /// A program with these arguments, and nothing else set.
    pub(crate) fn of(program: PathBuf, arguments: Vec<String>) -> UciSettings {
        UciSettings {
            program,
            arguments,
            directory: None,
            environment: Vec::new(),
            options: Vec::new(),
            restart: false,
            trim_history: false,
            identity: None,
        }
    }

    /// The threads it searches with: as an option asks for, else as the engine does by itself.
    #[must_use]
    pub fn threads(&self) -> usize {
        let asked = self.options.iter().find_map(|option| match option.value {
            OptionValue::Number(threads) if sets_threads(&option.name) => {
                usize::try_from(threads).ok()
            }
            _ => None,
        });
        let by_itself = || self.identity.as_ref().map_or(1, |identity| identity.threads);
        asked.unwrap_or_else(by_itself).max(1)
    }

    /// What it keeps back of the time for each move, where it has an option for that.
    #[must_use]
    pub fn reserve(&self) -> Option<Duration> {
        let asked = self.options.iter().find_map(|option| match option.value {
            OptionValue::Number(millis) if sets_reserve(&option.name) => u64::try_from(millis).ok(),
            _ => None,
        });
        let by_itself = || self.identity.as_ref().and_then(|identity| identity.reserve);
        asked.map(Duration::from_millis).or_else(by_itself)
    }
}

/// Whether an option of this name is the time kept back from each move, in milliseconds.
pub(crate) fn sets_reserve(option: &str) -> bool {
    ["move overhead", "moveoverhead", "move_overhead"].contains(&option.to_lowercase().as_str())
}

/// Whether an option of this name is the number of threads.
pub(crate) fn sets_threads(option: &str) -> bool {
    ["threads", "number of threads", "cores"].contains(&option.to_lowercase().as_str())
}

/// All that decides how it plays, on one line.
impl fmt::Display for UciSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Identity { name, author, digest, .. }) = &self.identity {
            let author = if author.is_empty() { "unknown" } else { author };
            write!(f, "{name} by {author}, sha256={}: ", hex::encode(&digest[..8]))?;
        }
        write!(f, "{}", self.program.display())?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
        if let Some(directory) = &self.directory {
            write!(f, " in {}", directory.display())?;
        }
        for (name, value) in &self.environment {
            write!(f, " {name}={value}")?;
        }
        for EngineOption { name, value, .. } in &self.options {
            write!(f, "; {name} = {value}")?;
        }
        if self.restart {
            f.write_str("; restarted for every game")?;
        }
        if self.trim_history {
            f.write_str("; history trimmed")?;
        }
        Ok(())
    }
}

/// The value as `setoption` takes it.
impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Text(text) => f.write_str(text),
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Flag(flag) => write!(f, "{flag}"),
        }
    }
}
