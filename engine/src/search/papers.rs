//! The papers' rules, each test named after the sentence it checks.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move};

use super::Searcher;
use super::budget::Budget;
use super::history::Before;
use super::node::{Node, NodeType};
use super::ordering::{FirstMoves, Killers, MovePicker};
use super::transposition_table::{Bound, Entry};
use crate::position::Position;
use crate::position::board_state::BoardState;
use crate::position::movegen::legal_moves;
use crate::position::packed_move::PackedMove;
use crate::{Counters, Engine, Limits, SearchConfig, SearchOverrides, Stop, Technique};

/// White is a rook ahead.
const ROOK_AHEAD: &str = "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 w - - 0 12";
const QUIET: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
const SHARP: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn chess(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn preset(name: &str) -> SearchConfig {
    SearchConfig::preset(name).unwrap()
}

/// A preset with changes as a match file writes them.
fn changed(name: &str, changes: &str) -> SearchConfig {
    preset(name).with(&toml::from_str::<SearchOverrides>(changes).unwrap())
}

fn begun(config: SearchConfig, state: &BoardState) -> Searcher {
    let mut searcher = Searcher::new(config, 1);
    searcher.begin(&Position { state: state.clone(), past: Vec::new() }, Budget::default());
    searcher.iteration = 8;
    searcher
}

/// A node that asks with a null window whether the score reaches `beta`.
fn question(kind: NodeType, depth: i32, beta: i32) -> Node {
    Node { ply: 1, kind, ..Node::root(depth, beta - 1, beta) }
}

fn searched(config: SearchConfig, fen: &str, depth: u32) -> (u64, Counters) {
    let limits = Limits::depth(depth);
    let report = Engine::new(config, 4).search(&Position::new(&chess(fen)), &limits, &Stop::new());
    (report.nodes, report.counters)
}

fn named(state: &BoardState, uci: &str) -> PackedMove {
    let moves = legal_moves(state).into_iter();
    let is_named = |m: &Move| m.to_uci(CastlingMode::Standard).to_string() == uci;
    PackedMove::new(moves.filter(is_named).next().unwrap())
}

mod winands_et_al {
    use super::*;

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
        for (name, again) in
            [("mia", true), ("mia-mc-a", true), ("mia-vnmb", true), ("turk", false)]
        {
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
            let mut picker = MovePicker::all(&state, table, Killers::default(), Before::default());
            picker.put_first(&good.iter().copied().collect::<FirstMoves>(), after_table_move);
            let history = super::super::history::History::new();
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
        searcher.try_first(1, good, false);
        searcher.try_first(1, good, false);
        assert_eq!(searcher.frames[1].first_moves.len(), 1);
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
            null_move.reduction(&BoardState::new(&chess(fen)), &question(kind, depth, 0), 0)
        };
        let four = "4k3/pppppppp/8/8/8/8/PP6/R3K3 w - - 0 1";
        let five = "4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1";
        let by_depth = |fen| [6, 7, 8, 9].map(|depth| reduction(fen, NodeType::Cut, depth));
        assert_eq!(by_depth(four), [2, 2, 2, 3]);
        assert_eq!(by_depth(five), [2, 3, 3, 3]);
        assert_eq!(reduction(four, NodeType::All, 3), 3, "For ALL nodes R = 3 is used");
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
        let mut t = |kind| searcher.null_move_tempo(Color::White, &question(kind, 4, 0));
        assert_eq!([t(NodeType::Cut), t(NodeType::All)], [0, 200]);
        let changes = "null_move_bound = { tempo = 1000 }";
        assert_eq!(changed("mia-vnmb", changes).null_move_bound.unwrap().tempo, 1000);
    }
}

mod bjornsson_and_marsland {
    use super::*;
    use crate::search::move_loop::Tried;

    /// The tempo where this many moves of white and black are unexplored.
    fn tempo(searcher: &mut Searcher, white: i32, black: i32) -> i32 {
        searcher.alternatives.begin_search();
        searcher.alternatives.add(Color::White, white);
        searcher.alternatives.add(Color::Black, black);
        searcher.null_move_tempo(Color::White, &question(NodeType::Cut, 4, 0))
    }

    #[test]
    fn t_is_20_above_15_alternatives_10_above_none_and_0_in_a_null_move_search() {
        let state = BoardState::new(&chess(QUIET));
        let mut searcher = begun(preset("turk-variable"), &state);
        let t = [0, 1, 15, 16].map(|alternatives| tempo(&mut searcher, alternatives, 0));
        assert_eq!(t, [0, 10, 10, 20]);
        searcher.null_moves_on_path = 1;
        assert_eq!(tempo(&mut searcher, 16, 0), 0);
    }

    #[test]
    fn a_separate_count_is_kept_for_each_player() {
        let state = BoardState::new(&chess(QUIET));
        let mut searcher = begun(preset("turk-variable"), &state);
        assert_eq!([tempo(&mut searcher, 0, 16), tempo(&mut searcher, 9, 9)], [0, 10]);
        for (whose, expected) in [("opponent", [20, 10]), ("both", [20, 20])] {
            let changes = format!("null_move_bound = {{ whose = \"{whose}\" }}");
            let mut searcher = begun(changed("turk-variable", &changes), &state);
            let t = [tempo(&mut searcher, 0, 16), tempo(&mut searcher, 9, 9)];
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
            let count = searcher.unexplored_alternatives(&state, node, &tried, m);
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
            let cut = searcher.multi_cut(&state, &node, table_move).unwrap();
            assert!(cut.is_none() || cut == Some(100));
            searcher.frames[2].extended || searcher.counters[Technique::CheckExtension].cut > 0
        };
        assert!(checks("turk-mc"));
    }
}

mod heinz {
    use super::*;
    use crate::evaluate::weights::{MATERIAL, WEIGHTS};

    #[test]
    fn margins_of_a_rook_and_a_queen_are_never_less() {
        let heinz = preset("heinz");
        let value = |piece: usize| {
            let value = WEIGHTS[MATERIAL + piece];
            value.middlegame().max(value.endgame())
        };
        let margin = heinz.extended_futility.unwrap().margin;
        assert!(margin >= value(3), "{margin} {}", value(3));
        let margin = heinz.limited_razoring.unwrap().margin;
        assert!(margin >= value(4), "{margin} {}", value(4));
    }
}

mod eiriksson {
    use super::*;

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
            searcher.frames[1].extended = true;
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
            searcher.enhanced_multi_cut(&state, &node, None).unwrap().is_some()
        };
        assert!(!cut(true) && cut(false));
    }
}
