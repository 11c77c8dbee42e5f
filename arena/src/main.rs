//! The match runner.

use std::process::ExitCode;

use arena::cli;

fn main() -> ExitCode {
    cli::execute().unwrap_or_else(|error| {
        cli::say(&format!("error: {error:#}"));
        ExitCode::FAILURE
    })
}
