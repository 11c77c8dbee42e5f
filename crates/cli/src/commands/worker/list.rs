//! `arena worker --list`: the work that waits for workers, and the connected workers.

use std::process::ExitCode;
use std::time::Duration;

use tokio::runtime;

use crate::commands::output::print;
use remote::{Presence, Server, roster};

/// Longer than the interval of workers' reports.
const PATIENCE: Duration = Duration::from_millis(5500);

/// Prints both lists. It listens for five seconds, the interval at which every worker reports its work, and the work that
/// it refuses, with reasons.
pub(super) fn list_all(server: &Server) -> anyhow::Result<ExitCode> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let lists = runtime.block_on(roster(server, PATIENCE));
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
