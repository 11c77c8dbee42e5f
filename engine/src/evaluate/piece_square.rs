//! Material, piece-square values and the game phase.

use crate::position::tapered::{Tapered, tapered};

/// Weight of each role in the game phase; indexed by [`shakmaty::Role`], which begins at 1.
pub(crate) const PHASE: [i32; 7] = [0, 0, 1, 1, 2, 4, 0];

/// The phase with every piece on the board.
pub(crate) const FULL_PHASE: i32 = 24;

/// Value of each role apart from where it stands.
const MATERIAL: [Tapered; 7] = [
    Tapered::ZERO,
    tapered(86, 112),
    tapered(336, 312),
    tapered(352, 330),
    tapered(484, 560),
    tapered(1010, 1010),
    Tapered::ZERO,
];

/// Middlegame and endgame value of a piece on the files a to d (the others mirror them), ranks
/// from the owner's first to eighth.
type HalfBoard = [[(i32, i32); 4]; 8];

/// Advance in the centre first; the eighth and first rank are never used.
const PAWN: HalfBoard = [
    [(0, 0); 4],
    [(-8, 6), (2, 4), (-6, 2), (-10, 2)],
    [(-8, 2), (-2, 2), (2, -2), (4, -4)],
    [(-10, 8), (-2, 4), (8, -6), (18, -10)],
    [(-6, 16), (4, 12), (10, 2), (22, -4)],
    [(2, 38), (14, 38), (30, 26), (34, 20)],
    [(46, 70), (56, 66), (52, 60), (60, 54)],
    [(0, 0); 4],
];

/// The centre, and away from the rim.
const KNIGHT: HalfBoard = [
    [(-76, -46), (-24, -38), (-34, -20), (-22, -12)],
    [(-28, -30), (-26, -16), (-8, -12), (-2, -2)],
    [(-22, -24), (-4, -8), (8, -2), (14, 14)],
    [(-10, -12), (6, 4), (16, 16), (16, 24)],
    [(-4, -10), (16, 6), (24, 20), (34, 26)],
    [(-20, -18), (22, -4), (38, 12), (48, 16)],
    [(-40, -28), (-22, -12), (36, -8), (24, 4)],
    [(-130, -60), (-70, -34), (-50, -16), (-28, -10)],
];

/// Long diagonals and the own half's active squares.
const BISHOP: HalfBoard = [
    [(-20, -20), (2, -14), (-12, -16), (-14, -8)],
    [(6, -14), (16, -12), (14, -6), (2, 0)],
    [(2, -10), (14, 0), (14, 6), (10, 10)],
    [(-2, -8), (4, 2), (8, 10), (22, 14)],
    [(-6, -4), (2, 6), (16, 8), (28, 12)],
    [(-8, 0), (18, 0), (24, 4), (22, 4)],
    [(-26, -6), (-8, 0), (-10, 4), (-10, 2)],
    [(-24, -12), (-12, -8), (-42, -4), (-34, -2)],
];

/// Central files at home, the seventh rank.
const ROOK: HalfBoard = [
    [(-14, -6), (-10, -4), (2, -2), (12, -8)],
    [(-38, -6), (-14, -8), (-10, -4), (-4, -6)],
    [(-30, -2), (-14, 0), (-12, -4), (-8, -4)],
    [(-24, 6), (-14, 8), (-10, 8), (-2, 4)],
    [(-14, 12), (-6, 10), (8, 12), (14, 6)],
    [(-4, 14), (14, 10), (16, 10), (24, 6)],
    [(14, 16), (12, 20), (34, 16), (40, 12)],
    [(20, 16), (22, 14), (10, 18), (26, 14)],
];

/// Not out too early; active in the endgame.
const QUEEN: HalfBoard = [
    [(-6, -32), (-10, -30), (-4, -30), (8, -24)],
    [(-14, -26), (-2, -24), (8, -20), (6, -10)],
    [(-8, -14), (2, -8), (0, 10), (-4, 8)],
    [(-8, 0), (-10, 18), (-6, 24), (-10, 36)],
    [(-12, 8), (-12, 24), (-8, 30), (-14, 44)],
    [(-4, 0), (-2, 14), (4, 30), (10, 34)],
    [(-12, 2), (-36, 24), (2, 28), (-6, 40)],
    [(-8, 2), (8, 12), (18, 16), (22, 18)],
];

/// Castled while there are pieces, in the centre when they are gone.
const KING: HalfBoard = [
    [(12, -56), (32, -34), (4, -22), (-24, -26)],
    [(16, -28), (10, -12), (-20, 0), (-44, 6)],
    [(-20, -16), (-18, -2), (-34, 12), (-46, 18)],
    [(-46, -14), (-28, 6), (-38, 22), (-52, 28)],
    [(-40, -4), (-20, 18), (-28, 28), (-40, 32)],
    [(-20, 4), (4, 28), (-6, 32), (-22, 28)],
    [(4, -12), (6, 16), (-2, 18), (-8, 16)],
    [(-30, -60), (10, -26), (2, -16), (-16, -14)],
];

const HALF_BOARDS: [&HalfBoard; 7] =
    [&[[(0, 0); 4]; 8], &PAWN, &KNIGHT, &BISHOP, &ROOK, &QUEEN, &KING];

/// Material and place together, positive for white and negative for black; indexed by
/// [`shakmaty::Color`], [`shakmaty::Role`] and [`shakmaty::Square`].
pub(crate) static PIECE_SQUARE: [[[Tapered; 64]; 7]; 2] = piece_square_table();

const fn piece_square_table() -> [[[Tapered; 64]; 7]; 2] {
    let mut table = [[[Tapered::ZERO; 64]; 7]; 2];
    let mut role = 1;
    while role < 7 {
        let mut square = 0;
        while square < 64 {
            let (rank, file) = (square / 8, square % 8);
            let (middlegame, endgame) =
                HALF_BOARDS[role][rank][if file < 4 { file } else { 7 - file }];
            let value = MATERIAL[role].plus(tapered(middlegame, endgame));
            table[1][role][square] = value;
            table[0][role][square ^ 56] = tapered(-value.middlegame(), -value.endgame());
            square += 1;
        }
        role += 1;
    }
    table
}
