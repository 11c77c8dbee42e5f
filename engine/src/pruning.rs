//! Forward pruning: one technique a file, with its idea, its source and its parameters.

pub mod late_move_reductions;
pub mod multi_cut;
pub mod null_move;
