//! The program `arena`.

use std::process::ExitCode;

use cli::commands;

fn main() -> ExitCode {
    // As the warden of a UCI program this binary is not the match runner.
    let done = match uci_client::serve() {
        Some(served) => served.map(|()| ExitCode::SUCCESS).map_err(anyhow::Error::new),
        None => commands::execute(),
    };
    done.unwrap_or_else(|error| {
        commands::say(&format!("error: {error:#}"));
        ExitCode::FAILURE
    })
}
