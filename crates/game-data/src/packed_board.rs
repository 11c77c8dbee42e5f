//! The 32 bytes with which a game begins: its start position and its result.
//!
//! | bytes | contents |
//! |---|---|
//! | 0..8 | the occupied squares, a1 the lowest bit |
//! | 8..24 | the pieces on them from a1 to h8, four bits each: pawn 0 to king 5, 6 a rook that may castle; 8 more for Black |
//! | 24 | the square behind a pawn that may be taken en passant, or 64; 128 more where Black is to move |
//! | 25 | plies since the last capture or pawn move |
//! | 26..28 | number of the move, or 0 |
//! | 28..30 | a score, which we leave at 0 |
//! | 30 | the result: 0 Black won, 1 a draw, 2 White won |
//! | 31 | nothing |

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, KnownOutcome, Piece, Position, Role, Setup, Square,
};

/// Bytes of a packed board.
pub(crate) const SIZE: usize = 32;

/// Plies after which the game is over, and beyond which no position can be packed.
pub(crate) const MOST_HALFMOVES: u32 = 100;

const ROLES: [Role; 7] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::Rook];
/// The number of a rook that may castle.
const UNMOVED: u8 = 6;

/// The position and the result.
pub(crate) fn unpack(bytes: &[u8; SIZE]) -> Result<(Chess, KnownOutcome), String> {
    let mut setup = Setup::empty();
    let occupied = Bitboard(u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")));
    if occupied.count() > 32 {
        return Err(format!("{} men on the board", occupied.count()));
    }
    for (i, square) in occupied.into_iter().enumerate() {
        let packed = bytes[8 + i / 2] >> (i % 2 * 4) & 15;
        let color = Color::from_white(packed & 8 == 0);
        let Some(&role) = ROLES.get(usize::from(packed & 7)) else {
            return Err(format!("no piece has the number {packed} of that on {square}"));
        };
        if packed & 7 == UNMOVED {
            setup.castling_rights.add(square);
        }
        setup.board.set_piece_at(square, Piece { color, role });
    }
    setup.turn = Color::from_white(bytes[24] & 128 == 0);
    setup.ep_square = match bytes[24] & 127 {
        64 => None,
        square => Some(Square::try_from(square).map_err(|_| format!("no square {square}"))?),
    };
    setup.halfmoves = u32::from(bytes[25]);
    if setup.halfmoves > MOST_HALFMOVES {
        return Err(format!("{} plies since a capture or pawn move", setup.halfmoves));
    }
    let number = u16::from_le_bytes([bytes[26], bytes[27]]);
    setup.fullmoves = NonZeroU32::new(u32::from(number)).unwrap_or(NonZeroU32::MIN);
    let outcome = match bytes[30] {
        0 => KnownOutcome::Decisive { winner: Color::Black },
        1 => KnownOutcome::Draw,
        2 => KnownOutcome::Decisive { winner: Color::White },
        other => return Err(format!("no result has the number {other}")),
    };
    let position: Chess =
        setup.position(CastlingMode::Standard).map_err(|problem| problem.to_string())?;
    debug_assert!(position.castles().mode().is_standard());
    Ok((position, outcome))
}
