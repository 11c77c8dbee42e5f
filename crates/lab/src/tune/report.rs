//! The results of a tuning, as numbers and as a table.

use document::{Document, Table, number};

use super::file::{Confirmation, Subject};
use super::spsa::Dimension;
use super::state::TuningState;
use arena::config::EngineSettings;
use stats::words;

/// Parameters whose values the headline names, at most.
const MOST_IN_HEADLINE: usize = 4;

/// The results for one parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// `technique.parameter`, or the name of an option.
    pub name: String,
    /// Whole numbers as they are played that make one as the file has it.
    pub scale: f64,
    /// Its start, its range and its speed.
    pub dimension: Dimension,
    /// The value after the last iteration.
    pub last: f64,
    /// Mean of the values over the last half of the iterations.
    pub mean: f64,
    /// Standard deviation of those.
    pub spread: f64,
}

/// The results of a tuning so far: the mean over its last half, which has less noise than the last
/// values (Polyak and Juditsky, "Acceleration of Stochastic Approximation by Averaging", SIAM
/// Journal on Control and Optimization 30(4), 1992).
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    /// The iterations it is made from, one or more.
    pub state: &'a TuningState<'a>,
    /// The parameters, in the order of the file.
    pub estimates: Vec<Estimate>,
}

impl Estimate {
    /// The parameter's tuned value: the mean, rounded.
    #[must_use]
    pub fn tuned(&self) -> i32 {
        // Means stay in the range of the parameter.
        self.mean.round() as i32
    }

    /// The same as the file has values.
    #[must_use]
    pub fn tuned_in_words(&self) -> String {
        (f64::from(self.tuned()) / self.scale).to_string()
    }

    /// Whether the value was pressed against an end of its range.
    fn is_pressed(&self) -> bool {
        let Dimension { low, high, c_end, .. } = self.dimension;
        self.mean - f64::from(low) < c_end / 2.0 || f64::from(high) - self.mean < c_end / 2.0
    }
}

impl<'a> Outcome<'a> {
    /// The outcome of a tuning; `None` before its first iteration.
    #[must_use]
    pub fn of(state: &'a TuningState<'a>) -> Option<Outcome<'a>> {
        let iterations = state.iterations();
        let last = iterations.last()?;
        let late = &iterations[iterations.len() / 2..];
        let estimates = state.tuning.parameters.iter().enumerate().map(|(i, parameter)| {
            let values = || late.iter().map(|iteration| iteration.values[i]);
            let count = late.len() as f64;
            let mean = values().sum::<f64>() / count;
            let variance = values().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
            Estimate {
                name: parameter.name(),
                scale: parameter.subject.scale(),
                dimension: parameter.dimension,
                last: last.values[i],
                mean,
                spread: variance.sqrt(),
            }
        });
        Some(Outcome { state, estimates: estimates.collect() })
    }

    /// The tuned values.
    #[must_use]
    pub fn tuned(&self) -> Vec<i32> {
        self.estimates.iter().map(Estimate::tuned).collect()
    }

    /// The iterations the means are of, as `151 to 300`.
    #[must_use]
    pub fn late(&self) -> String {
        let finished = self.state.iterations().len();
        format!("{} to {finished}", finished / 2 + 1)
    }

    /// The table with its caption and notes.
    #[must_use]
    pub fn document(&self) -> Document {
        let document = Document::titled(self.answer()).paragraph(self.next_step());
        let document = document.paragraph(self.setting()).table(self.table());
        self.notes().into_iter().fold(document, Document::paragraph)
    }

    /// The tuned values: the headline.
    fn answer(&self) -> String {
        let tuning = self.state.tuning;
        let so_far = match self.state.iterations().len() < tuning.iterations() as usize {
            true => " so far",
            false => "",
        };
        let changes = tuning.parameters.iter().zip(&self.estimates).map(|(parameter, estimate)| {
            let (subject, start) = (&parameter.subject, parameter.dimension.start.round() as i32);
            let value = format!("{} = {}", estimate.name, subject.in_words(estimate.tuned()));
            match start == estimate.tuned() {
                true => format!("{value} as before"),
                false => format!("{value} instead of {}", subject.in_words(start)),
            }
        });
        let changes: Vec<String> = changes.collect();
        match changes.len() > MOST_IN_HEADLINE {
            true => format!("Tuned values of {} parameters{so_far}: see the table", changes.len()),
            false => format!("Tuned values{so_far}: {}", changes.join(", ")),
        }
    }

    /// The match that shows whether the values are better.
    fn next_step(&self) -> String {
        let Confirmation { games, stop, .. } = &self.state.tuning.confirmation;
        let test = stop.sequential.first().map_or(String::new(), |test| format!(", {test}"));
        format!(
            "Not confirmed yet: they are a guess until games with other openings bear them out. Play them against the base \
             with `arena run confirm.toml` in this directory ({} games at most{test}).",
            words::count(u64::from(*games))
        )
    }

    fn setting(&self) -> String {
        let tuning = self.state.tuning;
        let (finished, planned) = (self.state.iterations().len(), tuning.iterations());
        let games = words::count(finished as u64 * u64::from(tuning.base.games));
        format!(
            "{}: {finished} of {planned} iterations of {} pairs, {games} games, {}.",
            tuning.base.name,
            tuning.pairs(),
            tuning.base.contenders[0].limits
        )
    }

    fn table(&self) -> Table {
        let header =
            ["parameter", "start", "final", "mean", "spread", "tuned", "c_end", "r_end", "range"];
        let mut table = Table::new(header);
        for estimate in &self.estimates {
            let Estimate { name, scale, dimension, last, mean, spread } = estimate;
            let Dimension { start, low, high, c_end, r_end, floor: _ } = dimension;
            let places = places(*c_end / scale);
            let decimal = |value: &f64| number::decimal(*value / scale, places);
            table.row([
                name.clone(),
                (start / scale).to_string(),
                decimal(last),
                decimal(mean),
                decimal(spread),
                estimate.tuned_in_words(),
                decimal(c_end),
                number::decimal(*r_end, 4),
                format!("{} to {}", f64::from(*low) / scale, f64::from(*high) / scale),
            ]);
        }
        table
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!(
            "Mean and spread (a standard deviation) are those of iterations {}; tuned is the mean, \
             rounded.",
            self.late()
        )];
        let tuned = self.state.tuning.parameters.iter().zip(&self.estimates);
        for (parameter, estimate) in tuned.filter(|(_, estimate)| estimate.is_pressed()) {
            let Estimate { name, dimension, .. } = estimate;
            let own = match &parameter.subject {
                Subject::Technique { parameter, .. } => parameter.range,
                Subject::Option { .. } => None,
            };
            notes.push(match own.filter(|own| *own != (dimension.low, dimension.high)) {
                None => format!("{name} lies at an end of its range."),
                Some((low, high)) => format!(
                    "{name} lies at an end of its range; the technique has {low} to {high}."
                ),
            });
        }
        if let EngineSettings::InProcess(tuned) = self.state.tuning.engine_with(&self.tuned()) {
            let unreachable = tuned.search.unreachable_cutoffs();
            notes.extend(
                unreachable.iter().map(|cutoffs| format!("With the tuned values {cutoffs}.")),
            );
        }
        notes
    }
}

/// Decimal places that show differences of a hundredth of this.
pub(super) fn places(c_end: f64) -> usize {
    match c_end {
        c if c >= 100.0 => 0,
        c if c >= 5.0 => 1,
        _ => 2,
    }
}
