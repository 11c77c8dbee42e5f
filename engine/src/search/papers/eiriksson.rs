//! Eiriksson (2011).

use super::*;
use crate::tree::transposition_table::Bound;

#[test]
fn a_node_that_passing_cut_is_a_cut_entry_of_the_transposition_table() {
    let state = BoardState::new(&chess(ROOK_AHEAD));
    let entry = |changes: &str| {
        let mut searcher = begun(changed("z-main", changes), &state);
        let score = searcher.search(&state, question(NodeType::Cut, 4, -300)).unwrap();
        assert!(score >= -300);
        searcher.table.probe(state.key, 1).map(|entry| (entry.bound, entry.depth))
    };
    assert_eq!(entry(""), Some((Bound::Lower, 4)));
    assert_eq!(entry("null_move = { store = false }"), None);
}

#[test]
fn of_quiescence_the_table_keeps_the_node_at_the_horizon() {
    let state = BoardState::new(&chess(SHARP));
    let stored_children = |config: SearchConfig| {
        let mut searcher = begun(config, &state);
        let window = Node { ply: 1, ..Node::root(0, -3000, 3000) };
        let _ = searcher.search(&state, window).unwrap();
        assert!(searcher.table.probe(state.key, 1).is_some());
        let moves = legal_moves(&state).into_iter();
        moves.filter(|m| searcher.table.probe(state.after(*m).key, 2).is_some()).count()
    };
    assert_eq!(stored_children(preset("z-main")), 0);
    assert!(stored_children(preset("none")) > 0);
}

#[test]
fn multi_cut_is_tried_from_depth_r_on_whatever_the_phase_and_the_extensions() {
    let endgame = "8/2p3pk/3p4/1P1r4/1R4pK/8/4P1P1/8 w - - 0 1";
    let state = BoardState::new(&chess(endgame));
    let tried = |name: &str, depth: i32| {
        let mut searcher = begun(changed(name, "null_move = false"), &state);
        searcher.stack[1].extended = true;
        let _ = searcher.search(&state, question(NodeType::Cut, depth, 300)).unwrap();
        searcher.counters[Technique::EnhancedMultiCut].tried
    };
    assert_eq!(tried("z-thesis", 1), 0);
    assert!(tried("z-thesis", 2) > 0);
}

#[test]
fn pieces_that_have_caused_a_cutoff_before_are_skipped() {
    // The queen is threatened: every move by it looks good, and no other.
    let state = BoardState::new(&chess("6k1/5ppp/2n5/8/3Q4/8/5PPP/6K1 w - - 0 1"));
    let cut = |independent: bool| {
        let changes = format!(
            "null_move = false\nenhanced_multi_cut = {{ applies = \"cut\", \
             piece_independence = {independent}, reduction = 2, cutoffs = 3 }}"
        );
        let mut searcher = begun(changed("z-main", &changes), &state);
        let node = question(NodeType::Cut, 3, 300);
        searcher.multi_cut(&context(&state, node)).unwrap().is_some()
    };
    assert!(!cut(true) && cut(false));
}

#[test]
fn if_none_of_the_moves_causes_a_cutoff_at_an_expected_cut_node_it_becomes_an_all_node() {
    let state = BoardState::new(&chess(QUIET));
    let attempts_at_cut_nodes = |name: &str| {
        let changes = "null_move = false\nenhanced_multi_cut = { cutoffs = 64, min_depth = 2 }";
        let mut searcher = begun(changed(name, changes), &state);
        // No move reaches beta: every child is a true CUT node.
        let _ = searcher.search(&state, question(NodeType::Cut, 3, 2000)).unwrap();
        searcher.counters[Technique::EnhancedMultiCut].tried
    };
    assert_eq!(attempts_at_cut_nodes("z-cut"), 1);
    // The node itself and its children but the first, unless they are in check.
    let moves = legal_moves(&state).into_iter();
    let without_check = moves.filter(|m| !state.after(*m).in_check()).count();
    assert_eq!(attempts_at_cut_nodes("ziggy-cut"), without_check as u64);
}

#[test]
fn the_program_returns_alpha_and_beta_and_the_z_presets_what_was_found() {
    let state = BoardState::new(&chess(ROOK_AHEAD));
    let score = |name: &str, beta: i32| {
        let config = changed(name, "null_move = false\nenhanced_multi_cut = false");
        begun(config, &state).search(&state, question(NodeType::Cut, 2, beta)).unwrap()
    };
    assert_eq!([score("ziggy-cut", -300), score("ziggy-cut", 3000)], [-300, 2999]);
    assert!(score("z-cut", -300) > -300 && score("z-cut", 3000) < 2999);
}
