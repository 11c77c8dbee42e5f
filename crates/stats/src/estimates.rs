//! Every estimator applied to the same counts.

use serde::Serialize;

use super::figure::Figure;
use crate::elo::elo;
use crate::moments::Moments;
use crate::{
    CONFIDENCE, Interval, ScoreCounts, Wdl, confidence_sequence, empirical_likelihood,
    normalized_elo, student_t, superiority, wilson,
};

/// Estimates of strength from the counts of a match, by every method. Scores run from 0 to 1;
/// `_elo` ends are their images in Elo. `lo` and `hi` are the ends of 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimates {
    /// Samples: games or pairs.
    pub n: f64,
    /// Mean score.
    pub score: Figure,
    /// Its Elo difference.
    pub elo: Figure,
    /// Student's t interval, not clipped.
    pub t_lo: Figure,
    /// Its upper end.
    pub t_hi: Figure,
    /// The lower end in Elo.
    pub t_elo_lo: Figure,
    /// The upper end in Elo.
    pub t_elo_hi: Figure,
    /// Half the width in Elo: the papers' plus-minus.
    pub t_elo_pm: Figure,
    /// The empirical-likelihood interval.
    pub el_lo: Figure,
    /// Its upper end.
    pub el_hi: Figure,
    /// The lower end in Elo.
    pub el_elo_lo: Figure,
    /// The upper end in Elo.
    pub el_elo_hi: Figure,
    /// Wilson's interval.
    pub wilson_lo: Figure,
    /// Its upper end.
    pub wilson_hi: Figure,
    /// The lower end in Elo.
    pub wilson_elo_lo: Figure,
    /// The upper end in Elo.
    pub wilson_elo_hi: Figure,
    /// The anytime-valid interval, order-free: from counts only.
    pub anytime_lo: Figure,
    /// Its upper end.
    pub anytime_hi: Figure,
    /// The lower end in Elo.
    pub anytime_elo_lo: Figure,
    /// The upper end in Elo.
    pub anytime_elo_hi: Figure,
    /// Logarithm of the evidence against "not stronger".
    pub log_e_pos: Figure,
    /// Logarithm of the evidence against "not weaker".
    pub log_e_neg: Figure,
    /// Fall of the log-likelihood from the best fit to equality.
    pub kl_half: Figure,
    /// Normalized Elo.
    pub nelo: Figure,
    /// Half the width of its interval.
    pub nelo_err_delta: Figure,
    /// Likelihood of superiority.
    pub los: Figure,
    /// The same by Student's t only.
    pub los_t: Figure,
    /// The same from decisive games only.
    pub los_beta: Figure,
}

impl Estimates {
    /// All estimates of one counts. `games` are the single games behind it.
    #[must_use]
    pub fn of(counts: &ScoreCounts, games: Wdl) -> Estimates {
        let score = Moments::of(counts).map(|moments| moments.mean);
        let student = student_t::interval(counts, CONFIDENCE);
        let likelihood = empirical_likelihood::interval(counts, CONFIDENCE);
        let wilson = wilson::interval(counts, CONFIDENCE);
        let sequence = confidence_sequence::interval(counts, CONFIDENCE);
        let student_elo = student.map(Interval::elo);
        Estimates {
            n: counts.samples(),
            score: score.into(),
            elo: score.map(elo).into(),
            t_lo: student.map(|ends| ends.low).into(),
            t_hi: student.map(|ends| ends.high).into(),
            t_elo_lo: student_elo.map(|ends| ends.low).into(),
            t_elo_hi: student_elo.map(|ends| ends.high).into(),
            t_elo_pm: student_elo.and_then(Interval::half_width).into(),
            el_lo: likelihood.low.into(),
            el_hi: likelihood.high.into(),
            el_elo_lo: likelihood.elo().low.into(),
            el_elo_hi: likelihood.elo().high.into(),
            wilson_lo: wilson.low.into(),
            wilson_hi: wilson.high.into(),
            wilson_elo_lo: wilson.elo().low.into(),
            wilson_elo_hi: wilson.elo().high.into(),
            anytime_lo: sequence.low.into(),
            anytime_hi: sequence.high.into(),
            anytime_elo_lo: sequence.elo().low.into(),
            anytime_elo_hi: sequence.elo().high.into(),
            log_e_pos: confidence_sequence::log_evidence_above(counts, 0.5).into(),
            log_e_neg: confidence_sequence::log_evidence_below(counts, 0.5).into(),
            kl_half: empirical_likelihood::divergence(counts, 0.5).into(),
            nelo: normalized_elo::normalized_elo(counts).into(),
            nelo_err_delta: normalized_elo::half_width(counts, CONFIDENCE).into(),
            los: superiority::likelihood(counts, games).into(),
            los_t: superiority::student_t(counts).into(),
            los_beta: superiority::posterior(games).into(),
        }
    }

    /// The empirical-likelihood interval in Elo.
    #[must_use]
    pub fn likelihood_elo(&self) -> Interval {
        ends(self.el_elo_lo, self.el_elo_hi)
    }

    /// The order-free anytime-valid interval in Elo.
    #[must_use]
    pub fn order_free_elo(&self) -> Interval {
        ends(self.anytime_elo_lo, self.anytime_elo_hi)
    }

    /// Wilson's interval in Elo.
    #[must_use]
    pub fn wilson_elo(&self) -> Interval {
        ends(self.wilson_elo_lo, self.wilson_elo_hi)
    }

    /// Student's interval in Elo, unless it says nothing: for fewer than two samples, and where all
    /// are equal, it does not exist or is a point.
    #[must_use]
    pub fn student_elo(&self) -> Option<Interval> {
        match (self.t_elo_lo.0, self.t_elo_hi.0) {
            (Some(low), Some(high)) if low < high => Some(Interval { low, high }),
            _ => None,
        }
    }
}

fn ends(low: Figure, high: Figure) -> Interval {
    Interval { low: low.0.unwrap_or(f64::NEG_INFINITY), high: high.0.unwrap_or(f64::INFINITY) }
}
