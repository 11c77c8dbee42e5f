//! `arena workers`.

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use tokio::runtime;

use super::output::print;
use super::server::CredentialArgs;
use remote::{Presence, roster};

/// Longer than the interval of workers' reports.
const PATIENCE: Duration = Duration::from_millis(5500);

/// List the matches waiting for workers at a NATS server, and the connected workers.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct WorkersArgs {
    /// The server, such as nats://host:4222
    #[arg(value_name = "URL")]
    server: String,
    #[command(flatten)]
    credentials: CredentialArgs,
}

const EXAMPLES: &str = "\
Example:
  arena workers nats://host

It listens for five seconds, the interval at which every worker reports its work, and the matches or
suites that it refuses, with reasons.";

pub(super) fn execute(args: &WorkersArgs) -> anyhow::Result<ExitCode> {
    let server = args.credentials.server(&args.server)?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let lists = runtime.block_on(roster(&server, PATIENCE));
    runtime.shutdown_background();
    let (jobs, workers) = lists?;
    print(&(list("wanted", &jobs) + &list("workers", &workers)))?;
    Ok(ExitCode::SUCCESS)
}

/// A list with its title, a line each.
fn list(title: &str, entries: &[Presence]) -> String {
    let lines = entries.iter().map(|Presence { name, what }| format!("  {name}: {what}\n"));
    let lines: String = lines.collect();
    let none = if entries.is_empty() { " none" } else { "" };
    format!("{title}:{none}\n{lines}")
}
