//! `arena watch`.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use tokio::runtime;

use super::output;
use crate::watch::{Access, bind, has_results, serve};
use document::terminal;

/// The default address of the page.
const ADDRESS: &str = "127.0.0.1:8717";

/// Show the report of a match in a browser, live while it runs; or all results below a directory.
///
/// Reads the journal and writes nothing: it can be started and stopped at any time without
/// affecting the match.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct WatchArgs {
    /// The directory of the match, which may not have begun; or one above several matches, tunings and suites, to show
    /// a list with a page for each [default: this one]
    #[arg(value_name = "DIR")]
    directory: Option<PathBuf>,
    /// The address to listen on. Beyond this machine, the page requires a token, which is part of
    /// the printed address; note that the connection is not encrypted
    #[arg(long, value_name = "ADDRESS:PORT", default_value = ADDRESS)]
    listen: SocketAddr,
}

const EXAMPLES: &str = "\
Examples:
  arena watch                                 all results here, in results/ and in matches/results/, those
                                              written to last first
  arena watch matches/results/smoke           this match
  arena watch matches/results/smoke --listen 0.0.0.0:8717
                                              for other machines too, at the printed address";

/// Serves the page until the command is interrupted.
pub(super) fn execute(args: &WatchArgs) -> anyhow::Result<ExitCode> {
    let directory = directory(args.directory.as_deref())?;
    runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let (listener, address) = bind(args.listen).await?;
        let access = Access::at(address);
        output::print(&announcement(&directory, &access.addresses(address)))?;
        tokio::select! {
            () = serve(listener, &directory, access, output::say) => {}
            interrupted = tokio::signal::ctrl_c() => interrupted.context("cannot listen to signals")?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// The text that gives the page's address.
fn announcement(directory: &Path, addresses: &[String]) -> String {
    let directory = directory.display().to_string();
    let directory = terminal::line(&directory);
    let mut text = String::new();
    for (number, address) in addresses.iter().enumerate() {
        text += &match number {
            0 => format!("{directory}: {address}\n"),
            _ => format!("on this machine: {address}\n"),
        };
    }
    text + "Ctrl-C ends watching; the match goes on.\n"
}

/// The directory to watch.
fn directory(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    let directory = named.unwrap_or(Path::new("."));
    if !directory.is_dir() {
        bail!("{}: there is no such directory", directory.display());
    }
    if named.is_none() && !has_results(directory) {
        bail!("there are no results here (a directory with games.pgn); name their DIR");
    }
    Ok(directory.to_owned())
}
