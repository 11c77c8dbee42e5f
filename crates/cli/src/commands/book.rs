//! `arena book`: makes and filters opening books, judges them by a model of results, and measures
//! them.

mod filter;
mod judging;
mod make;
mod measure;
mod model;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Make opening books, filter books by the engine's evaluation, and measure their worth.
#[derive(Debug, Args)]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Make(make::MakeArgs),
    Filter(filter::FilterArgs),
    Model(model::ModelArgs),
    Measure(measure::MeasureArgs),
}

pub(super) fn execute(args: &BookArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        BookCommand::Make(args) => make::execute(args),
        BookCommand::Filter(args) => filter::execute(args),
        BookCommand::Model(args) => model::execute(args),
        BookCommand::Measure(args) => measure::execute(args),
    }
}
