//! Checks of single values: numbers in range, valid times.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use toml::Spanned;

use super::ConfigError;
use super::ranges::{CONCURRENCY, SEED};
use super::resolver::Resolver;
use super::values::{TimeText, Whole};
use crate::chess::time_control::parse_seconds;
use crate::system::processor::physical_cores;

/// Seed where neither the file nor the command line names one.
const DEFAULT_SEED: u64 = 1;

impl Resolver<'_> {
    /// The file's name without extension.
    pub fn name(&self) -> String {
        self.source.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The seed, 0 where none is named.
    pub fn seed(&self, seed: Option<&Spanned<Whole>>) -> Result<u64, ConfigError> {
        Ok(self.whole(seed, &SEED)?.unwrap_or(DEFAULT_SEED))
    }

    /// The number of games at a time; by default the number of processors.
    pub fn concurrency(&self, threads: Option<&Spanned<Whole>>) -> Result<usize, ConfigError> {
        Ok(self.whole(threads, &CONCURRENCY)?.unwrap_or_else(physical_cores))
    }

    /// A whole number in a range, if it is given.
    pub fn whole<T: TryFrom<i64>>(
        &self,
        value: Option<&Spanned<Whole>>,
        range: &RangeInclusive<i64>,
    ) -> Result<Option<T>, ConfigError> {
        value.map(|value| self.required(value, range)).transpose()
    }

    /// A whole number in a range.
    pub fn required<T: TryFrom<i64>>(
        &self,
        value: &Spanned<Whole>,
        range: &RangeInclusive<i64>,
    ) -> Result<T, ConfigError> {
        let Whole(number) = *value.get_ref();
        in_range(number, range).map_err(|problem| self.error(value.span(), problem))
    }

    pub(crate) fn seconds(
        &self,
        text: Option<&Spanned<TimeText>>,
    ) -> Result<Option<Duration>, ConfigError> {
        let parse = |text: &Spanned<TimeText>| {
            parse_seconds(&text.get_ref().0)
                .map_err(|error| self.error(text.span(), error.to_string()))
        };
        text.map(parse).transpose()
    }

    /// A time that is longer than none.
    pub fn positive_seconds(
        &self,
        text: Option<&Spanned<TimeText>>,
    ) -> Result<Option<Duration>, ConfigError> {
        match (self.seconds(text)?, text) {
            (Some(Duration::ZERO), Some(text)) => {
                Err(self.error(text.span(), "a time above zero is needed here".to_owned()))
            }
            (time, _) => Ok(time),
        }
    }

    /// The error at a place of the file.
    pub fn error(&self, span: Range<usize>, problem: String) -> ConfigError {
        ConfigError::value(self.source, span, problem)
    }
}

fn in_range<T: TryFrom<i64>>(number: i64, range: &RangeInclusive<i64>) -> Result<T, String> {
    let value = range.contains(&number).then(|| T::try_from(number).ok()).flatten();
    value.ok_or_else(|| match (range.start(), range.end()) {
        (low, &i64::MAX) => format!("{number} is out of range, expected {low} or more"),
        (low, high) => format!("{number} is out of range, expected {low} to {high}"),
    })
}

/// A number of the command line, in the range that holds for the key of a file.
pub fn from_option<T: TryFrom<i64>>(
    option: &'static str,
    number: i64,
    range: &RangeInclusive<i64>,
) -> Result<T, ConfigError> {
    in_range(number, range).map_err(|problem| ConfigError::option(option, problem))
}
