//! Elo, normalized Elo and the likelihood of superiority, by the normal approximation on pairs or on games.

use statrs::function::erf::erf;
use stats::elo::NORMALIZED_ELO_SCALE;

use crate::language::counts::Counts;

/// Of a 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// The estimates from a score that a report prints.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Mean score, 0 to 1.
    pub score: f64,
    /// Elo difference.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub elo_error: f64,
    /// Normalized Elo.
    pub nelo: f64,
    /// Half of its 95 % interval.
    pub nelo_error: f64,
    /// Likelihood of superiority, in percent.
    pub los: f64,
}

impl Numbers {
    /// On complete pairs.
    #[must_use]
    pub fn of_pairs(counts: Counts) -> Numbers {
        Numbers::of(counts.pentanomial().map(|count| count as f64), 2.0)
    }

    /// On games.
    #[must_use]
    pub fn of_games(counts: Counts) -> Numbers {
        Numbers::of([counts.losses, counts.draws, counts.wins].map(|count| count as f64), 1.0)
    }

    /// `games` games make a sample; samples have equally spaced scores from 0 to 1.
    fn of<const N: usize>(counts: [f64; N], games: f64) -> Numbers {
        let samples: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / samples);
        let values: [f64; N] = std::array::from_fn(|place| place as f64 / (N - 1) as f64);
        let score: f64 = shares.iter().zip(values).map(|(share, value)| share * value).sum();
        let variance: f64 =
            shares.iter().zip(values).map(|(share, value)| share * (value - score).powi(2)).sum();
        let of_mean = variance / samples;
        let (high, low) = (score + Z * of_mean.sqrt(), score - Z * of_mean.sqrt());
        let nelo = |score: f64| (score - 0.5) / (games * variance).sqrt() * NORMALIZED_ELO_SCALE;
        Numbers {
            score,
            elo: elo(score),
            elo_error: (elo(high) - elo(low)) / 2.0,
            nelo: nelo(score),
            nelo_error: (nelo(high) - nelo(low)) / 2.0,
            los: (1.0 - normal_part(-(score - 0.5) / (2.0 * of_mean).sqrt())) / 2.0 * 100.0,
        }
    }
}

/// The error function; NaN stays NaN, which statrs does not promise.
fn normal_part(x: f64) -> f64 {
    if x.is_nan() { x } else { erf(x) }
}

pub(crate) fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::text::decimal;

    fn texts(numbers: Numbers) -> [String; 5] {
        let Numbers { elo, elo_error, nelo, nelo_error, los, .. } = numbers;
        [elo, elo_error, nelo, nelo_error, los].map(|number| decimal(number, 2))
    }

    /// Values seen from the reference.
    #[test]
    fn numbers_are_those_of_the_reference() {
        let counts = Counts::SEEN;
        assert_eq!(
            texts(Numbers::of_pairs(counts)),
            ["-9.17", "20.87", "-11.48", "26.08", "19.41"]
        );
        assert_eq!(
            texts(Numbers::of_games(counts)),
            ["-9.17", "22.67", "-10.57", "26.08", "21.35"]
        );
    }

    #[test]
    fn one_sided_counts_have_the_words_of_the_reference() {
        let level = Counts { draws: 4, dd: 2, ..Counts::default() };
        assert_eq!(texts(Numbers::of_pairs(level)), ["-0.00", "0.00", "-nan", "-nan", "-nan"]);
        let won = Counts { wins: 2, ww: 1, ..Counts::default() };
        assert_eq!(texts(Numbers::of_pairs(won)), ["inf", "-nan", "inf", "-nan", "100.00"]);
    }
}
