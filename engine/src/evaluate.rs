//! Static evaluation: a sum of small terms, each tapered between middlegame and endgame.
//!
//! Values are in centipawns. Material and piece-square values come with the position, kept up to
//! date move by move; the other terms are computed here, the pawn structure through a cache.
//! The activity of the pieces, the part that takes time, can also be bounded: see [`upper_bound`].

mod king_safety;
mod mobility;
mod pawns;
pub(crate) mod piece_square;
pub(crate) mod upper_bound;

use shakmaty::{Bitboard, Color};

use crate::position::board_state::BoardState;
use crate::position::movegen::pawn_attacks;
use crate::position::tapered::{Tapered, tapered};
use king_safety::KingAttack;
pub(crate) use pawns::PawnTable;
use piece_square::FULL_PHASE;

/// Two bishops cover both colours of squares.
const BISHOP_PAIR: Tapered = tapered(28, 48);
/// The side to move has an option the other side lacks.
const TEMPO: Tapered = tapered(18, 8);
/// A pawn that attacks a piece gains a tempo or wins it.
const PAWN_THREAT: Tapered = tapered(42, 34);

/// The value of a position for the side to move, in centipawns.
pub(crate) fn evaluate(state: &BoardState, pawn_table: &mut PawnTable) -> i32 {
    let mut value = shared(state, pawn_table);
    let white = Side::new(state, Color::White);
    let black = Side::new(state, Color::Black);
    value += white.value(&black) - black.value(&white);
    scaled(state, state.turn, state.turn.fold_wb(value, -value))
}

/// Material and placement for a side, in centipawns: the balance that no other term has touched.
pub(crate) fn balance(state: &BoardState, color: Color) -> i32 {
    let value = color.fold_wb(state.piece_square, -state.piece_square);
    value.at_phase(state.phase.min(FULL_PHASE), FULL_PHASE)
}

/// The terms that are not found side by side, white minus black.
#[inline(always)]
fn shared(state: &BoardState, pawn_table: &mut PawnTable) -> Tapered {
    let structure = pawn_table.structure(state);
    let tempo = state.turn.fold_wb(TEMPO, -TEMPO);
    state.piece_square + structure.value + pawns::passed_pawns(state, structure.passed) + tempo
}

/// A value for `color` at the position's phase; an endgame advantage that can hardly be won counts
/// little. A larger value never gives a smaller score.
fn scaled(state: &BoardState, color: Color, value: Tapered) -> i32 {
    let score = value.at_phase(state.phase.min(FULL_PHASE), FULL_PHASE);
    let stronger = if score > 0 { color } else { !color };
    if hardly_wins(state, stronger) { score / 8 } else { score }
}

/// Without pawns, less than a rook's advantage in material rarely wins.
fn hardly_wins(state: &BoardState, stronger: Color) -> bool {
    let board = &state.board;
    let ours = board.by_color(stronger);
    if (ours & board.pawns()).any() {
        return false;
    }
    let material = |color: Color| -> i32 {
        let pieces = board.by_color(color);
        let count = |role: Bitboard| (pieces & role).count() as i32;
        3 * count(board.knights() | board.bishops())
            + 5 * count(board.rooks())
            + 9 * count(board.queens())
    };
    let (own, other) = (material(stronger), material(!stronger));
    own - other < 4 && own < 9
}

/// What the terms need to know of one side.
struct Side<'a> {
    state: &'a BoardState,
    color: Color,
    own: Bitboard,
    pawn_attacks: Bitboard,
}

impl<'a> Side<'a> {
    fn new(state: &'a BoardState, color: Color) -> Side<'a> {
        let own = state.board.by_color(color);
        let pawn_attacks = pawn_attacks(own & state.board.pawns(), color);
        Side { state, color, own, pawn_attacks }
    }

    /// This side's share of the evaluation.
    fn value(&self, enemy: &Side) -> Tapered {
        let mut attack = KingAttack::on(self.state.king(enemy.color));
        let mobility = mobility::mobility(self, enemy, &mut attack);
        mobility + attack.value() + self.settled(enemy)
    }

    /// Its share without the activity of its pieces, which is mobility and king attack.
    #[inline(always)]
    fn settled(&self, enemy: &Side) -> Tapered {
        king_safety::shelter(self) + self.bishop_pair() + self.pawn_threats(enemy)
    }

    fn bishop_pair(&self) -> Tapered {
        let bishops = self.own & self.state.board.bishops();
        let pair = bishops.intersects(Bitboard::LIGHT_SQUARES)
            && bishops.intersects(Bitboard::DARK_SQUARES);
        if pair { BISHOP_PAIR } else { Tapered::ZERO }
    }

    fn pawn_threats(&self, enemy: &Side) -> Tapered {
        let pieces = enemy.own & !self.state.board.pawns() & !self.state.board.kings();
        PAWN_THREAT * (self.pawn_attacks & pieces).count() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position as _};

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    fn value(fen: &str) -> i32 {
        evaluate(&BoardState::new(&position(fen)), &mut PawnTable::new())
    }

    #[test]
    fn mirrored_positions_have_the_same_value_for_the_side_to_move() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
            "8/P6k/8/8/8/8/1p4K1/8 b - - 0 1",
        ] {
            let chess = position(fen);
            let mirrored = chess.clone().to_setup(shakmaty::EnPassantMode::Legal).into_mirrored();
            let mirrored: Chess = mirrored.position(CastlingMode::Standard).unwrap();
            let here = evaluate(&BoardState::new(&chess), &mut PawnTable::new());
            let there = evaluate(&BoardState::new(&mirrored), &mut PawnTable::new());
            assert_eq!(here, there, "{fen}");
        }
    }

    #[test]
    fn material_outweighs_everything_else() {
        assert!(value("4k3/8/8/8/8/8/PPPP4/3QK3 w - - 0 1") > 900);
        assert!(value("4k3/8/8/8/8/8/PPPP4/3QK3 b - - 0 1") < -900);
    }

    #[test]
    fn a_lone_minor_piece_is_next_to_nothing() {
        assert!(value("4k3/8/8/8/8/8/8/3NK3 w - - 0 1").abs() < 100);
        assert!(value("4k3/7p/8/8/8/8/8/2BNK3 w - - 0 1") > 200);
    }
}
