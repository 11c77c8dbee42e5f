//! The facts of a search in this process.

use std::fmt;

use engine::{Evaluation, Technique};

use crate::config::SearchSettings;
use crate::storage::clause::{Clause, Values};

/// The name of the clause with the evaluation, if it is not the classical one.
const EVALUATION: &str = "evaluation";
/// The name of the clause with the size of the transposition table.
const HASH: &str = "hash";
/// Replaces the techniques where none is on.
const NONE: &str = "none";

/// A configuration of the project's own engine, as journals record it.
///
/// Techniques are kept as they are written: those of another version may be unknown here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchFacts {
    /// Transposition table, in MiB, if the line gives it.
    pub techniques: Vec<Clause>,
    /// The beginning of the digest of the network that values positions; `None` with the classical evaluation.
    pub network: Option<String>,
    /// Transposition table, in MiB, where the line tells it.
    pub hash: Option<u64>,
}

impl SearchFacts {
    pub(super) fn of(settings: &SearchSettings) -> SearchFacts {
        SearchFacts {
            techniques: techniques(Clause::of_line(&settings.search.to_string())),
            network: match &settings.evaluation {
                Evaluation::Classical => None,
                Evaluation::Network(network) => Some(network.to_string()),
            },
            hash: u64::try_from(settings.hash).ok(),
        }
    }

    /// Reads a line that [`fmt::Display`] wrote; `None` for other text.
    pub(super) fn read(line: &str) -> Option<SearchFacts> {
        let mut clauses = Clause::of_line(line);
        let hash = clauses.pop_if(|last| last.name == HASH).map(|hash| match hash.values {
            Values::One(size) => size.strip_suffix("MiB")?.parse().ok(),
            _ => None,
        });
        let network =
            clauses.pop_if(|last| last.name == EVALUATION).map(|clause| match clause.values {
                Values::Named(values) => Some(values.into_iter().next()?.1),
                _ => None,
            });
        let is_technique = |clause: &Clause| {
            let mut name = clause.name.bytes();
            name.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
                && !matches!(clause.values, Values::One(_))
        };
        let facts = SearchFacts {
            // A clause that is there and cannot be read makes the whole line unreadable.
            hash: hash.map_or(Some(None), |size| size.map(Some))?,
            network: network.map_or(Some(None), |name| name.map(Some))?,
            techniques: techniques(clauses),
        };
        let techniques = &facts.techniques;
        // Bare words may be any text: something must show that they are techniques.
        let is_search = facts.hash.is_some()
            || techniques.is_empty()
            || techniques.iter().any(|technique| technique.values != Values::None);
        let is_whole = techniques.iter().all(is_technique) && facts.to_string() == line;
        (is_search && is_whole).then_some(facts)
    }

    /// Whether its evaluation differs from game to game.
    #[must_use]
    pub fn varies(&self) -> bool {
        self.techniques.iter().any(|technique| technique.name == Technique::RandomEvaluation.name())
    }

    /// All clauses of the line.
    pub(crate) fn clauses(&self) -> Vec<Clause> {
        let mut clauses = self.techniques.clone();
        clauses.extend(self.network.iter().map(|network| Clause {
            name: EVALUATION.to_owned(),
            values: Values::Named(vec![("network".to_owned(), network.clone())]),
        }));
        clauses.extend(self.hash.map(|hash| Clause {
            name: HASH.to_owned(),
            values: Values::One(format!("{hash}MiB")),
        }));
        clauses
    }
}

fn techniques(mut clauses: Vec<Clause>) -> Vec<Clause> {
    clauses.retain(|clause| clause.name != NONE);
    clauses
}

/// `null_move{reduction=3} hash=16MiB`, as the fingerprint of a match has it.
impl fmt::Display for SearchFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let none = self.techniques.is_empty().then(|| NONE.to_owned());
        let clauses = self.clauses().into_iter().map(|clause| clause.to_string());
        let words: Vec<String> = none.into_iter().chain(clauses).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_version_read_back_to_the_byte() {
        for line in [
            "none hash=16MiB",
            "aspiration{window=20,min_depth=5} check_extension hash=1MiB",
            "forgotten_technique{x=1} hash=64MiB",
            "null_move{reduction=3} evaluation{network=0123456789abcdef} hash=8MiB",
            "none",
        ] {
            assert_eq!(SearchFacts::read(line).map(|facts| facts.to_string()), Some(line.into()));
        }
        let network = SearchFacts::read("none evaluation{network=0123} hash=8MiB").unwrap();
        assert_eq!((network.network.as_deref(), network.hash), (Some("0123"), Some(8)));
        assert!(network.techniques.is_empty());
    }

    #[test]
    fn other_lines_are_no_search() {
        for line in [
            "",
            "null-move hash=16",
            "none  hash=16MiB",
            "hash=16MiB",
            "a{b} hash=1MiB",
            "none evaluation{network=1,depth=2} hash=1MiB",
            "/usr/bin/x",
            "Fast Engine",
            "a cloud engine",
        ] {
            assert_eq!(SearchFacts::read(line), None, "{line:?}");
        }
    }

    #[test]
    fn a_random_evaluation_varies() {
        let varies = |line: &str| SearchFacts::read(line).unwrap().varies();
        assert!(varies("null_move{reduction=3} random_evaluation{amplitude=5} hash=1MiB"));
        assert!(!varies("null_move{reduction=3} hash=1MiB"));
    }
}
