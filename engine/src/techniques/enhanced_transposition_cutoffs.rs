//! Enhanced transposition cutoffs: before any move is searched, all of them are looked up, since
//! one of them may lead to a position that is already known to refute.
//!
//! Sound: the table's bound of a child is as good as a search of it.
//!
//! Source: Schaeffer and Plaat, as Winands et al. use it (section 5.2): at interior nodes more
//! than two plies from the leaves; with `at_pv` at those of the principal variation too, the root
//! excepted.

use crate::parameters::parameters;
use crate::tree::node::Node;

parameters! {
    /// Look up the positions after all moves before searching any.
    EnhancedTranspositionCutoffs from "Schaeffer and Plaat; Winands et al., section 5.2" {
        /// The least depth at which they are looked for, in plies.
        min_depth: i32 = 3, in 1..=30;
        /// They are looked for at PV nodes too.
        at_pv: bool = false;
    }
}

impl EnhancedTranspositionCutoffs {
    /// Whether to look all moves of a node up.
    pub(crate) fn applies(&self, node: &Node) -> bool {
        let is_left_out = node.ply == 0 || (node.is_pv() && !self.at_pv);
        !is_left_out && node.depth >= self.min_depth
    }
}
