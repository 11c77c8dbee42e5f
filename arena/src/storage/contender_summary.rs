//! A one-line summary of a contender: the engine, its main options and its limits. The report has
//! the rest.

use super::facts::{ContenderFacts, EngineFacts};

/// The option of most programs that sets the size of their hash table, in MiB.
const HASH: &str = "Hash";

impl ContenderFacts {
    /// `Stockfish 15.1, Hash 16, 8+0.08`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut words = match &self.engine {
            EngineFacts::Search(search) => {
                vec!["ziggurat's search".to_owned(), format!("{HASH} {}", search.hash)]
            }
            EngineFacts::Own(own) => vec![own.to_string()],
            EngineFacts::Program(program) => {
                let options = program.options.iter().map(|(name, value)| format!("{name} {value}"));
                std::iter::once(program.name().to_owned()).chain(options).collect()
            }
        };
        words.push(self.limits.summary());
        words.join(", ")
    }

    /// The setting in the form that testing frameworks have: `8.0+0.08s Threads=1 Hash=16MB`, `N=2000`.
    #[must_use]
    pub fn as_test_setting(&self) -> String {
        let hash = match &self.engine {
            EngineFacts::Search(search) => Some(search.hash.to_string()),
            EngineFacts::Own(_) => None,
            EngineFacts::Program(program) => program.option(HASH).map(str::to_owned),
        };
        let mut words = self.limits.framework_words();
        words.push(format!("Threads={}", self.engine.threads()));
        words.extend(hash.map(|hash| format!("{HASH}={hash}MB")));
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::facts::tests::{program, search};

    fn facts(engine: EngineFacts, limits: &str) -> ContenderFacts {
        ContenderFacts {
            name: "new".to_owned(),
            engine,
            limits: limits.parse().unwrap(),
            signature: 0,
            files: None,
            revision: None,
        }
    }

    #[test]
    fn a_program_is_its_name_its_options_and_its_time() {
        let stockfish =
            program("Stockfish 15.1", "af67e5f96d92cf6a", &[("Hash", "16"), ("Threads", "1")]);
        let told = facts(stockfish, "8+0.08 margin=0.000999 overhead=0");
        assert_eq!(told.summary(), "Stockfish 15.1, Hash 16, Threads 1, 8+0.08");
        assert_eq!(told.as_test_setting(), "8.0+0.08s Threads=1 Hash=16MB");
        let preset = facts(search("null_move = { reduction = 3 }", 8), "nodes=2000 depth=9");
        assert_eq!(preset.summary(), "ziggurat's search, Hash 8, 2000 nodes, depth 9");
        assert_eq!(preset.as_test_setting(), "N=2000 D=9 Threads=1 Hash=8MB");
        let fixed = facts(program("x", "00", &[]), "movetime=0.1 margin=0 overhead=0");
        assert_eq!(fixed.summary(), "x, 0.1 s a move");
        assert_eq!(fixed.as_test_setting(), "MT=100 Threads=1");
    }
}
