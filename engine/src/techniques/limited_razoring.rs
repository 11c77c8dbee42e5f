//! Limited razoring: at a pre-pre-frontier node (depth 3) a side that is a queen short of alpha is
//! searched to one ply less.
//!
//! With [`extended_futility`](super::extended_futility) on, the razored node is a pre-frontier node
//! to it: moves that neither check nor gain enough are then skipped, as in the source.
//!
//! Unsound where a combination that wins a queen back needs the third ply. It is not tried in check,
//! after a move that was extended, where the opponent has few pieces left, at the root, nor where
//! alpha is a mate score.
//!
//! Source: Heinz, "Extended Futility Pruning", limited razoring at pre-pre-frontier nodes: a margin
//! between a queen and a queen and a pawn, and more than three opposing pieces. Our queen is worth
//! 1103 centipawns in the middlegame and 964 in the endgame, our pawn 44 and 110: the margin lies
//! between the two in the middlegame, and above them in the endgame. Differs from the source: our
//! balance has the piece-square values in it, and kings and pawns are not among the pieces counted
//! (it does not say). The form of today's engines, which drops into the quiescence search, is
//! [`razoring`](super::razoring).

use crate::evaluate::balance;
use crate::parameters::parameters;
use crate::score::Score;
use crate::techniques::Decision;
use crate::tree::node::NodeContext;

parameters! {
    /// At depth 3, search a node that is a queen short of alpha to one ply less.
    LimitedRazoring from "Heinz" {
        /// Added to the balance of the node, in centipawns.
        margin: i32 = 1110, in 0..=5000;
        /// The opponent's least number of pieces, kings and pawns not counted.
        pieces: i32 = 4, in 0..=15;
    }
}

impl LimitedRazoring {
    /// Plies by which a pre-pre-frontier node is searched to less depth.
    #[inline]
    pub(crate) fn reduction(&self, at: &NodeContext<'_>) -> Decision<i32> {
        let (state, node) = (at.state, &at.node);
        let applies = node.depth == 3
            && node.ply > 0
            && !state.in_check()
            && !at.extended
            && node.alpha.abs() < Score::MATE_BOUND
            && state.pieces(!state.turn) >= self.pieces as usize;
        if !applies {
            return Decision::NotTried;
        }
        Decision::tried(balance(state, state.turn) + self.margin <= node.alpha, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::playouts;
    use crate::tree::node::{Node, NodeType};

    #[test]
    fn a_queen_short_costs_a_ply_at_depth_three_while_the_opponent_has_pieces() {
        let reduces = |fen: &str, depth: i32, above_balance: i32| {
            let state = playouts(fen, 0, 1, 1).next().unwrap();
            let alpha = balance(&state, state.turn) + above_balance;
            let node = Node { ply: 4, kind: NodeType::Cut, ..Node::root(depth, alpha, alpha + 1) };
            let reduction =
                LimitedRazoring::default().reduction(&NodeContext::new(&state, node, None, 0, 0));
            reduction == Decision::Succeeds(1)
        };
        let many = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
        let few = "rn2kb2/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQq - 0 1";
        assert!(reduces(many, 3, 1110));
        assert!(!reduces(many, 3, 1109));
        assert!(!reduces(many, 2, 1110) && !reduces(many, 4, 1110));
        assert!(!reduces(few, 3, 1110));
        assert!(!reduces(many, 3, Score::MATE_BOUND));
    }
}
