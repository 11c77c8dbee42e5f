//! Sequential probability ratio tests (Wald 1945) by generalized likelihood ratios.
//!
//! Under H0 the strength is `elo0`, under H1 it is `elo1`; the spread of the results is estimated
//! (M. Van den Bergh, "A practical introduction to the GSPRT"). The test ends when the
//! log-likelihood ratio leaves the interval between Wald's bounds. Fed with pairs in the order of
//! the schedule its errors stay below alpha and beta.

mod normalized;

use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use super::elo::score;
use super::empirical_likelihood::divergence;
use super::score_counts::ScoreCounts;

/// The scale on which the two hypotheses are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Model {
    /// Elo by the logistic curve.
    Logistic,
    /// Normalized Elo: per unit of noise, so that the length of the test does not depend on the
    /// book or the draw ratio.
    #[default]
    Normalized,
}

impl Model {
    /// All models.
    pub const ALL: [Model; 2] = [Model::Logistic, Model::Normalized];

    /// The name in files and on command lines: `logistic` or `normalized`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        }
    }

    /// The model that is written so.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Model> {
        Model::ALL.into_iter().find(|model| model.key() == key)
    }

    /// The unit of its numbers: `Elo` or `nElo`.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Model::Logistic => "Elo",
            Model::Normalized => "nElo",
        }
    }
}

/// A test: its hypotheses and the errors it may make. In JSON with the unit of the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// Strength under H0.
    pub elo0: f64,
    /// Strength under H1; more than `elo0`.
    pub elo1: f64,
    /// Probability of accepting H1 when H0 is true, 0 to 1.
    pub alpha: f64,
    /// Probability of accepting H0 when H1 is true, 0 to 1.
    pub beta: f64,
    /// The scale of `elo0` and `elo1`.
    #[serde(flatten, serialize_with = "with_unit")]
    pub model: Model,
}

fn with_unit<S: Serializer>(model: &Model, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("model", model.key()), ("unit", model.unit())])
}

/// The mistake in the numbers of a test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum DefineSprtError {
    #[error("elo0 is {elo0} and elo1 is {elo1}; elo1 must be the larger one")]
    Order { elo0: f64, elo1: f64 },
    #[error("{name} is {value}; it must be more than 0 and less than 1")]
    Probability { name: &'static str, value: f64 },
    #[error("alpha and beta add up to {sum}; together they must stay below 1")]
    Sum { sum: f64 },
    #[error(
        "normalized Elo {value} is out of range; the test is defined from -{MAX_NORMALIZED_ELO} to {MAX_NORMALIZED_ELO}"
    )]
    Range { value: f64 },
}

/// The largest normalized Elo for which the fixed point converges.
pub const MAX_NORMALIZED_ELO: f64 = 800.0;

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum State {
    /// Neither bound is reached. At the end of a match that means "inconclusive", not a result.
    #[serde(rename = "continue")]
    Continue,
    /// The lower bound is reached: H0 is accepted.
    H0,
    /// The upper bound is reached: H1 is accepted.
    H1,
}

