//! Safe means safe: held against the search without the technique, over random positions.
//!
//! The transposition table only orders moves here. With its scores the value of a search would
//! depend on the nodes that it happened to visit before (a deeper entry, another path to a repetition);
//! without them it is minimax over the paths from the root, whatever the order of the moves.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use super::{UncertaintyCutOffs, UncertaintyScope};
use crate::position::Position;
use crate::position::movegen::legal_moves;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::budget::Budget;
use crate::techniques::aspiration::Aspiration;
use crate::techniques::check_extension::CheckExtension;
use crate::techniques::{SearchConfig, Technique};
use crate::tree::node::{Node, NodeType, Resolver};
use crate::tree::transposition_table::Bound;

const RANDOM_POSITIONS: usize = 120;

/// Random positions with no more moves than this are searched a ply deeper.
const FEW_MOVES: usize = 16;

const TO_THE_UTMOST: UncertaintyCutOffs = UncertaintyCutOffs {
    scope: UncertaintyScope::Siblings,
    moves: 1,
    margin: 0,
    min_depth: 1,
    trust_below_alpha: false,
};

fn in_scope(scope: UncertaintyScope) -> UncertaintyCutOffs {
    UncertaintyCutOffs { scope, ..TO_THE_UTMOST }
}

fn trusting(rule: UncertaintyCutOffs) -> UncertaintyCutOffs {
    UncertaintyCutOffs { trust_below_alpha: true, ..rule }
}

/// The search without forward pruning, whose window at the root is narrow soon.
fn config(rule: Option<UncertaintyCutOffs>) -> SearchConfig {
    let aspiration = Aspiration { window: 15, min_depth: 2, ..Aspiration::default() };
    SearchConfig {
        aspiration: Some(aspiration),
        uncertainty_cut_offs: rule,
        ..SearchConfig::default()
    }
}

fn begin(config: SearchConfig, position: &Position) -> Searcher {
    let mut searcher = Searcher::new(config, 1);
    searcher.table.only_orders = true;
    searcher.begin(position, Budget::default());
    searcher
}

/// The root's value at every depth up to this one.
fn values(searcher: &mut Searcher, position: &Position, depth: i32) -> Vec<i32> {
    let mut value = 0;
    let mut next = |depth| {
        searcher.iteration = depth;
        value = searcher.search_root(&position.state, depth, value, &mut |_, _, _| {}).unwrap();
        value
    };
    (1..=depth).map(&mut next).collect()
}

/// A null window on a position that some PV node would search again.
fn node(kind: NodeType, depth: i32, beta: i32) -> Node {
    let root = Node::root(depth, beta - 1, beta);
    Node { kind, resolver: Resolver::Ancestor, ..root }
}

fn position(fen: &str) -> Position {
    let fen: Fen = fen.parse().unwrap();
    Position::new(&fen.into_position::<Chess>(CastlingMode::Standard).unwrap())
}

/// Positions of random games, each with its game's history.
fn random_positions() -> Vec<Position> {
    let mut seed = 7_u64;
    let mut below = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % bound
    };
    let mut positions = Vec::new();
    while positions.len() < RANDOM_POSITIONS {
        let mut chess = Chess::default();
        let mut position = Position::new(&chess);
        for _ in 0..10 + below(120) {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[below(moves.len())];
            position.play(m);
            chess.play_unchecked(m);
        }
        if !chess.legal_moves().is_empty() {
            positions.push(position);
        }
    }
    positions
}

fn depth_for(position: &Position) -> i32 {
    if position.legal_moves().len() <= FEW_MOVES { 5 } else { 4 }
}

/// Over all random positions, for each rule: how many have another value with it than without, and
/// how often it cut.
fn compare<const N: usize>(
    base: SearchConfig,
    rules: [UncertaintyCutOffs; N],
) -> [(UncertaintyCutOffs, usize, u64); N] {
    let mut found = rules.map(|rule| (rule, 0, 0));
    for position in random_positions() {
        let depth = depth_for(&position);
        let expected = values(&mut begin(base, &position), &position, depth);
        for (rule, different, cuts) in &mut found {
            let config = SearchConfig { uncertainty_cut_offs: Some(*rule), ..base };
            let mut searcher = begin(config, &position);
            *different += usize::from(values(&mut searcher, &position, depth) != expected);
            *cuts += searcher.counters[Technique::UncertaintyCutOffs].cut;
        }
    }
    found
}

#[test]
fn the_safe_form_never_changes_the_value_of_the_root() {
    let rules = [
        TO_THE_UTMOST,
        UncertaintyCutOffs { moves: 2, margin: 30, ..TO_THE_UTMOST },
        UncertaintyCutOffs { moves: 3, ..UncertaintyCutOffs::default() },
        UncertaintyCutOffs::default(),
    ];
    for (rule, different, cuts) in compare(config(None), rules) {
        assert!(different == 0 && cuts > 50, "{rule:?}: {different} differ, {cuts} cuts");
    }
}

#[test]
fn the_safe_form_is_safe_with_extensions_too() {
    let check_extension = Some(CheckExtension::default());
    let base = SearchConfig { check_extension, ..config(None) };
    for (_, different, cuts) in compare(base, [TO_THE_UTMOST]) {
        assert!(different == 0 && cuts > 50, "{different} differ, {cuts} cuts");
    }
}

#[test]
fn a_doubt_that_is_backed_up_and_resolved_never_changes_the_value_of_the_root() {
    let milder = |rule| UncertaintyCutOffs { moves: 4, margin: 20, ..rule };
    let [cut, null] = [UncertaintyScope::CutNodes, UncertaintyScope::NullWindow].map(in_scope);
    for (rule, different, cuts) in compare(config(None), [cut, milder(cut), null, milder(null)]) {
        assert!(different == 0 && cuts > 50, "{rule:?}: {different} differ, {cuts} cuts");
    }
}

