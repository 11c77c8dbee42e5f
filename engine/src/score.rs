//! Scores in centipawns, with mates at the ends of the range.

use std::fmt;
use std::ops::Neg;

/// A search score from the point of view of the side to move.
///
/// Unit: centipawns (a pawn is 100). Scores within [`Score::MAX_PLY`] of [`Score::MATE`] are
/// mates: `MATE - n` means "mate in `n` plies", `-(MATE - n)` "mated in `n` plies". Mates that are further
/// off, which only other programs announce, lie beyond [`Score::INFINITE`], as `FAR_MATE - n`.
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
    /// The number from which the plies of a mate beyond [`Score::MAX_PLY`] are taken.
    const FAR_MATE: i32 = 2_000_000_000;
    /// The most plies to a mate that a score can tell.
    const MOST_PLIES: i32 = 1_000_000_000;

    /// The score of a mate in this many plies, seen by the winner; the negative of it is the loser's.
    #[must_use]
    pub fn mate_in_plies(plies: u64) -> Score {
        let plies = i32::try_from(plies).unwrap_or(Score::MOST_PLIES).min(Score::MOST_PLIES);
        Score(if plies <= Score::MAX_PLY { Score::MATE - plies } else { Score::FAR_MATE - plies })
    }

    /// Plies to mate, for either side; `None` when the score is not a mate.
    #[must_use]
    pub fn mate_plies(self) -> Option<i32> {
        let magnitude = self.0.saturating_abs();
        let far = magnitude > Score::INFINITE;
        let plies = if far { Score::FAR_MATE - magnitude } else { Score::MATE - magnitude };
        (far || plies <= Score::MAX_PLY).then_some(plies)
    }

    /// Moves to mate: positive when the side to move mates, negative when it is mated, and
    /// `None` when the score is not a mate.
    #[must_use]
    pub fn mate_in(self) -> Option<i32> {
        let plies = self.mate_plies()?;
        Some(if self.0 > 0 { (plies + 1) / 2 } else { -(plies / 2) })
    }

    /// Centipawns; mates are their raw value near ±[`Score::MATE`], those that are further off than
    /// [`Score::MAX_PLY`] ±[`Score::MATE_BOUND`].
    #[must_use]
    pub fn centipawns(self) -> i32 {
        match self.0.saturating_abs() > Score::INFINITE {
            true => self.0.signum() * Score::MATE_BOUND,
            false => self.0,
        }
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
    fn mates_of_any_length_are_told() {
        let mate = Score::mate_in_plies;
        assert_eq!(mate(5), Score(Score::MATE - 5));
        assert_eq!((mate(128).mate_in(), mate(128)), (Some(64), Score(Score::MATE_BOUND)));
        for plies in [129, 299, 2400, 999_999_999] {
            assert_eq!(mate(plies).mate_plies().map(u64::try_from), Some(Ok(plies)));
            assert_eq!(mate(plies).centipawns(), Score::MATE_BOUND);
        }
        assert_eq!((mate(299).mate_in(), (-mate(2400)).mate_in()), (Some(150), Some(-1200)));
        assert_eq!((-mate(2400)).to_string(), "-M1200");
        assert_eq!(mate(u64::MAX).mate_plies(), Some(1_000_000_000));
    }

    #[test]
    fn scores_print_in_pawns() {
        assert_eq!(Score(35).to_string(), "+0.35");
        assert_eq!(Score(-105).to_string(), "-1.05");
        assert_eq!(Score(Score::MATE - 5).to_string(), "+M3");
        assert_eq!(Score(-(Score::MATE - 4)).to_string(), "-M2");
    }
}
