//! The account of a match at its end, where the command line or the match file asks for one.

use std::path::Path;

use super::RunArgs;
use crate::commands::explain::{Wishes, explain};
use arena::config::{ExplainSettings, Match};

/// The account that a run ends with.
pub(super) struct Explained {
    settings: Option<ExplainSettings>,
    concurrency: usize,
    quiet: bool,
}

impl Explained {
    /// The account that is asked for, if any.
    pub(super) fn of(args: &RunArgs, settings: &Match) -> Option<Explained> {
        let explained = Explained {
            settings: settings.explain,
            concurrency: settings.concurrency,
            quiet: args.quiet,
        };
        (args.explain || settings.explain.is_some()).then_some(explained)
    }

    /// Explains the match of this journal; `false` when the user stopped that.
    ///
    /// # Errors
    /// As for `arena explain`.
    pub(super) fn run(&self, journal: &Path) -> anyhow::Result<bool> {
        let Explained { settings, concurrency, quiet } = self;
        let wishes = Wishes::of_match(settings.as_ref());
        explain(journal, None, wishes, Some(*concurrency), *quiet)
    }
}
