//! `arena setup`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Command, CommandFactory, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use super::Cli;
use super::output::print;

/// Write completions for a shell, or the manual pages.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct SetupArgs {
    #[command(subcommand)]
    part: Part,
}

#[derive(Debug, Subcommand)]
enum Part {
    /// Print a script that lets a shell complete the commands and options of arena.
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages: one of arena, and one of each command.
    Man {
        /// The directory; it is made if it is missing
        #[arg(value_name = "DIR")]
        directory: PathBuf,
    },
}

const EXAMPLES: &str = "\
Examples:
  arena setup completions bash > ~/.local/share/bash-completion/completions/arena
  arena setup completions zsh > ~/.zfunc/_arena
                                              with `fpath+=~/.zfunc` before compinit in .zshrc
  arena setup completions fish > ~/.config/fish/completions/arena.fish
  arena setup man ~/.local/share/man/man1     then: man arena, man arena-run";

pub(super) fn execute(args: &SetupArgs) -> anyhow::Result<ExitCode> {
    match &args.part {
        Part::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "arena", &mut script);
            print(&String::from_utf8(script)?)?;
        }
        Part::Man { directory } => {
            let mut program = Cli::command().disable_help_subcommand(true);
            program.build();
            fs::create_dir_all(directory)
                .and_then(|()| write_pages(&program, directory))
                .with_context(|| format!("cannot write manual pages to {}", directory.display()))?;
        }
    }
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
