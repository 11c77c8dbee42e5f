//! `arena pause`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use uci_client::quoted;

use super::output::print;
use system::requests::Holder;

/// Let a run finish its games in progress and end.
///
/// Finished games are in the journal; repeat the run's own command to resume it. A tuning finishes
/// its iteration.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct PauseArgs {
    /// The directory of the run's results
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  arena pause matches/results/smoke           the match ends after its games in progress, as by Ctrl-C;
                                              a second time has no further effect";

/// Asks the process that writes the journal to end in good order.
pub(super) fn execute(args: &PauseArgs) -> anyhow::Result<ExitCode> {
    let directory = &args.directory;
    if !directory.is_dir() {
        bail!("{}: there is no such directory", directory.display());
    }
    let Some(holder) = Holder::in_directory(directory) else {
        bail!("{}: no run writes here, and so there is nothing to pause", directory.display());
    };
    let sent = holder.pause(directory);
    sent.with_context(|| format!("cannot pause the run in {}", directory.display()))?;
    let command: Vec<String> = holder.command.iter().map(|word| quoted(word)).collect();
    print(&format!(
        "The run ends after the games in progress. Resume it with: {}\n",
        command.join(" ")
    ))?;
    Ok(ExitCode::SUCCESS)
}
