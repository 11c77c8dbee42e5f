//! The match runner.

use std::process::ExitCode;

use arena::cli;

fn main() -> ExitCode {
    // As the warden of a UCI program this binary is not the match runner.
    let done = match uci_client::serve() {
        Some(served) => served.map(|()| ExitCode::SUCCESS).map_err(anyhow::Error::new),
        None => cli::execute(),
    };
    done.unwrap_or_else(|error| {
        cli::say(&format!("error: {error:#}"));
        ExitCode::FAILURE
    })
}
