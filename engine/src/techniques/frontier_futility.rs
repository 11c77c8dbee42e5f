//! Futility pruning at frontier nodes: at depth 1 a move that does not give check leads to a node
//! where the opponent may stand pat. If the balance after the move, and all that the positional
//! terms can add to it, does not exceed alpha, neither will the move: it is skipped.
//!
//! Captures, promotions and en passant count with what they gain. Tried at every node that is not
//! in check, on the principal variation too: what is skipped is known to be at most alpha, and the
//! bound takes the place of its score, so that a node of which every move is skipped fails low and
//! is not taken for a stalemate or a mate.
//!
//! With `margin = "sound"` the value of the node, and so of the root, is that of the search without
//! it. A skipped child is neither in check nor drawn, so quiescence begins there by standing pat on
//! its evaluation, and that is bounded: `evaluate/upper_bound.rs` says why. (Only a transposition
//! may bring in a value of more depth than was asked for, as everywhere.) That holds with
//! [correction history](crate::techniques::correction_history) and a [random
//! term](crate::techniques::random_evaluation) too: the bound covers what they add to the evaluation of
//! the skipped child. (What corrections are learned may differ, since a skipped move has a bound for
//! its score.) A mate is never skipped, since it is a check. With `margin = "tuned"` it is unsound where the position is worth more than
//! the margin.
//!
//! Source: Heinz, "Extended Futility Pruning", futility pruning at frontier nodes: material balance
//! plus material gain plus margin against alpha; in practice his margin is two pawns or
//! more (our pawn is worth 44 centipawns in the middlegame and 110 in the endgame).
//! Differs from it: our balance has the piece-square values in it, which come with the material
//! move by move, and the largest positional score is not a constant but that of the pieces on the
//! board, since an evaluation with a term for every piece would need a constant of many pawns that
//! never prunes. The form of today's engines, with a margin on the static evaluation and for quiet
//! moves alone, is [`futility`](super::futility).

use crate::config::Technique;
use crate::evaluate::balance;
use crate::evaluate::upper_bound::upper_bound;
use crate::parameters::{choices, parameters};
use crate::position::board_state::BoardState;
use crate::search::Searcher;
use crate::search::node::Node;

choices! {
    /// What the positional terms are trusted to add at most.
    FutilityMargin {
        /// What they can add with the pieces on the board; prunes nothing that matters.
        Sound = "sound",
        /// A number of centipawns.
        Tuned = "tuned",
    }
}

parameters! {
    /// Parameters of futility pruning at frontier nodes.
    FrontierFutility {
        /// What the positional terms are trusted to add at most.
        margin: FutilityMargin = FutilityMargin::Sound;
        /// The margin with `tuned`, in centipawns.
        tuned: i32 = 250, in 0..=5000;
    }
}

/// Which moves of a node are futile: those that leave too little, by one of the techniques.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Futile {
    pub(super) technique: Technique,
    /// Centipawns that are added to the balance after the move; `None` for the sound margin.
    pub(super) margin: Option<i32>,
}

impl Searcher {
    /// Which moves of this node are futile, if it is a frontier node that is not in check.
    pub(crate) fn frontier_futility(&self, state: &BoardState, node: &Node) -> Option<Futile> {
        let parameters = self.config.frontier_futility?;
        if node.depth != 1 || state.in_check() {
            return None;
        }
        let margin = match parameters.margin {
            FutilityMargin::Sound => None,
            FutilityMargin::Tuned => Some(parameters.tuned),
        };
        Some(Futile { technique: Technique::FrontierFutility, margin })
    }

    /// The score that the move to `child` is trusted not to exceed, if that is not above alpha.
    ///
    /// Counts moves without check as tried, and as cut where they are skipped.
    pub(crate) fn futile_move(
        &mut self,
        child: &BoardState,
        node: &Node,
        futile: Futile,
    ) -> Option<i32> {
        if child.in_check() {
            return None;
        }
        let bound = self.futility_bound(child, node.alpha, futile.margin);
        // The evaluation says nothing of a draw by the rules.
        let skips = bound.is_some() && !self.is_draw(child, node.ply + 1);
        self.counters[futile.technique].note(skips);
        bound.filter(|_| skips)
    }

    /// A bound for the side that moved to `child`, if it is not above alpha.
    fn futility_bound(
        &mut self,
        child: &BoardState,
        alpha: i32,
        margin: Option<i32>,
    ) -> Option<i32> {
        let mover = !child.turn;
        let balance = balance(child, mover);
        let bound = match margin {
            Some(margin) => balance + margin,
            // Saves the work where there is little hope for it.
            None if balance > alpha => return None,
            None => {
                let evaluation = upper_bound(child, mover, &mut self.pawn_table);
                // The child's side stands pat on its corrected evaluation.
                let random = self.config.random_evaluation.map_or(0, |random| random.amplitude);
                evaluation + random - self.corrected(child, 0)
            }
        };
        (bound <= alpha).then_some(bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchConfig;
    use crate::playouts::playouts;
    use crate::position::movegen::{is_tactical, legal_moves};
    use crate::search::node::NodeType;
    use shakmaty::{Move, Role, Square};

    /// The moves that are skipped at a frontier node when alpha is this far above the balance.
    fn skipped(fen: &str, above_balance: i32) -> Vec<Move> {
        let parameters = FrontierFutility { margin: FutilityMargin::Tuned, tuned: 0 };
        let config =
            SearchConfig { frontier_futility: Some(parameters), ..SearchConfig::default() };
        let mut searcher = Searcher::new(config, 1);
        let state = playouts(fen, 0, 1, 1).next().unwrap();
        let alpha = balance(&state, state.turn) + above_balance;
        let node = Node { kind: NodeType::All, ..Node::root(1, alpha, alpha + 1) };
        let futile = searcher.frontier_futility(&state, &node).unwrap();
        let moves = legal_moves(&state).into_iter();
        moves.filter(|m| searcher.futile_move(&state.after(*m), &node, futile).is_some()).collect()
    }

    #[test]
    fn gains_by_capture_promotion_and_en_passant_count_and_checks_are_never_skipped() {
        let fen = "8/P6k/8/2pPr3/8/8/1R4K1/8 w - c6 0 1";
        let state = playouts(fen, 0, 1, 1).next().unwrap();
        let kept = |above: i32| -> Vec<Move> {
            let skipped = skipped(fen, above);
            legal_moves(&state).into_iter().filter(|m| !skipped.contains(m)).collect()
        };
        let queen = |m: &Move| m.promotion() == Some(Role::Queen);
        let check = |m: &Move| state.after(*m).in_check();
        // A pawn's worth: en passant and promotions, and the rook's check.
        let gaining = kept(80);
        assert!(gaining.contains(&Move::EnPassant { from: Square::D5, to: Square::C6 }));
        assert!(gaining.iter().all(|m| is_tactical(*m) || check(m)), "{gaining:?}");
        // More than a rook's: the queen and the check.
        let gaining = kept(700);
        assert!(gaining.len() == 2 && gaining.iter().any(queen) && gaining.iter().any(check));
    }
}
