//! Counts of pairs and games, as users write them.

use std::str::FromStr;

use crate::{Pentanomial, Wdl};

/// Counts of pairs, with or without the middle cell told apart. As text `LL,LD,MID,WD,WW` or
/// `LL,LD,DD,WL,WD,WW`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairCounts {
    /// LL, LD, DD and WL together, WD, WW.
    Five([u64; 5]),
    /// All six.
    Six(Pentanomial),
}

impl PairCounts {
    /// The six counts, if they were given.
    #[must_use]
    pub fn split(self) -> Option<Pentanomial> {
        match self {
            PairCounts::Five(_) => None,
            PairCounts::Six(pairs) => Some(pairs),
        }
    }

    /// The counts with every undistinguished middle pair as two draws.
    #[must_use]
    pub fn taking_middle_for_drawn(self) -> Pentanomial {
        match self {
            PairCounts::Five([ll, ld, dd, wd, ww]) => Pentanomial { ll, ld, dd, wl: 0, wd, ww },
            PairCounts::Six(pairs) => pairs,
        }
    }
}

impl FromStr for PairCounts {
    type Err = String;

    fn from_str(text: &str) -> Result<PairCounts, String> {
        match numbers(text)?[..] {
            [ll, ld, middle, wd, ww] => Ok(PairCounts::Five([ll, ld, middle, wd, ww])),
            [ll, ld, dd, wl, wd, ww] => Ok(PairCounts::Six(Pentanomial { ll, ld, dd, wl, wd, ww })),
            ref other => Err(format!(
                "expected five counts LL,LD,MID,WD,WW or six LL,LD,DD,WL,WD,WW, found {}",
                other.len()
            )),
        }
    }
}

/// Reads `W,D,L`: wins, draws, losses.
///
/// # Errors
///
/// The text is not three counts; the error says why.
pub fn parse_wdl(text: &str) -> Result<Wdl, String> {
    match numbers(text)?[..] {
        [wins, draws, losses] => Ok(Wdl { losses, draws, wins }),
        ref other => Err(format!("expected three counts W,D,L, found {}", other.len())),
    }
}

fn numbers(text: &str) -> Result<Vec<u64>, String> {
    // More would not be exact in floating point, nor ever played.
    const MOST: u64 = 1 << 50;
    let number = |part: &str| match part.trim().parse::<u64>() {
        Ok(number) if number <= MOST => Ok(number),
        Ok(number) => Err(format!("{number} is too large; counts go up to {MOST}")),
        Err(_) => Err(format!("{:?} is not a number", part.trim())),
    };
    text.split(',').map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_and_six_counts_are_pairs_and_anything_else_is_refused() {
        assert_eq!("1,2,3,4,5".parse(), Ok(PairCounts::Five([1, 2, 3, 4, 5])));
        let six = Pentanomial { ll: 1, ld: 2, dd: 3, wl: 4, wd: 5, ww: 6 };
        assert_eq!("1, 2,3,4,5,6".parse(), Ok(PairCounts::Six(six)));
        assert!("1,2,3".parse::<PairCounts>().unwrap_err().contains("found 3"));
        assert!("1,2,x,4,5".parse::<PairCounts>().unwrap_err().contains("\"x\""));
        assert!("-1,2,3,4,5".parse::<PairCounts>().is_err());
    }

    #[test]
    fn games_are_given_wins_first() {
        assert_eq!(parse_wdl("5,3,1"), Ok(Wdl { losses: 1, draws: 3, wins: 5 }));
        assert!(parse_wdl("5,3").unwrap_err().contains("W,D,L"));
    }
}
