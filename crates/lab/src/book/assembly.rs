//! The assembly of a book: candidates are judged in any order and taken in the order of their
//! numbers, so that the book does not depend on the threads that judged them.

use super::candidate::{Candidate, Finding};
use super::journal::Findings;
use super::selection::{Kept, Selection};
use super::source::Source;
use super::summary::{Fate, Summary};
use std::sync::Arc;

use anyhow::anyhow;

/// The search for positions is given up after this number of candidates in a row that gave none.
pub const PATIENCE: u64 = 2000;

/// The progress of a book.
#[derive(Debug)]
pub struct BookAssembly {
    source: Arc<Source>,
    /// Positions wanted; `None` for all.
    count: Option<usize>,
    selection: Selection,
    summary: Summary,
    /// The first candidate that has not been taken.
    next: u64,
    /// Judged candidates that wait for earlier ones.
    waiting: Findings,
    /// Candidates in a row that gave no position.
    barren: u64,
}

/// Whether more candidates are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// More are needed.
    Open,
    /// The book has all its positions, or there are no more candidates.
    Complete,
    /// The last candidates, [`PATIENCE`] of them, gave no position.
    GivenUp,
}

impl BookAssembly {
    /// A book of `count` positions, or of all that can be found. Each differs from every other one
    /// on `distance` squares or more.
    #[must_use]
    pub fn new(source: Arc<Source>, count: Option<usize>, distance: u32) -> BookAssembly {
        BookAssembly {
            source,
            count,
            selection: Selection::new(distance),
            summary: Summary::default(),
            next: 0,
            waiting: Findings::new(),
            barren: 0,
        }
    }

    /// Takes judged candidates.
    ///
    /// # Errors
    /// A candidate does not match its source, as in a journal that was edited.
    pub fn take(&mut self, judged: impl Iterator<Item = Candidate>) -> anyhow::Result<()> {
        self.waiting.extend(judged.map(|candidate| (candidate.number, candidate.finding)));
        while self.state() == State::Open
            && let Some(finding) = self.waiting.remove(&self.next)
        {
            let candidate = Candidate { number: self.next, finding };
            self.take_next(&candidate)?;
            self.next += 1;
        }
        Ok(())
    }

    fn take_next(&mut self, candidate: &Candidate) -> anyhow::Result<()> {
        let Candidate { number, finding } = candidate;
        let mut fate = Fate::from(finding);
        if let Finding::Fit { value, depth, .. } = *finding {
            let opening = self.source.opening(candidate);
            let opening = opening.map_err(|problem| {
                anyhow!(
                    "candidate {number} of the journal: {problem}; delete the journal to begin anew"
                )
            })?;
            if let Err(refused) = self.selection.offer(Kept { opening, value, depth }) {
                fate = refused;
            }
        }
        self.barren = if fate == Fate::Kept { 0 } else { self.barren + 1 };
        self.summary.add(fate, finding.value(), self.source.mover(*number));
        Ok(())
    }

    /// Whether more candidates are needed.
    #[must_use]
    pub fn state(&self) -> State {
        let is_full = self.count.is_some_and(|count| self.selection.kept().len() >= count);
        let is_through = self.source.count().is_some_and(|count| self.next >= count);
        if is_full || is_through {
            State::Complete
        } else if self.source.count().is_none() && self.barren >= PATIENCE {
            State::GivenUp
        } else {
            State::Open
        }
    }

    /// The part of [`BookAssembly::wanted`] that is done: positions, or candidates of a book.
    #[must_use]
    pub fn done(&self) -> usize {
        match self.source.count() {
            None => self.selection.kept().len(),
            Some(_) => usize::try_from(self.next).unwrap_or(usize::MAX),
        }
    }

    /// The total to be done.
    #[must_use]
    pub fn wanted(&self) -> usize {
        match self.source.count() {
            None => self.count.unwrap_or(usize::MAX),
            Some(count) => usize::try_from(count).unwrap_or(usize::MAX),
        }
    }

    /// The book so far.
    #[must_use]
    pub fn kept(&self) -> &[Kept] {
        self.selection.kept()
    }

    /// The fates of the candidates so far.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::settings::{Variant, Walk};

    fn source() -> Arc<Source> {
        let variant = Variant::Chess;
        let walk = Walk { variant, seed: 1, plies: 1, margin: 50, choices: 8, nodes: 300 };
        Arc::new(Source::Walk(walk))
    }

    fn fit(number: u64, m: &str) -> Candidate {
        let finding = Finding::Fit { value: 10, depth: 3, start: None, moves: vec![m.to_owned()] };
        Candidate { number, finding }
    }

    #[test]
    fn doubles_are_decided_in_the_order_of_the_numbers() {
        let candidates =
            [fit(0, "e2e4"), fit(1, "d2d4"), fit(2, "e2e4"), fit(3, "g1f3"), fit(4, "b1c3")];
        let orders = [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]];
        for order in orders {
            let mut assembly = BookAssembly::new(source(), Some(3), 0);
            for index in order {
                assembly.take([candidates[index].clone()].into_iter()).unwrap();
            }
            let moves: Vec<String> = assembly
                .kept()
                .iter()
                .map(|position| position.opening.moves[0].to_string())
                .collect();
            assert_eq!(moves, ["e2-e4", "d2-d4", "Ng1-f3"]);
            assert_eq!(assembly.state(), State::Complete);
            assert_eq!(assembly.summary().count(Fate::Double), 1);
            // A candidate after the last needed one is not in the summary.
            assert_eq!(assembly.summary().candidates.len(), 4);
        }
    }

    #[test]
    fn what_cannot_be_reached_is_given_up() {
        let mut assembly = BookAssembly::new(source(), Some(3), 0);
        assembly.take((0..PATIENCE).map(|number| fit(number, "e2e4"))).unwrap();
        assert_eq!(assembly.state(), State::Open);
        assembly.take([fit(PATIENCE, "e2e4")].into_iter()).unwrap();
        assert_eq!(assembly.state(), State::GivenUp);
    }

    #[test]
    fn a_journal_with_an_impossible_move_is_refused() {
        let mut assembly = BookAssembly::new(source(), Some(3), 0);
        let error = assembly.take([fit(0, "e2e5")].into_iter()).unwrap_err().to_string();
        assert!(error.contains("candidate 0 of the journal"), "{error}");
    }
}
