//! The deep reference that judges the moves of suites and sweeps.

use anyhow::{Context, bail};
use clap::Args;
use uci_client::Guard;

use crate::commands::guard::guard_where;
use crate::commands::whole::whole;
use lab::suite::configuration::{self, Configuration};
use lab::suite::identify::identify_configurations;
use lab::suite::reference::Reference;

/// The reference of the command line.
#[derive(Debug, Args)]
pub(in crate::commands) struct ReferenceArgs {
    /// Judge every move that was chosen by a deep reference with this many nodes a search: agreement with it, and the
    /// expected score that is lost against it
    #[arg(long, value_name = "NODES", value_parser = whole(1_u64..))]
    pub(in crate::commands) reference: Option<u64>,
    /// The reference, a preset or a UCI program as in --config [default: modern with the network]
    #[arg(long, value_name = "NAME", requires = "reference")]
    pub(in crate::commands) judge: Option<String>,
}

impl ReferenceArgs {
    /// The reference that is asked for, and the guard of its program.
    ///
    /// # Errors
    /// The engine is none, or more than one, or cannot be started.
    pub(in crate::commands) fn reference(&self) -> anyhow::Result<Option<(Reference, Guard)>> {
        let Some(nodes) = self.reference else { return Ok(None) };
        let Some(name) = &self.judge else {
            return Ok(Some((
                Reference { judge: Reference::default_judge(), nodes },
                Guard::none(),
            )));
        };
        let mut judges =
            configuration::parse_lists(std::slice::from_ref(name), None).context("--judge")?;
        let guard = guard_where(judges.iter().any(|judge| judge.engine.program().is_some()))?;
        identify_configurations(&mut judges, &guard).context("--judge")?;
        let Ok([judge]) = <[Configuration; 1]>::try_from(judges) else {
            bail!("--judge {name}: one reference judges the moves, and these are more");
        };
        Ok(Some((Reference { judge, nodes }, guard)))
    }
}
