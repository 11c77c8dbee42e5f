//! The expected course of a sequential test: its outcome, and its length in games.

use super::elo::{NORMALIZED_ELO_SCALE, elo, score};
use super::motion::{Motion, NO_DRIFT, pass_probability};
use super::sprt::{Model, Sprt};

/// The outcome of a test at some true strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Characteristics {
    /// Probability that H1 is accepted.
    pub pass_probability: f64,
    /// Expected number of games.
    pub games: f64,
}

/// The end of a test as that of a Brownian motion between its bounds, without overshoot: with
/// a, b the bounds and h = (2s - s0 - s1) / (s1 - s0),
/// P = (1 - e^{-ha}) / (e^{-hb} - e^{-ha}), E(games) = (2/h)(bP + a(1-P)) V / (s1 - s0)^2.
///
/// `elo` is the true (logistic) difference, `variance` that of a game. Real tests overshoot: they
/// take 1 to 6 % more pairs if they take hundreds, 15 % more at 65.
#[must_use]
pub fn characteristics(sprt: &Sprt, elo: f64, variance: f64) -> Characteristics {
    characteristics_from(sprt, 0.0, elo, variance)
}

/// The same for a test with a log-likelihood ratio of `llr` by now: its bounds are that much nearer
/// or farther.
#[must_use]
pub fn characteristics_from(sprt: &Sprt, llr: f64, elo: f64, variance: f64) -> Characteristics {
    let (score0, score1) = scores(sprt, variance);
    let (lower, upper) = (sprt.lower() - llr, sprt.upper() - llr);
    let drift = (2.0 * score(elo) - score0 - score1) / (score1 - score0);
    let pass_probability = pass_probability(drift, lower, upper);
    let steps = if drift.abs() < NO_DRIFT {
        -lower * upper
    } else {
        2.0 / drift * (upper * pass_probability + lower * (1.0 - pass_probability))
    };
    Characteristics { pass_probability, games: steps * variance / (score1 - score0).powi(2) }
}

/// Probability that a test with a log-likelihood ratio of `llr` by now ends within `games` more games: that of a motion
/// between its bounds, without overshoot. The ratio's drift per game is h/2 times its variance per game, (s1 - s0)^2 / V,
/// with h as in [`characteristics`].
#[must_use]
pub fn ending_probability(sprt: &Sprt, llr: f64, elo: f64, variance: f64, games: f64) -> f64 {
    let (score0, score1) = scores(sprt, variance);
    let drift = (score(elo) - f64::midpoint(score0, score1)) / (score1 - score0);
    let (lower, upper) = (sprt.lower() - llr, sprt.upper() - llr);
    // In units of the ratio's variance.
    let time = games * (score1 - score0).powi(2) / variance;
    if lower >= 0.0 || upper <= 0.0 {
        return 1.0;
    }
    if time <= 0.0 {
        return 0.0;
    }
    let up = Motion { upper, lower, time }.crossing(drift);
    let down = Motion { upper: -lower, lower: -upper, time }.crossing(-drift);
    (up + down).min(1.0)
}

impl Sprt {
    /// The (logistic) Elo difference that a strength on the test's scale means, for games of this
    /// variance.
    #[must_use]
    pub fn true_elo(&self, strength: f64, variance: f64) -> f64 {
        self.model.elo(strength, variance)
    }
}

impl Model {
    /// The (logistic) Elo difference that a strength on this scale means, for games of this variance.
    #[must_use]
    pub fn elo(self, strength: f64, variance: f64) -> f64 {
        elo(to_score(self, strength, variance))
    }

    /// The strength on this scale that an Elo difference means, for games of this variance.
    #[must_use]
    pub fn strength(self, elo: f64, variance: f64) -> f64 {
        match self {
            Model::Logistic => elo,
            Model::Normalized => (score(elo) - 0.5) / variance.sqrt() * NORMALIZED_ELO_SCALE,
        }
    }
}

/// The expected scores under the two hypotheses, for games of this variance.
pub(crate) fn scores(sprt: &Sprt, variance: f64) -> (f64, f64) {
    let to_score = |strength| to_score(sprt.model, strength, variance);
    (to_score(sprt.elo0), to_score(sprt.elo1))
}

