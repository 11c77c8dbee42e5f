//! Named configurations: those of the papers, and those of today.

use crate::network::Network;
use crate::setup::{Evaluation, Setup};
use crate::techniques::SearchConfig;
use crate::techniques::aspiration::Aspiration;
use crate::techniques::enhanced_multi_cut::{Applies, EnhancedMultiCut};
use crate::techniques::enhanced_transposition_cutoffs::EnhancedTranspositionCutoffs;
use crate::techniques::frontier_futility::{FrontierFutility, FutilityMargin};
use crate::techniques::multi_cut_all::MultiCutAll;
use crate::techniques::null_move::NullMove;
use crate::techniques::null_move_bound::{NullMoveBound, TempoScheme};
use crate::techniques::two_deep_table::TwoDeepTable;
use crate::techniques::uncertainty_cut_offs::{UncertaintyCutOffs, UncertaintyScope};

/// A named configuration.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name in a match file.
    pub name: &'static str,
    /// A description in one line.
    pub description: &'static str,
    build: fn() -> SearchConfig,
    evaluation: fn() -> Evaluation,
}

impl Preset {
    /// The techniques of the preset.
    #[must_use]
    pub fn config(&self) -> SearchConfig {
        (self.build)()
    }

    /// The same with the preset's evaluation: the setup of an engine.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup { search: self.config(), evaluation: (self.evaluation)() }
    }

    /// The same search with the network that is built in.
    const fn with_network(self) -> Preset {
        Preset { evaluation: || Evaluation::Network(Network::built_in()), ..self }
    }
}

impl SearchConfig {
    /// The preset of this name, or `None` where there is none (see [`PRESETS`]).
    #[must_use]
    pub fn preset(name: &str) -> Option<SearchConfig> {
        PRESETS.iter().find(|preset| preset.name == name).map(Preset::config)
    }
}

impl Setup {
    /// The preset of this name, or `None` where there is none (see [`PRESETS`]).
    #[must_use]
    pub fn preset(name: &str) -> Option<Setup> {
        PRESETS.iter().find(|preset| preset.name == name).map(Preset::setup)
    }
}

/// A row of [`PRESETS`].
const fn preset(
    name: &'static str,
    description: &'static str,
    build: fn() -> SearchConfig,
) -> Preset {
    Preset { name, description, build, evaluation: Evaluation::default }
}

