//! `arena book`.

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::book_measure::{self, MeasureArgs};

/// Find out what opening books are worth.
#[derive(Debug, Args)]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Measure(MeasureArgs),
}

pub(super) fn execute(args: &BookArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        BookCommand::Measure(args) => book_measure::execute(args),
    }
}
