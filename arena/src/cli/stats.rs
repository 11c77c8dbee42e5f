//! `arena stats`.

use std::process::ExitCode;

use crate::calculator::{self, StatsArgs};

/// Prints what counts say.
#[expect(clippy::print_stdout, reason = "the result is what the command is for")]
pub(super) fn execute(args: &StatsArgs) -> anyhow::Result<ExitCode> {
    print!("{}", calculator::run(args)?);
    Ok(ExitCode::SUCCESS)
}
