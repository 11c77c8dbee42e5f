//! Files of networks. Bytes that a file lacks for its sizes are zero, so that short inputs get
//! beyond its length; a network that is read must value a game the same whatever was valued before.

#![no_main]

use std::sync::{Arc, LazyLock};

use engine::{Evaluation, Evaluator, Network, NetworkError, Position};
use libfuzzer_sys::fuzz_target;
use shakmaty::{Chess, Position as _};

/// Bytes of a file at most.
const LARGEST: usize = 8 << 20;

/// A game that castles, promotes, and takes en passant.
static GAME: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let moves = "e2e4 g8f6 e4e5 d7d5 e5d6 e7e5 g1f3 f8d6 f1e2 e8g8 e1g1 c7c5 a2a4 b7b5 a4b5 a7a6 b5a6 c8g4 \
                 a6a7 d8c7 a7b8q f8b8";
    let mut chess = Chess::default();
    let mut position = Position::new(&chess);
    let mut game = vec![position.clone()];
    for word in moves.split(' ') {
        let uci: shakmaty::uci::UciMove = word.parse().expect("a move");
        let m = uci.to_move(&chess).expect("a legal move");
        chess.play_unchecked(m);
        position.play(m);
        game.push(position.clone());
    }
    game
});

fuzz_target!(|bytes: &[u8]| {
    let read = match Network::read(bytes) {
        Err(NetworkError::Length { expected, found })
            if found < expected && expected <= LARGEST =>
        {
            let mut padded = bytes.to_vec();
            padded.resize(expected, 0);
            Network::read(&padded)
        }
        read => read,
    };
    let network = match read {
        Ok(network) => Evaluation::Network(Arc::new(network)),
        Err(error) => return drop(error.to_string()),
    };
    let mut evaluator = Evaluator::new(&network);
    for position in &*GAME {
        let value = evaluator.evaluate(position);
        assert_eq!(value, Evaluator::new(&network).evaluate(position));
    }
});