fn to_score(model: Model, strength: f64, variance: f64) -> f64 {
    match model {
        Model::Logistic => score(strength),
        Model::Normalized => 0.5 + strength / NORMALIZED_ELO_SCALE * variance.sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_passes_with_its_error_probabilities_at_its_hypotheses() {
        for model in [Model::Logistic, Model::Normalized] {
            let sprt = Sprt::new(-2.0, 6.0, 0.1, 0.02, model).unwrap();
            let variance = 0.1;
            let at = |elo: f64| characteristics(&sprt, elo, variance).pass_probability;
            let true_elo = |strength: f64| match model {
                Model::Normalized => elo(0.5 + strength / NORMALIZED_ELO_SCALE * variance.sqrt()),
                _ => strength,
            };
            assert!((model.strength(true_elo(6.0), variance) - 6.0).abs() < 1e-9);
            assert!((at(true_elo(-2.0)) - 0.1).abs() < 1e-9);
            assert!((at(true_elo(6.0)) - 0.98).abs() < 1e-9);
        }
    }

    #[test]
    fn the_middle_takes_longest_and_nothing_overflows() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Logistic).unwrap();
        let games = |elo: f64| characteristics(&sprt, elo, 0.1).games;
        assert!(games(2.5) > games(0.0) && games(2.5) > games(5.0));
        for elo in [-3000.0, -300.0, 300.0, 3000.0] {
            let at = characteristics(&sprt, elo, 0.1);
            assert!(at.games > 0.0 && at.games.is_finite() && at.pass_probability.is_finite());
        }
    }

    #[test]
    fn a_test_under_way_has_less_far_to_go() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Logistic).unwrap();
        let from = |llr: f64| characteristics_from(&sprt, llr, 5.0, 0.1);
        assert_eq!(from(0.0), characteristics(&sprt, 5.0, 0.1));
        assert!(from(2.5).games < from(0.0).games / 4.0);
        assert!(from(2.5).pass_probability > 0.99);
        assert!(from(-2.5).pass_probability < 0.5);
    }

    #[test]
    fn the_chance_to_end_grows_with_the_games_and_agrees_with_their_expectation() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Logistic).unwrap();
        for (llr, elo) in [(0.0, 2.5), (0.0, 5.0), (1.5, 0.0), (-2.0, 9.0), (0.0, 40.0)] {
            let ends = |games: f64| ending_probability(&sprt, llr, elo, 0.1, games);
            let expected = characteristics_from(&sprt, llr, elo, 0.1).games;
            let step = expected / 200.0;
            let (mut last, mut area) = (0.0, 0.0);
            for i in 0..6000 {
                let chance = ends(step * (f64::from(i) + 0.5));
                assert!(chance > last - 2e-3, "{llr} {elo}: {chance} after {last}");
                last = chance;
                area += step * (1.0 - chance);
            }
            assert!(last > 0.999, "{last}");
            // The expectation is the area above the distribution function.
            assert!((area / expected - 1.0).abs() < 0.01, "{llr} {elo}: {area} {expected}");
        }
        assert_eq!(ending_probability(&sprt, 3.0, 0.0, 0.1, 0.0), 1.0);
        assert_eq!(ending_probability(&sprt, 0.0, 0.0, 0.1, 0.0), 0.0);
    }

    #[test]
    fn without_drift_the_chance_to_pass_is_the_way_to_the_other_bound() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.1, Model::Logistic).unwrap();
        let (score0, score1) = scores(&sprt, 0.1);
        let middle = elo(f64::midpoint(score0, score1));
        for llr in [-1.5, 0.0, 1.0] {
            let at = characteristics_from(&sprt, llr, middle, 0.1);
            let chance = (llr - sprt.lower()) / (sprt.upper() - sprt.lower());
            assert!((at.pass_probability - chance).abs() < 1e-9, "{llr}: {at:?}");
            let beside = characteristics_from(&sprt, llr, middle + 0.01, 0.1);
            assert!((beside.pass_probability - chance).abs() < 0.01, "{llr}: {beside:?}");
            assert!((beside.games / at.games - 1.0).abs() < 0.01, "{llr}: {beside:?}");
        }
    }
}
