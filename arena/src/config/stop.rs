//! The `stop` table, read and written: rules that may end a match early.

use std::ops::{Range, RangeInclusive};

use jiff::SignedDuration;
use jiff::civil::Time;
use toml::Spanned;

use super::ConfigError;
use super::check::span;
use super::file::{SprtTable, StopTable};
use super::resolver::Resolver;
use super::values::Games;
use super::written::unplaced;
use stats::sprt::{DefineSprtError, Sprt};
use stats::stop::{StopRule, StopRules};

/// Elo differences that make sense as a margin.
const MARGIN: RangeInclusive<f64> = 0.0..=1000.0;

impl Resolver<'_> {
    pub(crate) fn stop_rules(
        &self,
        table: &StopTable,
        contenders: usize,
    ) -> Result<StopRules, ConfigError> {
        if contenders > 2 {
            self.refuse_sequential(table, contenders)?;
        }
        let mut sequential = Vec::new();
        if let Some(sprt) = &table.sprt {
            sequential.push(StopRule::Sprt(self.sprt(sprt)?));
        }
        sequential.extend(self.confidence(table)?);
        Ok(StopRules {
            sequential,
            games: table.games.map(Games::get),
            until: table.until.as_ref().map(|text| self.time_of_day(text)).transpose()?,
            budget: table.budget.as_ref().map(|text| self.budget(text)).transpose()?,
        })
    }

    /// Sequential tests compare exactly two contenders.
    fn refuse_sequential(&self, table: &StopTable, contenders: usize) -> Result<(), ConfigError> {
        let StopTable {
            sprt,
            confidence,
            margin,
            no_difference,
            // These end a match of any number of contenders.
            games: _,
            until: _,
            budget: _,
        } = table;
        let keys = [
            ("sprt", span(sprt)),
            ("confidence", span(confidence)),
            ("margin", span(margin)),
            ("no_difference", span(no_difference)),
        ];
        self.refuse(keys, |_| {
            format!(
                "this rule decides between two contenders, and there are {contenders}; games, until and budget end a \
                 match of any number"
            )
        })
    }

    /// The sequential test.
    pub fn sprt(&self, table: &Spanned<SprtTable>) -> Result<Sprt, ConfigError> {
        let SprtTable { elo0, elo1, alpha, beta, model } = *table.get_ref();
        let test = Sprt::new(elo0, elo1, alpha, beta, model.unwrap_or_default());
        test.map_err(|problem| self.wrong_test(&table.span(), elo0, &problem))
    }

    /// The mistake in the table of a test, at the place of its key.
    fn wrong_test(
        &self,
        table: &Range<usize>,
        elo0: f64,
        problem: &DefineSprtError,
    ) -> ConfigError {
        let key = match *problem {
            DefineSprtError::Order { .. } => "elo1",
            DefineSprtError::Probability { name, .. } => name,
            DefineSprtError::Sum { .. } => "beta",
            DefineSprtError::Range { value } if value == elo0 => "elo0",
            DefineSprtError::Range { .. } => "elo1",
        };
        let place = self.source.place(table, key);
        self.error(place.unwrap_or(table.clone()), problem.to_string())
    }

    fn confidence(&self, table: &StopTable) -> Result<Option<StopRule>, ConfigError> {
        let Some(level) = &table.confidence else {
            let keys =
                [("margin", span(&table.margin)), ("no_difference", span(&table.no_difference))];
            let problem = |key: &str| {
                format!("`{key}` belongs to a confidence, and there is none; add confidence = 0.95")
            };
            return self.refuse(keys, problem).map(|()| None);
        };
        let confidence = *level.get_ref();
        if !(confidence > 0.0 && confidence < 1.0) {
            let problem = format!(
                "{confidence} is out of range, expected more than 0 and less than 1, such as 0.95"
            );
            return Err(self.error(level.span(), problem));
        }
        let margin = match &table.margin {
            None => 0.0,
            Some(margin) if MARGIN.contains(margin.get_ref()) => *margin.get_ref(),
            Some(margin) => {
                let (low, high) = (MARGIN.start(), MARGIN.end());
                let problem =
                    format!("{} is out of range, expected {low} to {high} Elo", margin.get_ref());
                return Err(self.error(margin.span(), problem));
            }
        };
        let no_difference = self.no_difference(table.no_difference.as_ref(), margin)?;
        Ok(Some(StopRule::Confidence { confidence, margin, no_difference }))
    }

    fn no_difference(
        &self,
        written: Option<&Spanned<f64>>,
        margin: f64,
    ) -> Result<Option<f64>, ConfigError> {
        let Some(key) = written else { return Ok(None) };
        let elo = *key.get_ref();
        if elo > margin && elo > 0.0 && MARGIN.contains(&elo) {
            return Ok(Some(elo));
        }
        let problem = format!(
            "{elo} is out of range, expected more than {margin} and at most {} Elo: a smaller difference is none that \
             matters",
            MARGIN.end()
        );
        Err(self.error(key.span(), problem))
    }

    fn time_of_day(&self, text: &Spanned<String>) -> Result<Time, ConfigError> {
        Time::strptime("%H:%M", text.get_ref()).map_err(|_| {
            let problem =
                format!("{:?} is not a time of day such as \"07:00\" or \"23:30\"", text.get_ref());
            self.error(text.span(), problem)
        })
    }

    fn budget(&self, text: &Spanned<String>) -> Result<SignedDuration, ConfigError> {
        let budget = text.get_ref().parse::<SignedDuration>().ok();
        budget.filter(SignedDuration::is_positive).ok_or_else(|| {
            let problem = format!(
                "{:?} is not a time above zero such as \"6h\", \"90m\" or \"1h 30m\"",
                text.get_ref()
            );
            self.error(text.span(), problem)
        })
    }
}

impl From<&StopRules> for StopTable {
    fn from(rules: &StopRules) -> StopTable {
        let mut table = StopTable {
            games: rules.games.map(Games::of_checked),
            until: rules.until.map(|time| unplaced(time.strftime("%H:%M").to_string())),
            budget: rules.budget.map(|budget| unplaced(format!("{budget:#}"))),
            ..StopTable::default()
        };
        for rule in &rules.sequential {
            match rule {
                &StopRule::Sprt(Sprt { elo0, elo1, alpha, beta, model }) => {
                    let model = Some(model);
                    table.sprt = Some(unplaced(SprtTable { elo0, elo1, alpha, beta, model }));
                }
                StopRule::Confidence { confidence, margin, no_difference } => {
                    table.confidence = Some(unplaced(*confidence));
                    table.margin = Some(unplaced(*margin));
                    table.no_difference = no_difference.map(unplaced);
                }
            }
        }
        table
    }
}
