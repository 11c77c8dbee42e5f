//! A move in sixteen bits, for tables.

use shakmaty::{Move, Role, Square};

/// A move as origin, target and promotion. Castling has the rook's square as its target.
///
/// It says nothing of the position it belongs to: turn it back into a [`Move`] with
/// [`MoveGenerator::unpack`](super::movegen::MoveGenerator::unpack), which checks it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedMove(pub(crate) u16);

impl PackedMove {
    /// No move: a1 to a1.
    pub(crate) const NONE: PackedMove = PackedMove(0);

    pub(crate) fn new(m: Move) -> PackedMove {
        let promotion = m.promotion().map_or(0, |role| role as u16);
        PackedMove(origin(m) as u16 | (m.to() as u16) << 6 | promotion << 12)
    }

    pub(crate) fn from(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    pub(crate) fn to(self) -> Square {
        Square::new(u32::from(self.0 >> 6 & 63))
    }

    pub(crate) fn promotion(self) -> Option<Role> {
        match self.0 >> 12 {
            0 => None,
            role => Role::try_from(role as u8).ok(),
        }
    }
}

/// The origin of a move of orthodox chess, which has no drops.
#[inline]
pub(crate) fn origin(m: Move) -> Square {
    m.from().unwrap_or(Square::A1)
}
