//! One value for each contender.

use std::ops::{Index, IndexMut};

use serde::Serialize;

use crate::chess::record::Contender;

/// One value for each contender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ByContender<T> {
    /// The first contender's.
    pub first: T,
    /// The second contender's.
    pub second: T,
}

impl<T> ByContender<T> {
    /// A value for each, computed from these.
    pub fn map<U>(&self, compute: impl Fn(&T) -> U) -> ByContender<U> {
        ByContender { first: compute(&self.first), second: compute(&self.second) }
    }

    /// First, then second.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        [&self.first, &self.second].into_iter()
    }
}

impl<T> Index<Contender> for ByContender<T> {
    type Output = T;

    fn index(&self, contender: Contender) -> &T {
        match contender {
            Contender::First => &self.first,
            Contender::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Contender> for ByContender<T> {
    fn index_mut(&mut self, contender: Contender) -> &mut T {
        match contender {
            Contender::First => &mut self.first,
            Contender::Second => &mut self.second,
        }
    }
}
