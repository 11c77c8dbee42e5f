//! Every preset finds forced mates.

use engine::{Engine, Limits, PRESETS, Position, Score, Stop};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

/// Position, moves to mate.
const MATES: [(&str, i32); 7] = [
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
    ("8/8/8/8/1q6/2k5/8/K7 b - - 0 1", 1),
    ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
    ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3),
    ("r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1", 3),
    ("8/8/8/8/8/1k6/8/K2q4 w - - 0 1", 0),
];

#[test]
#[ignore = "night: searches every preset"]
fn every_preset_finds_mates_in_one_to_three() {
    for preset in PRESETS {
        for (fen, moves) in MATES {
            let chess: Chess =
                fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let mut engine = Engine::new(preset.setup(), 4);
            let limits = Limits { nodes: Some(500_000), ..Limits::depth(10) };
            let report = engine.search(&Position::new(&chess), &limits, &Stop::new());
            assert_eq!(report.score.mate_in(), Some(moves), "{} in {fen}", preset.name);
            let plies = (2 * moves - 1).max(0) as usize;
            assert_eq!(report.principal_variation.len(), plies, "{} in {fen}", preset.name);
        }
    }
}

#[test]
fn a_stalemate_is_a_draw_without_a_move() {
    let fen: Fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
    let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    let mut engine = Engine::new(PRESETS[0].setup(), 1);
    let report = engine.search(&Position::new(&chess), &Limits::depth(3), &Stop::new());
    assert_eq!((report.best_move, report.score), (None, Score(0)));
}
