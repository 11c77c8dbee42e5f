//! `arena completions`.

use std::process::ExitCode;

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use super::output::print;

/// Print a script that lets a shell complete the commands and options of arena.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  arena completions bash > ~/.local/share/bash-completion/completions/arena
  arena completions zsh > ~/.zfunc/_arena     with `fpath+=~/.zfunc` before compinit in .zshrc
  arena completions fish > ~/.config/fish/completions/arena.fish";

pub(super) fn execute(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut shown(), "arena", &mut script);
    print(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The program without its internal commands.
fn shown() -> Command {
    let program = Cli::command();
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    // `help` is one of the commands.
    Command::new("arena")
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true)
        .subcommands(commands)
}
