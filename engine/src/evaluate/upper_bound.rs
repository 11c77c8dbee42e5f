//! The most a position can be worth to a side, without looking at the attacks of its pieces.
//!
//! The evaluation is a settled part (material, placement, pawns, shelter), which is computed as it
//! is, plus the terms of the squares that pieces attack: mobility, threats, danger to the kings,
//! and whether passed pawns step safely. That is the positional score that takes time, and the
//! pieces on the board bound it.
//!
//! Why the bound holds:
//! 1. Each middlegame and each endgame value is bounded by itself. A piece reaches no more squares
//!    than on an empty board and no fewer than none; an enemy piece is threatened in each way at
//!    most once; a piece attacks no more squares around a king than geometry allows; and the worth
//!    of an attack, which is never negative, grows with its danger. So the own pieces' activity is worth
//!    at most `most`, and the enemy's at least `least`.
//! 2. The score at a phase is a sum with weights that are not negative, rounded towards zero, and
//!    is then scaled by a factor that depends on the position's pieces and pawns and on its sign
//!    alone; and so is its endgame half before. All these steps keep the order of values. Phase and
//!    factor are the position's own, so that the bound of a position after a capture or a promotion
//!    is taken at those after it.

use shakmaty::{Bitboard, Color};

use super::side::Side;
use super::{PawnTable, king_danger, mobility, passed_pawns, scaled, settled, threats};
use crate::position::board_state::BoardState;
use crate::weights::tapered::Tapered;
use crate::weights::values::{TEMPO, VALUES};

/// A score in centipawns that the evaluation for `color` does not exceed.
pub(crate) fn upper_bound(state: &BoardState, color: Color, pawn_table: &mut PawnTable) -> i32 {
    let structure = pawn_table.structure(state);
    let (own, enemy) = (Side::new(state, color), Side::new(state, !color));
    let tempo = if state.turn == color { VALUES[TEMPO] } else { -VALUES[TEMPO] };
    let shared = state.piece_square + structure.value + structure.shelter();
    let mut value = color.fold_wb(shared, -shared) + tempo;
    value += settled_value(&own, &enemy, structure.passed);
    value -= settled_value(&enemy, &own, structure.passed);
    let [most, _] = active_bounds(&own, &enemy, structure.passed);
    let [_, least] = active_bounds(&enemy, &own, structure.passed);
    let danger = king_danger::most(&own, &enemy, structure.shelter_danger(!color));
    scaled(state, color, value + most + danger - least)
}

fn settled_value(side: &Side, enemy: &Side, passed: Bitboard) -> Tapered {
    let mut value = Tapered::ZERO;
    settled(side, enemy, passed, &mut value);
    value
}

/// The most that the activity of a side's pieces can be worth, danger aside, and the least.
fn active_bounds(side: &Side, enemy: &Side, passed: Bitboard) -> [Tapered; 2] {
    let parts =
        [mobility::bounds(side), threats::bounds(side, enemy), passed_pawns::bounds(side, passed)];
    let [mut most, mut least] = [Tapered::ZERO; 2];
    for [part_most, part_least] in parts {
        most += part_most;
        least += part_least;
    }
    [most, least]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::evaluate;
    use crate::playouts::playouts;

    /// Sets out from full boards, from promotions about to happen, and from bare endings.
    const STARTS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "qqqqkqqq/nq1p4/8/8/8/8/3P2QN/QQQQKQQQ w - - 0 1",
        "nnnnknnn/nnn5/8/8/8/8/5NNN/NNNNKNNN w - - 0 1",
        "6k1/PPPP4/8/8/8/8/4pppp/1K6 w - - 0 1",
        "6k1/QQQQQ3/8/8/8/8/5PPP/6K1 b - - 0 1",
        "8/8/4k3/8/2n5/8/3BK3/8 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    #[test]
    fn no_evaluation_exceeds_it_however_odd_the_position() {
        let mut pawn_table = PawnTable::new();
        let (mut seen, mut least_slack) = (0, i32::MAX);
        for (seed, start) in STARTS.iter().enumerate() {
            for state in playouts(start, seed as u64, 40, 120) {
                let score = evaluate(&state, &mut pawn_table);
                for (color, score) in [(state.turn, score), (!state.turn, -score)] {
                    let bound = upper_bound(&state, color, &mut pawn_table);
                    assert!(score <= bound, "{score} > {bound} for {color}: {:?}", state.board);
                    least_slack = least_slack.min(bound - score);
                }
                seen += 1;
            }
        }
        assert!(seen > 10_000, "only {seen} positions");
        assert!(least_slack < 20, "far from any position: {least_slack}");
    }

    #[test]
    fn it_is_as_tight_as_the_pieces_are_few() {
        let slack = |fen: &str| {
            let state = playouts(fen, 0, 1, 1).next().unwrap();
            let score = evaluate(&state, &mut PawnTable::new());
            upper_bound(&state, state.turn, &mut PawnTable::new()) - score
        };
        let bare = slack("4k3/ppp5/8/8/8/8/5PPP/4K3 w - - 0 1");
        let rooks = slack("4k3/ppp4r/8/8/8/8/R4PPP/4K3 w - - 0 1");
        let full = slack("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(3 * bare < rooks && 3 * rooks < full && full < 3000, "{bare} {rooks} {full}");
    }
}
