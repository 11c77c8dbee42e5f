//! Every estimator applied to the same counts.

use serde::Serialize;

use super::figure::Figure;
use crate::elo::elo;
use crate::moments::Moments;
use crate::{
    CONFIDENCE, Interval, ScoreCounts, Wdl, empirical_likelihood, normalized_elo, student_t,
    superiority,
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
