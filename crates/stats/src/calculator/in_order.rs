//! The anytime-valid interval of pairs in known order, and the decision of the rules of their match.

use serde::Serialize;

use crate::anytime::{Anytime, Method};
use crate::exit::ExitEstimate;
use crate::headline::NamedInterval;
use crate::stop::{SequentialMonitor, StopRule, Stopped};
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
    /// The decision of the match's rules; `null` without.
    #[serde(rename = "in_order_stopped")]
    pub stopped: Option<Stopped>,
    /// The estimate where a test by likelihood ratios has ended the match; `null` elsewhere.
    #[serde(rename = "in_order_exit")]
    pub exit: Option<ExitEstimate>,
    /// Games that were finished, or begun, when a rule had decided.
    #[serde(rename = "in_order_games_after")]
    pub games_after: u64,
    /// Whether the match has come to its planned end without a rule that looks at its results, so that the interval of
    /// a fixed length is in force.
    #[serde(skip)]
    pub is_planned_end: bool,
    /// Whether a rule looks at the results.
    #[serde(skip)]
    pub has_rules: bool,
}

impl InOrder {
    /// Of these pairs, the first of the schedule, by the half points of their games; up to the one at which a rule
    /// decides.
    #[must_use]
    pub fn of(
        method: Method,
        rules: &[StopRule],
        pairs: impl IntoIterator<Item = [u8; 2]>,
    ) -> InOrder {
        let mut anytime = Anytime::new(method.clone(), CONFIDENCE);
        let mut monitor = SequentialMonitor::new(rules.to_vec());
        for pair in pairs {
            anytime.add(pair);
            if monitor.note(pair, anytime.evidence()).is_some() {
                break;
            }
        }
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
            stopped: monitor.stopped(),
            exit: monitor.exit(),
            games_after: 0,
            is_planned_end: false,
            has_rules: !rules.is_empty(),
        }
    }

    /// The interval of the verdict, where it is not that of a planned length.
    pub(super) fn in_force(&self) -> Option<NamedInterval> {
        if let Some(exit) = &self.exit {
            return Some(NamedInterval::exit(exit));
        }
        (!self.is_planned_end).then(|| NamedInterval::anytime(self.confidence, self.elo()))
    }

    /// The interval in Elo.
    #[must_use]
    pub fn elo(&self) -> Interval {
        Interval { low: self.low, high: self.high }.elo()
    }
}
