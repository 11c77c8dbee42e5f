//! Winands et al., "Enhanced Forward Pruning".

use super::*;
use crate::search::history::{ContinuationKeys, History};
use crate::search::ordering::{FirstMoves, Killers, MovePicker};
use crate::tree::transposition_table::{Bound, Entry};

#[test]
fn the_forward_pruning_mechanism_should_return_a_value_equal_to_beta() {
    let state = BoardState::new(&chess(ROOK_AHEAD));
    let far_below = -300;
    let node = question(NodeType::All, 4, far_below);
    let score = |config| begun(config, &state).search(&state, node).unwrap();
    for technique in ["", "null_move = false\nreverse_futility = true"] {
        assert_eq!(score(changed("mia", technique)), far_below, "{technique}");
        let without = format!("{technique}\nall_node_pruning = {{ return_beta = false }}");
        assert!(score(changed("mia", &without)) > far_below, "{technique}");
    }
}

#[test]
fn if_the_window_of_the_pv_node_was_already_closed_we_still_have_to_do_a_re_search() {
    let state = BoardState::new(&chess(QUIET));
    let closed = Node { kind: NodeType::Pv, ..Node::root(4, 10, 11) };
    for (name, again) in [("mia", true), ("mia-mc-a", true), ("mia-vnmb", true), ("turk", false)] {
        let searcher = begun(preset(name), &state);
        assert_eq!(searcher.needs_whole_window(&closed, 11), again, "{name}");
        assert!(!searcher.needs_whole_window(&closed, 10));
        assert!(searcher.needs_whole_window(&Node { beta: 50, ..closed }, 11));
    }
}

#[test]
fn cut_nodes_where_a_fail_low_has_occurred_with_a_value_equal_to_alpha_are_not_stored() {
    // Black is a rook behind: whatever it plays, passing is good enough for white.
    let behind = ROOK_AHEAD.replace(" w ", " b ");
    let state = BoardState::new(&chess(&behind));
    let beta = 400;
    let stores = |changes: &str| {
        let mut searcher = begun(changed("mia", changes), &state);
        let score = searcher.search(&state, question(NodeType::Cut, 5, beta)).unwrap();
        assert_eq!(score, beta - 1, "not a prune's: {changes}");
        searcher.table.probe(state.key, 1).is_some_and(|entry| entry.depth == 5)
    };
    assert!(!stores(""));
    assert!(stores("all_node_pruning = { skip_store = false }"));
}

#[test]
fn the_added_value_of_mc_a_is_that_of_mc_a_alone() {
    let with = preset("mia-mc-a");
    assert!(with.multi_cut_all.is_some() && with.all_node_pruning.is_some());
    assert_eq!(SearchConfig { multi_cut_all: None, ..with }, preset("mia"));
    let bound = preset("mia-vnmb");
    assert_eq!(SearchConfig { null_move_bound: None, ..bound }, preset("mia"));
}

#[test]
fn the_moves_causing_a_cutoff_at_the_reduced_depth_are_tried_first_in_the_normal_search() {
    let state = BoardState::new(&chess(QUIET));
    let (table, good) = (named(&state, "d3h7"), named(&state, "a2a3"));
    let first_two = |good: &[PackedMove], after_table_move: bool| -> Vec<PackedMove> {
        let mut picker =
            MovePicker::all(&state, table, Killers::default(), ContinuationKeys::default());
        picker.put_first(&good.iter().copied().collect::<FirstMoves>(), after_table_move);
        let history = History::new();
        let moves: Vec<_> =
            std::iter::from_fn(|| picker.next(&history)).map(PackedMove::new).collect();
        assert_eq!(moves.len(), legal_moves(&state).len(), "a move is lost or comes twice");
        moves[..2].to_vec()
    };
    assert_eq!(first_two(&[good], false), [good, table]);
    assert_eq!(first_two(&[good, table], false), [good, table]);
    assert_eq!(first_two(&[good], true), [table, good]);
    assert_eq!(first_two(&[], false)[0], table);
}

#[test]
fn a_move_that_two_attempts_put_in_front_stands_there_once() {
    let state = BoardState::new(&chess(QUIET));
    let mut searcher = begun(preset("mia-mc-a"), &state);
    let good = named(&state, "a2a3");
    searcher.stack[1].try_first(good, false);
    searcher.stack[1].try_first(good, false);
    assert_eq!(searcher.stack[1].first_moves.len(), 1);
}

#[test]
fn mc_a_begins_at_a_depth_above_2_whatever_its_reduction() {
    let nodes = |depth: u32| {
        [2, 3, 4].map(|reduction| {
            let changes = format!("multi_cut_all = {{ reduction = {reduction} }}");
            let (nodes, counters) = searched(changed("mia-mc-a", &changes), SHARP, depth);
            // The first ALL nodes of a depth above 2 are those of a search to depth 5.
            assert_eq!(counters[Technique::MultiCutAll].tried > 0, depth > 4);
            nodes
        })
    };
    let _ = [nodes(4), nodes(5)];
    // At depth 3 every R leads to quiescence; at depth 5, to another depth each.
    let nodes = nodes(7);
    assert!(nodes[0] != nodes[1] && nodes[1] != nodes[2] && nodes[0] != nodes[2], "{nodes:?}");
}

