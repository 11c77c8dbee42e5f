//! The rule for look-ups in endgame tables and for the use of their values.

use std::path::PathBuf;

use shakmaty::{Chess, Position};
use shakmaty_syzygy::Wdl;

use crate::chess::named::named;
use crate::chess::record::Termination;

/// Tables with 3, 4, ... pieces: all ways to divide that many men, kings included, between two sides.
pub(super) const TABLES: [usize; 5] = [5, 30, 110, 365, 1001];
/// Pieces of the smallest tables.
pub(super) const FEWEST_PIECES: usize = 3;

/// Adjudication by endgame tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseRule {
    /// The directories with the tables.
    pub directories: Vec<PathBuf>,
    /// Most pieces, kings and pawns included, of a position that is looked up; 3 to 7.
    pub max_pieces: usize,
    /// Whether the fifty-move rule holds: a win that it would spoil is then a draw.
    pub fifty_moves: bool,
    /// The values that end a game.
    pub adjudicate: TablebaseResults,
}

impl TablebaseRule {
    /// Pieces of the largest tables there are.
    pub const MOST_PIECES: usize = FEWEST_PIECES + TABLES.len() - 1;

    /// Whether this position is looked up.
    pub(super) fn covers(&self, position: &Chess) -> bool {
        position.halfmoves() == 0
            && position.castles().is_empty()
            && position.board().occupied().count() <= self.max_pieces
    }

    /// The end of a game with this value for the side to move, if the rule ends it.
    pub(super) fn termination(&self, position: &Chess, value: Wdl) -> Option<Termination> {
        let turn = position.turn();
        let termination = match value {
            Wdl::Win => Termination::TablebaseLoss(!turn),
            Wdl::Loss => Termination::TablebaseLoss(turn),
            Wdl::CursedWin if !self.fifty_moves => Termination::TablebaseLoss(!turn),
            Wdl::BlessedLoss if !self.fifty_moves => Termination::TablebaseLoss(turn),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => Termination::TablebaseDraw,
        };
        let wanted = match self.adjudicate {
            TablebaseResults::Both => true,
            TablebaseResults::Draws => termination == Termination::TablebaseDraw,
            TablebaseResults::Wins => termination != Termination::TablebaseDraw,
        };
        wanted.then_some(termination)
    }
}

named! {
    /// The values of the tables that end a game.
    #[derive(Default)]
    pub enum TablebaseResults {
        /// Wins of either side; drawn endings are played out.
        Wins = "wins",
        /// Draws; won endings are played out.
        Draws = "draws",
        /// All.
        #[default]
        Both = "both",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::Color::{Black, White};
    use shakmaty::fen::Fen;

    use super::*;

    pub(in super::super) fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    pub(in super::super) fn rule() -> TablebaseRule {
        TablebaseRule {
            directories: Vec::new(),
            max_pieces: 4,
            fifty_moves: true,
            adjudicate: TablebaseResults::Both,
        }
    }

    fn value(rule: &TablebaseRule, value: Wdl) -> Option<Termination> {
        rule.termination(&position("8/8/8/8/4k3/8/8/KQ6 b - - 0 1"), value)
    }

    #[test]
    fn only_small_positions_after_a_capture_or_pawn_move_are_looked_up() {
        assert!(rule().covers(&position("4k3/8/8/8/8/8/4P3/4K2R b - - 0 50")));
        assert!(!rule().covers(&position("4k3/8/8/8/8/8/4P3/4K2R b - - 1 50")));
        assert!(!rule().covers(&position("4k3/8/8/8/8/8/4P3/4K2R b K - 0 50")));
        assert!(!rule().covers(&position("4k3/8/8/8/8/8/3PP3/4K2R b - - 0 50")));
    }

    #[test]
    fn a_value_is_that_of_the_side_to_move() {
        assert_eq!(value(&rule(), Wdl::Win), Some(Termination::TablebaseLoss(White)));
        assert_eq!(value(&rule(), Wdl::Loss), Some(Termination::TablebaseLoss(Black)));
        assert_eq!(value(&rule(), Wdl::Draw), Some(Termination::TablebaseDraw));
    }

    #[test]
    fn the_fifty_move_rule_makes_draws_of_wins_unless_it_is_ignored() {
        assert_eq!(value(&rule(), Wdl::CursedWin), Some(Termination::TablebaseDraw));
        assert_eq!(value(&rule(), Wdl::BlessedLoss), Some(Termination::TablebaseDraw));
        let ignored = TablebaseRule { fifty_moves: false, ..rule() };
        assert_eq!(value(&ignored, Wdl::CursedWin), Some(Termination::TablebaseLoss(White)));
        assert_eq!(value(&ignored, Wdl::BlessedLoss), Some(Termination::TablebaseLoss(Black)));
    }

    #[test]
    fn wins_or_draws_alone_may_end_a_game() {
        let wins = TablebaseRule { adjudicate: TablebaseResults::Wins, ..rule() };
        assert_eq!(value(&wins, Wdl::Loss), Some(Termination::TablebaseLoss(Black)));
        assert_eq!(value(&wins, Wdl::Draw), None);
        assert_eq!(value(&wins, Wdl::CursedWin), None);
        let draws = TablebaseRule { adjudicate: TablebaseResults::Draws, ..rule() };
        assert_eq!(value(&draws, Wdl::Win), None);
        assert_eq!(value(&draws, Wdl::BlessedLoss), Some(Termination::TablebaseDraw));
    }
}
