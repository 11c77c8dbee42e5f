//! Everything that the data depend on.

use engine::{Engine, Evaluation, Limits, Setup};
use serde::{Deserialize, Serialize};

use arena::chess::adjudication::{Adjudication, DrawRule, ResignRule};
use arena::storage::differences::Differences;
use arena::storage::json_lines::{JournalFacts, JournalKind};

/// The hard limit of a search, in soft ones: an iteration beyond it is given up.
const HARD_FACTOR: u64 = 8;

/// The settings of the games. With the openings of the book, equal settings give equal games.
#[derive(Clone, Debug, PartialEq)]
pub struct DataSettings {
    /// Decides every random choice.
    pub seed: u64,
    /// Both sides' search and evaluation.
    pub setup: Setup,
    /// Nodes of a search after which no further iteration is begun.
    pub nodes: u64,
    /// Transposition table, in MiB.
    pub hash: usize,
    /// Random plies after an opening of the book.
    pub random_plies: usize,
    /// The share of games that begin at the start position with 8 or 9 random plies, from 0 to 1.
    pub from_start: f64,
    /// Another opening is drawn if the first search scores more than this, in centipawns.
    pub most_uneven: i32,
    /// A game is won when both sides have seen this for three moves each, in centipawns.
    pub won: i32,
}

impl DataSettings {
    /// The engine that plays both sides.
    #[must_use]
    pub fn engine(&self) -> Engine {
        Engine::new(self.setup.clone(), self.hash)
    }

    /// The limits of a search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let nodes = Some(self.nodes.saturating_mul(HARD_FACTOR));
        Limits { soft_nodes: Some(self.nodes), nodes, ..Limits::default() }
    }

    /// When games end before the rules end them: both sides see a decided game or a dead draw.
    #[must_use]
    pub fn adjudication(&self) -> Adjudication {
        Adjudication {
            tablebase: None,
            draw: Some(DrawRule { score: 8, moves: 6, from_move: 40 }),
            resign: Some(ResignRule { score: self.won, moves: 3, two_sided: true }),
            max_moves: Some(200),
        }
    }
}

/// The first line of a journal: under other settings the games would be others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DataFacts {
    seed: u64,
    search: String,
    /// The evaluation, a network by its digest.
    #[serde(default = "classical")]
    evaluation: String,
    /// Changes when the engine does; see [`arena::player::search_signature`].
    signature: u64,
    nodes: u64,
    hash: usize,
    book: String,
    /// SHA-256 of the book, in hexadecimal.
    digest: String,
    random_plies: usize,
    from_start: f64,
    most_uneven: i32,
    adjudication: String,
}

fn classical() -> String {
    Evaluation::Classical.name().to_owned()
}

impl DataFacts {
    /// The facts of these settings with the book of this name and digest. Takes a fraction of a
    /// second, to compute the engine's signature.
    #[must_use]
    pub fn of(settings: &DataSettings, book: &str, digest: [u8; 32]) -> DataFacts {
        DataFacts {
            seed: settings.seed,
            search: settings.setup.search.to_string(),
            evaluation: match &settings.setup.evaluation {
                Evaluation::Classical => classical(),
                Evaluation::Network(network) => format!("network {network}"),
            },
            signature: arena::player::search_signature(settings.setup.clone()),
            nodes: settings.nodes,
            hash: settings.hash,
            book: book.to_owned(),
            digest: hex::encode(digest),
            random_plies: settings.random_plies,
            from_start: settings.from_start,
            most_uneven: settings.most_uneven,
            adjudication: settings.adjudication().rules().to_string(),
        }
    }
}

impl JournalFacts for DataFacts {
    const KIND: JournalKind = JournalKind {
        commands: "`arena datagen`",
        other: "the games there were played with other settings",
        keep: "to keep them, choose another directory with --out; they can be learned from together",
        mend: "delete the journal and the games beside it to begin anew",
    };

    fn differences(&self, other: &DataFacts) -> Vec<String> {
        let mut differences = Differences::default();
        differences.compare("--seed", &self.seed, &other.seed);
        differences.compare("the search", &self.search, &other.search);
        differences.compare("the evaluation", &self.evaluation, &other.evaluation);
        differences.compare("the engine (by its node count)", &self.signature, &other.signature);
        differences.compare("--nodes", &self.nodes, &other.nodes);
        differences.compare("--hash", &self.hash, &other.hash);
        differences.compare("--book", &self.book, &other.book);
        if self.book == other.book {
            differences.compare("the book's SHA-256", &self.digest, &other.digest);
        }
        differences.compare("--random-plies", &self.random_plies, &other.random_plies);
        differences.compare("--from-start", &self.from_start, &other.from_start);
        differences.compare("--uneven", &self.most_uneven, &other.most_uneven);
        differences.compare("the adjudication", &self.adjudication, &other.adjudication);
        differences.into_sentences()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_the_options() {
        let settings = DataSettings {
            seed: 1,
            setup: Setup::preset("none").unwrap(),
            nodes: 100,
            hash: 1,
            random_plies: 4,
            from_start: 0.2,
            most_uneven: 300,
            won: 1500,
        };
        let here = DataFacts::of(&settings, "x.epd", [0; 32]);
        assert_eq!(here.differences(&here), [""; 0]);
        let there = DataSettings { seed: 2, from_start: 0.5, ..settings };
        let there = DataFacts::of(&there, "x.epd", [1; 32]);
        let differences = here.differences(&there);
        assert_eq!(differences[0], "--seed is 1, there it is 2");
        assert!(differences[1].starts_with("the book's SHA-256 is 0000"));
        assert_eq!(differences[2..], ["--from-start is 0.2, there it is 0.5"]);
    }
}
