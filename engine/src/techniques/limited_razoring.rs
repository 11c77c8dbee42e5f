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

use crate::config::Technique;
use crate::evaluate::balance;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::node::Node;

parameters! {
    /// Parameters of limited razoring.
    LimitedRazoring {
        /// Added to the balance of the node, in centipawns.
        margin: i32 = 1110, in 0..=5000;
        /// The opponent's least number of pieces, kings and pawns not counted.
        pieces: i32 = 4, in 0..=15;
    }
}

impl Searcher {
    /// Plies by which a pre-pre-frontier node is searched to less depth.
    pub(crate) fn limited_razoring(&mut self, state: &BoardState, node: &Node) -> i32 {
        let Some(parameters) = self.config.limited_razoring else { return 0 };
        let applies = node.depth == 3
            && node.ply > 0
            && !state.in_check()
            && !self.frames[node.ply].extended
            && node.alpha.abs() < Score::MATE_BOUND
            && state.pieces(!state.turn) >= parameters.pieces as usize;
        if !applies {
            return 0;
        }
        let razors = balance(state, state.turn) + parameters.margin <= node.alpha;
        self.counters[Technique::LimitedRazoring].note(razors);
        i32::from(razors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchConfig;
    use crate::playouts::playouts;
    use crate::search::node::NodeType;

    #[test]
    fn a_queen_short_costs_a_ply_at_depth_three_while_the_opponent_has_pieces() {
        let config = SearchConfig {
            limited_razoring: Some(LimitedRazoring::default()),
            ..SearchConfig::default()
        };
        let mut searcher = Searcher::new(config, 1);
        let mut reduction = |fen: &str, depth: i32, above_balance: i32| {
            let state = playouts(fen, 0, 1, 1).next().unwrap();
            let alpha = balance(&state, state.turn) + above_balance;
            let node = Node { ply: 4, kind: NodeType::Cut, ..Node::root(depth, alpha, alpha + 1) };
            searcher.limited_razoring(&state, &node)
        };
        let many = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
        let few = "rn2kb2/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQq - 0 1";
        assert_eq!(reduction(many, 3, 1110), 1);
        assert_eq!(reduction(many, 3, 1109), 0);
        assert_eq!(reduction(many, 2, 1110) + reduction(many, 4, 1110), 0);
        assert_eq!(reduction(few, 3, 1110), 0);
        assert_eq!(reduction(many, 3, Score::MATE_BOUND), 0);
    }
}
