//! Scores in centipawns, with mates at the ends of the range.

use std::fmt;
use std::ops::Neg;

/// A search score from the point of view of the side to move.
///
/// Unit: centipawns (a pawn is 100). Scores within [`Score::MAX_PLY`] of [`Score::MATE`] are
/// mates: `MATE - n` means "mate in `n` plies", `-(MATE - n)` "mated in `n` plies".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
    /// The deepest ply the search visits.
    pub const MAX_PLY: i32 = 128;
    /// The score of a mate on the board, seen by the winner. Fits in an `i16`.
    pub const MATE: i32 = 32_000;
    /// The least score that is a forced mate.
    pub const MATE_BOUND: i32 = Score::MATE - Score::MAX_PLY;
    /// Above every score: the open end of a window.
    pub const INFINITE: i32 = 32_001;
    /// The score of a draw.
    pub const DRAW: i32 = 0;

    /// Moves to mate: positive when the side to move mates, negative when it is mated, and
    /// `None` when the score is not a mate.
    #[must_use]
    pub fn mate_in(self) -> Option<i32> {
        let plies = Score::MATE - self.0.abs();
        (plies <= Score::MAX_PLY).then(|| if self.0 > 0 { (plies + 1) / 2 } else { -(plies / 2) })
    }

    /// Centipawns; mates are their raw value near ±[`Score::MATE`].
    #[must_use]
    pub fn centipawns(self) -> i32 {
        self.0
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Pawns with a sign and two decimals, `+0.35`; mates in moves, `+M3` or `-M2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(moves) if self.0 > 0 => write!(f, "+M{moves}"),
            Some(moves) => write!(f, "-M{}", -moves),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_in_moves_of_the_mating_side() {
        assert_eq!(Score(Score::MATE - 1).mate_in(), Some(1));
        assert_eq!(Score(Score::MATE - 3).mate_in(), Some(2));
        assert_eq!(Score(-(Score::MATE - 2)).mate_in(), Some(-1));
        assert_eq!(Score(-Score::MATE).mate_in(), Some(0));
        assert_eq!(Score(900).mate_in(), None);
    }

    #[test]
    fn scores_print_in_pawns() {
        assert_eq!(Score(35).to_string(), "+0.35");
        assert_eq!(Score(-105).to_string(), "-1.05");
        assert_eq!(Score(Score::MATE - 5).to_string(), "+M3");
        assert_eq!(Score(-(Score::MATE - 4)).to_string(), "-M2");
    }
}
