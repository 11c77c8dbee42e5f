//! Descriptive ratios of a match.
//!
//! A ratio is infinite where only its denominator is zero, and `None` where both are.

use super::counts::{Pentanomial, Wdl};
use super::elo::elo;
use super::moments::Moments;
use super::score_counts::ScoreCounts;

/// Mean result per game, 0 to 1; `None` without games.
#[must_use]
pub fn score(games: Wdl) -> Option<f64> {
    ratio(games.half_points(), 2 * games.games())
}

/// Points of the first contender by those of the second.
///
/// Source: Winands et al., "Enhanced forward pruning", table 3 (549 to 451 is 1.22).
#[must_use]
pub fn winning_ratio(games: Wdl) -> Option<f64> {
    ratio(games.half_points(), games.reversed().half_points())
}

/// Share of drawn games.
#[must_use]
pub fn draw_ratio(games: Wdl) -> Option<f64> {
    ratio(games.draws, games.games())
}

/// Share of pairs that ended one all: two draws, or a win and a loss. Not the share of drawn
/// games.
#[must_use]
pub fn pair_draw_ratio(pairs: Pentanomial) -> Option<f64> {
    ratio(pairs.middle(), pairs.pairs())
}

/// Pairs won by those lost.
#[must_use]
pub fn pairs_ratio(pairs: Pentanomial) -> Option<f64> {
    ratio(pairs.wd + pairs.ww, pairs.ll + pairs.ld)
}

/// Pairs of a win and a loss divided by pairs of two draws: the influence of the openings.
#[must_use]
pub fn wl_dd_ratio(pairs: Pentanomial) -> Option<f64> {
    ratio(pairs.wl, pairs.dd)
}

/// Correlation of the results of the two games of a pair, -1 to 1: 2 v_pair / v_game - 1, both
/// variances from the complete pairs. Below zero the openings favour a colour, above zero they
/// favour a contender (or repeat each other). `None` where all games ended alike.
#[must_use]
pub fn pair_correlation(pairs: Pentanomial) -> Option<f64> {
    let games = variance(pairs.games().into())?;
    (games > 0.0).then_some(2.0 * variance(pairs.into())? / games - 1.0)
}

/// Root mean square of the advantage the openings give to one colour, in Elo:
/// elo(1/2 + sqrt(max(0, v_game - 2 v_pair))). `None` without pairs.
///
/// Source: fishtest's "RMS bias".
#[must_use]
pub fn opening_bias(pairs: Pentanomial) -> Option<f64> {
    let excess = variance(pairs.games().into())? - 2.0 * variance(pairs.into())?;
    Some(elo(0.5 + excess.max(0.0).sqrt()))
}

fn variance(counts: ScoreCounts) -> Option<f64> {
    Moments::of(&counts).map(|moments| moments.variance)
}

/// The quotient; infinite where only the denominator is zero, `None` where both are.
fn ratio(numerator: u64, denominator: u64) -> Option<f64> {
    match (numerator, denominator) {
        (0, 0) => None,
        (_, 0) => Some(f64::INFINITY),
        _ => Some(numerator as f64 / denominator as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn independent_games_are_uncorrelated_and_copies_are_fully_correlated() {
        let independent = Pentanomial { ll: 25, wl: 50, ww: 25, ..Pentanomial::default() };
        assert!(pair_correlation(independent).unwrap().abs() < 1e-12);
        let copies = Pentanomial { ll: 25, dd: 50, ww: 25, ..Pentanomial::default() };
        assert!((pair_correlation(copies).unwrap() - 1.0).abs() < 1e-12);
        let one_sided = Pentanomial { wl: 10, ..Pentanomial::default() };
        assert!((pair_correlation(one_sided).unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(opening_bias(one_sided), Some(f64::INFINITY));
        assert_eq!(pair_correlation(Pentanomial { dd: 3, ..Pentanomial::default() }), None);
    }

    #[test]
    fn ratios_are_quotients_of_counts() {
        let games = Wdl { losses: 10, draws: 40, wins: 30 };
        assert_eq!(draw_ratio(games), Some(0.5));
        assert_eq!(winning_ratio(games), Some(50.0 / 30.0));
        assert_eq!([draw_ratio(Wdl::default()), winning_ratio(Wdl::default())], [None; 2]);
        let pairs = Pentanomial { ll: 1, ld: 3, dd: 4, wl: 2, wd: 5, ww: 5 };
        assert_eq!(wl_dd_ratio(pairs), Some(0.5));
        assert_eq!(pairs_ratio(pairs), Some(2.5));
        assert_eq!(pair_draw_ratio(pairs), Some(0.3));
        assert_eq!(wl_dd_ratio(Pentanomial { dd: 0, ..pairs }), Some(f64::INFINITY));
        assert_eq!(wl_dd_ratio(Pentanomial { dd: 0, wl: 0, ..pairs }), None);
    }
}
