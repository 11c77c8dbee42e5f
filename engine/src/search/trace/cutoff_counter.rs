//! Counts the nodes that a move refutes, and those that the first move does.

use super::Trace;
use crate::cutoffs::Cutoffs;

/// The counts of one search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CutoffCounter(pub(crate) Cutoffs);

impl Trace for CutoffCounter {
    fn cuts_off(&mut self, is_first: bool) {
        self.0.all += 1;
        self.0.by_first_move += u64::from(is_first);
    }
}
