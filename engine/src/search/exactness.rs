//! The search without techniques is plain minimax: held against one written as its definition.
//! Techniques that are proven not to change values are held against the search without them.

use std::ops::RangeInclusive;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Role};

use super::Searcher;
use super::budget::Budget;
use crate::evaluator::Evaluator;
use crate::network::examples::{Sizes, random};
use crate::playouts::playouts;
use crate::position::board_state::BoardState;
use crate::position::movegen::{is_tactical, legal_moves};
use crate::position::static_exchange::{see_ge, victim_and_attacker};
use crate::score::Score;
use crate::techniques::correction_history::{CorrectionHistory, Corrections};
use crate::techniques::frontier_futility::{FrontierFutility, FutilityMargin};
use crate::techniques::random_evaluation::RandomEvaluation;
use crate::tree::node::Node;
use crate::{
    Counters, Engine, Evaluation, Limits, Network, Position, SearchConfig, Setup, Stop, Technique,
};

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 b - - 0 12",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "8/8/8/8/8/2k5/2p5/2K5 w - - 98 80",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1",
];

/// Minimax by definition, without a window; each leaf's quiescence is plain alpha-beta.
struct Minimax {
    evaluator: Evaluator,
}

impl Minimax {
    fn value(&mut self, state: &BoardState, ply: i32, depth: i32) -> i32 {
        if ply > 0 && is_draw(state) {
            return Score::DRAW;
        }
        if depth == 0 {
            return self.quiescence(state, ply, -Score::INFINITE, Score::INFINITE);
        }
        let moves = legal_moves(state);
        if moves.is_empty() {
            return if state.in_check() { ply - Score::MATE } else { Score::DRAW };
        }
        moves.into_iter().map(|m| -self.value(&state.after(m), ply + 1, depth - 1)).max().unwrap()
    }

    fn quiescence(&mut self, state: &BoardState, ply: i32, alpha: i32, beta: i32) -> i32 {
        if is_draw(state) {
            return Score::DRAW;
        }
        let mut best =
            if state.in_check() { ply - Score::MATE } else { self.evaluator.value(state, 0) };
        let mut moves: Vec<Move> =
            legal_moves(state).into_iter().filter(|m| is_considered(state, *m)).collect();
        moves.sort_by_key(|m| -victim_and_attacker(*m));
        for m in moves {
            if best >= beta {
                break;
            }
            let alpha = alpha.max(best);
            best = best.max(-self.quiescence(&state.after(m), ply + 1, -beta, -alpha));
        }
        best
    }
}

/// Quiescence looks at every answer to a check, else at captures and queens that lose nothing.
fn is_considered(state: &BoardState, m: Move) -> bool {
    let is_winning = || is_tactical(m) && see_ge(state, m, 0);
    state.in_check() || (m.promotion().is_none_or(|role| role == Role::Queen) && is_winning())
}

fn leaves(state: &BoardState, depth: i32) -> usize {
    let moves = legal_moves(state);
    if depth == 1 {
        return moves.len();
    }
    moves.into_iter().map(|m| leaves(&state.after(m), depth - 1)).sum()
}

