//! The engine of a contender.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::program::ProgramFacts;
use super::search::SearchFacts;
use crate::config::{EngineSettings, OwnEngine};
use crate::storage::differences::{Parts, parts_of};

/// The engine of a contender. Its line goes into the fingerprint of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "a match has one for each contender")]
pub enum EngineFacts {
    /// The project's own search, in the process of the match.
    Search(SearchFacts),
    /// An engine of a program with the library.
    Own(OwnEngine),
    /// A program that speaks UCI.
    Program(ProgramFacts),
}

impl EngineFacts {
    /// The facts of these settings.
    #[must_use]
    pub fn of(settings: &EngineSettings) -> EngineFacts {
        match settings {
            EngineSettings::InProcess(search) => {
                EngineFacts::Search(SearchFacts::of(&search.setup(), search.hash))
            }
            EngineSettings::Own(own) => EngineFacts::Own(own.clone()),
            EngineSettings::Uci(program) => EngineFacts::Program(ProgramFacts::of(program)),
        }
    }

    /// The threads it searches with.
    #[must_use]
    pub fn threads(&self) -> u32 {
        match self {
            EngineFacts::Search(_) | EngineFacts::Own(_) => 1,
            EngineFacts::Program(program) => program.threads,
        }
    }

    /// Whether its games are known to differ from each other without a clock, too: a search with a
    /// random term in its evaluation, or with several threads.
    #[must_use]
    pub fn varies(&self) -> bool {
        match self {
            EngineFacts::Search(search) => search.techniques.random_evaluation.is_some(),
            // Only its moves can show it.
            EngineFacts::Own(_) => false,
            EngineFacts::Program(program) => program.threads > 1,
        }
    }

    /// All its parts by name, for comparison with another.
    #[must_use]
    pub fn parts(&self) -> Parts {
        match self {
            EngineFacts::Search(SearchFacts { techniques, network, hash }) => {
                let mut parts = parts_of(&engine::SearchOverrides::from(*techniques));
                let network = network.clone();
                parts.extend(network.map(|name| ("evaluation.network".to_owned(), name)));
                parts.insert("hash".to_owned(), format!("{hash}MiB"));
                parts
            }
            EngineFacts::Own(own) => parts_of(own),
            EngineFacts::Program(program) => {
                let manners = program.manners.iter();
                let manners = manners.map(|manner| (manner.words().to_owned(), String::new()));
                let itself = ("program".to_owned(), program.program());
                let options = program.options.iter().cloned();
                std::iter::once(itself).chain(options).chain(manners).collect()
            }
        }
    }
}

/// As fingerprints and reports have it.
impl fmt::Display for EngineFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineFacts::Search(search) => search.fmt(f),
            EngineFacts::Own(own) => own.fmt(f),
            EngineFacts::Program(program) => program.fmt(f),
        }
    }
}