/// Every preset there is.
pub const PRESETS: &[Preset] = &[
    preset("default", "every technique that helps, and the network", default).with_network(),
    preset("modern", "the techniques of today's engines", modern),
    preset("modern+mc-thesis", "modern, with the original multi-cut", || SearchConfig {
        multi_cut: on(),
        ..modern()
    }),
    preset("modern+mc-enhanced", "modern, with the enhanced multi-cut", || SearchConfig {
        enhanced_multi_cut: on(),
        ..modern()
    }),
    preset(
        "modern+mc-a",
        "modern, with multi-cut at expected ALL nodes and all-node pruning",
        || mc_a(modern()),
    ),
    preset("network", "modern, with the network's evaluation", modern).with_network(),
    preset("none", "principal variation search with no extension and no forward pruning", base),
    preset("null-move", "the base search with null move", || SearchConfig {
        null_move: on(),
        ..base()
    }),
    preset("multi-cut", "the base search with the original multi-cut", || SearchConfig {
        multi_cut: on(),
        ..base()
    }),
    preset("null-move+multi-cut", "the base search with null move and multi-cut", || {
        SearchConfig { null_move: on(), multi_cut: on(), ..base() }
    }),
    preset("heinz", "null move with futility, extended futility and limited razoring", heinz),
    preset("turk", "Bjornsson and Marsland: null move R = 2", turk),
    preset("turk-mc", "turk with multi-cut C = 3, M = 10, R = 2 (their Table 1)", || {
        SearchConfig { multi_cut: on(), ..turk() }
    }),
    preset("turk-t10", "turk with a null-move bound t = 10 (their Table 2)", || turk_bound(10)),
    preset("turk-t20", "turk with a null-move bound t = 20 (their Table 2)", || turk_bound(20)),
    preset("turk-variable", "turk with the variable null-move bound (their Table 2)", || {
        SearchConfig { null_move_bound: on(), ..turk() }
    }),
    preset("turk-uncertainty", "turk with uncertainty cut-offs at siblings of PV nodes", || {
        SearchConfig { uncertainty_cut_offs: on(), ..turk() }
    }),
    preset(
        "turk-uncertainty-unsafe",
        "turk with uncertainty cut-offs at CUT and ALL nodes, trusted below alpha",
        turk_unsafe_uncertainty,
    ),
    preset("mia", "Winands et al.: adaptive null move, MC-C 3,10,2, table cutoffs", mia),
    preset("mia-mc-a", "mia with MC-A 2,10,2", || mc_a(mia())),
    preset(
        "mia-vnmb",
        "mia with the null-move bound t = 200 at ALL nodes (their figure 7)",
        || {
            let scheme = TempoScheme::AllNodes;
            let bound = NullMoveBound { scheme, tempo: 200, ..NullMoveBound::default() };
            SearchConfig { null_move_bound: Some(bound), ..mia() }
        },
    ),
    preset("z-none", "Eiriksson's base: neither null move nor multi-cut", z_base),
    preset("z-nm", "Eiriksson's base with null move", ziggy),
    preset("z-thesis", "z-nm with multi-cut R 2, C 3, E 10, cut", || {
        z(2, 3, 10, Applies::Cut, false, false)
    }),
    preset("z-1", "z-nm with multi-cut R 2, C 2, E 10, trans", || {
        z(2, 2, 10, Applies::Trans, false, false)
    }),
    preset("z-2", "z-nm with multi-cut R 2, C 2, E 10, trans, independent", || {
        z(2, 2, 10, Applies::Trans, true, false)
    }),
    preset("z-ind", "z-nm with multi-cut R 2, C 2, E 20, trans, independent", || {
        z(2, 2, 20, Applies::Trans, true, false)
    }),
    preset("z-trans", "z-nm with multi-cut R 2, C 2, E 20, trans, independent, reorder", || {
        z(2, 2, 20, Applies::Trans, true, true)
    }),
    preset("z-cut", "z-nm with multi-cut R 2, C 2, E 16, cut, independent, reorder", || {
        z(2, 2, 16, Applies::Cut, true, true)
    }),
    preset("z-3", "z-nm with multi-cut R 2, C 3, E 16, trans, independent, reorder", || {
        z(2, 3, 16, Applies::Trans, true, true)
    }),
    preset("z-main", "z-nm with multi-cut R 3, C 3, E 16, trans, independent, reorder", || {
        z(3, 3, 16, Applies::Trans, true, true)
    }),
    preset(
        "ziggy-trans",
        "z-trans with more of Eiriksson's program, Ziggy: fail-hard, types, window, table",
        || as_program(z(2, 2, 20, Applies::Trans, true, true)),
    ),
    preset("ziggy-cut", "z-cut with more of Eiriksson's program, as ziggy-trans", || {
        as_program(z(2, 2, 16, Applies::Cut, true, true))
    }),
];

/// Principal variation search, transposition table and quiescence.
fn base() -> SearchConfig {
    SearchConfig { aspiration: on(), ..SearchConfig::default() }
}

/// The strongest there is, by the matches that were played.
fn default() -> SearchConfig {
    modern()
}

/// The search that studies hold others against: it stays as it is, and a test counts its nodes. Numbers
/// as `matches/tune-default.toml` found them, but for late move reductions: its stronger ones
/// overlooked combinations and won no more games. So did razoring, which is left out.
fn modern() -> SearchConfig {
    let aspiration = Aspiration { window: 25, ..Aspiration::default() };
    let null_move = NullMove { reduction: 3, depth_divisor: 4, ..NullMove::default() };
    SearchConfig {
        aspiration: Some(aspiration),
        check_extension: on(),
        correction_history: on(),
        reverse_futility: on(),
        null_move: Some(null_move),
        singular_extension: on(),
        internal_iterative_reductions: on(),
        late_move_pruning: on(),
        history_pruning: on(),
        futility: on(),
        exchange_pruning: on(),
        delta_pruning: on(),
        late_move_reductions: on(),
        ..base()
    }
}

/// Heinz's three prunings on the base search with null move.
fn heinz() -> SearchConfig {
    let futility =
        FrontierFutility { margin: FutilityMargin::Tuned, ..FrontierFutility::default() };
    SearchConfig {
        null_move: on(),
        frontier_futility: Some(futility),
        extended_futility: on(),
        limited_razoring: on(),
        ..base()
    }
}

/// Multi-cut at ALL nodes as Winands et al. found it best, on a search that it makes safe.
fn mc_a(base: SearchConfig) -> SearchConfig {
    let multi_cut_all = MultiCutAll { delta: 500, ..MultiCutAll::default() };
    SearchConfig { multi_cut_all: Some(multi_cut_all), all_node_pruning: on(), ..base }
}

