//! A move of a game searched again, exactly as it was: by the same search with the same table and history, after all
//! earlier moves of its side.

use engine::{Engine, Evaluation, Limits, Network, Setup, Stop};
use serde::Serialize;

use arena::chess::record::MoveRecord;
use arena::storage::facts::{ContenderFacts, EngineFacts, SearchFacts};

use crate::subjects::{Choice, Subject};

/// Why a move cannot be searched again as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotReplayed {
    /// A program chose it, into which nobody sees.
    Program,
    /// Its network is not built in.
    UnknownSearch,
    /// The move, or an earlier one, has other nodes, another score or another move than in the journal.
    OtherSearch,
}

impl NotReplayed {
    /// The reason, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            NotReplayed::Program => "a program chose them, into which nobody sees",
            NotReplayed::UnknownSearch => {
                "the journal's words for their search are not understood, or its network is not built in"
            }
            NotReplayed::OtherSearch => {
                "their search, or an earlier one of the game, does not come to the nodes and the score of the journal"
            }
        }
    }
}

/// An engine in the state in which it chose a move.
#[derive(Debug)]
pub struct Replay {
    /// The engine, before that search.
    pub engine: Engine,
    /// The position, with the game so far.
    pub position: engine::Position,
    /// The limits of the search.
    pub limits: Limits,
}

/// Plays a game again up to a choice, and holds every search of its side against the journal.
///
/// # Errors
/// Says why it cannot be done.
pub fn replay(
    contender: &ContenderFacts,
    subject: &Subject,
    choice: &Choice,
) -> Result<Replay, NotReplayed> {
    let mut engine = engine_of(contender)?;
    engine.new_seeded_game(choice.seed);
    let mut position = engine::Position::new(&subject.start);
    let mut earlier = choice.earlier.iter().peekable();
    for (ply, &m) in subject.moves.iter().enumerate() {
        if let Some((_, record)) = earlier.next_if(|(at, _)| *at == ply) {
            let limits = limits_of(contender, record);
            let report = engine.search(&position, &limits, &Stop::new());
            if !is_same(&report, record) {
                return Err(NotReplayed::OtherSearch);
            }
        }
        position.play(m);
    }
    Ok(Replay { engine, position, limits: limits_of(contender, &choice.record) })
}

/// Whether a search has come to the move, the nodes and the score of the journal.
#[must_use]
pub fn is_same(report: &engine::SearchReport, record: &MoveRecord) -> bool {
    report.best_move == Some(record.played)
        && report.nodes == record.nodes
        && record.score.is_none_or(|score| score == report.score)
}

/// The limits of a search; where time limited it, the nodes that it took.
fn limits_of(contender: &ContenderFacts, record: &MoveRecord) -> Limits {
    match contender.limits.is_timed() {
        false => contender.limits.for_search(None),
        true => Limits::nodes(record.nodes),
    }
}

fn engine_of(contender: &ContenderFacts) -> Result<Engine, NotReplayed> {
    let search = match &contender.engine {
        EngineFacts::Search(search) => search,
        EngineFacts::Own(_) | EngineFacts::Program(_) => return Err(NotReplayed::Program),
    };
    let setup = setup_of(search).ok_or(NotReplayed::UnknownSearch)?;
    Ok(Engine::new(setup, search.hash))
}

/// The setup of a journal's search, unless its network is another one than that built in.
fn setup_of(facts: &SearchFacts) -> Option<Setup> {
    let evaluation = match &facts.network {
        None => Evaluation::Classical,
        Some(name) => {
            let built_in = Network::built_in();
            (built_in.to_string() == *name).then_some(Evaluation::Network(built_in))?
        }
    };
    Some(Setup { search: facts.techniques, evaluation })
}
