//! What to expect of a sequential test: how it ends, and after how many games.

use super::elo::{NORMALIZED_ELO_SCALE, bayes_score, elo, score};
use super::sprt::{Model, Sprt};

/// How a test ends at some true strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Characteristics {
    /// Probability that H1 is accepted.
    pub pass_probability: f64,
    /// Expected number of games.
    pub games: f64,
}

/// Variance of a game by fishtest's model of equal opponents: (1 - d)/4 - bias^2, with `rms_bias`
/// the advantage (in Elo) that the openings give to a colour.
#[must_use]
pub fn variance_with_bias(draw_ratio: f64, rms_bias: f64) -> f64 {
    (1.0 - draw_ratio) / 4.0 - (score(rms_bias) - 0.5).powi(2)
}

/// The end of a test as that of a Brownian motion between its bounds, without overshoot: with
/// a, b the bounds and h = (2s - s0 - s1) / (s1 - s0),
/// P = (1 - e^{-ha}) / (e^{-hb} - e^{-ha}), E(games) = (2/h)(bP + a(1-P)) V / (s1 - s0)^2.
///
/// `elo` is the true (logistic) difference, `variance` that of a game. Real tests overshoot: they
/// take 1 to 6 % more pairs if they take hundreds, 15 % more at 65.
#[must_use]
pub fn characteristics(sprt: &Sprt, elo: f64, variance: f64) -> Characteristics {
    let (score0, score1) = scores(sprt, variance);
    let drift = (2.0 * score(elo) - score0 - score1) / (score1 - score0);
    let (lower, upper) = (sprt.lower(), sprt.upper());
    let (pass_probability, steps) = if drift.abs() < 1e-6 {
        (-lower / (upper - lower), -lower * upper)
    } else {
        let pass = pass_probability(drift, lower, upper);
        (pass, 2.0 / drift * (upper * pass + lower * (1.0 - pass)))
    };
    Characteristics { pass_probability, games: steps * variance / (score1 - score0).powi(2) }
}

/// (1 - e^{-ha}) / (e^{-hb} - e^{-ha}), arranged so that nothing overflows.
fn pass_probability(drift: f64, lower: f64, upper: f64) -> f64 {
    if drift > 0.0 {
        (drift * lower).exp_m1() / (drift * (lower - upper)).exp_m1()
    } else {
        (drift * upper).exp() * (-drift * lower).exp_m1() / (drift * (upper - lower)).exp_m1()
    }
}

impl Sprt {
    /// The (logistic) Elo difference that a strength on the test's scale means, for games of this
    /// variance.
    #[must_use]
    pub fn true_elo(&self, strength: f64, variance: f64) -> f64 {
        elo(to_score(self.model, strength, variance))
    }
}

/// The expected scores under the two hypotheses, for games of this variance.
fn scores(sprt: &Sprt, variance: f64) -> (f64, f64) {
    let to_score = |strength| to_score(sprt.model, strength, variance);
    (to_score(sprt.elo0), to_score(sprt.elo1))
}

fn to_score(model: Model, strength: f64, variance: f64) -> f64 {
    match model {
        Model::Logistic => score(strength),
        Model::Normalized => 0.5 + strength / NORMALIZED_ELO_SCALE * variance.sqrt(),
        Model::Bayes => bayes_score(strength, draw_elo_of_variance(variance)),
    }
}

/// The draw parameter of equal opponents whose games have this variance; each wins 2 V of them.
fn draw_elo_of_variance(variance: f64) -> f64 {
    -elo(2.0 * variance)
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
    fn bayes_elo_hypotheses_lie_closer_where_there_are_draws() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Bayes).unwrap();
        let (drawish, decisive) = (scores(&sprt, 0.05), scores(&sprt, 0.2));
        assert!(drawish.1 - drawish.0 < decisive.1 - decisive.0);
        assert!((drawish.0 - 0.5).abs() < 1e-12);
    }
}
