//! `arena stats`, `arena plan` and `arena simulate`.

use std::process::ExitCode;

use super::output;
use super::patience::PatientBar;
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
    let bar = PatientBar::of(u64::from(args.matches), "matches", args.quiet);
    let progress = || {
        bar.bar().inc(1);
        bar.reveal();
    };
    let text = simulate::run(args, &progress)?;
    drop(bar);
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
