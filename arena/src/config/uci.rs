//! A contender that is a separate program, spoken to by the Universal Chess Interface.

use std::time::Duration;

use super::error::Origin;
use revision::{Build, Revision};
use uci_client::{EngineOption, Identity, OptionValue, Program, sets_reserve, sets_threads};

/// The start and the setup of a UCI engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UciSettings {
    /// The program, by an absolute path.
    pub program: Program,
    /// Options set once, after the start; in the order of the match file.
    pub options: Vec<EngineOption>,
    /// The place where each of the options is set.
    pub option_origins: Vec<Origin>,
    /// Whether every game starts a new process.
    pub restart: bool,
    /// Whether it receives only the last irreversible move and the moves after it, instead of the
    /// whole game.
    pub trim_history: bool,
    /// Whether it ponders.
    pub ponder: bool,
    /// The engine's name and a digest of its file; `None` until it has been asked.
    pub identity: Option<Identity>,
    /// The revision that the program is built from, if it is.
    pub revision: Option<Box<Revision>>,
    /// The record of its build; `None` until it is built.
    pub build: Option<Box<Build>>,
}

impl UciSettings {
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

    /// Sets one option, replacing an earlier value.
    pub fn set(&mut self, name: &str, value: OptionValue, origin: Origin) {
        match self.options.iter_mut().find(|option| option.name.eq_ignore_ascii_case(name)) {
            Some(option) => option.value = value,
            None => {
                self.options.push(EngineOption { name: name.to_owned(), value });
                self.option_origins.push(origin);
            }
        }
    }

    /// The reserve that it keeps for each move, if it has an option for that.
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

impl UciSettings {
    /// Whether another program is the same file, byte for byte once both are identified, and is started and set in the
    /// same way. A script is like no other: its programs may depend on its place. Of two revisions all tracked files are
    /// the same, too.
    pub(super) fn plays_like(&self, other: &UciSettings) -> bool {
        let checkout = |program: &UciSettings| {
            program.build.as_ref().map(|build| build.checkout_sha256.clone())
        };
        let is_revision = self.revision.is_some() && other.revision.is_some();
        if is_revision && checkout(self) != checkout(other) {
            return false;
        }
        let is_same_file = match (&self.identity, &other.identity) {
            (Some(this), Some(other)) => this.digest == other.digest && this.files == other.files,
            _ => self.program.path == other.program.path,
        };
        let alike = UciSettings {
            program: Program {
                path: other.program.path.clone(),
                // Each revision runs in its own checkout.
                directory: match is_revision {
                    true => other.program.directory.clone(),
                    false => self.program.directory.clone(),
                },
                ..self.program.clone()
            },
            option_origins: other.option_origins.clone(),
            identity: other.identity.clone(),
            revision: other.revision.clone(),
            build: other.build.clone(),
            ..self.clone()
        };
        is_same_file && alike == *other && (is_revision || !self.program.is_script())
    }

    /// Its path with its arguments, then its directory and its environment, if they are set.
    pub(crate) fn command_line(&self) -> String {
        let Program { path, arguments, directory, environment } = &self.program;
        let arguments = arguments.iter().map(|argument| format!(" {argument}"));
        let directory = directory.iter().map(|directory| format!(" in {}", directory.display()));
        let environment = environment.iter().map(|(name, value)| format!(" {name}={value}"));
        let words = arguments.chain(directory).chain(environment);
        path.display().to_string() + &words.collect::<String>()
    }
}
