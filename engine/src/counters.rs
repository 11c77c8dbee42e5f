//! The counts of each technique during a search.

use std::ops::{AddAssign, Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::techniques::Technique;

/// The counts of one technique.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    #[inline]
    pub(crate) fn note(&mut self, succeeded: bool) {
        self.tried += 1;
        self.cut += u64::from(succeeded);
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
