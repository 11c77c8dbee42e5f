//! Results, from the first engine's view.

use std::ops::{Add, AddAssign, Not};

use serde::{Deserialize, Serialize};

/// Games, and complete pairs of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Pairs won twice.
    #[serde(rename = "penta_WW")]
    pub ww: u64,
    /// Pairs won and drawn.
    #[serde(rename = "penta_WD")]
    pub wd: u64,
    /// Pairs won and lost.
    #[serde(rename = "penta_WL")]
    pub wl: u64,
    /// Pairs drawn twice.
    #[serde(rename = "penta_DD")]
    pub dd: u64,
    /// Pairs lost and drawn.
    #[serde(rename = "penta_LD")]
    pub ld: u64,
    /// Pairs lost twice.
    #[serde(rename = "penta_LL")]
    pub ll: u64,
}

impl Counts {
    /// Games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Complete pairs.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.ll + self.ld + self.wl + self.dd + self.wd + self.ww
    }

    /// Points.
    #[must_use]
    pub fn points(self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points in percent of the games; not a number without any.
    #[must_use]
    pub fn points_percent(self) -> f64 {
        self.points() / self.games() as f64 * 100.0
    }

    /// Drawn games in percent.
    #[must_use]
    pub fn draws_percent(self) -> f64 {
        100.0 * self.draws as f64 / self.games() as f64
    }

    /// Level pairs in percent.
    #[must_use]
    pub fn level_pairs_percent(self) -> f64 {
        (self.wl + self.dd) as f64 / self.pairs() as f64 * 100.0
    }

    /// Pairs won by pairs lost.
    #[must_use]
    pub fn pairs_ratio(self) -> f64 {
        (self.ww + self.wd) as f64 / (self.ld + self.ll) as f64
    }

    /// Pairs won and lost by pairs drawn twice.
    #[must_use]
    pub fn wl_dd_ratio(self) -> f64 {
        self.wl as f64 / self.dd as f64
    }

    /// Pairs by half points, 0 to 2 in steps of a half.
    #[must_use]
    pub fn pentanomial(self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }
}

/// From the second engine's view.
impl Not for Counts {
    type Output = Counts;

    fn not(self) -> Counts {
        Counts {
            wins: self.losses,
            losses: self.wins,
            ll: self.ww,
            ld: self.wd,
            wd: self.ld,
            ww: self.ll,
            ..self
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.ll += other.ll;
        self.ld += other.ld;
        self.wl += other.wl;
        self.dd += other.dd;
        self.wd += other.wd;
        self.ww += other.ww;
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(mut self, other: Counts) -> Counts {
        self += other;
        self
    }
}

#[cfg(test)]
impl Counts {
    /// Counts with known numbers of the reference.
    pub(crate) const SEEN: Counts = Counts {
        wins: 248,
        losses: 266,
        draws: 168,
        ll: 43,
        ld: 61,
        wl: 119,
        dd: 26,
        wd: 55,
        ww: 37,
    };
}
