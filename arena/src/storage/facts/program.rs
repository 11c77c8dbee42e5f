//! The facts of a contender that is a program.

use std::fmt;

use uci_client::sets_threads;

use crate::config::UciSettings;

/// A program that speaks UCI, as a journal has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFacts {
    /// Its own name and version; `None` if it was not asked.
    pub identity: Option<ProgramIdentity>,
    /// Its path with its arguments, then its directory and its environment, if they are set.
    pub command: String,
    /// The options that are set, with their values, in the order of the match file.
    pub options: Vec<(String, String)>,
    /// Deviations from the usual treatment.
    pub manners: Vec<Manner>,
    /// The threads it searches with: those set by an option, else its own default. `None` in
    /// journals that do not record them.
    pub threads: Option<u32>,
}

/// The identity of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramIdentity {
    /// Its name.
    pub name: String,
    /// Its author.
    pub author: String,
    /// The beginning of the SHA-256 of its file, in hexadecimal.
    pub digest: String,
}

/// A deviation from the usual treatment of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// A new process is started for every game.
    Restarted,
    /// It receives no moves before the last irreversible one.
    HistoryTrimmed,
    /// It thinks on its opponent's time.
    Ponders,
}

impl Manner {
    /// All of them, in the order of a line.
    const ALL: [Manner; 3] = [Manner::Restarted, Manner::HistoryTrimmed, Manner::Ponders];

    /// As a line names it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Manner::Restarted => UciSettings::RESTARTED,
            Manner::HistoryTrimmed => UciSettings::HISTORY_TRIMMED,
            Manner::Ponders => UciSettings::PONDERS,
        }
    }

    fn is_of(self, settings: &UciSettings) -> bool {
        match self {
            Manner::Restarted => settings.restart,
            Manner::HistoryTrimmed => settings.trim_history,
            Manner::Ponders => settings.ponder,
        }
    }
}

impl ProgramFacts {
    pub(super) fn of(settings: &UciSettings) -> ProgramFacts {
        ProgramFacts {
            identity: settings.identity.as_ref().map(|identity| ProgramIdentity {
                name: identity.name.clone(),
                author: UciSettings::author(identity).to_owned(),
                digest: hex::encode(&identity.digest[..8]),
            }),
            command: settings.command_line(),
            options: settings
                .options
                .iter()
                .map(|option| (option.name.clone(), option.value.to_string()))
                .collect(),
            manners: Manner::ALL.into_iter().filter(|manner| manner.is_of(settings)).collect(),
            threads: u32::try_from(settings.threads()).ok(),
        }
    }

    /// Reads a line that [`fmt::Display`] wrote; `None` for other text.
    pub(super) fn read(line: &str) -> Option<ProgramFacts> {
        let mut parts = line.split(SEPARATOR);
        let (identity, command) = identity(parts.next()?)?;
        let mut facts = ProgramFacts {
            identity,
            command: command.to_owned(),
            options: Vec::new(),
            manners: Vec::new(),
            threads: None,
        };
        parts.for_each(|part| facts.take(part));
        facts.threads = facts.threads_by_options();
        (facts.to_string() == line).then_some(facts)
    }

    /// Takes a part of a line behind its command.
    fn take(&mut self, part: &str) {
        if let Some(manner) = Manner::ALL.into_iter().find(|manner| manner.words() == part) {
            self.manners.push(manner);
        } else if let Some((name, value)) = part.split_once(EQUALS) {
            self.options.push((name.to_owned(), value.to_owned()));
        } else {
            // A semicolon within an argument, or within the value of an option.
            let text = self.options.last_mut().map_or(&mut self.command, |(_, value)| value);
            text.push_str(SEPARATOR);
            text.push_str(part);
        }
    }

    /// The threads that an option sets.
    pub(crate) fn threads_by_options(&self) -> Option<u32> {
        let mut options = self.options.iter().filter(|(name, _)| sets_threads(name));
        options.find_map(|(_, value)| value.parse().ok()).map(|threads: u32| threads.max(1))
    }

    /// The value of the option of this name, if it is set.
    #[must_use]
    pub fn option(&self, wanted: &str) -> Option<&str> {
        let mut options = self.options.iter();
        options.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value.as_str())
    }

    /// Its name, or its command if it was not asked.
    #[must_use]
    pub fn name(&self) -> &str {
        self.identity.as_ref().map_or(&self.command, |identity| &identity.name)
    }

    /// Its identity and its command.
    pub(crate) fn program(&self) -> String {
        self.identity.iter().map(ToString::to_string).collect::<String>() + &self.command
    }
}

/// Between the command, each option and each manner.
const SEPARATOR: &str = "; ";
/// Between the name of an option and its value.
const EQUALS: &str = " = ";
/// Before the digest of a program.
const DIGEST: &str = ", sha256=";

