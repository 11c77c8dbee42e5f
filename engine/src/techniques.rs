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
pub mod fail_hard;
pub mod failed_cut_nodes;
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
pub mod spoiled_ordering;
pub mod two_deep_table;
pub mod uncertainty_cut_offs;

use crate::config::techniques;
use crate::parameters::Parameters;

// In the order of a configuration as text, which journals hold.
techniques! {
    aspiration: Aspiration;
    check_extension: CheckExtension;
    random_evaluation: RandomEvaluation;
    quiescence_entries: QuiescenceEntries;
    two_deep_table: TwoDeepTable;
    spoiled_ordering: SpoiledOrdering;
    fail_hard: FailHard;
    failed_cut_nodes: FailedCutNodes;
    correction_history: CorrectionHistory;
    enhanced_transposition_cutoffs: EnhancedTranspositionCutoffs;
    reverse_futility: ReverseFutility;
    razoring: Razoring;
    null_move: NullMove;
    null_move_bound: NullMoveBound;
    probcut: Probcut;
    multi_cut: MultiCut;
    enhanced_multi_cut: EnhancedMultiCut;
    multi_cut_all: MultiCutAll;
    all_node_pruning: AllNodePruning;
    singular_extension: SingularExtension;
    limited_razoring: LimitedRazoring;
    internal_iterative_reductions: InternalIterativeReductions;
    frontier_futility: FrontierFutility;
    extended_futility: ExtendedFutility;
    late_move_pruning: LateMovePruning;
    history_pruning: HistoryPruning;
    futility: Futility;
    exchange_pruning: ExchangePruning;
    delta_pruning: DeltaPruning;
    late_move_reductions: LateMoveReductions;
    uncertainty_cut_offs: UncertaintyCutOffs;
}

/// The parameters of a technique as its rule: pure functions of their arguments, that neither search
/// nor count.
pub(crate) trait Rule: Parameters {
    /// The technique.
    const TECHNIQUE: Technique;

    /// The technique's parameters, where it is on.
    fn of(config: &SearchConfig) -> Option<&Self>;
}

/// The answer of a technique that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision<T = ()> {
    /// It does not apply here, which is not counted.
    NotTried,
    /// It was tried, and changes nothing.
    Fails,
    /// It was tried, and this follows: a score to return, plies to reduce by, or simply its effect.
    Succeeds(T),
}

impl<T> Decision<T> {
    /// The technique was tried, and this follows if it succeeds.
    #[inline]
    pub(crate) fn tried(succeeds: bool, then: T) -> Decision<T> {
        if succeeds { Decision::Succeeds(then) } else { Decision::Fails }
    }
}
