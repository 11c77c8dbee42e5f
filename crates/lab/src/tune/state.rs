//! The state of a tuning: its finished iterations, and the next one; and its journal.
//!
//! The first line of the journal is the [`TuningFacts`], each further one an [`Iteration`], in order. A line is on
//! disk before the next iteration begins, and the values in it are exact: a run resumes from the last line as if it had
//! never stopped.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::facts::TuningFacts;
use super::file::Tuning;
use super::spsa::{self, Dimension, Perturbation};
use arena::config::Match;
use arena::storage::json_lines::{JsonLines, JsonLinesError};
use stats::Pentanomial;

/// A finished iteration: a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 1.
    pub iteration: u32,
    /// The direction of each parameter for plus: 1 or -1.
    pub signs: Vec<i8>,
    /// The parameters of plus.
    pub plus: Vec<i32>,
    /// The parameters of minus.
    pub minus: Vec<i32>,
    /// Results of the pairs of games, as plus sees them.
    pub pairs: Pentanomial,
    /// The values after it.
    pub values: Vec<f64>,
}

/// A tuning under way.
#[derive(Clone, Debug)]
pub struct TuningState<'a> {
    /// The tuning.
    pub tuning: &'a Tuning,
    dimensions: Vec<Dimension>,
    iterations: Vec<Iteration>,
}

impl<'a> TuningState<'a> {
    /// A tuning before its first iteration.
    #[must_use]
    pub fn new(tuning: &'a Tuning) -> TuningState<'a> {
        TuningState { tuning, dimensions: tuning.dimensions(), iterations: Vec::new() }
    }

    /// Opens or creates the tuning's journal, and takes its iterations. An incomplete last line is cut off.
    ///
    /// # Errors
    /// The journal belongs to another tuning or process, is damaged, or cannot be read or written.
    pub fn open(&mut self, path: &Path, facts: &TuningFacts) -> Result<JsonLines, JsonLinesError> {
        JsonLines::open(path, facts, |iteration: Iteration| self.push(iteration))
    }

    /// The finished iterations, in order.
    #[must_use]
    pub fn iterations(&self) -> &[Iteration] {
        &self.iterations
    }

    /// Whether every iteration is finished.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.iterations.len() >= self.tuning.iterations() as usize
    }

    /// The values as they are now.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        let starts = || self.dimensions.iter().map(|dimension| dimension.start).collect();
        self.iterations.last().map_or_else(starts, |last| last.values.clone())
    }

    /// The next iteration's perturbed values.
    #[must_use]
    pub fn perturbation(&self) -> Perturbation {
        let Tuning { gains, base, .. } = self.tuning;
        spsa::perturb(&self.dimensions, gains, &self.values(), base.seed, self.number())
    }

    /// The parameters that change no search in the next iteration, if each alone is perturbed.
    #[must_use]
    pub fn idle_parameters(&self) -> Vec<String> {
        self.tuning.idle_parameters(&self.values(), self.number())
    }

    /// The next iteration as a match: its openings follow those of the iteration before.
    #[must_use]
    pub fn next_match(&self, played: &Perturbation) -> Match {
        let mut next = self.tuning.base.clone();
        for (contender, values) in next.contenders.iter_mut().zip([&played.plus, &played.minus]) {
            contender.engine = self.tuning.engine_with(values);
        }
        next.openings.start = self.opening();
        next
    }

    /// The opening of the order, from 1, that the next iteration begins with.
    #[must_use]
    pub fn opening(&self) -> usize {
        let openings = &self.tuning.base.openings;
        let used = self.iterations.len() * self.tuning.pairs() as usize;
        (openings.start - 1 + used) % openings.book.len() + 1
    }

    /// The next iteration as its result has it.
    #[must_use]
    pub fn finished(&self, played: Perturbation, pairs: Pentanomial) -> Iteration {
        let Perturbation { signs, plus, minus } = played;
        let games = pairs.games();
        let won = i64::try_from(games.wins).unwrap_or(i64::MAX)
            - i64::try_from(games.losses).unwrap_or(i64::MAX);
        let (iteration, gains) = (self.number(), &self.tuning.gains);
        let values = spsa::update(&self.dimensions, gains, &self.values(), &signs, iteration, won);
        Iteration { iteration, signs, plus, minus, pairs, values }
    }

    /// Adds a finished iteration.
    ///
    /// # Errors
    /// It is not the next one of this tuning; the error is a sentence.
    pub fn push(&mut self, iteration: Iteration) -> Result<(), String> {
        let (number, planned) = (self.number(), self.tuning.iterations());
        if iteration.iteration != number || self.is_complete() {
            let found = iteration.iteration;
            return Err(format!("iteration {found} of {planned}, where number {number} belongs"));
        }
        if iteration.signs != self.perturbation().signs
            || iteration.values.len() != self.dimensions.len()
            || iteration.pairs.pairs() != u64::from(self.tuning.pairs())
        {
            return Err("an iteration of another tuning".to_owned());
        }
        self.iterations.push(iteration);
        Ok(())
    }

    /// The number of the next iteration, from 1.
    fn number(&self) -> u32 {
        u32::try_from(self.iterations.len()).unwrap_or(u32::MAX).saturating_add(1)
    }
}