/// The identity that a line begins with, and the command after it.
fn identity(text: &str) -> Option<(Option<ProgramIdentity>, &str)> {
    if text.starts_with('/') {
        return Some((None, text));
    }
    let (named, rest) = text.split_once(DIGEST)?;
    let (digest, command) = rest.split_once(": ")?;
    let (name, author) = named.split_once(" by ")?;
    let [name, author, digest] = [name, author, digest].map(str::to_owned);
    Some((Some(ProgramIdentity { name, author, digest }), command))
}

/// `Stockfish 17 by the Stockfish developers, sha256=af67e5f96d92cf6a: `.
impl fmt::Display for ProgramIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProgramIdentity { name, author, digest } = self;
        write!(f, "{name} by {author}{DIGEST}{digest}: ")
    }
}

/// The line of [`UciSettings`], as the fingerprint of a match has it.
impl fmt::Display for ProgramFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program())?;
        for (name, value) in &self.options {
            write!(f, "{SEPARATOR}{name}{EQUALS}{value}")?;
        }
        self.manners.iter().try_for_each(|manner| write!(f, "{SEPARATOR}{}", manner.words()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use uci_client::{EngineOption, Identity, OptionValue, Program};

    const STOCKFISH: &str = "Stockfish 15.1 by the Stockfish developers (see AUTHORS file), \
                             sha256=af67e5f96d92cf6a: /usr/games/stockfish";

    #[test]
    fn lines_read_back_to_the_byte() {
        for options in [
            "",
            "; Hash = 16; Threads = 1",
            "; Hash = 16; restarted for every game; history trimmed",
            " bench -c a; b in /tmp LANG=C; Path = a; b = c; Cores = 4; ponders on its opponent's time",
        ] {
            for line in [format!("{STOCKFISH}{options}"), format!("/opt/x{options}")] {
                let facts = ProgramFacts::read(&line).unwrap();
                assert_eq!(facts.to_string(), line);
                assert_eq!(facts.identity.is_some(), line.starts_with("Stockfish"));
            }
        }
    }

    #[test]
    fn the_facts_of_settings_have_the_line_of_the_settings() {
        let option = |name: &str, value| EngineOption { name: name.to_owned(), value };
        let mut settings = UciSettings {
            program: Program {
                path: "/opt/x".into(),
                arguments: vec!["a; b".to_owned(), "c = d".to_owned()],
                directory: Some("/tmp".into()),
                environment: vec![("LANG".to_owned(), "C".to_owned())],
            },
            options: vec![option("Hash", OptionValue::Number(16))],
            option_lines: vec![1],
            restart: true,
            trim_history: false,
            ponder: true,
            identity: None,
            revision: None,
            build: None,
        };
        assert_eq!(ProgramFacts::of(&settings).to_string(), settings.to_string());
        let identity = Identity { name: "X".to_owned(), threads: 4, ..Identity::default() };
        settings.identity = Some(identity);
        let facts = ProgramFacts::of(&settings);
        assert_eq!(facts.to_string(), settings.to_string());
        assert_eq!((facts.threads, facts.threads_by_options()), (Some(4), None));
        settings.options.push(option("Cores", OptionValue::Number(2)));
        assert_eq!(ProgramFacts::of(&settings).threads, Some(2));
    }

    #[test]
    fn the_threads_are_those_of_whichever_option_sets_them() {
        let threads = |options: &str| ProgramFacts::read(&format!("/x{options}")).unwrap().threads;
        assert_eq!(threads("; Hash = 16"), None);
        assert_eq!(threads("; Threads = 2"), Some(2));
        assert_eq!(threads("; Cores = 4"), Some(4));
        assert_eq!(threads("; number of threads = 8; Hash = 1"), Some(8));
        // Words in a value set nothing.
        assert_eq!(threads("; Style = has Threads"), None);
    }

    #[test]
    fn other_lines_are_no_program() {
        for line in ["", "none hash=16MiB", "Stockfish at /usr/games/stockfish; Hash = 1"] {
            assert_eq!(ProgramFacts::read(line), None, "{line:?}");
        }
    }

    proptest! {
        #[test]
        fn a_line_reads_back_whatever_is_in_it(
            name in "[ -~]{1,20}",
            options in prop::collection::vec(("[ -~]{1,9}", "[ -~]{0,9}"), 0..3),
        ) {
            let facts = ProgramFacts {
                identity: Some(ProgramIdentity {
                    name,
                    author: "unknown".to_owned(),
                    digest: "0123456789abcdef".to_owned(),
                }),
                command: "/bin/x".to_owned(),
                options,
                manners: vec![Manner::Ponders],
                threads: None,
            };
            let line = facts.to_string();
            let read = ProgramFacts::read(&line);
            prop_assert!(read.is_none_or(|read| read.to_string() == line));
        }
    }
}
