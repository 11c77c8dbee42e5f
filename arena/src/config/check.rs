//! Values of a file that have a default, or that the command line gives, too.

use std::ops::Range;

use toml::Spanned;

use super::ConfigError;
use super::ranges::{Concurrency, Seed};
use super::resolver::Resolver;
use super::values::Whole;
use crate::system::processor::physical_cores;

/// Seed where neither the file nor the command line names one.
const DEFAULT_SEED: u64 = 1;

impl Resolver<'_> {
    /// The file's name without extension.
    pub fn name(&self) -> String {
        self.source.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The error at a place of the file.
    pub fn error(&self, span: Range<usize>, problem: String) -> ConfigError {
        ConfigError::value(self.source, span, problem)
    }

    /// Refuses the first of these keys that is written.
    pub(super) fn refuse<const N: usize>(
        &self,
        keys: [(&str, Option<Range<usize>>); N],
        problem: impl Fn(&str) -> String,
    ) -> Result<(), ConfigError> {
        let written = keys.into_iter().find_map(|(key, span)| Some((key, span?)));
        written.map_or(Ok(()), |(key, span)| Err(self.error(span, problem(key))))
    }
}

/// The place of a key that is written.
pub(super) fn span<T>(key: &Option<Spanned<T>>) -> Option<Range<usize>> {
    key.as_ref().map(Spanned::span)
}

/// The seed of a file that may name none.
#[must_use]
pub fn seed_or_default(seed: Option<Seed>) -> u64 {
    seed.map_or(DEFAULT_SEED, Whole::get)
}

/// The number of games at a time; by default the number of processors.
#[must_use]
pub fn concurrency_or_default(threads: Option<Concurrency>) -> usize {
    threads.map_or_else(physical_cores, Whole::get)
}

/// A number of the command line, in the range that holds for the key of a file.
pub fn from_option<T: TryFrom<i64> + Copy, const LOW: i64, const HIGH: i64>(
    option: &'static str,
    number: i64,
) -> Result<Whole<T, LOW, HIGH>, ConfigError> {
    Whole::new(number).map_err(|problem| ConfigError::option(option, problem))
}