impl Sprt {
    /// A test, if its numbers make one.
    ///
    /// # Errors
    ///
    /// When `elo0` is not below `elo1`, an error probability is not inside 0 to 1, both leave no
    /// room between the bounds, or a normalized Elo is out of range.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Sprt, DefineSprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(DefineSprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(DefineSprtError::Probability { name, value });
            }
        }
        if alpha + beta >= 1.0 {
            return Err(DefineSprtError::Sum { sum: alpha + beta });
        }
        if model == Model::Normalized
            && let Some(value) = [elo0, elo1].into_iter().find(|elo| elo.abs() > MAX_NORMALIZED_ELO)
        {
            return Err(DefineSprtError::Range { value });
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// Its hypotheses with their unit, as the field writes them: `[0, 5] nElo`.
    #[must_use]
    pub fn bounds(&self) -> String {
        format!("[{}, {}] {}", self.elo0, self.elo1, self.model.unit())
    }

    /// Wald's lower bound, ln(beta / (1 - alpha)): H0 is accepted at or below it.
    #[must_use]
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// Wald's upper bound, ln((1 - beta) / alpha): H1 is accepted at or above it.
    #[must_use]
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of the samples, every empty cell at a thousandth of a sample: the
    /// number fishtest and fastchess print. 0 without samples.
    #[must_use]
    pub fn log_likelihood_ratio(&self, counts: &ScoreCounts) -> f64 {
        match counts.samples() {
            0.0 => 0.0,
            _ => self.exact_log_likelihood_ratio(&counts.regularized()),
        }
    }

    /// The log-likelihood ratio of the unmodified samples: the logarithm of the ratio of the likelihoods, each hypothesis
    /// with the distribution on the cells that fits best. An unseen end cell may then get a share of it.
    #[must_use]
    pub fn exact_log_likelihood_ratio(&self, counts: &ScoreCounts) -> f64 {
        match self.model {
            _ if counts.samples() == 0.0 => 0.0,
            Model::Logistic => {
                divergence(counts, score(self.elo0)) - divergence(counts, score(self.elo1))
            }
            Model::Normalized => normalized::log_likelihood_ratio(counts, self.elo0, self.elo1),
        }
    }

    /// The state of the test at a log-likelihood ratio. Bounds are part of the outside.
    #[must_use]
    pub fn state(&self, log_likelihood_ratio: f64) -> State {
        if log_likelihood_ratio >= self.upper() {
            State::H1
        } else if log_likelihood_ratio <= self.lower() {
            State::H0
        } else {
            State::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_of(model: Model, elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    #[test]
    fn impossible_tests_are_refused_with_the_reason() {
        let message = |elo0, elo1, alpha, beta, model| {
            Sprt::new(elo0, elo1, alpha, beta, model).unwrap_err().to_string()
        };
        assert!(message(5.0, 5.0, 0.05, 0.05, Model::Logistic).contains("larger"));
        assert!(message(0.0, 5.0, 0.0, 0.05, Model::Logistic).contains("alpha is 0"));
        assert!(message(0.0, 5.0, 0.5, 0.5, Model::Logistic).contains("below 1"));
        assert!(message(f64::NAN, 5.0, 0.05, 0.05, Model::Logistic).contains("elo1"));
        assert!(message(0.0, 900.0, 0.05, 0.05, Model::Normalized).contains("900"));
    }

    #[test]
    fn the_hypotheses_have_their_unit() {
        let bounds = Model::ALL.map(|model| test_of(model, -1.75, 5.0).bounds());
        assert_eq!(bounds, ["[-1.75, 5] Elo", "[-1.75, 5] nElo"]);
        let json = serde_json::to_value(test_of(Model::Normalized, 0.0, 5.0)).unwrap();
        assert_eq!((&json["elo1"], &json["unit"]), (&5.0.into(), &"nElo".into()));
    }

    #[test]
    fn no_samples_decide_nothing() {
        for model in Model::ALL {
            let sprt = test_of(model, 0.0, 5.0);
            let none = ScoreCounts::of_pairs([0; 5]);
            assert_eq!(sprt.log_likelihood_ratio(&none), 0.0);
            assert_eq!(sprt.exact_log_likelihood_ratio(&none), 0.0);
            assert_eq!(sprt.state(0.0), State::Continue);
        }
    }

    #[test]
    fn the_exact_and_the_regularized_ratio_nearly_agree() {
        for counts in [[3, 20, 40, 30, 7], [0, 4, 30, 9, 0], [0, 0, 20, 11, 3], [0, 0, 50, 0, 0]] {
            let counts = ScoreCounts::of_pairs(counts);
            for model in Model::ALL {
                let sprt = test_of(model, -3.0, 12.0);
                let regularized = sprt.log_likelihood_ratio(&counts);
                let exact = sprt.exact_log_likelihood_ratio(&counts);
                assert!(
                    (exact - regularized).abs() < 0.02,
                    "{counts:?} {model:?}: {exact} {regularized}"
                );
            }
        }
    }

    #[test]
    fn far_hypotheses_of_normalized_elo_have_a_likelihood_too() {
        let counts = ScoreCounts::of_pairs([1, 5, 40, 60, 50]);
        let mut last = f64::NEG_INFINITY;
        for elo1 in [800.0, 600.0, 400.0, 300.0] {
            let llr = test_of(Model::Normalized, 0.0, elo1).log_likelihood_ratio(&counts);
            assert!(llr.is_finite() && llr > last, "{elo1}: {llr}");
            last = llr;
        }
    }
}
