//! Null move.

use crate::parameters::parameters;

parameters! {
    /// Parameters of the null move.
    NullMove {
        /// R: the child is searched to depth - 1 - R, in plies.
        reduction = 2 in 1..=6;
        /// The least depth at which it is tried, in plies.
        min_depth = 2 in 1..=20;
    }
}