/// The draws that need no history: none of the positions repeats within the depths searched.
fn is_draw(state: &BoardState) -> bool {
    let mated = state.in_check() && legal_moves(state).is_empty();
    state.is_insufficient_material() || (state.halfmoves >= 100 && !mated)
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn search(preset: &str, chess: &Chess, depth: u32) -> i32 {
    search_by(SearchConfig::preset(preset).unwrap(), chess, depth)
}

fn search_by(setup: impl Into<Setup>, chess: &Chess, depth: u32) -> i32 {
    let mut engine = Engine::new(setup, 1);
    engine.search(&Position::new(chess), &Limits::depth(depth), &Stop::new()).score.0
}

/// The classical evaluation, a network of random numbers, and the one that is built in.
fn evaluations() -> [Evaluation; 3] {
    let networks = [random(Sizes::SMALL, 2), Network::built_in()];
    let [random, built_in] = networks.map(Evaluation::Network);
    [Evaluation::Classical, random, built_in]
}

#[test]
fn without_techniques_the_search_has_the_value_of_minimax() {
    for evaluation in evaluations() {
        let search = SearchConfig::preset("none").unwrap();
        let setup = Setup { search, evaluation };
        for fen in POSITIONS {
            let chess = position(fen);
            let state = BoardState::new(&chess);
            for depth in (1..=3).take_while(|depth| leaves(&state, *depth) < 12_000) {
                let mut minimax = Minimax { evaluator: Evaluator::new(&setup.evaluation) };
                let expected = minimax.value(&state, 0, depth);
                let found = search_by(setup.clone(), &chess, depth as u32);
                assert_eq!(found, expected, "{fen} depth {depth} {:?}", setup.evaluation);
            }
        }
    }
}

#[test]
fn the_score_of_a_drawn_bishop_ending_is_a_draw_for_both_sides() {
    for turn in Color::ALL {
        let fen = format!("8/8/4k3/8/8/3BK3/8/8 {} - - 0 1", turn.char());
        assert_eq!(search("none", &position(&fen), 4), Score::DRAW);
    }
}

/// Where random games set out from, to be thrown out of balance: quiet and wild middlegames, and
/// endings with promotions, stalemates and few pieces about.
const STARTS: [&str; 8] = [
    POSITIONS[0],
    POSITIONS[1],
    POSITIONS[2],
    POSITIONS[4],
    POSITIONS[7],
    "6k1/PPPP4/8/8/8/8/4pppp/1K6 w - - 0 1",
    "4k3/8/8/8/3q4/8/P4PPP/R4RK1 w - - 90 60",
    "7k/5Q2/8/8/8/8/PP6/1K4r1 w - - 0 1",
];

/// The value of a root, its nodes, and the counts of all techniques; each depth is searched by itself and without
/// transpositions, so that the value is that of the tree alone.
fn value_of_tree(setup: impl Into<Setup>, state: &BoardState, depth: i32) -> (i32, u64, Counters) {
    let mut searcher = Searcher::new(setup, 1);
    searcher.table.only_orders = true;
    if let Some(correction_history) = searcher.config.correction_history {
        searcher.corrections = Corrections::arbitrary(correction_history);
    }
    let root = Position { state: state.clone(), past: Vec::new() };
    searcher.begin(&root, Budget::default());
    searcher.iteration = depth;
    let window = Node::root(depth, -Score::INFINITE, Score::INFINITE);
    let score = searcher.search(state, window).unwrap();
    (score, searcher.budget.nodes, searcher.counters)
}

/// How often a technique leaves the value of a root as it is.
struct Exactness {
    roots: u64,
    /// Roots that have another value with the technique.
    different: u64,
    /// Moves or nodes that it pruned.
    pruned: u64,
}

/// A test takes one position in this number of the random games.
const ONE_IN: usize = 14;

/// Compares the values with and without a technique at these depths, as long as the tree stays small.
fn exactness(
    technique: Technique,
    [without, with]: [Setup; 2],
    depths: RangeInclusive<i32>,
) -> Exactness {
    let mut found = Exactness { roots: 0, different: 0, pruned: 0 };
    for (seed, start) in STARTS.iter().enumerate() {
        for state in playouts(start, seed as u64, 4, 60).step_by(ONE_IN) {
            for depth in depths.clone().filter(|_| !legal_moves(&state).is_empty()) {
                let (expected, nodes, _) = value_of_tree(without.clone(), &state, depth);
                let (value, _, counters) = value_of_tree(with.clone(), &state, depth);
                found.roots += 1;
                found.different += u64::from(value != expected);
                found.pruned += counters[technique].cut;
                if nodes > 20_000 {
                    break;
                }
            }
        }
    }
    found
}

fn exactness_of_frontier_futility(base: impl Into<Setup>, futility: FrontierFutility) -> Exactness {
    let base = base.into();
    let search = SearchConfig { frontier_futility: Some(futility), ..base.search };
    let with = Setup { search, ..base.clone() };
    exactness(Technique::FrontierFutility, [base, with], 1..=4)
}

#[test]
fn multi_cut_at_all_nodes_with_its_additions_leaves_every_value_as_it_is() {
    let none = SearchConfig::preset("none").unwrap();
    let with = SearchConfig {
        multi_cut_all: Some(Default::default()),
        all_node_pruning: Some(Default::default()),
        ..none
    };
    let found = exactness(Technique::MultiCutAll, [none, with].map(Setup::from), 5..=6);
    assert_eq!(found.different, 0, "of {} roots", found.roots);
    assert!(found.pruned > 1000, "{} prunes", found.pruned);
}

#[test]
fn order_node_types_fail_hard_scores_and_the_form_of_the_table_leave_every_value_as_it_is() {
    let none = SearchConfig::preset("none").unwrap();
    for technique in ["spoiled_ordering", "fail_hard", "failed_cut_nodes", "two_deep_table"] {
        let changes = toml::from_str(&format!("{technique} = true")).unwrap();
        let with = none.with(&changes);
        let technique = *Technique::ALL.iter().find(|known| known.name() == technique).unwrap();
        let found = exactness(technique, [none, with].map(Setup::from), 1..=4);
        assert_eq!(found.different, 0, "{}: of {} roots", technique.name(), found.roots);
        assert!(found.pruned > 1000, "{} does not act: {}", technique.name(), found.pruned);
    }
}

#[test]
fn frontier_futility_with_the_sound_margin_leaves_every_value_as_it_is() {
    let extended = SearchConfig { check_extension: Some(Default::default()), ..Default::default() };
    // The child of a skipped move would stand pat on its corrected evaluation.
    let corrected = SearchConfig {
        correction_history: Some(CorrectionHistory { limit: 300, ..Default::default() }),
        ..Default::default()
    };
    let random = SearchConfig {
        random_evaluation: Some(RandomEvaluation { amplitude: 200 }),
        ..Default::default()
    };
    let network = Evaluation::Network(Network::built_in());
    let by_network = Setup { search: corrected, evaluation: network };
    let classical = [SearchConfig::default(), extended, corrected, random].map(Setup::from);
    for base in classical.into_iter().chain([by_network]) {
        let sound = FrontierFutility { margin: FutilityMargin::Sound, ..Default::default() };
        let Exactness { roots, different, pruned } = exactness_of_frontier_futility(base, sound);
        assert!(roots > 500 && pruned > 10_000, "{roots} roots, {pruned} moves skipped");
        assert_eq!(different, 0, "of {roots} roots");
    }
}

#[test]
fn frontier_futility_with_too_small_a_margin_does_not() {
    let small = FrontierFutility { margin: FutilityMargin::Tuned, tuned: 0 };
    let found = exactness_of_frontier_futility(SearchConfig::default(), small);
    assert!(found.different > 0, "of {} roots", found.roots);
}

#[test]
fn a_move_that_draws_by_the_rules_is_not_futile() {
    // Taking the knight leaves white a rook short; any other move is the fiftieth.
    let state = BoardState::new(&position("6kr/6p1/8/8/8/n7/1P6/4K3 w - - 99 80"));
    let config = |margin| SearchConfig {
        frontier_futility: Some(FrontierFutility { margin, tuned: 0 }),
        ..SearchConfig::default()
    };
    for margin in [FutilityMargin::Sound, FutilityMargin::Tuned] {
        assert_eq!(value_of_tree(config(margin), &state, 1).0, Score::DRAW);
    }
}
