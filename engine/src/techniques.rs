//! The techniques that a configuration switches: one a file, with its idea, when it is unsound, its
//! source and its parameters.

pub mod all_node_pruning;
pub mod aspiration;
pub mod check_extension;
pub mod correction_history;
pub mod delta_pruning;
pub mod enhanced_multi_cut;
pub mod enhanced_transposition_cutoffs;
pub mod exchange_pruning;
pub mod extended_futility;
pub mod frontier_futility;
pub mod futility;
pub mod history_pruning;
pub mod internal_iterative_reductions;
pub mod late_move_pruning;
pub mod late_move_reductions;
pub mod limited_razoring;
pub mod multi_cut;
pub mod multi_cut_all;
pub mod null_move;
pub mod null_move_bound;
pub mod probcut;
pub mod quiescence_entries;
pub mod random_evaluation;
pub mod razoring;
pub mod reverse_futility;
pub mod singular_extension;
pub mod uncertainty_cut_offs;
