//! The context in which a file is resolved; each kind of value has its rules in a file of its own.

use super::error::Source;
use super::setting::Setting;

/// The changes that the command line makes to a file.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// `--games`
    pub games: Option<i64>,
    /// `--seed`
    pub seed: Option<i64>,
    /// `--concurrency`
    pub concurrency: Option<i64>,
    /// `--set`, in the order they were given.
    pub set: Vec<Setting>,
}

impl Overrides {
    /// All of them as settings of keys; a dedicated option comes last and wins.
    pub fn settings(&self) -> Vec<Setting> {
        let named = [
            Setting::of_option("--games", "games", self.games),
            Setting::of_option("--seed", "seed", self.seed),
            Setting::of_option("--concurrency", "concurrency", self.concurrency),
        ];
        self.set.iter().cloned().chain(named.into_iter().flatten()).collect()
    }
}

/// Resolves one file; the checks of single values are in [`super::check`].
pub struct Resolver<'a> {
    /// The text of the file.
    pub source: &'a Source,
}
