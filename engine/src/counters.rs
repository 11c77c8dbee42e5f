//! What each technique did during a search.

use std::ops::{AddAssign, Index, IndexMut};

use crate::config::Technique;
use crate::search::Searcher;

/// What one technique did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often it was tried.
    pub tried: u64,
    /// How often it succeeded: pruned, or (for a reduction) was not searched again.
    pub cut: u64,
    /// Nodes visited on its account, each once: an attempt within another of the same technique
    /// belongs to the outer one.
    pub nodes: u64,
}

impl Count {
    /// Counts one attempt that took no nodes, and whether it succeeded.
    pub(crate) fn note(&mut self, succeeded: bool) {
        self.tried += 1;
        self.cut += u64::from(succeeded);
    }
}

/// An attempt of a technique that searches nodes, from its begin to its end.
pub(crate) struct Attempt {
    technique: Technique,
    nodes_before: u64,
    is_outermost: bool,
}

impl Searcher {
    /// Begins an attempt.
    pub(crate) fn begin_attempt(&mut self, technique: Technique) -> Attempt {
        let attempting = &mut self.attempting[technique as usize];
        let is_outermost = !std::mem::replace(attempting, true);
        Attempt { technique, nodes_before: self.budget.nodes, is_outermost }
    }

    /// Ends and counts an attempt.
    pub(crate) fn end_attempt(&mut self, attempt: &Attempt, succeeded: bool) {
        let Attempt { technique, nodes_before, is_outermost } = *attempt;
        self.counters[technique].note(succeeded);
        if is_outermost {
            self.counters[technique].nodes += self.budget.nodes - nodes_before;
            self.attempting[technique as usize] = false;
        }
    }
}

/// A [`Count`] for every [`Technique`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters([Count; Technique::ALL.len()]);

impl Counters {
    /// Every technique with its count.
    pub fn iter(&self) -> impl Iterator<Item = (Technique, Count)> + '_ {
        Technique::ALL.iter().copied().zip(self.0)
    }
}

impl Index<Technique> for Counters {
    type Output = Count;

    fn index(&self, technique: Technique) -> &Count {
        &self.0[technique as usize]
    }
}

impl IndexMut<Technique> for Counters {
    fn index_mut(&mut self, technique: Technique) -> &mut Count {
        &mut self.0[technique as usize]
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.tried += other.tried;
        self.cut += other.cut;
        self.nodes += other.nodes;
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }
}
