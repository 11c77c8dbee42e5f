//! The explanation of a match at its end, where the command line or the match file asks for one.

use std::path::Path;

use super::RunArgs;
use arena::config::{ExplainSettings, Match};

/// The explanation that a run ends with.
pub(super) struct Explained {
    settings: Option<ExplainSettings>,
    concurrency: usize,
    quiet: bool,
}

impl Explained {
    /// The explanation that is asked for, if any.
    ///
    /// # Errors
    /// When one is asked for, and this program has none.
    pub(super) fn of(args: &RunArgs, settings: &Match) -> anyhow::Result<Option<Explained>> {
        if !args.explain && settings.explain.is_none() {
            return Ok(None);
        }
        #[cfg(not(feature = "lab"))]
        anyhow::bail!(
            "the match is to be explained, for which this program was built without the feature `lab`"
        );
        #[cfg(feature = "lab")]
        Ok(Some(Explained {
            settings: settings.explain,
            concurrency: settings.concurrency,
            quiet: args.quiet,
        }))
    }

    /// Explains the match of this journal.
    ///
    /// # Errors
    /// As for `arena explain`.
    pub(super) fn run(&self, journal: &Path) -> anyhow::Result<()> {
        let Explained { settings, concurrency, quiet } = self;
        #[cfg(feature = "lab")]
        {
            use crate::commands::explain::{AuditArgs, explain};
            explain(journal, None, &AuditArgs::of_match(settings.as_ref()), *concurrency, *quiet)
        }
        #[cfg(not(feature = "lab"))]
        {
            let _ = (journal, settings, concurrency, quiet);
            Ok(())
        }
    }
}
