//! Endgames in which material hardly wins, or not at all.

use shakmaty::{Bitboard, Color, File, Rank, Square};

use super::winnability::WHOLE;
use crate::position::board_state::BoardState;

/// The part that is left of it where the stronger side has nothing to win with.
const HARDLY: i32 = 8;

/// The part of an advantage that counts, in 64ths, if this side is the stronger one.
pub(super) fn scale(state: &BoardState, stronger: Color) -> i32 {
    if cannot_win(state, stronger) {
        0
    } else if hardly_wins(state, stronger) {
        HARDLY
    } else {
        WHOLE
    }
}

/// Against the best defence at most two knights win nothing; nor do the pawns of a rook file, with
/// no piece but bishops that do not guard the square of promotion, once the enemy king stands
/// before it.
fn cannot_win(state: &BoardState, stronger: Color) -> bool {
    let board = &state.board;
    let ours = board.by_color(stronger);
    let pawns = ours & board.pawns();
    let pieces = ours & !(board.pawns() | board.kings());
    if pawns.is_empty() {
        return pieces.count() <= 2 && pieces.is_subset(board.knights());
    }
    let file = match pawns {
        _ if pawns.is_subset(Bitboard::from(File::A)) => File::A,
        _ if pawns.is_subset(Bitboard::from(File::H)) => File::H,
        _ => return false,
    };
    let corner = Square::from_coords(file, stronger.fold_wb(Rank::Eighth, Rank::First));
    let on_its_colour =
        if corner.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    pieces.is_subset(board.bishops() & !on_its_colour)
        && state.king(!stronger).distance(corner) <= 1
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

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Setup};

    use super::*;

    #[test]
    fn what_cannot_be_won_counts_nothing() {
        for (fen, expected) in [
            ("k7/8/1K6/P3B3/8/8/8/8 w - - 0 1", 0), // the bishop does not guard a8
            ("k7/8/1K6/P7/8/3B4/8/8 w - - 0 1", WHOLE),
            ("8/8/1K2k3/P3B3/8/8/8/8 w - - 0 1", WHOLE), // the king is not there yet
            ("8/1k6/8/PK6/P7/8/8/8 b - - 0 1", 0),
            ("k7/8/1K6/PP2B3/8/8/8/8 w - - 0 1", WHOLE),
            ("k7/8/1K6/P3B2N/8/8/8/8 w - - 0 1", WHOLE),
            ("4k3/8/4K3/3NN3/8/8/8/8 w - - 0 1", 0),
            ("4k3/8/4K3/3NB3/8/8/8/8 w - - 0 1", WHOLE),
            ("4k3/8/4K3/4R3/8/8/8/2b5 w - - 0 1", HARDLY),
        ] {
            let setup = fen.parse::<Fen>().unwrap().into_setup();
            let chess = |setup: Setup| setup.position::<Chess>(CastlingMode::Standard).unwrap();
            let state = BoardState::new(&chess(setup.clone()));
            assert_eq!(scale(&state, Color::White), expected, "{fen}");
            let mirrored = BoardState::new(&chess(setup.into_mirrored()));
            assert_eq!(scale(&mirrored, Color::Black), expected, "{fen}, mirrored");
        }
    }
}