#[test]
fn trust_changes_values_where_all_nodes_are_left_early() {
    let rule = trusting(in_scope(UncertaintyScope::NullWindow));
    for (_, different, cuts) in compare(config(None), [rule]) {
        assert!(different > 0 && cuts > 50, "{different} differ, {cuts} cuts");
    }
}

#[test]
fn what_is_unsure_below_alpha_never_comes_from_cut_nodes() {
    let rule = in_scope(UncertaintyScope::CutNodes);
    for position in random_positions() {
        let nodes_of = |rule| {
            let mut searcher = begin(config(Some(rule)), &position);
            let values = values(&mut searcher, &position, 4);
            (values, searcher.budget.nodes)
        };
        assert_eq!(nodes_of(rule), nodes_of(trusting(rule)));
    }
}

#[test]
fn what_is_stored_beside_unsure_scores_is_true() {
    let mut checked = 0;
    for position in random_positions().iter().step_by(4) {
        let value = values(&mut begin(config(None), position), position, 3)[2];
        for scope in [UncertaintyScope::CutNodes, UncertaintyScope::NullWindow] {
            let rule = UncertaintyCutOffs { moves: 3, ..in_scope(scope) };
            // Nobody searches this null window again and writes over its entry.
            let mut searcher = begin(config(Some(rule)), position);
            let _ = searcher.search(&position.state, node(NodeType::All, 3, value - 20)).unwrap();
            searcher.table.only_orders = false;
            for m in legal_moves(&position.state) {
                let mut child = position.clone();
                child.play(m);
                checked += usize::from(assert_entry_is_true(&searcher, &child));
                for m in legal_moves(&child.state) {
                    let mut grandchild = child.clone();
                    grandchild.play(m);
                    checked += usize::from(assert_entry_is_true(&searcher, &grandchild));
                }
            }
        }
    }
    assert!(checked > 100, "{checked} entries");
}

/// Holds the table's entry of a position against a search of it; false without one.
fn assert_entry_is_true(searcher: &Searcher, position: &Position) -> bool {
    let Some(entry) = searcher.table.probe(position.state.key, 0) else { return false };
    let node = Node::root(entry.depth, -Score::INFINITE, Score::INFINITE);
    let value = begin(config(None), position).search(&position.state, node).unwrap();
    let is_true = match entry.bound {
        Bound::Lower => value >= entry.score,
        Bound::Upper => value <= entry.score,
        Bound::Exact => value == entry.score,
    };
    assert!(is_true, "{entry:?}, but the value is {value}");
    true
}

/// The traces of a search.
struct Answer {
    is_refuted: bool,
    unsure: bool,
    stored: bool,
    cuts: u64,
}

fn answer(rule: UncertaintyCutOffs, position: &Position, node: Node) -> Answer {
    let mut searcher = begin(config(Some(rule)), position);
    let score = searcher.search(&position.state, node).unwrap();
    Answer {
        is_refuted: score >= node.beta,
        unsure: searcher.unsure,
        stored: searcher.table.probe(position.state.key, node.ply).is_some(),
        cuts: searcher.counters[Technique::UncertaintyCutOffs].cut,
    }
}

#[test]
fn a_refutation_by_a_node_left_early_is_unsure_and_not_stored() {
    let quiet = position("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10");
    let rule = in_scope(UncertaintyScope::CutNodes);
    let all = node(NodeType::All, 2, -300);
    let doubtful = answer(rule, &quiet, all);
    assert!(doubtful.is_refuted && doubtful.unsure && !doubtful.stored && doubtful.cuts == 1);
    let certain = answer(rule, &quiet, all.certain());
    assert!(certain.is_refuted && !certain.unsure && certain.stored && certain.cuts == 0);
}

#[test]
fn a_node_whose_only_move_is_unsure_backs_the_doubt_up() {
    // White is in check, and nothing but the knight to a2 answers it.
    let forced = position("rr4k1/5ppp/8/8/8/8/6PP/K1N5 w - - 0 1");
    assert_eq!(forced.legal_moves().len(), 1);
    let rule = in_scope(UncertaintyScope::CutNodes);
    let cut = node(NodeType::Cut, 3, 300);
    let doubtful = answer(rule, &forced, cut);
    assert!(!doubtful.is_refuted && doubtful.unsure && !doubtful.stored && doubtful.cuts == 1);
    let certain = answer(rule, &forced, cut.certain());
    assert!(!certain.is_refuted && !certain.unsure && certain.stored && certain.cuts == 0);
}

#[test]
fn a_certain_answer_is_true_although_nodes_below_were_left_early() {
    let rule = UncertaintyCutOffs { moves: 2, ..in_scope(UncertaintyScope::CutNodes) };
    for (kind, depth) in [(NodeType::Cut, 3), (NodeType::All, 4)] {
        let mut certain_with_cuts = 0;
        for position in random_positions() {
            let values = values(&mut begin(config(None), &position), &position, depth);
            let value = values[depth as usize - 1];
            for beta in [value - 20, value, value + 1, value + 20] {
                let answer = answer(rule, &position, node(kind, depth, beta));
                assert!(answer.unsure || answer.is_refuted == (value >= beta));
                certain_with_cuts += usize::from(!answer.unsure && answer.cuts > 0);
            }
        }
        assert!(certain_with_cuts > 0, "{kind:?}: {certain_with_cuts}");
    }
}
