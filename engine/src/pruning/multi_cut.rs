//! Multi-cut.

use crate::parameters::parameters;

parameters! {
    /// Parameters of multi-cut.
    MultiCut {
        /// C: cutoffs needed for a prune.
        cutoffs = 3 in 1..=64;
        /// M: moves searched at most.
        moves = 10 in 1..=256;
        /// R: each move's child is searched to depth - 1 - R, in plies.
        reduction = 2 in 1..=10;
    }
}
