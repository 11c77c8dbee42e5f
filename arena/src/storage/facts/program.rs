//! The facts of a contender that is a program.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::config::UciSettings;

/// A program that speaks UCI, as a journal has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramFacts {
    /// Its own name and version; `None` if it was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identity: Option<ProgramIdentity>,
    /// Its path with its arguments, then its directory and its environment, if they are set.
    pub command: String,
    /// The options that are set, with their values, in the order of the match file.
    pub options: Vec<(String, String)>,
    /// Deviations from the usual treatment.
    pub manners: Vec<Manner>,
    /// The threads it searches with: those set by an option, else its own default.
    pub threads: u32,
}

/// The identity of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramIdentity {
    /// Its name.
    pub name: String,
    /// Its author.
    pub author: String,
    /// The beginning of the SHA-256 of its file, in hexadecimal.
    pub digest: String,
}

/// A deviation from the usual treatment of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
            Manner::Restarted => "restarted for every game",
            Manner::HistoryTrimmed => "history trimmed",
            Manner::Ponders => "ponders on its opponent's time",
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
    /// The facts of a program with these settings.
    #[must_use]
    pub fn of(settings: &UciSettings) -> ProgramFacts {
        ProgramFacts {
            identity: settings.identity.as_ref().map(|identity| ProgramIdentity {
                name: identity.name.clone(),
                author: match identity.author.as_str() {
                    "" => "unknown".to_owned(),
                    author => author.to_owned(),
                },
                digest: hex::encode(&identity.digest[..8]),
            }),
            command: settings.command_line(),
            options: settings
                .options
                .iter()
                .map(|option| (option.name.clone(), option.value.to_string()))
                .collect(),
            manners: Manner::ALL.into_iter().filter(|manner| manner.is_of(settings)).collect(),
            threads: u32::try_from(settings.threads()).unwrap_or(u32::MAX),
        }
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

/// `Stockfish 17 by the Stockfish developers, sha256=af67e5f96d92cf6a: `.
impl fmt::Display for ProgramIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProgramIdentity { name, author, digest } = self;
        write!(f, "{name} by {author}, sha256={digest}: ")
    }
}

/// As the fingerprint of a match has it.
impl fmt::Display for ProgramFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program())?;
        for (name, value) in &self.options {
            write!(f, "; {name} = {value}")?;
        }
        self.manners.iter().try_for_each(|manner| write!(f, "; {}", manner.words()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uci_client::{EngineOption, Identity, OptionValue, Program};

    #[test]
    fn the_line_of_a_program_has_everything_that_affects_its_play() {
        let option = |name: &str, value| EngineOption { name: name.to_owned(), value };
        let mut settings = UciSettings {
            program: Program {
                path: "/opt/x".into(),
                arguments: vec!["a; b".to_owned(), "c = d".to_owned()],
                directory: Some("/tmp".into()),
                environment: vec![("LANG".to_owned(), "C".to_owned())],
            },
            options: vec![option("Hash", OptionValue::Number(16))],
            option_origins: vec![crate::config::Origin::Line(1)],
            restart: true,
            trim_history: false,
            ponder: true,
            identity: None,
            revision: None,
            build: None,
        };
        assert_eq!(
            ProgramFacts::of(&settings).to_string(),
            "/opt/x a; b c = d in /tmp LANG=C; Hash = 16; restarted for every game; ponders on its \
             opponent's time"
        );
        let identity = Identity { name: "X".to_owned(), threads: 4, ..Identity::default() };
        settings.identity = Some(identity);
        let facts = ProgramFacts::of(&settings);
        assert!(
            facts.to_string().starts_with("X by unknown, sha256=0000000000000000: /opt/x a; b")
        );
        assert_eq!(facts.threads, 4);
        settings.options.push(option("Cores", OptionValue::Number(2)));
        let facts = ProgramFacts::of(&settings);
        assert_eq!(facts.threads, 2);
        let text = serde_json::to_string(&facts).unwrap();
        assert_eq!(serde_json::from_str::<ProgramFacts>(&text).unwrap(), facts);
    }
}
