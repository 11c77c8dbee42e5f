//! Compares two estimates of one difference: a paper's and the study's.

use stats::distributions::normal_cdf;

/// The distance between the study's estimate and the paper's.
#[derive(Clone, Copy)]
pub struct Comparison {
    /// The study's estimate less the paper's, in standard errors of that difference.
    pub z: f64,
    /// The two-sided probability of a difference so large where both ask about the same Elo.
    pub p: f64,
}

/// An estimate in Elo and its standard error.
#[derive(Clone, Copy)]
pub struct Estimate {
    elo: f64,
    standard_error: f64,
}

impl Estimate {
    /// From an estimate and its 95 % interval.
    pub fn of(elo: f64, [low, high]: [f64; 2]) -> Estimate {
        Estimate { elo, standard_error: (high - low) / (2.0 * 1.96) }
    }

    /// The two-sample test of this estimate against the paper's.
    pub fn compare(self, paper: Estimate) -> Comparison {
        let error = self.standard_error.hypot(paper.standard_error);
        let z = (self.elo - paper.elo) / error;
        Comparison { z, p: 2.0 * normal_cdf(-z.abs()) }
    }
}

/// Holm's adjusted probabilities, in the order given: each may be compared with 5 %, and together
/// they err with a probability of at most 5 %. Source: Holm (1979), "A Simple Sequentially
/// Rejective Multiple Test Procedure".
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&one, &other| probabilities[one].total_cmp(&probabilities[other]));
    let mut adjusted = vec![0.0; probabilities.len()];
    let mut greatest = 0.0_f64;
    for (rank, &place) in order.iter().enumerate() {
        let factor = (probabilities.len() - rank) as f64;
        greatest = greatest.max((factor * probabilities[place]).min(1.0));
        adjusted[place] = greatest;
    }
    adjusted
}
