//! The phase of a game, by the pieces that are left.

use shakmaty::{Board, Move, Role};

use crate::chess::named::named;

named! {
    /// The phase of a game.
    #[derive(PartialOrd, Ord)]
    pub enum Phase {
        /// Hardly a piece is gone.
        Opening = "opening",
        /// Pieces are gone, and many are left.
        Middlegame = "middlegame",
        /// At most a third of the pieces is left.
        Endgame = "endgame",
    }
}

/// The pieces of a position: a minor piece counts 1, a rook 2 and a queen 4, as far as the 24 of the first
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceCount(i32);

/// The least count of an opening: no more is gone than a queen, or than two pairs of minor pieces.
const OPENING: i32 = 20;
/// The largest count of an endgame: a third of all pieces, such as two rooks each.
const ENDGAME: i32 = 8;

impl PieceCount {
    /// The pieces on a board.
    #[must_use]
    pub fn on(board: &Board) -> PieceCount {
        let count = |role: Role| board.by_role(role).count() as i32 * weight(role);
        PieceCount(Role::ALL.into_iter().map(count).sum())
    }

    /// The pieces after a move.
    #[must_use]
    pub fn after(self, m: Move) -> PieceCount {
        PieceCount(self.0 - m.capture().map_or(0, weight) + m.promotion().map_or(0, weight))
    }

    /// The phase of a position with these pieces.
    #[must_use]
    pub fn phase(self) -> Phase {
        match self.0 {
            OPENING.. => Phase::Opening,
            _ if self.0 > ENDGAME => Phase::Middlegame,
            _ => Phase::Endgame,
        }
    }
}

fn weight(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position};

    #[test]
    fn phases_follow_the_pieces_and_moves_change_them() {
        let phase = |fen: &str| {
            let position: Chess =
                fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let count = PieceCount::on(position.board());
            for m in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(m);
                assert_eq!(count.after(m), PieceCount::on(after.board()), "{fen} {m}");
            }
            count.phase()
        };
        assert_eq!(
            phase("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            Phase::Opening
        );
        assert_eq!(
            phase("r3k2r/pPp1qp2/8/8/8/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            Phase::Middlegame
        );
        assert_eq!(phase("r3k2r/P1p5/8/8/8/8/PPP5/R3K2R w KQkq - 0 1"), Phase::Endgame);
        assert_eq!(phase("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"), Phase::Endgame);
    }
}
