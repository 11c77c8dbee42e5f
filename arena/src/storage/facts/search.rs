//! The facts of a search in this process.

use std::fmt;

use engine::{Evaluation, SearchConfig, SearchOverrides, Setup};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

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
