//! The engine of a contender, as a journal records it on one line.

use std::fmt;

use super::program::ProgramFacts;
use super::search::SearchFacts;
use crate::config::EngineSettings;
use crate::storage::clause::{Parts, parts_of};

/// The engine of a contender. Its written form goes into the fingerprint of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineFacts {
    /// The project's own search, in the process of the match.
    Search(SearchFacts),
    /// A program that speaks UCI.
    Program(ProgramFacts),
    /// A line of another version that does not give the kind: kept as it is.
    Unknown(String),
}

impl EngineFacts {
    pub(super) fn of(settings: &EngineSettings) -> EngineFacts {
        match settings {
            EngineSettings::InProcess(search) => EngineFacts::Search(SearchFacts::of(search)),
            EngineSettings::Uci(program) => EngineFacts::Program(ProgramFacts::of(program)),
        }
    }

    /// Reads the line of a journal, whatever its content: the facts are written as the same line
    /// again.
    #[must_use]
    pub fn read(line: &str) -> EngineFacts {
        let program = || ProgramFacts::read(line).map(EngineFacts::Program);
        let search = || SearchFacts::read(line).map(EngineFacts::Search);
        program().or_else(search).unwrap_or_else(|| EngineFacts::Unknown(line.to_owned()))
    }

    /// The threads it searches with, if known.
    #[must_use]
    pub fn threads(&self) -> Option<u32> {
        match self {
            EngineFacts::Search(_) => Some(1),
            EngineFacts::Program(program) => program.threads,
            EngineFacts::Unknown(_) => None,
        }
    }

    /// Whether its games are known to differ from each other without a clock, too: a search with a
    /// random term in its evaluation, or with several threads. For an unknown kind only its moves
    /// can show it.
    #[must_use]
    pub fn varies(&self) -> bool {
        match self {
            EngineFacts::Search(search) => search.varies(),
            EngineFacts::Program(program) => program.threads.is_some_and(|threads| threads > 1),
            EngineFacts::Unknown(_) => false,
        }
    }

    /// All its parts by name, for comparison with another.
    #[must_use]
    pub fn parts(&self) -> Parts {
        match self {
            EngineFacts::Search(search) => parts_of(&search.clauses()),
            EngineFacts::Program(program) => {
                let manners = program.manners.iter();
                let manners = manners.map(|manner| (manner.words().to_owned(), String::new()));
                let itself = ("program".to_owned(), program.program());
                let options = program.options.iter().cloned();
                std::iter::once(itself).chain(options).chain(manners).collect()
            }
            EngineFacts::Unknown(line) => Parts::from([("configuration".to_owned(), line.clone())]),
        }
    }

    /// The threads of a program that no option sets and its line does not give.
    pub(crate) fn threads_beside_line(&self) -> Option<u32> {
        match self {
            EngineFacts::Program(program) if program.threads_by_options().is_none() => {
                program.threads
            }
            _ => None,
        }
    }

    /// The same facts with these threads, if its line does not give them.
    pub(crate) fn with_threads(mut self, threads: Option<u32>) -> EngineFacts {
        if let EngineFacts::Program(program) = &mut self {
            program.threads = program.threads_by_options().or(threads);
        }
        self
    }
}

/// As the tag `WhiteConfiguration` has it.
impl fmt::Display for EngineFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineFacts::Search(search) => search.fmt(f),
            EngineFacts::Program(program) => program.fmt(f),
            EngineFacts::Unknown(line) => f.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::differences::Differences;

    fn differences(here: &str, there: &str) -> Vec<String> {
        let mut differences = Differences::default();
        let [here, there] = [here, there].map(|line| EngineFacts::read(line).parts());
        differences.compare_parts("a", &here, &there);
        differences.into_sentences()
    }

    #[test]
    fn engines_differ_by_what_they_consist_of() {
        let here = "Stockfish by T, sha256=00: /usr/games/stockfish; Hash = 16; Move Overhead = 5";
        let there = here.replace("Hash = 16", "Hash = 32");
        assert_eq!(differences(here, &there), ["a's Hash is 16, there it is 32"]);
        let restarted = format!("{here}; restarted for every game");
        assert_eq!(
            differences(&restarted, here),
            ["a's restarted for every game is on, there it is off"]
        );
        let search = differences(here, "null_move{reduction=2} hash=32MiB");
        assert!(search.iter().any(|told| told.starts_with("a's program is Stockfish by T")));
        assert_eq!(
            differences("a cloud engine", "another"),
            ["a's configuration is a cloud engine, there it is another"]
        );
    }

    #[test]
    fn lines_of_another_kind_are_kept_and_decide_nothing() {
        for line in ["", "null-move hash=16", "a cloud engine; Threads = 4", "x y=z {"] {
            let facts = EngineFacts::read(line);
            assert_eq!(facts, EngineFacts::Unknown(line.to_owned()));
            assert_eq!((facts.to_string().as_str(), facts.threads()), (line, None));
            assert!(!facts.varies());
        }
    }

    #[test]
    fn a_program_varies_by_its_threads_whoever_sets_them() {
        let read = EngineFacts::read;
        assert!(read("/x; Cores = 4").varies());
        assert!(!read("/x; Hash = 4").varies());
        assert!(read("/x; Hash = 4").with_threads(Some(4)).varies());
        assert!(!read("/x; Threads = 1").with_threads(Some(4)).varies());
        assert_eq!(read("/x; Threads = 1").threads_beside_line(), None);
        assert_eq!(read("/x").with_threads(Some(1)).threads_beside_line(), Some(1));
    }
}
