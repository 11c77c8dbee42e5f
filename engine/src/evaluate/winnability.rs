//! How much of an endgame advantage can be turned into a win.
//!
//! The endgame half of the value is first raised or lowered towards zero by how much there is left
//! to play for, and then scaled in 64ths by the stronger side's means to win. Both keep the
//! order of values, which the upper bound of the evaluation relies on.

use shakmaty::{Bitboard, Color};

use crate::position::board_state::BoardState;
use crate::weights::piece_square::FULL_PHASE;
use crate::weights::tapered::Tapered;
use crate::weights::values::{INITIATIVE, WINNABLE_BY_PAWNS, WINNABLE_ENDINGS};

/// The whole of an advantage.
pub(super) const WHOLE: i32 = 64;
/// No advantage counts more than twice.
const MOST: i32 = 2 * WHOLE;

/// Files a to d.
pub(super) const QUEEN_SIDE: Bitboard = Bitboard(0x0F0F_0F0F_0F0F_0F0F);

/// The part of an endgame value for `color` that can be won.
pub(super) fn adjusted(state: &BoardState, color: Color, endgame: i32) -> i32 {
    if state.phase >= FULL_PHASE || endgame == 0 {
        return endgame;
    }
    let stronger = if endgame > 0 { color } else { !color };
    let (mut gain, mut share) = (Tapered::ZERO, Tapered::ZERO);
    initiative(state, &mut gain);
    winnable(state, stronger, &mut share);
    let advantage = (endgame.abs() + gain.endgame()).max(0);
    endgame.signum() * advantage * share.endgame().clamp(0, MOST) / WHOLE
}

/// The gain of an endgame advantage, for either side, by the pawns that are left to play for.
pub(super) fn initiative(state: &BoardState, sum: &mut Tapered) {
    let pawns = state.board.pawns();
    sum.add_weight(INITIATIVE, 1);
    sum.add_weight(INITIATIVE + 1, pawns.count() as i32);
    sum.add_weight(INITIATIVE + 2, i32::from(on_both_flanks(pawns)));
    sum.add_weight(INITIATIVE + 3, i32::from(state.phase == 0));
}

/// The part of an endgame advantage that counts, in 64ths, if this side has it.
pub(super) fn winnable(state: &BoardState, stronger: Color, sum: &mut Tapered) {
    let pawns = state.board.pawns() & state.board.by_color(stronger);
    sum.add_weight(WINNABLE_BY_PAWNS + pawns.count().min(8), 1);
    if let Some(ending) = ending(state) {
        sum.add_weight(WINNABLE_ENDINGS + ending as usize, 1);
    }
}

fn on_both_flanks(pawns: Bitboard) -> bool {
    pawns.intersects(QUEEN_SIDE) && pawns.intersects(!QUEEN_SIDE)
}

/// Endings that are won more rarely than others, in the order of their weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    OppositeBishops,
    Rooks,
}

/// The kind of ending by the pieces on the board, if it is one of those.
fn ending(state: &BoardState) -> Option<Ending> {
    let board = &state.board;
    let pieces = board.occupied() & !(board.pawns() | board.kings());
    if pieces.count() != 2 || (pieces & board.white()).count() != 1 {
        return None;
    }
    if pieces == board.rooks() {
        return Some(Ending::Rooks);
    }
    let never_meet = (pieces & Bitboard::LIGHT_SQUARES).count() == 1;
    (pieces == board.bishops() && never_meet).then_some(Ending::OppositeBishops)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    fn state(fen: &str) -> BoardState {
        let fen: Fen = fen.parse().unwrap();
        let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        BoardState::new(&chess)
    }

    #[test]
    fn endings_are_told_by_their_pieces() {
        for (fen, expected) in [
            ("4k1b1/4p3/8/8/8/8/4P3/4K1B1 w - - 0 1", Some(Ending::OppositeBishops)),
            ("4kb2/4p3/8/8/8/8/4P3/4K1B1 w - - 0 1", None),
            ("4k1b1/4p3/8/8/8/8/4P2R/4K1B1 w - - 0 1", None),
            ("4k2r/4p3/8/8/8/8/4P3/4K2R w - - 0 1", Some(Ending::Rooks)),
            ("4k3/4p3/8/8/8/8/4P3/4K1RR w - - 0 1", None),
            ("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", None),
        ] {
            assert_eq!(ending(&state(fen)), expected, "{fen}");
        }
    }

    #[test]
    fn a_larger_value_is_never_worth_less() {
        for fen in [
            "4k1b1/4p3/8/8/8/8/PPP1P3/4K1B1 w - - 0 1",
            "4k1r1/4p3/8/8/8/8/8/4K1R1 w - - 0 1",
            "4k3/pp3p2/8/8/8/8/PPP2P2/4K3 w - - 0 1",
            "r3k2r/pp3p2/8/8/8/8/PPP2P2/R3K2R w KQkq - 0 1",
        ] {
            let state = state(fen);
            let values: Vec<i32> =
                (-500..500).map(|value| adjusted(&state, Color::White, value)).collect();
            assert!(values.is_sorted(), "{fen}");
            assert!(values[0] < 0 && values[500] == 0 && values[999] > 0, "{fen}");
        }
    }
}
