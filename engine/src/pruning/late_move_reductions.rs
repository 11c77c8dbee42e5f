//! Late move reductions.

use crate::parameters::parameters;

parameters! {
    /// Parameters of late move reductions.
    LateMoveReductions {
        /// Moves searched to full depth before the first is reduced.
        full_depth_moves = 3 in 1..=64;
        /// The least depth at which a move is reduced, in plies.
        min_depth = 3 in 1..=20;
    }
}
