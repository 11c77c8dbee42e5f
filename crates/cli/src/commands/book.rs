//! `arena book`: opening books made, chosen from, judged by a model of results, and measured.

mod filter;
mod judging;
mod make;
mod measure;
mod model;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Make opening books, choose the positions of others' books by the engine's judgement, and find out
/// what books are worth.
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
