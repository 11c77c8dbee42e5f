//! The ending of a game, in fastchess's words.

use shakmaty::{Color, KnownOutcome};

use super::Dialect;
use arena::chess::record::{GameRecord, Termination};

/// The ending of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub(super) result: &'static str,
    /// The reason, as the stream and the last comment have it.
    pub(super) reason: String,
    /// The tag `Termination`.
    pub(super) termination: &'static str,
}

/// Whether the failed engine is running but does not answer.
pub(super) fn has_stalled(record: &GameRecord) -> bool {
    record.incident.as_deref().is_some_and(|text| text.contains(" stalls"))
}

/// The ending of a game.
pub(super) fn verdict(record: &GameRecord, dialect: Dialect) -> Verdict {
    let (result, winner) = match record.outcome {
        KnownOutcome::Decisive { winner: Color::White } => ("1-0", "White"),
        KnownOutcome::Decisive { winner: Color::Black } => ("0-1", "Black"),
        KnownOutcome::Draw => ("1/2-1/2", ""),
    };
    let name = |side: Color| side.fold_wb("White", "Black");
    let (reason, termination) = match record.termination {
        Termination::Checkmate => (format!("{winner} mates"), "normal"),
        Termination::Stalemate => ("Draw by stalemate".to_owned(), "normal"),
        Termination::ThreefoldRepetition => ("Draw by 3-fold repetition".to_owned(), "normal"),
        Termination::FiftyMoves => ("Draw by fifty moves rule".to_owned(), "normal"),
        Termination::InsufficientMaterial => {
            ("Draw by insufficient mating material".to_owned(), "normal")
        }
        Termination::TimeForfeit(side) if dialect == Dialect::Cutechess => {
            (format!("{} loses on time", name(side)), "time forfeit")
        }
        Termination::TimeForfeit(side) => {
            let overrun = record.late[side].most.as_millis();
            (format!("{} loses on time ({overrun}ms overrun)", name(side)), "time forfeit")
        }
        Termination::Abandoned(side) => {
            let how = if has_stalled(record) { "'s connection stalls" } else { " disconnects" };
            (format!("{}{how}", name(side)), "abandoned")
        }
        Termination::IllegalMove(side) => {
            (format!("{} makes an illegal move", name(side)), "illegal move")
        }
        Termination::TablebaseLoss(_) => {
            (format!("{winner} wins by adjudication: SyzygyTB"), "adjudication")
        }
        Termination::TablebaseDraw => ("Draw by adjudication: SyzygyTB".to_owned(), "adjudication"),
        Termination::ResignAdjudication(_) => {
            (format!("{winner} wins by adjudication"), "adjudication")
        }
        Termination::MoveLimit if dialect == Dialect::Cutechess => {
            ("Draw by adjudication: maximal game length".to_owned(), "adjudication")
        }
        Termination::DrawAdjudication | Termination::MoveLimit => {
            ("Draw by adjudication".to_owned(), "adjudication")
        }
        // Never under the rules of these runners.
        Termination::Void => ("Game is void".to_owned(), "unterminated"),
    };
    Verdict { result, reason, termination }
}
