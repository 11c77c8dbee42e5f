//! Everything that a book depends on, besides the engine.

use serde::{Deserialize, Serialize};

use super::window::Window;
use arena::storage::differences::Differences;
use arena::storage::json_lines::{JournalFacts, JournalKind};

/// The judgement of candidates. Equal settings give equal findings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The range of values that are kept; all of them if `None`.
    pub window: Option<Window>,
    /// Nodes of the search that gives a position its value.
    pub nodes: u64,
    /// A position is quiet if its best quiet move is worth at most this many centipawns less than
    /// its best move; `None` to keep the others too.
    pub quiet_margin: Option<i32>,
    /// Transposition table, in MiB.
    pub hash: usize,
    /// Changes when the engine does; see [`arena::player::search_signature`].
    pub signature: u64,
}

/// The random walks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walk {
    /// The start of the walks.
    pub variant: Variant,
    /// Seed of all random choices.
    pub seed: u64,
    /// Length of a line.
    pub plies: usize,
    /// A move is chosen from those at most this many centipawns worse than the best.
    pub margin: i32,
    /// It is chosen from at most this many of the best moves.
    pub choices: usize,
    /// Nodes of the search that finds them.
    pub nodes: u64,
}

/// The start of the walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// At the position of chess.
    Chess,
    /// At one of the 960, Black's pieces opposite to White's, chosen at random for every line.
    Chess960,
}

/// The source and the judgement of candidates: the first line of a journal, whose findings are
/// invalid under other settings. The number of positions wanted and their distance are not part of
/// it, since they are applied after judging.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BookFacts {
    /// The candidates.
    pub candidates: Candidates,
    /// The judgement.
    pub judgement: Judgement,
}

/// The source of candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Candidates {
    /// Lines of moves near the best.
    Walk(Walk),
    /// The openings of a file.
    Given {
        /// Its name.
        file: String,
        /// SHA-256 of the file, in hexadecimal.
        digest: String,
        /// Plies that its lines are cut to.
        plies: Option<usize>,
    },
}

impl JournalFacts for BookFacts {
    const KIND: JournalKind = JournalKind {
        commands: "`arena book`",
        other: "the candidates of another book",
        keep: "to keep them, write this book to another file with --out, or delete the journal to begin \
               anew",
        mend: "delete the line to have its candidate judged again",
    };

    fn differences(&self, other: &BookFacts) -> Vec<String> {
        let mut differences = Differences::default();
        match (&self.candidates, &other.candidates) {
            (Candidates::Walk(here), Candidates::Walk(there)) => {
                let variant = |walk: &Walk| format!("{:?}", walk.variant);
                differences.compare("the variant", &variant(here), &variant(there));
                differences.compare("--seed", &here.seed, &there.seed);
                differences.compare("--plies", &here.plies, &there.plies);
                differences.compare("--margin", &here.margin, &there.margin);
                differences.compare("--choices", &here.choices, &there.choices);
                differences.compare("--walk-nodes", &here.nodes, &there.nodes);
            }
            (here, there) => differences.compare("the input", &here.text(), &there.text()),
        }
        let (here, there) = (&self.judgement, &other.judgement);
        differences.compare("the window", &window_text(here), &window_text(there));
        differences.compare("--nodes", &here.nodes, &there.nodes);
        differences.compare("--quiet-margin", &quiet_text(here), &quiet_text(there));
        differences.compare("--hash", &here.hash, &there.hash);
        let signature = |judgement: &Judgement| judgement.signature.to_string();
        differences.compare("the engine (by its node count)", &signature(here), &signature(there));
        differences.into_sentences()
    }
}

impl Candidates {
    fn text(&self) -> String {
        match self {
            Candidates::Walk(_) => "lines of moves near the best".to_owned(),
            Candidates::Given { file, digest, plies } => {
                let cut = plies.map_or(String::new(), |plies| format!(", cut to {plies} plies"));
                format!("{file} (digest {}…{cut})", &digest[..digest.len().min(8)])
            }
        }
    }
}

fn window_text(judgement: &Judgement) -> String {
    judgement.window.as_ref().map_or("any value".to_owned(), ToString::to_string)
}

fn quiet_text(judgement: &Judgement) -> String {
    judgement.quiet_margin.map_or("off".to_owned(), |margin| margin.to_string())
}
