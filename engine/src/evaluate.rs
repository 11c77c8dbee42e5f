//! Static evaluation: a sum of small terms, each tapered between middlegame and endgame.
//!
//! Values are in centipawns; every weight is in [`weights`]. Material and piece-square values come
//! with the position, kept up to date move by move, the pawn structure from a cache; the other
//! terms are computed here. The squares that pieces attack are the part that takes time; it can
//! also be bounded: see [`upper_bound`].

mod endgame;
mod king_danger;
mod king_zone;
mod mobility;
mod passed_pawns;
mod pawns;
mod pieces;
mod shelter;
mod side;
mod threats;
pub(crate) mod upper_bound;
mod winnability;

use shakmaty::{Bitboard, Color};

use crate::position::Position;
use crate::position::board_state::BoardState;
use crate::score::Score;
use crate::weights::piece_square::FULL_PHASE;
use crate::weights::tapered::{Tapered, tapered};
use crate::weights::values::{TEMPO, WEIGHTS};
use king_zone::Zone;
pub(crate) use pawns::PawnTable;
use side::Side;

/// The value of a position for the side to move, in centipawns.
pub(crate) fn evaluate(state: &BoardState, pawn_table: &mut PawnTable) -> i32 {
    let structure = pawn_table.structure(state);
    let [mut white, mut black] = both_sides(state, structure.passed);
    white.danger += structure.shelter_danger(Color::Black);
    black.danger += structure.shelter_danger(Color::White);
    let tempo = state.turn.fold_wb(WEIGHTS[TEMPO], -WEIGHTS[TEMPO]);
    let settled = state.piece_square + structure.value + structure.shelter() + tempo;
    let value = settled + white.value() - black.value();
    scaled(state, state.turn, state.turn.fold_wb(value, -value))
}

impl Position {
    /// The static evaluation, for the side to move, without any search.
    #[must_use]
    pub fn evaluate(&self) -> Score {
        Score(evaluate(&self.state, &mut PawnTable::new()))
    }
}

/// Material and placement for a side, in centipawns: the balance that no other term has touched.
pub(crate) fn balance(state: &BoardState, color: Color) -> i32 {
    let value = color.fold_wb(state.piece_square, -state.piece_square);
    value.at_phase(state.phase.min(FULL_PHASE), FULL_PHASE)
}

/// The part of an advantage in centipawns that counts, if this side has it.
pub(crate) fn what_can_be_won(state: &BoardState, stronger: Color, value: i32) -> i32 {
    value * endgame::scale(state, stronger) / winnability::WHOLE
}

/// A value for `color` at the position's phase; an advantage that can hardly be won counts little.
/// A larger value never gives a smaller score.
fn scaled(state: &BoardState, color: Color, value: Tapered) -> i32 {
    let endgame = winnability::adjusted(state, color, value.endgame());
    let value = tapered(value.middlegame(), endgame);
    let score = value.at_phase(state.phase.min(FULL_PHASE), FULL_PHASE);
    let stronger = if score > 0 { color } else { !color };
    what_can_be_won(state, stronger, score)
}

/// The worth of a side's pieces, and the danger they are to the enemy king.
#[derive(Default)]
struct SideSums {
    worth: Tapered,
    danger: Tapered,
}

impl SideSums {
    fn value(&self) -> Tapered {
        self.worth + king_danger::worth(self.danger)
    }
}

/// The terms of white and of black, but for material, placement, pawns, shelter and tempo.
#[inline(always)]
fn both_sides(state: &BoardState, passed: Bitboard) -> [SideSums; 2] {
    let mut white = Side::new(state, Color::White);
    let mut black = Side::new(state, Color::Black);
    let mut sums = [SideSums::default(), SideSums::default()];
    let mut zones = [Zone::around_king_of(&black), Zone::around_king_of(&white)];
    mobility::mobility(&mut white, &black, &mut zones[0], &mut sums[0].worth);
    mobility::mobility(&mut black, &white, &mut zones[1], &mut sums[1].worth);
    let pairs = [(&white, &black), (&black, &white)];
    for (((side, enemy), zone), side_sums) in pairs.into_iter().zip(&zones).zip(&mut sums) {
        settled(side, enemy, passed, &mut side_sums.worth);
        threats::by_pieces(side, enemy, &mut side_sums.worth);
        passed_pawns::safe_steps(side, enemy, passed, &mut side_sums.worth);
        king_danger::danger(side, enemy, zone, &mut side_sums.danger);
    }
    sums
}

/// The terms without the squares that pieces attack.
#[inline(always)]
fn settled(side: &Side, enemy: &Side, passed: Bitboard, sum: &mut Tapered) {
    pieces::pieces(side, enemy, sum);
    threats::by_pawns(side, enemy, sum);
    passed_pawns::settled(side, enemy, passed, sum);
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
