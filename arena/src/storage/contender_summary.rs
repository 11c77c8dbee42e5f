//! A one-line summary of a contender: the engine, its main options and its limits. The report has
//! the rest.

use super::facts::{ContenderFacts, EngineFacts, LimitFacts, SearchFacts};

/// The option of most programs that sets the size of their hash table, in MiB.
const HASH: &str = "Hash";

impl ContenderFacts {
    /// `Stockfish 15.1, Hash 16, 8+0.08`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut words = match &self.engine {
            EngineFacts::Search(search) => summary(search),
            EngineFacts::Program(program) => {
                let options = program.options.iter().map(|(name, value)| format!("{name} {value}"));
                std::iter::once(program.name().to_owned()).chain(options).collect()
            }
            EngineFacts::Unknown(line) => vec![line.clone()],
        };
        words.push(self.limits.summary());
        words.join(", ")
    }

    /// The setting in the form that testing frameworks have: `8.0+0.08s Threads=1 Hash=16MB`, `N=2000`.
    #[must_use]
    pub fn as_test_setting(&self) -> String {
        let hash = match &self.engine {
            EngineFacts::Search(search) => search.hash.map(|hash| hash.to_string()),
            EngineFacts::Program(program) => program.option(HASH).map(str::to_owned),
            EngineFacts::Unknown(_) => None,
        };
        let mut words = match &self.limits {
            LimitFacts::Known(limits) => limits.framework_words(),
            LimitFacts::Unknown(_) => Vec::new(),
        };
        words.extend(self.engine.threads().map(|threads| format!("Threads={threads}")));
        words.extend(hash.map(|hash| format!("{HASH}={hash}MB")));
        words.join(" ")
    }
}

fn summary(search: &SearchFacts) -> Vec<String> {
    let hash = search.hash.map(|hash| format!("{HASH} {hash}"));
    std::iter::once("ziggurat's search".to_owned()).chain(hash).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(configuration: &str, limits: &str) -> ContenderFacts {
        ContenderFacts {
            name: "new".to_owned(),
            engine: EngineFacts::read(configuration),
            limits: LimitFacts::read(limits),
            time_control: String::new(),
            signature: 0,
            files: None,
            revision: None,
        }
    }

    #[test]
    fn a_program_is_its_name_its_options_and_its_time() {
        let program = facts(
            "Stockfish 15.1 by the Stockfish developers (see AUTHORS file), sha256=af67e5f96d92cf6a: \
             /usr/games/stockfish; Hash = 16; Threads = 1",
            "8+0.08 margin=0.000999 overhead=0",
        );
        assert_eq!(program.summary(), "Stockfish 15.1, Hash 16, Threads 1, 8+0.08");
        assert_eq!(program.as_test_setting(), "8.0+0.08s Threads=1 Hash=16MB");
        let preset = facts("null_move{reduction=3} hash=8MiB", "nodes=2000 depth=9");
        assert_eq!(preset.summary(), "ziggurat's search, Hash 8, 2000 nodes, depth 9");
        assert_eq!(preset.as_test_setting(), "N=2000 D=9 Threads=1 Hash=8MB");
        let fixed = facts("x by y, sha256=00: /x", "movetime=0.1 margin=0 overhead=0");
        assert_eq!(fixed.summary(), "x, 0.1 s a move");
        assert_eq!(fixed.as_test_setting(), "MT=100");
        let unknown = facts("a cloud engine", "mate=4");
        assert_eq!(unknown.summary(), "a cloud engine, mate=4");
        assert_eq!(unknown.as_test_setting(), "");
    }
}
