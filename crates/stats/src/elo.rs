//! The logistic curve between scores and Elo differences, and BayesElo's pair of curves. Logarithms and powers are a
//! library's: those of systems differ in their last bits.

/// 800 / ln 10: the factor between a standardised score and normalized Elo. Twice this is the
/// slope of the Elo curve at a score of 1/2.
pub const NORMALIZED_ELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference with this expected score: 400 log10(s / (1 - s)). Scores of at most 0 and at
/// least 1 are infinitely far.
#[must_use]
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Not log10 of the quotient: a tie is then exactly 0, never -0.
        400.0 * libm::log10(score / (1.0 - score)) + 0.0
    }
}

/// The score expected at an Elo difference: 1 / (1 + 10^(-e/400)).
#[must_use]
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The score expected at a BayesElo difference, for a draw parameter in BayesElo.
///
/// Win and loss have the probabilities 1 / (1 + 10^((drawelo -+ b)/400)) (R. Coulom, bayeselo).
#[must_use]
pub fn bayes_score(bayes_elo: f64, draw_elo: f64) -> f64 {
    let win = score(bayes_elo - draw_elo);
    let loss = score(-bayes_elo - draw_elo);
    win + (1.0 - win - loss) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_outside_the_scale_are_infinitely_far() {
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
        assert_eq!(elo(1.2), f64::INFINITY);
        assert!(elo(0.5).is_sign_positive() && elo(0.5) == 0.0);
    }

    /// A digest (FNV-1a) of these numbers' bits.
    fn digest(numbers: impl Iterator<Item = f64>) -> u64 {
        let bytes = numbers.flat_map(|number| number.to_bits().to_le_bytes());
        bytes.fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
            (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    #[test]
    fn the_curves_have_the_same_bits_on_every_system() {
        let parts = || (1..10_000).map(|part| f64::from(part) / 10_000.0);
        let told =
            [digest(parts().map(elo)), digest(parts().map(|part| score(1600.0 * part - 800.0)))];
        assert_eq!(told, [17_218_255_133_160_358_839, 7_532_074_540_754_025_327]);
        // One other bit is found.
        let other = |value: f64| f64::from_bits(value.to_bits() ^ u64::from(value == elo(0.6)));
        assert_ne!(told[0], digest(parts().map(elo).map(other)));
    }

    #[test]
    fn the_curve_and_its_inverse_agree() {
        for difference in [-700.0, -3.0, 0.0, 41.0, 500.0] {
            assert!((elo(score(difference)) - difference).abs() < 1e-9);
        }
    }
}
