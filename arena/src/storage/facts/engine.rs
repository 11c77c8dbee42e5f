//! The engine of a contender.

use std::fmt;

use engine::{Evaluation, SearchConfig, SearchOverrides, Setup};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

use super::program::ProgramFacts;
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
                let mut parts = parts_of(&SearchOverrides::from(*techniques));
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

/// A configuration of the project's own engine, as journals record it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchFacts {
    /// The techniques that are on, with their parameters, written like `[contender.search]` in a match file.
    #[serde(serialize_with = "as_table", deserialize_with = "of_table")]
    pub techniques: SearchConfig,
    /// The beginning of the digest of the network that values positions; `None` with the classical evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// Transposition table, in MiB.
    pub hash: usize,
}

fn as_table<S: Serializer>(search: &SearchConfig, serializer: S) -> Result<S::Ok, S::Error> {
    let mut table =
        serde_json::to_value(SearchOverrides::from(*search)).map_err(ser::Error::custom)?;
    table.as_object_mut().into_iter().for_each(|table| table.retain(|_, value| *value != false));
    table.serialize(serializer)
}

fn of_table<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SearchConfig, D::Error> {
    SearchOverrides::deserialize(deserializer).map(|table| SearchConfig::default().with(&table))
}

impl SearchFacts {
    /// The facts of a search with this setup and a table of `hash` MiB.
    #[must_use]
    pub fn of(setup: &Setup, hash: usize) -> SearchFacts {
        let network = match &setup.evaluation {
            Evaluation::Classical => None,
            Evaluation::Network(network) => Some(network.to_string()),
        };
        SearchFacts { techniques: setup.search, network, hash }
    }
}

/// `null_move{reduction=3} hash=16MiB`, as the fingerprint of a match has it.
impl fmt::Display for SearchFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchFacts { techniques, network, hash } = self;
        write!(f, "{techniques}")?;
        if let Some(network) = network {
            write!(f, " evaluation{{network={network}}}")?;
        }
        write!(f, " hash={hash}MiB")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::facts::EngineFacts;

    #[test]
    fn a_search_is_read_back_whole_and_its_line_is_that_of_its_settings() {
        for preset in engine::PRESETS {
            let setup = preset.setup();
            let facts = EngineFacts::Search(SearchFacts::of(&setup, 8));
            let text = serde_json::to_string(&facts).unwrap();
            assert_eq!(serde_json::from_str::<EngineFacts>(&text).unwrap(), facts);
            assert_eq!(facts.to_string(), format!("{setup} hash=8MiB"));
        }
    }

    #[test]
    fn an_unknown_technique_is_named() {
        let text = r#"{"techniques": {"forgotten": true}, "hash": 8}"#;
        let error = serde_json::from_str::<SearchFacts>(text).unwrap_err().to_string();
        assert!(error.contains("forgotten"), "{error}");
    }
}
