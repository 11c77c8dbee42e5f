//! `arena stats`, `arena plan` and `arena simulate`.

use std::process::ExitCode;

use super::output;
use crate::calculator::{self, StatsArgs};
use crate::plan::{self, PlanArgs};
use crate::simulate::{self, SimulateArgs};

/// Prints what counts say.
pub(super) fn execute(args: &StatsArgs) -> anyhow::Result<ExitCode> {
    output::print(&calculator::run(args)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints how long a match has to be.
pub(super) fn execute_plan(args: &PlanArgs) -> anyhow::Result<ExitCode> {
    output::print(&plan::run(args)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints how the statistics fare on simulated matches.
pub(super) fn execute_simulation(args: &SimulateArgs) -> anyhow::Result<ExitCode> {
    output::print(&simulate::run(args)?)?;
    Ok(ExitCode::SUCCESS)
}
