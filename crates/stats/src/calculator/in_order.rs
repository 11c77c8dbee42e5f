//! The anytime-valid interval of pairs in known order.

use serde::Serialize;

use crate::anytime::{Anytime, Method};
use crate::{CONFIDENCE, Figure, Interval};

/// The anytime-valid interval of pairs in schedule order, and their evidence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InOrder {
    /// The method.
    #[serde(rename = "in_order_method")]
    pub method: Method,
    /// Pairs it is of: those before the first one missing.
    #[serde(rename = "in_order_pairs")]
    pub pairs: u64,
    /// Its level, 0 to 1.
    #[serde(rename = "in_order_confidence")]
    pub confidence: f64,
    /// Lower end, on the scale of scores.
    #[serde(rename = "in_order_lo")]
    pub low: f64,
    /// Upper end.
    #[serde(rename = "in_order_hi")]
    pub high: f64,
    /// Lower end in Elo.
    #[serde(rename = "in_order_elo_lo")]
    pub elo_low: Figure,
    /// Upper end in Elo.
    #[serde(rename = "in_order_elo_hi")]
    pub elo_high: Figure,
    /// Logarithm of the evidence that the first is stronger.
    #[serde(rename = "in_order_log_e_pos")]
    pub log_e_pos: f64,
    /// Logarithm of the evidence that it is weaker.
    #[serde(rename = "in_order_log_e_neg")]
    pub log_e_neg: f64,
}

impl InOrder {
    /// Of these pairs, the first of the schedule, by the half points of their games.
    #[must_use]
    pub fn of(method: Method, pairs: impl IntoIterator<Item = [u8; 2]>) -> InOrder {
        let mut anytime = Anytime::new(method.clone(), CONFIDENCE);
        pairs.into_iter().for_each(|pair| anytime.add(pair));
        let ends = anytime.ends();
        let elo = ends.elo();
        InOrder {
            confidence: anytime.confidence(),
            method,
            pairs: anytime.evidence().pairs(),
            low: ends.low,
            high: ends.high,
            elo_low: elo.low.into(),
            elo_high: elo.high.into(),
            log_e_pos: anytime.evidence().log_above(0.5),
            log_e_neg: anytime.evidence().log_below(0.5),
        }
    }

    /// The interval in Elo.
    #[must_use]
    pub fn elo(&self) -> Interval {
        Interval { low: self.low, high: self.high }.elo()
    }
}
