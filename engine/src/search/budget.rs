//! The limits of a search under way: nodes are counted, clock and stop flag checked every 256 nodes.

use std::time::{Duration, Instant};

use crate::limits::{Deadlines, Limits};
use crate::options::{Ponder, SearchOptions};
use crate::stop::Stop;

/// The search was interrupted: its scores mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Nodes between two checks of clock and stop flag: a fifth of a millisecond.
const CHECK_INTERVAL: u64 = 256;

/// The limits of a search under way.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    pub(crate) nodes: u64,
    next_check: u64,
    node_limit: u64,
    soft_node_limit: u64,
    start: Instant,
    ponder: Option<Ponder>,
    pub(crate) deadlines: Option<Deadlines>,
    /// The factor of the soft deadline on a game clock.
    stretch: f64,
    has_clock: bool,
    stop: Stop,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(&Limits::default(), &Stop::new(), &SearchOptions::default())
    }
}

impl Budget {
    /// The budget of a search under these limits.
    pub(crate) fn new(limits: &Limits, stop: &Stop, options: &SearchOptions) -> Budget {
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        Budget {
            nodes: 0,
            next_check: CHECK_INTERVAL.min(node_limit),
            node_limit,
            soft_node_limit: limits.soft_nodes.unwrap_or(u64::MAX).min(node_limit),
            start: options.started,
            ponder: options.ponder.clone(),
            deadlines: limits.deadlines(),
            stretch: 1.0,
            has_clock: limits.clock.is_some(),
            stop: stop.clone(),
        }
    }

    /// Counts a node, if there is one left to spend.
    #[inline]
    pub(crate) fn visit(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        if self.is_past(|deadlines| deadlines.hard)
            || self.nodes >= self.node_limit
            || self.stop.is_raised()
        {
            return Err(Stopped);
        }
        self.next_check = (self.nodes + CHECK_INTERVAL).min(self.node_limit);
        Ok(())
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether another iteration may begin.
    pub(crate) fn allows_iteration(&self) -> bool {
        self.nodes < self.soft_node_limit
            && !self.stop.is_raised()
            && !self.is_past(|deadlines| deadlines.soft.mul_f64(self.stretch).min(deadlines.hard))
    }

    /// Multiplies the soft deadline on a game clock.
    pub(crate) fn stretch(&mut self, factor: f64) {
        self.stretch = if self.has_clock { factor } else { 1.0 };
    }

    /// Whether a deadline has passed; none does while pondering.
    fn is_past(&self, deadline: impl Fn(Deadlines) -> Duration) -> bool {
        let Some(deadlines) = self.deadlines else { return false };
        let start = match &self.ponder {
            None => Some(self.start),
            Some(ponder) => ponder.hit_at(),
        };
        start.is_some_and(|start| start.elapsed() >= deadline(deadlines))
    }
}
