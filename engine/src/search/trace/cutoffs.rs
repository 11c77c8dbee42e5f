//! A watch that counts the nodes that a move refutes, and those that the first move does.

use std::ops::AddAssign;

use super::Trace;

/// Nodes above quiescence that a move refutes: its score reaches beta.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cutoffs {
    /// All of them.
    pub all: u64,
    /// Those that the first move refutes.
    pub by_first_move: u64,
}

impl Cutoffs {
    /// The share that the first move refutes, from 0 to 1; no number where there is no cutoff. Björnsson and others
    /// ("Searching with Uncertainty Cut-offs") count more than 0.9 in a program with good move ordering.
    #[must_use]
    pub fn share_of_first_moves(self) -> f64 {
        self.by_first_move as f64 / self.all as f64
    }
}

impl AddAssign for Cutoffs {
    fn add_assign(&mut self, other: Cutoffs) {
        self.all += other.all;
        self.by_first_move += other.by_first_move;
    }
}

impl Trace for Cutoffs {
    fn cuts_off(&mut self, is_first: bool) {
        self.all += 1;
        self.by_first_move += u64::from(is_first);
    }
}
