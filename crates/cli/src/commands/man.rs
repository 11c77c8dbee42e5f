//! `arena man`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use super::Cli;

/// Write the manual pages: one of arena, and one of each command.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ManArgs {
    /// The directory; it is made if it is missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  arena man ~/.local/share/man/man1           then: man arena, man arena-run";

pub(super) fn execute(args: &ManArgs) -> anyhow::Result<ExitCode> {
    let directory = &args.directory;
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    fs::create_dir_all(directory)
        .and_then(|()| write_pages(&program, directory))
        .with_context(|| format!("cannot write manual pages to {}", directory.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command and those of the commands below it.
fn write_pages(command: &Command, directory: &Path) -> io::Result<()> {
    for below in command.get_subcommands() {
        write_pages(below, directory)?;
    }
    let page = Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    // The lines of the examples stay as they are.
    let text = String::from_utf8_lossy(&text)
        .replace(".SH EXTRA\n", ".SH EXAMPLES\n.nf\n")
        .replace(".SH VERSION\n", ".fi\n.SH VERSION\n");
    fs::write(directory.join(page.get_filename()), text)
}
