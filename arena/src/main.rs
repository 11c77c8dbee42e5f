//! The match runner.

use std::process::ExitCode;

use arena::cli::{self, Cli};
use clap::Parser;

fn main() -> ExitCode {
    Cli::parse().execute().unwrap_or_else(|error| {
        cli::say(&format!("error: {error:#}"));
        ExitCode::FAILURE
    })
}
