//! `arena book`: opening books made, chosen from, and judged by a model of results.

mod filter;
mod judging;
mod make;
mod model;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Make opening books, and choose the positions of others' books by the engine's judgement.
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
}

pub(super) fn execute(args: &BookArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        BookCommand::Make(args) => make::execute(args),
        BookCommand::Filter(args) => filter::execute(args),
        BookCommand::Model(args) => model::execute(args),
    }
}
