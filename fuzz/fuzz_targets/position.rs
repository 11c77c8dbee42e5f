//! Positions that can be written but hardly be reached, and short searches from them: the first
//! line is a position, each byte after it chooses a move. At every step the engine's own board must
//! agree with shakmaty's, and its move must be legal.

#![no_main]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use arena::chess::epd;
use engine::{Engine, Limits, PRESETS, Position, Preset, Setup, Stop};
use libfuzzer_sys::{Corpus, fuzz_target};
use shakmaty::{CastlingMode, Chess, Move, Position as _};

/// Moves that are played at most.
const PLIES: usize = 6;
/// Nodes of a search.
const NODES: u64 = 200;

static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(|| PRESETS.iter().map(Preset::setup).collect());

fuzz_target!(|data: &[u8]| -> Corpus {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (line, choices) = data.split_at(end);
    let Some((_, Ok(epd::EpdLine { position: mut chess, .. }))) = epd::lines(line).next() else {
        return Corpus::Keep;
    };
    let mut choices = choices.iter().skip(1);
    let preset = choices.next().map_or(0, |&byte| usize::from(byte) % SETUPS.len());
    let mut engine = Engine::new(SETUPS[preset].clone(), 1);
    let mut position = Position::new(&chess);
    compare(&chess, &position);
    search(&mut engine, &chess, &position);
    for &choice in choices.take(PLIES) {
        let moves = chess.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[usize::from(choice) % moves.len()];
        chess.play_unchecked(m);
        position.play(m);
        compare(&chess, &position);
        search(&mut engine, &chess, &position);
    }
    Corpus::Keep
});

/// Both make the same moves.
fn compare(chess: &Chess, position: &Position) {
    let names = |moves: &mut dyn Iterator<Item = Move>| -> BTreeSet<String> {
        moves.map(|m| m.to_uci(CastlingMode::Chess960).to_string()).collect()
    };
    let ours = position.legal_moves();
    let theirs = chess.legal_moves();
    assert_eq!(ours.len(), theirs.len());
    assert_eq!(names(&mut ours.into_iter()), names(&mut theirs.into_iter()));
}

fn search(engine: &mut Engine, chess: &Chess, position: &Position) {
    let report = engine.search(position, &Limits::nodes(NODES), &Stop::new());
    match report.best_move {
        Some(m) => assert!(chess.is_legal(m), "{m:?}"),
        None => assert!(chess.legal_moves().is_empty()),
    }
}
