//! Games lost by a fault rather than at chess, with the evidence that was kept.

use serde::Serialize;

use crate::player::faults::FaultKind;
use crate::score::tally::TerminationKind;
use crate::storage::journal::JournalGame;

/// A game that a contender lost by a fault of its program.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    /// Number of the game, from 1.
    pub game: u32,
    /// The name of the contender at fault.
    pub contender: String,
    /// How the game ended.
    pub termination: TerminationKind,
    /// Details, as far as they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incident: Option<String>,
    /// Whether the runner may be to blame for a move that came too late.
    pub suspect: bool,
    /// The files that were kept in `faults/`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<FaultEvidence>,
}

/// A directory of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultEvidence {
    /// Number of the game, from 1.
    pub game: u32,
    /// The directory, below that of the match.
    pub directory: String,
    /// The fault in sentences.
    pub account: String,
    /// The end of what was said both ways.
    pub transcript: String,
    /// The kind of the fault, where its directory says one.
    pub kind: Option<FaultKind>,
    /// How the process ended.
    pub how: Option<String>,
    /// The last line of its standard error.
    pub last_words: Option<String>,
}

impl Fault {
    /// The fault that ended this game; `None` where it ended at chess.
    pub(crate) fn of(game: &JournalGame) -> Option<Fault> {
        let record = &game.record;
        let side = record.termination.fault()?;
        Some(Fault {
            game: record.spec.game + 1,
            contender: game.facts.contender(record.spec.player(side)).name.clone(),
            termination: record.termination.into(),
            incident: record.incident.clone(),
            suspect: record.suspect,
            evidence: Vec::new(),
        })
    }
}
