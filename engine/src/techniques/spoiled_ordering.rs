//! Spoiled ordering: the moves of a node are searched in random order, as if the heuristics of move ordering had failed.
//!
//! For experiments: techniques that rest on good ordering, or that insure against bad ordering, show their worth when it
//! is taken away. The order is drawn from the seed and the position's key, so that a position has the same order
//! whenever it is searched, and a search is as repeatable as without.
//!
//! `quiet` takes away killers and history: quiet moves come in random order behind the table's move and good captures.
//! `all` takes away the table's move, too, the good moves of a multi-cut, and the gains of captures: first the captures that do
//! not lose material, then the quiet moves, then the other captures, each in random order. The moves of quiescence keep
//! their order.
//!
//! Sound, and slow.
//!
//! Source: Bjornsson, Marsland, Schaeffer and Junghanns (1997), whose
//! [uncertainty cut-offs](super::uncertainty_cut_offs) "significantly decrease the search effort when move ordering
//! heuristics fail", by a description of the article. The extract at hand does not say how they failed; this way is ours.

use crate::parameters::{choices, parameters};
use crate::position::packed_move::PackedMove;
use crate::techniques::Decision;
use crate::techniques::random_evaluation::mixed;
use crate::tree::node::Node;

choices! {
    /// Moves that come in random order.
    SpoiledMoves {
        /// Quiet ones.
        Quiet = "quiet",
        /// All of them, the table's move too.
        All = "all",
    }
}

parameters! {
    /// Search moves in random order, to see how other techniques depend on the order.
    SpoiledOrdering from "for Bjornsson, Marsland, Schaeffer and Junghanns" {
        /// The moves that come in random order.
        moves: SpoiledMoves = SpoiledMoves::Quiet;
        /// Only at PV nodes: the best moves come late there, and cutoffs elsewhere as early as before.
        only_pv: bool = false;
        /// The share of positions whose order is spoiled, in percent.
        percent: i32 = 100, in 1..=100;
        /// Another seed is another order.
        seed: i32 = 0, in 0..=1_000_000;
    }
}

/// The random order of a node's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RandomOrder {
    pub(crate) moves: SpoiledMoves,
    seed: u64,
}

impl SpoiledOrdering {
    /// The order of the moves of a node, whose position has this key. Nodes are tried, those with a random order succeed.
    pub(crate) fn order_at(&self, key: u64, node: &Node) -> Decision<RandomOrder> {
        if self.only_pv && !node.is_pv() {
            return Decision::NotTried;
        }
        let drawn = mixed(key ^ mixed(self.seed as u64));
        let order = RandomOrder { moves: self.moves, seed: mixed(drawn) };
        Decision::tried((drawn % 100) < self.percent as u64, order)
    }
}

impl RandomOrder {
    /// The rank of a move among the others of its stage: the highest comes first.
    pub(crate) fn rank(&self, m: PackedMove) -> i32 {
        mixed(self.seed ^ u64::from(m.0)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::node::NodeType;

    const ROOT: Node = Node::root(3, -20, 30);

    #[test]
    fn with_only_pv_no_other_node_is_spoiled() {
        let rule = SpoiledOrdering { only_pv: true, ..SpoiledOrdering::default() };
        assert!(matches!(rule.order_at(7, &ROOT), Decision::Succeeds(_)));
        let cut = Node { kind: NodeType::Cut, ..ROOT };
        assert_eq!(rule.order_at(7, &cut), Decision::NotTried);
    }

    #[test]
    fn the_share_of_spoiled_positions_is_the_percentage_and_another_seed_spoils_others() {
        let spoiled = |seed: i32, key: u64| {
            let rule = SpoiledOrdering { percent: 30, seed, ..SpoiledOrdering::default() };
            matches!(rule.order_at(key, &ROOT), Decision::Succeeds(_))
        };
        let count = |holds: &dyn Fn(u64) -> bool| (0..10_000).filter(|key| holds(*key)).count();
        assert!((2800..3200).contains(&count(&|key| spoiled(1, key))));
        assert!((700..1100).contains(&count(&|key| spoiled(1, key) && spoiled(2, key))));
    }

    #[test]
    fn a_position_has_one_order_and_another_position_another() {
        let order = |key: u64| match SpoiledOrdering::default().order_at(key, &ROOT) {
            Decision::Succeeds(order) => order,
            Decision::Fails | Decision::NotTried => panic!("every position is spoiled"),
        };
        let first = |key: u64| (0..30).max_by_key(|m| order(key).rank(PackedMove(*m))).unwrap();
        assert_eq!(first(7), first(7));
        let firsts: std::collections::HashSet<u16> = (0..200).map(first).collect();
        assert!(firsts.len() > 25, "each of 30 moves is first somewhere: {firsts:?}");
    }
}
