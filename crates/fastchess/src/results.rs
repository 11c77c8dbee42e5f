//! The results of every pair of engines.

use std::collections::HashMap;

use crate::language::counts::Counts;

/// The results of all pairings, from the view of the engine that stands first on the command line.
#[derive(Clone, Debug)]
pub(super) struct Results {
    names: Vec<String>,
    counts: HashMap<[usize; 2], Counts>,
    /// Games of pairs that are not whole yet, by the number of the pair: half points of the first engine.
    halves: HashMap<u32, u8>,
    in_pairs: bool,
}

/// A game as it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    /// The number of its pair.
    pub(super) pair: u32,
    pub(super) white: usize,
    pub(super) black: usize,
    /// Half points of White.
    pub(super) points: u8,
}

impl Results {
    /// The results of an earlier run.
    pub(super) fn new(names: Vec<String>, in_pairs: bool, earlier: &[(String, Counts)]) -> Results {
        let mut results =
            Results { names, counts: HashMap::new(), halves: HashMap::new(), in_pairs };
        for (key, counts) in earlier {
            let Some((one, other)) = key.split_once(" vs ") else { continue };
            let place = |name: &str| results.names.iter().position(|known| known == name);
            if let Some((one, other)) = place(one).zip(place(other)) {
                let counts = if one < other { *counts } else { !*counts };
                *results.counts.entry([one.min(other), one.max(other)]).or_default() += counts;
            }
        }
        results
    }

    /// Counts a game. A half of a pair counts with the other one.
    pub(super) fn add(&mut self, game: Counted) {
        let Counted { pair, white, black, points } = game;
        let of_first = if white < black { points } else { 2 - points };
        let key = [white.min(black), white.max(black)];
        if !self.in_pairs {
            *self.counts.entry(key).or_default() += single(of_first);
            return;
        }
        let Some(earlier) = self.halves.remove(&pair) else {
            self.halves.insert(pair, of_first);
            return;
        };
        let mut both = single(earlier) + single(of_first);
        match [earlier.min(of_first), earlier.max(of_first)] {
            [0, 0] => both.ll = 1,
            [0, 1] => both.ld = 1,
            [0, 2] => both.wl = 1,
            [1, 1] => both.dd = 1,
            [1, 2] => both.wd = 1,
            _ => both.ww = 1,
        }
        *self.counts.entry(key).or_default() += both;
    }

    /// Whether neither game of this pair waits for the other.
    pub(super) fn is_whole(&self, pair: u32) -> bool {
        !self.halves.contains_key(&pair)
    }

    /// The results of two engines.
    pub(super) fn between(&self, one: usize, other: usize) -> Counts {
        let counts =
            self.counts.get(&[one.min(other), one.max(other)]).copied().unwrap_or_default();
        if one < other { counts } else { !counts }
    }

    /// All results of every engine.
    pub(super) fn totals(&self) -> Vec<(String, Counts)> {
        let engines = 0..self.names.len();
        let total = |one: usize| {
            let others = engines.clone().filter(|&other| other != one);
            others
                .map(|other| self.between(one, other))
                .fold(Counts::default(), |sum, counts| sum + counts)
        };
        engines.clone().map(|one| (self.names[one].clone(), total(one))).collect()
    }

    /// The results of all possible pairs of engines, as in the file of a run.
    pub(super) fn stats(&self) -> Vec<(String, Counts)> {
        let count = self.names.len();
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        let text = |(one, other): (usize, usize)| {
            let key = format!("{} vs {}", self.names[one], self.names[other]);
            (key, self.between(one, other))
        };
        pairs.map(text).collect()
    }
}

/// One game with this number of half points.
pub(super) fn single(points: u8) -> Counts {
    let [losses, draws, wins] = [0, 1, 2].map(|result| u64::from(points == result));
    Counts { wins, losses, draws, ..Counts::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize) -> Vec<String> {
        ["A", "B", "C"].iter().take(count).map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_pair_counts_when_it_is_whole() {
        let mut results = Results::new(names(2), true, &[]);
        results.add(Counted { pair: 0, white: 0, black: 1, points: 2 });
        assert_eq!((results.between(0, 1), results.is_whole(0)), (Counts::default(), false));
        results.add(Counted { pair: 0, white: 1, black: 0, points: 1 });
        let expected = Counts { wins: 1, draws: 1, wd: 1, ..Counts::default() };
        assert_eq!((results.between(0, 1), results.is_whole(0)), (expected, true));
        assert_eq!(results.between(1, 0), !expected);
    }

    #[test]
    fn earlier_results_are_found_by_names_in_either_order() {
        let counts = Counts { wins: 3, losses: 1, ..Counts::default() };
        let earlier = [("B vs A".to_owned(), counts), ("A vs X".to_owned(), counts)];
        let results = Results::new(names(3), false, &earlier);
        assert_eq!(results.between(0, 1), !counts);
        assert_eq!(results.totals()[1].1, counts);
        assert_eq!(results.stats().len(), 3);
        assert_eq!(results.stats()[0], ("A vs B".to_owned(), !counts));
    }
}
