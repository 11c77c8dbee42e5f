//! The counts from which everything else is computed.

use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

/// Results of single games, from the first contender's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wdl {
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games won.
    pub wins: u64,
}

impl Wdl {
    /// Number of games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.losses + self.draws + self.wins
    }

    /// Points in halves: two for a win, one for a draw.
    #[must_use]
    pub fn half_points(self) -> u64 {
        2 * self.wins + self.draws
    }

    /// The same games from the opponent's view.
    #[must_use]
    pub fn reversed(self) -> Wdl {
        Wdl { losses: self.wins, draws: self.draws, wins: self.losses }
    }
}

impl Add for Wdl {
    type Output = Wdl;

    fn add(self, other: Wdl) -> Wdl {
        Wdl {
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
            wins: self.wins + other.wins,
        }
    }
}

/// The games without some of them.
impl Sub for Wdl {
    type Output = Wdl;

    fn sub(self, part: Wdl) -> Wdl {
        Wdl {
            losses: self.losses - part.losses,
            draws: self.draws - part.draws,
            wins: self.wins - part.wins,
        }
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Wdl) {
        *self = *self + other;
    }
}

/// Results of complete pairs: the two games of one opening with colours reversed. A win and a loss
/// have the same score as two draws, but carry other information about the opening, so they are
/// counted separately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct Pentanomial {
    /// Both games lost.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// Two draws.
    pub dd: u64,
    /// A win and a loss.
    pub wl: u64,
    /// A win and a draw.
    pub wd: u64,
    /// Both games won.
    pub ww: u64,
}

impl Pentanomial {
    /// Number of pairs.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.ll + self.ld + self.middle() + self.wd + self.ww
    }

    /// Pairs that ended one all, in either way.
    #[must_use]
    pub fn middle(self) -> u64 {
        self.dd + self.wl
    }

    /// The games these pairs are made of.
    #[must_use]
    pub fn games(self) -> Wdl {
        Wdl {
            losses: 2 * self.ll + self.ld + self.wl,
            draws: self.ld + 2 * self.dd + self.wd,
            wins: 2 * self.ww + self.wd + self.wl,
        }
    }

    /// Counts one more pair, from the results of its two games in half points (0, 1 or 2).
    ///
    /// # Panics
    ///
    /// In debug builds when a result exceeds 2.
    pub fn add_pair(&mut self, one: u8, other: u8) {
        debug_assert!(one <= 2 && other <= 2, "a game has at most two half points");
        let cell = match (one.min(other), one.max(other)) {
            (0, 0) => &mut self.ll,
            (0, 1) => &mut self.ld,
            (0, _) => &mut self.wl,
            (1, 1) => &mut self.dd,
            (1, _) => &mut self.wd,
            _ => &mut self.ww,
        };
        *cell += 1;
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        self.ll += other.ll;
        self.ld += other.ld;
        self.dd += other.dd;
        self.wl += other.wl;
        self.wd += other.wd;
        self.ww += other.ww;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_counted_by_both_results_in_either_order() {
        let mut pairs = Pentanomial::default();
        for one in 0..=2 {
            for other in 0..=2 {
                pairs.add_pair(one, other);
            }
        }
        assert_eq!(pairs, Pentanomial { ll: 1, ld: 2, dd: 1, wl: 2, wd: 2, ww: 1 });
        assert_eq!(pairs.games(), Wdl { losses: 6, draws: 6, wins: 6 });
        assert_eq!(pairs.pairs(), 9);
    }

    #[test]
    fn counts_add_up_cell_by_cell() {
        let one = Pentanomial { ll: 1, ld: 2, dd: 3, wl: 4, wd: 5, ww: 6 };
        let mut sum = one;
        sum += Pentanomial { ll: 10, ld: 20, dd: 30, wl: 40, wd: 50, ww: 60 };
        assert_eq!(sum, Pentanomial { ll: 11, ld: 22, dd: 33, wl: 44, wd: 55, ww: 66 });
        assert_eq!((sum.middle(), one.games()), (77, Wdl { losses: 8, draws: 13, wins: 21 }));
        let mut games = Wdl { losses: 1, draws: 2, wins: 3 };
        games += games.reversed();
        assert_eq!(games, Wdl { losses: 4, draws: 4, wins: 4 });
        let part = Wdl { losses: 1, draws: 2, wins: 3 };
        assert_eq!(games - part, part.reversed());
        assert_eq!((games.games(), games.half_points()), (12, 12));
    }
}
