//! A training position, in 32 bytes.

use shakmaty::{Bitboard, Chess, Color, KnownOutcome, Piece, Position, Role, Square};

/// A quiet position with its search's score and its game's result, both for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TrainingPosition {
    occupied: u64,
    /// Four bits for every man, from a1 to h8: its role, plus 8 for Black.
    men: [u8; 16],
    /// Centipawns.
    score: i16,
    /// 0 lost, 1 drawn, 2 won.
    result: u8,
    black_to_move: bool,
}

impl TrainingPosition {
    /// A position with a score from White's view.
    pub(crate) fn new(position: &Chess, white_score: i16, outcome: KnownOutcome) -> Self {
        let turn = position.turn();
        let board = position.board();
        let mut men = [0; 16];
        for (i, (_, Piece { color, role })) in board.clone().into_iter().enumerate() {
            let packed = (role as u8 - 1) | color.fold_wb(0, 8);
            men[i / 2] |= packed << (i % 2 * 4);
        }
        let white = outcome.winner().map_or(1, |winner| winner.fold_wb(2, 0));
        TrainingPosition {
            occupied: board.occupied().0,
            men,
            score: turn.fold_wb(white_score, white_score.saturating_neg()),
            result: turn.fold_wb(white, 2 - white),
            black_to_move: turn.is_black(),
        }
    }

    /// The side to move.
    pub(crate) fn turn(&self) -> Color {
        Color::from_white(!self.black_to_move)
    }

    /// The search's score in centipawns.
    pub(crate) fn score(&self) -> f32 {
        f32::from(self.score)
    }

    /// The score of the side to move in the game: 0, 0.5 or 1.
    pub(crate) fn result(&self) -> f32 {
        f32::from(self.result) / 2.0
    }

    /// Men on the board.
    pub(crate) fn men_count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The men and their squares, from a1 to h8.
    pub(crate) fn men(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Bitboard(self.occupied).into_iter().enumerate().map(|(i, square)| {
            let packed = self.men[i / 2] >> (i % 2 * 4) & 15;
            let role = Role::ALL[usize::from(packed & 7)];
            (square, Piece { color: Color::from_white(packed & 8 == 0), role })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    #[test]
    fn a_position_keeps_its_men_and_turns_its_numbers() {
        assert_eq!(size_of::<TrainingPosition>(), 32);
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";
        let chess: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let outcome = KnownOutcome::Decisive { winner: Color::White };
        let position = TrainingPosition::new(&chess, 120, outcome);
        let men: Vec<(Square, Piece)> = chess.board().clone().into_iter().collect();
        assert_eq!(position.men().collect::<Vec<_>>(), men);
        assert_eq!((position.score(), position.result()), (-120.0, 0.0));
        assert_eq!((position.turn(), position.men_count()), (Color::Black, 32));
    }
}
