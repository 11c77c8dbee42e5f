//! The match runner.

use std::process::ExitCode;

use arena::cli::Cli;
use arena::report::words::printable;
use clap::Parser;

#[expect(clippy::print_stderr, reason = "the place where errors reach the user")]
fn main() -> ExitCode {
    Cli::parse().execute().unwrap_or_else(|error| {
        eprintln!("error: {}", printable(&format!("{error:#}")));
        ExitCode::FAILURE
    })
}
