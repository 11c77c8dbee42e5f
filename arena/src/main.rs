//! The match runner.

use std::process::ExitCode;

use arena::cli::Cli;
use clap::Parser;

#[expect(clippy::print_stderr, reason = "the place where errors reach the user")]
fn main() -> ExitCode {
    Cli::parse().execute().unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
