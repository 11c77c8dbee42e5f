//! With a node or depth limit a search depends on nothing but its arguments.

use engine::{Engine, Evaluation, Limits, PRESETS, Position, Preset, SearchConfig, Stop};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

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
        let mut engine = Engine::new(preset.setup(), 1);
        let limits = Limits::nodes(2000);
        let first = play(&mut engine, &limits, 30);
        assert_eq!(play(&mut engine, &limits, 30), first, "{}", preset.name);
        let mut other = Engine::new(preset.setup(), 1);
        let _ = play(&mut other, &Limits::depth(3), 11);
        assert_eq!(play(&mut other, &limits, 30), first, "{}", preset.name);
    }
}

/// Nodes of every preset over a few positions, to depth 7. Matches that are played and published stand
/// on them: a preset of the papers, or `modern`, does not change any more. A better search gets a
/// name of its own, or becomes `default`.
const NODES: &[(&str, u64)] = &[
    ("modern", 13_017),
    ("modern+mc-thesis", 12_682),
    ("modern+mc-enhanced", 11_345),
    ("modern+mc-a", 11_917),
    ("none", 1_475_732),
    ("null-move", 366_239),
    ("multi-cut", 510_969),
    ("null-move+multi-cut", 344_889),
    ("heinz", 280_484),
    ("turk", 624_060),
    ("turk-mc", 612_120),
    ("turk-t10", 599_490),
    ("turk-t20", 572_106),
    ("turk-variable", 623_117),
    ("turk-uncertainty", 625_694),
    ("turk-uncertainty-unsafe", 177_554),
    ("mia", 416_211),
    ("mia-mc-a", 412_609),
    ("mia-vnmb", 453_431),
    ("z-none", 1_474_483),
    ("z-nm", 451_140),
    ("z-thesis", 407_160),
    ("z-1", 361_044),
    ("z-2", 363_790),
    ("z-ind", 363_630),
    ("z-trans", 366_940),
    ("z-cut", 352_869),
    ("z-3", 419_113),
    ("z-main", 383_272),
    ("ziggy-trans", 389_433),
    ("ziggy-cut", 349_594),
];

#[test]
fn every_preset_keeps_its_node_counts() {
    const POSITIONS: [&str; 3] = [
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    let nodes = |preset: &Preset| -> u64 {
        let search = |fen: &str| {
            let fen: Fen = fen.parse().unwrap();
            let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            let mut engine = Engine::new(preset.setup(), 1);
            engine.search(&Position::new(&chess), &Limits::depth(7), &Stop::new()).nodes
        };
        POSITIONS.map(search).iter().sum()
    };
    // Those of a network change with it.
    let is_classical = |preset: &&Preset| preset.setup().evaluation == Evaluation::Classical;
    let now: Vec<(&str, u64)> =
        PRESETS.iter().filter(is_classical).map(|preset| (preset.name, nodes(preset))).collect();
    assert_eq!(now, NODES, "as a table: {now:?}");
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
    let fen: Fen = "6k1/5ppp/8/8/6q1/8/PPPP1P1P/QR3RK1 w - - 0 1".parse().unwrap();
    let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    for preset in PRESETS {
        let mut engine = Engine::new(preset.setup(), 4);
        let report = engine.search(&Position::new(&chess), &Limits::depth(8), &Stop::new());
        assert_eq!(report.score.0, 0, "{}", preset.name);
    }
}
