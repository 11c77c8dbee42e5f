//! The ways a game can end, whoever is at fault.

use serde::Serialize;

use crate::chess::record::Termination;

/// A [`Termination`] without its side; that of the tables is one, whatever they say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the variants are those of Termination")]
pub enum TerminationKind {
    Checkmate,
    Stalemate,
    ThreefoldRepetition,
    FiftyMoves,
    InsufficientMaterial,
    TablebaseAdjudication,
    DrawAdjudication,
    ResignAdjudication,
    MoveLimit,
    Void,
    TimeForfeit,
    Abandoned,
    IllegalMove,
}

impl TerminationKind {
    /// The name in a report.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TerminationKind::Checkmate => "checkmate",
            TerminationKind::Stalemate => "stalemate",
            TerminationKind::ThreefoldRepetition => "threefold repetition",
            TerminationKind::FiftyMoves => "fifty moves",
            TerminationKind::InsufficientMaterial => "insufficient material",
            TerminationKind::TablebaseAdjudication => "tablebase adjudication",
            TerminationKind::DrawAdjudication => "draw adjudication",
            TerminationKind::ResignAdjudication => "resign adjudication",
            TerminationKind::MoveLimit => "move limit",
            TerminationKind::Void => "void",
            TerminationKind::TimeForfeit => "time forfeit",
            TerminationKind::Abandoned => "abandoned",
            TerminationKind::IllegalMove => "illegal move",
        }
    }
}

impl From<Termination> for TerminationKind {
    fn from(termination: Termination) -> TerminationKind {
        match termination {
            Termination::Checkmate => TerminationKind::Checkmate,
            Termination::Stalemate => TerminationKind::Stalemate,
            Termination::ThreefoldRepetition => TerminationKind::ThreefoldRepetition,
            Termination::FiftyMoves => TerminationKind::FiftyMoves,
            Termination::InsufficientMaterial => TerminationKind::InsufficientMaterial,
            Termination::TablebaseLoss(_) | Termination::TablebaseDraw => {
                TerminationKind::TablebaseAdjudication
            }
            Termination::DrawAdjudication => TerminationKind::DrawAdjudication,
            Termination::ResignAdjudication(_) => TerminationKind::ResignAdjudication,
            Termination::MoveLimit => TerminationKind::MoveLimit,
            Termination::Void => TerminationKind::Void,
            Termination::TimeForfeit(_) => TerminationKind::TimeForfeit,
            Termination::Abandoned(_) => TerminationKind::Abandoned,
            Termination::IllegalMove(_) => TerminationKind::IllegalMove,
        }
    }
}
