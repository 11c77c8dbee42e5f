//! The search without techniques is plain minimax: held against one written as its definition.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Role};

use super::static_exchange::{exchange_gains, victim_and_attacker};
use crate::evaluate::{PawnTable, evaluate};
use crate::position::board_state::BoardState;
use crate::position::movegen::{is_tactical, legal_moves};
use crate::score::Score;
use crate::{Engine, Limits, Position, SearchConfig, Stop};

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 b - - 0 12",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "8/8/8/8/8/2k5/2p5/2K5 w - - 98 80",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1",
];

/// Minimax by definition, without a window; each leaf's quiescence is plain alpha-beta.
struct Minimax {
    pawn_table: PawnTable,
}

impl Minimax {
    fn value(&mut self, state: &BoardState, ply: i32, depth: i32) -> i32 {
        if ply > 0 && is_draw(state) {
            return Score::DRAW;
        }
        if depth == 0 {
            return self.quiescence(state, ply, -Score::INFINITE, Score::INFINITE);
        }
        let moves = legal_moves(state);
        if moves.is_empty() {
            return if state.in_check() { ply - Score::MATE } else { Score::DRAW };
        }
        moves.into_iter().map(|m| -self.value(&state.after(m), ply + 1, depth - 1)).max().unwrap()
    }

    fn quiescence(&mut self, state: &BoardState, ply: i32, alpha: i32, beta: i32) -> i32 {
        if is_draw(state) {
            return Score::DRAW;
        }
        let mut best = if state.in_check() {
            ply - Score::MATE
        } else {
            evaluate(state, &mut self.pawn_table)
        };
        let mut moves: Vec<Move> =
            legal_moves(state).into_iter().filter(|m| is_considered(state, *m)).collect();
        moves.sort_by_key(|m| -victim_and_attacker(*m));
        for m in moves {
            if best >= beta {
                break;
            }
            let alpha = alpha.max(best);
            best = best.max(-self.quiescence(&state.after(m), ply + 1, -beta, -alpha));
        }
        best
    }
}

/// Quiescence looks at every answer to a check, else at captures and queens that lose nothing.
fn is_considered(state: &BoardState, m: Move) -> bool {
    let is_winning = || is_tactical(m) && exchange_gains(state, m, 0);
    state.in_check() || (m.promotion().is_none_or(|role| role == Role::Queen) && is_winning())
}

fn leaves(state: &BoardState, depth: i32) -> usize {
    let moves = legal_moves(state);
    if depth == 1 {
        return moves.len();
    }
    moves.into_iter().map(|m| leaves(&state.after(m), depth - 1)).sum()
}

/// The draws that need no history: none of the positions repeats within the depths searched.
fn is_draw(state: &BoardState) -> bool {
    let mated = state.in_check() && legal_moves(state).is_empty();
    state.is_insufficient_material() || (state.halfmoves >= 100 && !mated)
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn search(preset: &str, chess: &Chess, depth: u32) -> i32 {
    let mut engine = Engine::new(SearchConfig::preset(preset).unwrap(), 1);
    engine.search(&Position::new(chess), &Limits::depth(depth), &Stop::new()).score.0
}

#[test]
fn without_techniques_the_search_has_the_value_of_minimax() {
    for fen in POSITIONS {
        let chess = position(fen);
        let state = BoardState::new(&chess);
        for depth in (1..=3).take_while(|depth| leaves(&state, *depth) < 12_000) {
            let mut minimax = Minimax { pawn_table: PawnTable::new() };
            let expected = minimax.value(&state, 0, depth);
            assert_eq!(search("none", &chess, depth as u32), expected, "{fen} depth {depth}");
        }
    }
}

#[test]
fn the_score_of_a_drawn_bishop_ending_is_a_draw_for_both_sides() {
    for turn in Color::ALL {
        let fen = format!("8/8/4k3/8/8/3BK3/8/8 {} - - 0 1", turn.char());
        assert_eq!(search("none", &position(&fen), 4), Score::DRAW);
    }
}
