//! Random evaluation: a random term in the static evaluation, so that two programs that know nothing
//! but their opening do not play the same game over and over.
//!
//! The term is drawn anew for each position and each game, uniformly from -amplitude to
//! +amplitude. A position keeps its term for the whole game, so that a search is as repeatable as
//! without. In a match the seed is the number of the game: with a node or depth limit its games can
//! be played again to the bit.
//!
//! Unsound by its amplitude, wherever the evaluation is trusted.
//!
//! Source: Winands et al., "Enhanced Forward Pruning", section 5.6, for its match of 1000 games.
//! The paper does not publish the size.

use crate::parameters::parameters;
use crate::techniques::Decision;

parameters! {
    /// Add a random term to the static evaluation, another one in each game.
    RandomEvaluation from "Winands et al., section 5.6" {
        /// The largest term, in centipawns.
        amplitude: i32 = 5, in 1..=1000;
    }
}

impl RandomEvaluation {
    /// The term of the position with this key, in centipawns, in the game of this seed. Evaluations
    /// are tried, those that the term changes succeed.
    pub(crate) fn term(&self, seed: u64, key: u64) -> Decision<i32> {
        let span = 2 * self.amplitude as u64 + 1;
        let term = (mixed(key ^ mixed(seed)) % span) as i32 - self.amplitude;
        Decision::tried(term != 0, term)
    }
}

/// The finaliser of SplitMix64: Steele, Lea and Flood (2014).
pub(super) fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_fill_their_range_and_differ_by_position_and_game() {
        let term = |seed: u64, key: u64| match (RandomEvaluation { amplitude: 3 }).term(seed, key) {
            Decision::Succeeds(term) => term,
            Decision::Fails | Decision::NotTried => 0,
        };
        let mut seen = [0; 7];
        for key in 0..7000 {
            seen[(term(1, key) + 3) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (800..1200).contains(count)), "{seen:?}");
        let same = (0..7000).filter(|key| term(1, *key) == term(2, *key)).count();
        assert!((800..1200).contains(&same), "{same}");
    }
}
