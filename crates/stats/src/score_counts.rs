//! Counts on a scale: the input of the estimators.

use super::counts::{Pentanomial, Wdl};

/// The kind of a sample: the unit that the estimators take as independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Single games, worth 0, 1/2 or 1.
    Game,
    /// Pairs of games, worth the mean of the two: 0, 1/4, 1/2, 3/4 or 1.
    Pair,
}

impl Unit {
    /// Different values a sample can have.
    #[must_use]
    pub fn cells(self) -> usize {
        match self {
            Unit::Game => 3,
            Unit::Pair => 5,
        }
    }

    /// Games a sample is made of.
    #[must_use]
    pub fn games(self) -> f64 {
        match self {
            Unit::Game => 1.0,
            Unit::Pair => 2.0,
        }
    }
}

/// The number of samples of each value, from the lowest to the highest.
///
/// Weights are counts; only [`ScoreCounts::regularized`] makes them fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreCounts {
    unit: Unit,
    weights: [f64; 5],
}

/// The value [`ScoreCounts::regularized`] gives to a cell without samples, as fishtest and fastchess do.
const PSEUDO_COUNT: f64 = 1e-3;

impl ScoreCounts {
    /// Games: losses, draws, wins.
    #[must_use]
    pub fn of_games(counts: [u64; 3]) -> ScoreCounts {
        let [losses, draws, wins] = counts.map(|count| count as f64);
        ScoreCounts { unit: Unit::Game, weights: [losses, draws, wins, 0.0, 0.0] }
    }

    /// Pairs: LL, LD, DD and WL together, WD, WW.
    #[must_use]
    pub fn of_pairs(counts: [u64; 5]) -> ScoreCounts {
        ScoreCounts { unit: Unit::Pair, weights: counts.map(|count| count as f64) }
    }

    /// Adds one sample to this cell, counted from the lowest value.
    ///
    /// # Panics
    ///
    /// When a sample has no such cell.
    pub fn add(&mut self, cell: usize) {
        self.weights[..self.unit.cells()][cell] += 1.0;
    }

    /// The kind of a sample.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The number of samples of each value, from the lowest to the highest.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.unit.cells()]
    }

    /// Every cell: its value between 0 and 1, and how many samples have it.
    pub fn cells(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        let top = (self.unit.cells() - 1) as f64;
        self.weights().iter().enumerate().map(move |(j, &weight)| (j as f64 / top, weight))
    }

    /// The cells that have samples.
    pub fn occupied(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        self.cells().filter(|&(_, weight)| weight > 0.0)
    }

    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> f64 {
        self.weights().iter().sum()
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> f64 {
        self.samples() * self.unit.games()
    }

    /// The value all samples have, or `None` if there are none or they differ. This, not a computed
    /// variance of zero, shows that there is no spread to estimate an error from.
    #[must_use]
    pub fn constant(&self) -> Option<f64> {
        let mut occupied = self.occupied();
        let (value, _) = occupied.next()?;
        occupied.next().is_none().then_some(value)
    }

    /// The same match from the opponent's view.
    #[must_use]
    pub fn reversed(&self) -> ScoreCounts {
        let mut reversed = *self;
        reversed.weights[..self.unit.cells()].reverse();
        reversed
    }

    /// With every empty cell at a thousandth of a sample, as fishtest and fastchess do before they
    /// compute a likelihood ratio.
    #[must_use]
    pub fn regularized(&self) -> ScoreCounts {
        let mut regularized = *self;
        for weight in &mut regularized.weights[..self.unit.cells()] {
            if *weight == 0.0 {
                *weight = PSEUDO_COUNT;
            }
        }
        regularized
    }
}

impl From<Wdl> for ScoreCounts {
    fn from(games: Wdl) -> ScoreCounts {
        ScoreCounts::of_games([games.losses, games.draws, games.wins])
    }
}

impl From<Pentanomial> for ScoreCounts {
    fn from(pairs: Pentanomial) -> ScoreCounts {
        ScoreCounts::of_pairs([pairs.ll, pairs.ld, pairs.middle(), pairs.wd, pairs.ww])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_two_games_each_and_cells_lie_between_0_and_1() {
        let mut pairs = ScoreCounts::of_pairs([1, 0, 3, 0, 5]);
        pairs.add(1);
        assert_eq!((pairs.samples(), pairs.games()), (10.0, 20.0));
        let cells: Vec<(f64, f64)> = pairs.occupied().collect();
        assert_eq!(cells, [(0.0, 1.0), (0.25, 1.0), (0.5, 3.0), (1.0, 5.0)]);
        assert_eq!(pairs.reversed().weights(), [5.0, 0.0, 3.0, 1.0, 1.0]);
        assert_eq!(pairs.regularized().weights(), [1.0, 1.0, 3.0, 1e-3, 5.0]);
        let games = ScoreCounts::of_games([0, 4, 0]);
        assert_eq!((games.samples(), games.games(), games.constant()), (4.0, 4.0, Some(0.5)));
        assert_eq!((pairs.constant(), ScoreCounts::of_games([0; 3]).constant()), (None, None));
    }
}
