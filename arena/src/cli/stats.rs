//! `arena stats`, `arena plan` and `arena simulate`.

use std::process::ExitCode;

use super::patience::PatientBar;
use crate::calculator::{self, StatsArgs};
use crate::plan::{self, PlanArgs};
use crate::simulate::{self, SimulateArgs};

/// Prints what counts say.
#[expect(clippy::print_stdout, reason = "the result is what the command is for")]
pub(super) fn execute(args: &StatsArgs) -> anyhow::Result<ExitCode> {
    print!("{}", calculator::run(args)?);
    Ok(ExitCode::SUCCESS)
}

/// Prints how long a match has to be.
#[expect(clippy::print_stdout, reason = "the result is what the command is for")]
pub(super) fn execute_plan(args: &PlanArgs) -> anyhow::Result<ExitCode> {
    print!("{}", plan::run(args)?);
    Ok(ExitCode::SUCCESS)
}

/// Prints how the statistics fare on simulated matches.
#[expect(clippy::print_stdout, reason = "the result is what the command is for")]
pub(super) fn execute_simulation(args: &SimulateArgs) -> anyhow::Result<ExitCode> {
    let bar = PatientBar::of(u64::from(args.matches), "matches", args.quiet);
    let progress = || {
        bar.bar().inc(1);
        bar.reveal();
    };
    let text = simulate::run(args, &progress)?;
    drop(bar);
    print!("{text}");
    Ok(ExitCode::SUCCESS)
}
