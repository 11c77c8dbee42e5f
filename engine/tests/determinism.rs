//! With a node or depth limit a search depends on nothing but what it is given.

use engine::{Engine, Limits, PRESETS, Position, SearchConfig, Stop};
use shakmaty::{Chess, Move, Position as _};

/// A game against itself: every best move, score and node count.
fn play(engine: &mut Engine, limits: &Limits, plies: usize) -> Vec<(Option<Move>, i32, u64)> {
    engine.new_game();
    let mut chess = Chess::default();
    let mut position = Position::new(&chess);
    let mut game = Vec::new();
    for _ in 0..plies {
        let report = engine.search(&position, limits, &Stop::new());
        game.push((report.best_move, report.score.0, report.nodes));
        let Some(m) = report.best_move else { break };
        assert!(chess.is_legal(m), "{m:?}");
        position.play(m);
        chess.play_unchecked(m);
    }
    game
}

#[test]
fn games_repeat_exactly_after_new_game_and_in_another_engine() {
    for preset in PRESETS {
        let mut engine = Engine::new(preset.config(), 1);
        let limits = Limits::nodes(2000);
        let first = play(&mut engine, &limits, 30);
        assert_eq!(play(&mut engine, &limits, 30), first, "{}", preset.name);
        let mut other = Engine::new(preset.config(), 1);
        let _ = play(&mut other, &Limits::depth(3), 11);
        assert_eq!(play(&mut other, &limits, 30), first, "{}", preset.name);
    }
}

#[test]
fn node_limits_are_kept_to_the_node() {
    let mut engine = Engine::new(SearchConfig::preset("default").unwrap(), 1);
    let position = Position::new(&Chess::default());
    for nodes in [1, 2, 10, 1000, 1024, 1025, 5000] {
        let report = engine.search(&position, &Limits::nodes(nodes), &Stop::new());
        assert_eq!(report.nodes, nodes);
        assert!(report.best_move.is_some_and(|m| Chess::default().is_legal(m)));
    }
}

#[test]
fn a_raised_stop_ends_the_search_with_a_legal_move() {
    let stop = Stop::new();
    stop.raise();
    let mut engine = Engine::new(SearchConfig::preset("default").unwrap(), 1);
    let position = Position::new(&Chess::default());
    let report = engine.search(&position, &Limits::default(), &stop);
    assert!(report.best_move.is_some() && report.nodes <= 2048);
}

#[test]
fn the_search_sees_a_repetition_coming() {
    // White is far ahead, but black gives check for ever on f3 and g4.
    let fen: shakmaty::fen::Fen = "6k1/5ppp/8/8/6q1/8/PPPP1P1P/QR3RK1 w - - 0 1".parse().unwrap();
    let chess: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
    for preset in PRESETS {
        let mut engine = Engine::new(preset.config(), 4);
        let report = engine.search(&Position::new(&chess), &Limits::depth(8), &Stop::new());
        assert_eq!(report.score.0, 0, "{}", preset.name);
    }
}
