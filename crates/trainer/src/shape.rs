//! The sizes of a network, and its input from a position.

use shakmaty::{Color, Piece, Role, Square};

use crate::position::TrainingPosition;

/// Features of a king bucket: own and enemy men of six kinds on 64 squares.
pub(crate) const FEATURES: usize = 768;
/// Men on a board, and so features of a side, at most.
pub(crate) const MOST_MEN: usize = 32;

/// The sizes of a network, and which king bucket each square has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Numbers of an accumulator, H.
    pub(crate) hidden: usize,
    /// King buckets, B.
    pub(crate) king_buckets: usize,
    /// Output buckets, O.
    pub(crate) output_buckets: usize,
    /// The bucket of each square of the half board: own rank times 4 plus file.
    pub(crate) bucket_of_square: [u8; 32],
}

/// The features of a side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FeatureList {
    indices: [u16; MOST_MEN],
    count: usize,
}

impl FeatureList {
    /// Their numbers.
    pub(crate) fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.indices[..self.count].iter().map(|&index| usize::from(index))
    }
}

impl Shape {
    /// A network of this size that sees the king only by mirroring.
    pub(crate) fn mirrored(hidden: usize, output_buckets: usize) -> Shape {
        Shape { hidden, king_buckets: 1, output_buckets, bucket_of_square: [0; 32] }
    }

    /// Numbers of each part of a network.
    pub(crate) fn feature_weights(&self) -> usize {
        self.king_buckets * FEATURES * self.hidden
    }

    pub(crate) fn output_weights(&self) -> usize {
        self.output_buckets * 2 * self.hidden
    }

    /// The output that values a position with this number of men on the board.
    pub(crate) fn output_bucket(&self, men: usize) -> usize {
        (men - 2) * self.output_buckets / 31
    }

    /// The features of the side to move, then of the other.
    pub(crate) fn features(&self, position: &TrainingPosition) -> [FeatureList; 2] {
        let turn = position.turn();
        [self.side(position, turn), self.side(position, !turn)]
    }

    fn side(&self, position: &TrainingPosition, side: Color) -> FeatureList {
        let king = position.men().find(|(_, man)| *man == side.king());
        let king = king.map_or(Square::A1, |(square, _)| square);
        let from_own_end = side.fold_wb(0, 56);
        let mirror = if (king as u8) & 4 == 0 { 0 } else { 7 };
        let king = king as u8 ^ from_own_end ^ mirror;
        let bucket = self.bucket_of_square[usize::from(king / 8 * 4 + king % 8)];
        let mut list = FeatureList { indices: [0; MOST_MEN], count: position.men_count() };
        for (index, (square, Piece { color, role })) in list.indices.iter_mut().zip(position.men())
        {
            let whose = if color == side { 0 } else { FEATURES / 2 };
            let square = usize::from(square as u8 ^ from_own_end ^ mirror);
            let kind = role as usize - Role::Pawn as usize;
            *index = (usize::from(bucket) * FEATURES + whose + kind * 64 + square) as u16;
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, KnownOutcome};

    fn features(fen: &str) -> [Vec<usize>; 2] {
        let chess: Chess =
            fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let position = TrainingPosition::new(&chess, 0, KnownOutcome::Draw);
        Shape::mirrored(32, 8).features(&position).map(|list| {
            let mut indices: Vec<usize> = list.indices().collect();
            indices.sort_unstable();
            indices
        })
    }

    #[test]
    fn each_side_sees_the_board_from_its_end_and_its_king_on_the_left() {
        // White: king e1 is mirrored to d1, pawn a2 to h2, and the enemy's king b8 to g8.
        // Black: king b8 is seen on b1, the enemy's king on e8, and its pawn on a7.
        let [white, black] = features("1k6/8/8/8/8/8/P7/4K3 w - - 0 1");
        assert_eq!(white, [15, 5 * 64 + 3, 384 + 5 * 64 + 62]);
        assert_eq!(black, [5 * 64 + 1, 384 + 48, 384 + 5 * 64 + 60]);
        let [first, second] = features("1k6/8/8/8/8/8/P7/4K3 b - - 0 1");
        assert_eq!((first, second), (black, white));
    }

    #[test]
    fn boards_that_are_mirrored_or_turned_are_the_same() {
        let here = features("r2q1rk1/pp3ppp/2n5/8/4P3/5N2/PP3PPP/R2Q1RK1 w - - 0 1");
        let mirrored = features("1kr1q2r/ppp3pp/5n2/8/3P4/2N5/PPP3PP/1KR1Q2R w - - 0 1");
        let turned = features("r2q1rk1/pp3ppp/5n2/4p3/8/2N5/PP3PPP/R2Q1RK1 b - - 0 1");
        assert_eq!(here, mirrored);
        assert_eq!(here, turned);
    }

    #[test]
    fn every_number_of_men_has_an_output() {
        let shape = Shape::mirrored(32, 8);
        let buckets: Vec<usize> = (2..=32).map(|men| shape.output_bucket(men)).collect();
        assert!(buckets.is_sorted() && buckets[0] == 0 && buckets[30] == 7);
    }
}
