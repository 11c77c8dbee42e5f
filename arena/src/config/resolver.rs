//! What a file is resolved with; each kind of value has its rules in a file of its own.

use super::error::Source;

/// What the command line changes in a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// `--games`
    pub games: Option<i64>,
    /// `--seed`
    pub seed: Option<i64>,
    /// `--concurrency`
    pub concurrency: Option<i64>,
}

/// Resolves one match file; the checks of single values are in [`super::check`].
pub(crate) struct Resolver<'a> {
    pub(crate) source: &'a Source,
    pub(crate) overrides: &'a Overrides,
}
