//! Searches with options, and the progress they report.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashSet;
use std::time::{Duration, Instant};

use engine::{
    Bound, Engine, GameClock, Limits, PRESETS, Ponder, Position, Score, SearchConfig,
    SearchOptions, Stop, Technique,
};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";

fn chess(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn engine() -> Engine {
    Engine::new(SearchConfig::preset("default").unwrap(), 4)
}

/// A line as the observer saw it.
#[derive(Debug)]
struct Seen {
    line: usize,
    depth: u32,
    score: Score,
    bound: Bound,
    nodes: u64,
    moves: Vec<Move>,
}

fn analyze(
    fen: &str,
    limits: &Limits,
    options: &SearchOptions,
) -> (Vec<Seen>, engine::SearchReport) {
    analyze_with(engine(), fen, limits, options)
}

fn analyze_with(
    mut engine: Engine,
    fen: &str,
    limits: &Limits,
    options: &SearchOptions,
) -> (Vec<Seen>, engine::SearchReport) {
    let mut seen = Vec::new();
    let position = Position::new(&chess(fen));
    let report = engine.analyze(&position, limits, &Stop::new(), options, &mut |progress| {
        seen.push(Seen {
            line: progress.line,
            depth: progress.depth,
            score: progress.score,
            bound: progress.bound,
            nodes: progress.nodes,
            moves: progress.moves.to_vec(),
        });
    });
    (seen, report)
}

fn assert_legal(fen: &str, moves: &[Move]) {
    let mut chess = chess(fen);
    for m in moves {
        assert!(chess.is_legal(*m), "{m} in {moves:?}");
        chess.play_unchecked(*m);
    }
}

#[test]
fn the_observer_sees_every_iteration_and_changes_nothing() {
    for preset in PRESETS {
        let position = Position::new(&chess(MIDDLEGAME));
        let mut depths = Vec::new();
        let watched = Engine::new(preset.setup(), 1).analyze(
            &position,
            &Limits::depth(6),
            &Stop::new(),
            &SearchOptions::default(),
            &mut |progress| {
                assert_legal(MIDDLEGAME, progress.moves);
                if progress.bound == Bound::Exact {
                    depths.push(progress.depth);
                }
            },
        );
        let alone =
            Engine::new(preset.setup(), 1).search(&position, &Limits::depth(6), &Stop::new());
        assert_eq!(depths, [1, 2, 3, 4, 5, 6], "{}", preset.name);
        assert_eq!((watched.nodes, watched.best_move), (alone.nodes, alone.best_move));
    }
}

#[test]
fn a_score_outside_the_window_is_told_as_a_bound() {
    let fen = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1";
    let (seen, _) = analyze(fen, &Limits::depth(12), &SearchOptions::default());
    let bounds = seen.iter().filter(|seen| seen.bound != Bound::Exact);
    assert!(bounds.clone().count() > 0);
    for seen in bounds {
        assert!(!seen.moves.is_empty());
        assert_legal(fen, &seen.moves);
    }
}

#[test]
fn several_lines_are_distinct_and_the_best_comes_first() {
    let options = SearchOptions { lines: 4, ..SearchOptions::default() };
    let (seen, report) = analyze(MIDDLEGAME, &Limits::depth(7), &options);
    let exact: Vec<&Seen> = seen.iter().filter(|seen| seen.bound == Bound::Exact).collect();
    assert_eq!(exact.len(), 4 * 7);
    for iteration in exact.chunks(4) {
        assert!(iteration.iter().enumerate().all(|(i, seen)| seen.line == i + 1));
        assert!(iteration.iter().all(|seen| seen.depth == iteration[0].depth));
        assert!(iteration.is_sorted_by(|a, b| a.score >= b.score));
        let firsts: HashSet<String> = iteration.iter().map(|s| s.moves[0].to_string()).collect();
        assert_eq!(firsts.len(), 4);
        iteration.iter().for_each(|seen| assert_legal(MIDDLEGAME, &seen.moves));
    }
    assert_eq!(report.best_move, exact[24].moves.first().copied());
    assert_eq!(report.score, exact[24].score);
}

#[test]
fn the_second_line_is_what_a_search_without_the_best_move_finds() {
    // A queen and a rook hang; nothing else is worth as much.
    let fen = "3qk3/8/8/8/8/8/1r1R4/B3K3 w - - 0 1";
    let options = SearchOptions { lines: 2, ..SearchOptions::default() };
    let (seen, report) = analyze(fen, &Limits::depth(5), &options);
    let best = report.best_move.unwrap();
    let others = chess(fen).legal_moves().into_iter().filter(|m| *m != best).collect();
    let without = SearchOptions { root_moves: others, ..SearchOptions::default() };
    let (_, second) = analyze(fen, &Limits::depth(5), &without);
    assert_eq!(seen.last().unwrap().moves.first().copied(), second.best_move);
}

#[test]
fn more_lines_than_moves_are_as_many_as_there_are_moves() {
    let options = SearchOptions { lines: 500, ..SearchOptions::default() };
    let (seen, _) = analyze("7k/8/5K2/8/8/8/8/6R1 b - - 0 1", &Limits::depth(3), &options);
    assert_eq!(seen.iter().map(|seen| seen.line).max(), Some(1));
}

#[test]
fn only_the_chosen_root_moves_are_played() {
    let position = chess(MIDDLEGAME);
    let chosen: Vec<Move> = ["a2a3", "h2h3"]
        .iter()
        .map(|m| m.parse::<UciMove>().unwrap().to_move(&position).unwrap())
        .collect();
    for preset in PRESETS {
        let mut engine = Engine::new(preset.setup(), 4);
        let position = Position::new(&position);
        // A table full of the unrestricted search must not leak into the choice.
        let _ = engine.search(&position, &Limits::depth(5), &Stop::new());
        let options = SearchOptions { root_moves: chosen.clone(), ..SearchOptions::default() };
        let report =
            engine.analyze(&position, &Limits::depth(6), &Stop::new(), &options, &mut |progress| {
                assert!(chosen.contains(&progress.moves[0]))
            });
        assert!(chosen.contains(&report.best_move.unwrap()), "{}", preset.name);
    }
}

#[test]
fn a_mate_that_is_short_enough_ends_the_search() {
    let fen = "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1";
    let limits = Limits { mate: Some(3), ..Limits::default() };
    let (_, report) = analyze(fen, &limits, &SearchOptions::default());
    assert_eq!(report.score.mate_in(), Some(3));
}

#[test]
fn while_pondering_no_deadline_holds_and_after_the_hit_it_does() {
    let clock = GameClock {
        remaining: Duration::from_millis(1),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let position = Position::new(&chess(MIDDLEGAME));
    let ponder = Ponder::new();
    let options = SearchOptions { ponder: Some(ponder.clone()), ..SearchOptions::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let mut depth_at_hit = 0;
    let report = engine().analyze(&position, &limits, &Stop::new(), &options, &mut |progress| {
        // A bound is told before the iteration is done.
        if progress.depth == 8 && progress.bound == Bound::Exact {
            depth_at_hit = progress.depth;
            ponder.hit(Instant::now());
        }
    });
    assert_eq!(depth_at_hit, 8);
    assert!(report.depth >= 8 && report.depth < 40);
}

#[test]
fn nodes_and_lines_are_kept_when_a_search_is_cut_short() {
    let options = SearchOptions { lines: 3, ..SearchOptions::default() };
    for nodes in [1, 50, 500, 5000, 50_000] {
        let (seen, report) = analyze(MIDDLEGAME, &Limits::nodes(nodes), &options);
        assert_eq!(report.nodes, nodes);
        assert!(seen.iter().all(|seen| seen.nodes <= nodes));
        assert_legal(MIDDLEGAME, &report.principal_variation);
        assert_eq!(report.best_move, report.principal_variation.first().copied());
    }
}

#[test]
fn a_soft_limit_of_nodes_ends_a_search_between_two_iterations() {
    let search = |limits: &Limits| analyze(MIDDLEGAME, limits, &SearchOptions::default()).1;
    for soft in [1, 100, 1000, 10_000] {
        let report = search(&Limits { soft_nodes: Some(soft), ..Limits::default() });
        assert!(report.nodes >= soft);
        // The same search to its depth, and one iteration less is within the limit.
        let whole = search(&Limits::depth(report.depth));
        assert_eq!(
            (whole.nodes, whole.score, whole.best_move),
            (report.nodes, report.score, report.best_move)
        );
        assert!(report.depth == 1 || search(&Limits::depth(report.depth - 1)).nodes < soft);
        let both = Limits { soft_nodes: Some(soft), ..Limits::nodes(soft + 5) };
        assert!(search(&both).nodes <= soft + 5);
    }
}

/// Narrow windows fail high and then low now and then; a search that ends then must not play the
/// first one's move.
#[test]
fn a_search_that_is_cut_short_does_not_stand_by_what_a_later_window_refuted() {
    let mut config = SearchConfig::preset("default").unwrap();
    config.set(Technique::Aspiration, "window", "2").unwrap();
    let positions = [
        "r2q1rk1/pb1pbppp/1pn1p2n/2p5/4PP2/2NP1NP1/PPP3BP/R1BQ1RK1 w - - 1 9",
        "1n1q1knr/3rpp2/p1p1b1p1/1p2P1Pp/5P2/P3Q3/1PPBN1P1/2KR1B1R b - - 0 16",
        "3r2k1/pb3pp1/2q1p2p/1Nb5/2Bp4/PP1QnPP1/2P4P/R4RK1 w - - 0 22",
        "8/p4kp1/1p3b1p/3N4/2p5/r4KPP/5P2/4R3 w - - 4 38",
    ];
    let mut refuted = 0;
    for (fen, nodes) in
        positions.iter().flat_map(|fen| (4000..14_000).step_by(200).map(move |n| (fen, n)))
    {
        let (seen, report) = analyze_with(
            Engine::new(config, 4),
            fen,
            &Limits::nodes(nodes),
            &SearchOptions::default(),
        );
        let last = seen.last().unwrap();
        if last.bound != Bound::Upper {
            continue;
        }
        let completed = seen.iter().rev().find(|seen| seen.bound == Bound::Exact).unwrap();
        let windows = seen.iter().rev().take_while(|seen| seen.depth == last.depth);
        for high in windows.filter(|seen| seen.bound == Bound::Lower) {
            let stands = report.score == high.score && report.score != completed.score;
            assert!(!stands, "{fen}, {nodes} nodes: {report:?}");
            refuted += 1;
        }
    }
    assert!(refuted > 3, "{refuted} searches ended after both");
}