#[test]
fn when_a_winning_value_is_found_at_a_reduced_depth_it_is_returned() {
    // White mates at once: no other move reaches beta.
    let state = BoardState::new(&chess("6k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 1"));
    let score = |winning_value: bool| {
        let changes = format!(
            "null_move = false\nmulti_cut_all = {{ cutoffs = 1, winning_value = {winning_value} }}"
        );
        let mut searcher = begun(changed("mia-mc-a", &changes), &state);
        searcher.search(&state, question(NodeType::All, 5, 5000)).unwrap()
    };
    assert!(score(true) > crate::Score::MATE_BOUND);
    assert_eq!(score(false), 5000);
}

#[test]
fn delta_is_off_where_it_is_absent_and_prunes_with_one_cutoff_where_it_is_not() {
    let cut = |changes: &str| {
        let (_, counters) = searched(changed("mia", changes), SHARP, 6);
        let count = counters[Technique::MultiCutAll];
        assert!(count.tried > 0);
        count.cut
    };
    // More cutoffs than moves: only a score far above beta can prune.
    assert_eq!(cut("multi_cut_all = { cutoffs = 11, winning_value = false }"), 0);
    assert!(cut("multi_cut_all = { cutoffs = 11, winning_value = false, delta = 1 }") > 0);
}

#[test]
fn when_the_side_to_move_has_fewer_than_5_men_the_depth_has_to_be_more_than_8() {
    let reduction = |fen: &str, kind: NodeType, depth: i32| {
        let null_move = preset("mia").null_move.unwrap();
        null_move.reduction_of(&context(&BoardState::new(&chess(fen)), question(kind, depth, 0)))
    };
    let four = "4k3/pppppppp/8/8/8/8/PP6/R3K3 w - - 0 1";
    let five = "4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1";
    let by_depth = |fen| [6, 7, 8, 9].map(|depth| reduction(fen, NodeType::Cut, depth));
    assert_eq!(by_depth(four), [2, 2, 2, 3]);
    assert_eq!(by_depth(five), [2, 3, 3, 3]);
    assert_eq!(reduction(four, NodeType::All, 3), 3, "For ALL nodes R = 3 is used");
}

#[test]
fn an_attractive_scheme_is_to_set_r_to_2_or_3_dependent_of_depth_and_board() {
    let rule = changed("mia-mc-a", "multi_cut_all = { variable_men = 5 }").multi_cut_all.unwrap();
    let by_depth = |rule: crate::techniques::multi_cut_all::MultiCutAll, fen: &str| {
        let state = BoardState::new(&chess(fen));
        let reduction = |depth| {
            let attempt = rule.attempt(&context(&state, question(NodeType::All, depth, 0)));
            attempt.unwrap().reduction
        };
        [6, 7, 8, 9].map(reduction)
    };
    let four = "4k3/pppppppp/8/8/8/8/PP6/R3K3 w - - 0 1";
    let five = "4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1";
    assert_eq!(by_depth(rule, four), [2, 2, 2, 3]);
    assert_eq!(by_depth(rule, five), [2, 3, 3, 3]);
    let fixed = preset("mia-mc-a").multi_cut_all.unwrap();
    assert_eq!(by_depth(fixed, five), [2; 4]);
}

#[test]
fn at_all_interior_nodes_more_than_2_ply_from_the_leaves_etc_is_performed() {
    let state = BoardState::new(&chess(QUIET));
    let mut searcher = begun(preset("mia"), &state);
    let child = state.after(legal_moves(&state)[3]);
    let best = PackedMove::NONE;
    let refuted = Entry { best, score: -200, static_eval: 0, depth: 2, bound: Bound::Upper };
    searcher.table.store(child.key, 2, refuted);
    let mut found = |kind: NodeType, depth: i32| {
        searcher.enhanced_transposition_cutoff(&state, &question(kind, depth, 100))
    };
    for kind in [NodeType::Pv, NodeType::Cut, NodeType::All] {
        assert_eq!(found(kind, 3), Some(200), "{kind:?}");
        assert_eq!(found(kind, 2), None, "{kind:?}");
    }
}

#[test]
fn only_at_all_nodes_the_bound_is_beta_minus_t() {
    let state = BoardState::new(&chess(QUIET));
    let mut searcher = begun(preset("mia-vnmb"), &state);
    searcher.null_moves_on_path = 1;
    let mut t = |kind| searcher.null_move_tempo(&context(&state, question(kind, 4, 0)));
    assert_eq!([t(NodeType::Cut), t(NodeType::All)], [0, 200]);
    let changes = "null_move_bound = { tempo = 1000 }";
    assert_eq!(changed("mia-vnmb", changes).null_move_bound.unwrap().tempo, 1000);
}