/// Null move as Bjornsson and Marsland's figure 5 applies it: wherever the search may pass, at any
/// depth, with beta for the score of a prune.
fn turk() -> SearchConfig {
    let null_move =
        NullMove { above_beta: false, min_depth: 1, return_beta: true, ..NullMove::default() };
    SearchConfig { check_extension: on(), null_move: Some(null_move), ..base() }
}

fn turk_bound(tempo: i32) -> SearchConfig {
    let bound = NullMoveBound { scheme: TempoScheme::Fixed, tempo, ..NullMoveBound::default() };
    SearchConfig { null_move_bound: Some(bound), ..turk() }
}

/// The unsafe generalisation: few siblings of the principal variation are searched again. With any margin below
/// beta it would hardly act: a null move that returns beta leaves few scores to lie below `beta - margin`.
fn turk_unsafe_uncertainty() -> SearchConfig {
    let uncertainty_cut_offs = UncertaintyCutOffs {
        scope: UncertaintyScope::NullWindow,
        moves: 12,
        trust_below_alpha: true,
        ..UncertaintyCutOffs::default()
    };
    SearchConfig { uncertainty_cut_offs: Some(uncertainty_cut_offs), ..turk() }
}

/// The forward pruning of Winands et al., section 5.2, with the additions of their figure 2 and the
/// improvements of their figure 3. Both prunings are tried at depth above 2, as figures 3 and 6 have
/// it.
fn mia() -> SearchConfig {
    let null_move = NullMove {
        adaptive: true,
        adaptive_men: 5,
        reduction_at_all: 3,
        above_beta: false,
        min_depth: 3,
        ..NullMove::default()
    };
    let multi_cut_at_cut = EnhancedMultiCut {
        cutoffs: 3,
        moves: 10,
        reduction: 2,
        min_depth: 3,
        applies: Applies::Cut,
        piece_independence: false,
        reorder: true,
        table_move_first: false,
        winning_value: true,
    };
    let table_cutoffs =
        EnhancedTranspositionCutoffs { at_pv: true, ..EnhancedTranspositionCutoffs::default() };
    SearchConfig {
        all_node_pruning: on(),
        enhanced_transposition_cutoffs: Some(table_cutoffs),
        null_move: Some(null_move),
        enhanced_multi_cut: Some(multi_cut_at_cut),
        ..base()
    }
}

/// Eiriksson's program, whose table keeps the horizon nodes of quiescence alone.
fn z_base() -> SearchConfig {
    SearchConfig { quiescence_entries: on(), ..base() }
}

/// Null move as Eiriksson's program ran it: his R = 2 is a search to depth - 2, and its
/// prunes are stored as cutoffs. Late move reductions are left out: the program asks for them at PV nodes only, and
/// refuses them there.
fn ziggy() -> SearchConfig {
    let null_move =
        NullMove { reduction: 1, above_beta: false, store: true, ..NullMove::default() };
    SearchConfig { null_move: Some(null_move), ..z_base() }
}

/// A row of Eiriksson's Table 1, its columns in his order.
fn z(
    reduction: i32,
    cutoffs: i32,
    moves: i32,
    applies: Applies,
    piece_independence: bool,
    reorder: bool,
) -> SearchConfig {
    let multi_cut = EnhancedMultiCut {
        cutoffs,
        moves,
        reduction,
        min_depth: 0,
        applies,
        piece_independence,
        reorder,
        table_move_first: false,
        winning_value: false,
    };
    SearchConfig { enhanced_multi_cut: Some(multi_cut), ..ziggy() }
}

/// A search of Eiriksson's paper with more of his program: fail-hard scores, the types of later children, the window at the
/// root, and the two-deep table. Ziggy also answers PV nodes from the table, searches the moves of a PV node with the
/// open window until one exceeds alpha, and leaves quiet moves unsorted.
fn as_program(paper: SearchConfig) -> SearchConfig {
    let two_deep_table = TwoDeepTable { shifts: false };
    SearchConfig {
        aspiration: Some(Aspiration { window: 50, min_depth: 2, growth: 0 }),
        two_deep_table: Some(two_deep_table),
        fail_hard: on(),
        failed_cut_nodes: on(),
        ..paper
    }
}

#[expect(clippy::unnecessary_wraps, reason = "reads as the switch it sets")]
fn on<P: Default>() -> Option<P> {
    Some(P::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_a_name_of_its_own() {
        for (i, preset) in PRESETS.iter().enumerate() {
            assert!(PRESETS[i + 1..].iter().all(|other| other.name != preset.name));
            assert_eq!(SearchConfig::preset(preset.name), Some(preset.config()));
        }
    }
}
