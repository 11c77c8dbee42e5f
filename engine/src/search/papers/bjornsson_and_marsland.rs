//! Bjornsson and Marsland, "Risk Management in Game-Tree Pruning".

use shakmaty::Color;

use super::*;
use crate::tree::moves::Tried;

/// The tempo where this many moves of white and black are unexplored.
fn tempo(searcher: &mut Searcher, state: &BoardState, white: i32, black: i32) -> i32 {
    searcher.alternatives.begin_search();
    searcher.alternatives.add(Color::White, white);
    searcher.alternatives.add(Color::Black, black);
    searcher.null_move_tempo(&context(state, question(NodeType::Cut, 4, 0)))
}

#[test]
fn t_is_20_above_15_alternatives_10_above_none_and_0_in_a_null_move_search() {
    let state = BoardState::new(&chess(QUIET));
    let mut searcher = begun(preset("turk-variable"), &state);
    let t = [0, 1, 15, 16].map(|alternatives| tempo(&mut searcher, &state, alternatives, 0));
    assert_eq!(t, [0, 10, 10, 20]);
    searcher.null_moves_on_path = 1;
    assert_eq!(tempo(&mut searcher, &state, 16, 0), 0);
}

#[test]
fn a_separate_count_is_kept_for_each_player() {
    let state = BoardState::new(&chess(QUIET));
    let mut searcher = begun(preset("turk-variable"), &state);
    assert_eq!([tempo(&mut searcher, &state, 0, 16), tempo(&mut searcher, &state, 9, 9)], [0, 10]);
    for (whose, expected) in [("opponent", [20, 10]), ("both", [20, 20])] {
        let changes = format!("null_move_bound = {{ whose = \"{whose}\" }}");
        let mut searcher = begun(changed("turk-variable", &changes), &state);
        let t = [tempo(&mut searcher, &state, 0, 16), tempo(&mut searcher, &state, 9, 9)];
        assert_eq!(t, expected, "{whose}");
    }
}

#[test]
fn moves_with_a_positive_history_count_with_the_exception_of_the_first_move_expanded() {
    let state = BoardState::new(&chess(QUIET));
    let mut searcher = begun(preset("turk-variable"), &state);
    let moves = legal_moves(&state);
    // A capture, a promotion or a killer is as good as any other move.
    let capture = *moves.iter().find(|m| m.is_capture()).unwrap();
    let quiet: Vec<Move> = moves.into_iter().filter(|m| !m.is_capture()).collect();
    for m in [quiet[0], quiet[1], quiet[2], capture] {
        searcher.alternatives.credit(Color::White, m, 3);
    }
    let node = question(NodeType::Cut, 4, 0);
    let mut tried = Tried::default();
    let mut unexplored = |m: Move, node: &Node| {
        let count = searcher.alternatives.unexplored(&state, node, &tried, m);
        tried.note(m);
        count
    };
    // The first move has no count to pass down; then those still unexplored, and no others.
    let order = [quiet[0], quiet[5], quiet[1], capture, quiet[6], quiet[2], quiet[7]];
    assert_eq!(order.map(|m| unexplored(m, &node)), [0, 3, 2, 1, 1, 0, 0]);
    let pv = Node { kind: NodeType::Pv, ..node };
    assert_eq!(unexplored(quiet[8], &pv), 0, "recorded during a zero-window search");
}

#[test]
fn the_heuristic_gives_a_credit_to_moves_that_cause_a_cutoff_and_takes_none_away() {
    let share = |name: &str, changes: &str| {
        let (_, counters) = searched(changed(name, changes), SHARP, 6);
        let bound = counters[Technique::NullMoveBound];
        bound.cut as f64 / bound.tried as f64
    };
    // With moves of both players most paths have an alternative, though not all of them.
    let both = share("turk-variable", "null_move_bound = { whose = \"both\" }");
    let fixed = share("turk-t10", "");
    assert!(0.5 < both && both < fixed, "{both} {fixed}");
    assert!(share("turk-variable", "") < both);
}

#[test]
fn if_score_is_at_least_bound_return_beta() {
    let state = BoardState::new(&chess(ROOK_AHEAD));
    for name in ["turk", "turk-t20", "turk-variable"] {
        // Figure 5 asks for no least depth.
        for depth in 1..5 {
            let node = question(NodeType::Cut, depth, -300);
            let mut searcher = begun(preset(name), &state);
            assert_eq!(searcher.search(&state, node).unwrap(), -300, "{name}");
            assert_eq!(searcher.counters[Technique::NullMove].cut, 1, "{name} {depth}");
        }
    }
}

#[test]
fn the_search_extension_code_stands_at_the_top_of_the_multi_cut_search_too() {
    // Each of white's first moves gives check.
    let state = BoardState::new(&chess("6k1/5ppp/8/8/8/8/Q4PPP/R2Q2K1 w - - 0 1"));
    let checks = |name: &str| {
        let mut searcher = begun(changed(name, "null_move = false"), &state);
        let table_move = named(&state, "a2a8");
        let node = question(NodeType::Cut, 4, 100);
        let cut = searcher.multi_cut(&NodeContext { table_move, ..context(&state, node) }).unwrap();
        assert!(cut.is_none() || cut == Some(100));
        searcher.stack[2].extended || searcher.counters[Technique::CheckExtension].cut > 0
    };
    assert!(checks("turk-mc"));
}
