//! Everything the search keeps for itself about a position is held against shakmaty.

use std::path::Path;

use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _, PositionError};

use super::Position;
use super::board_state::BoardState;
use super::checks::CheckSquares;
use super::movegen::{MoveGenerator, MoveList, is_tactical, legal_moves};
use super::packed_move::PackedMove;

/// Positions that between them hold every special move, pins, checks and double checks.
const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1r2k1r1/8/8/8/8/8/8/R3K2R b KQ - 0 1",
];

fn position(fen: &str, mode: CastlingMode) -> Chess {
    let position = fen.parse::<Fen>().unwrap().into_position(mode);
    // Some published positions could not arise in a game.
    position.or_else(PositionError::ignore_impossible_check).unwrap()
}

/// A reproducible sequence of numbers, good enough to pick moves by.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut moves: Vec<String> = moves.into_iter().map(|m| format!("{m:?}")).collect();
    moves.sort();
    moves
}

#[test]
fn perft_agrees_with_shakmaty() {
    for fen in POSITIONS {
        let chess = position(fen, CastlingMode::Standard);
        let depth = 3;
        assert_eq!(Position::new(&chess).perft(depth), shakmaty::perft(&chess, depth), "{fen}");
    }
}

#[test]
fn perft_gives_the_published_counts() {
    for (fen, depth, count) in [(POSITIONS[0], 4, 197_281), (POSITIONS[1], 3, 97_862)] {
        let chess = position(fen, CastlingMode::Standard);
        assert_eq!(Position::new(&chess).perft(depth), count, "{fen}");
    }
}

/// The published perft suites, where they are at hand; to a depth of 200,000 nodes.
#[test]
fn perft_suites_agree() {
    for (name, mode) in
        [("perftsuite.epd", CastlingMode::Standard), ("frcperftsuite.epd", CastlingMode::Chess960)]
    {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites").join(name);
        let Ok(suite) = std::fs::read_to_string(&path) else {
            println!("skipped: no suite {name} here");
            continue;
        };
        for line in suite.lines() {
            let mut fields = line.split(';');
            let chess = position(fields.next().unwrap().trim(), mode);
            let position = Position::new(&chess);
            for field in fields {
                let (depth, count) = field.trim().split_once(' ').unwrap();
                let count: u64 = count.trim().parse().unwrap();
                if count <= 200_000 {
                    assert_eq!(position.perft(depth[1..].parse().unwrap()), count, "{line}");
                }
            }
        }
    }
}

#[test]
fn random_games_agree_with_shakmaty_move_by_move() {
    let mut numbers = Numbers(2026);
    for game in 0..200 {
        let mut chess = position(POSITIONS[game % POSITIONS.len()], CastlingMode::Standard);
        let mut state = BoardState::new(&chess);
        for _ in 0..100 {
            let legal = chess.legal_moves();
            assert_eq!(sorted(legal_moves(&state)), sorted(legal.clone()));
            if legal.is_empty() {
                break;
            }
            let checks = CheckSquares::new(&state);
            for m in legal.iter().filter(|m| !is_tactical(**m)) {
                assert_eq!(checks.are_given_by(*m), state.after(*m).in_check(), "{m} in {state:?}");
            }
            let m = legal[numbers.below(legal.len())];
            chess.play_unchecked(m);
            state = state.after(m);
            let fresh = BoardState::new(&chess);
            assert_eq!(BoardState { reversible: fresh.reversible, ..state.clone() }, fresh);
            let key: Zobrist64 = chess.zobrist_hash(EnPassantMode::PseudoLegal);
            assert_eq!(state.key, key.0);
            assert_eq!(state.in_check(), chess.is_check());
            assert_eq!(state.is_insufficient_material(), chess.is_insufficient_material());
        }
    }
}

#[test]
fn the_key_of_a_move_is_known_before_it_is_made() {
    let mut numbers = Numbers(11);
    let (mut known, mut others) = (0, 0);
    for game in 0..50 {
        let fen = POSITIONS[game % POSITIONS.len()];
        let mut state = BoardState::new(&position(fen, CastlingMode::Standard));
        for _ in 0..60 {
            let legal = legal_moves(&state);
            for m in &legal {
                let next = state.after(*m);
                if next.castling == state.castling
                    && next.en_passant.is_none()
                    && !m.is_en_passant()
                {
                    assert_eq!(state.key_after(*m), next.key, "{m} in {state:?}");
                    known += 1;
                } else {
                    others += 1;
                }
            }
            if legal.is_empty() {
                break;
            }
            state = state.after(legal[numbers.below(legal.len())]);
        }
    }
    assert!(known > 20 * others, "{known} {others}");
}

#[test]
fn the_stages_are_disjoint_and_unpacking_accepts_exactly_the_legal_moves() {
    let mut numbers = Numbers(7);
    for fen in POSITIONS {
        let mut state = BoardState::new(&position(fen, CastlingMode::Standard));
        for _ in 0..40 {
            let generator = MoveGenerator::new(&state);
            let (mut tactical, mut quiet) = (MoveList::new(), MoveList::new());
            generator.tactical(&mut tactical);
            generator.quiet(&mut quiet);
            assert!(tactical.iter().all(|m| is_tactical(*m)));
            assert!(quiet.iter().all(|m| !is_tactical(*m)));
            let unpacked = (0..=u16::MAX).filter_map(|bits| generator.unpack(PackedMove(bits)));
            let legal = legal_moves(&state);
            assert_eq!(sorted(unpacked), sorted(legal.clone()), "{fen}");
            if legal.is_empty() {
                break;
            }
            state = state.after(legal[numbers.below(legal.len())]);
        }
    }
}

#[test]
fn a_null_move_only_passes_the_turn() {
    for fen in POSITIONS {
        let chess = position(fen, CastlingMode::Standard);
        let Ok(passed) = chess.clone().swap_turn() else { continue };
        let ours = BoardState::new(&chess).after_null_move();
        let fresh = BoardState::new(&passed);
        assert_eq!((ours.key, ours.turn, ours.checkers), (fresh.key, fresh.turn, fresh.checkers));
    }
}

#[test]
fn a_position_may_be_set_up_with_any_number_of_moves() {
    let fen = format!("4k3/8/8/8/8/8/8/4K2R w K - {} {0}", u32::MAX);
    let mut position = Position::new(&position(&fen, CastlingMode::Standard));
    for _ in 0..4 {
        let quiet = position.legal_moves().pop().unwrap();
        position.play(quiet);
    }
    assert!(position.state.halfmoves >= 100);
}
