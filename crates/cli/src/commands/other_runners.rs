//! `arena fastchess` and `arena cutechess`, also started under these names.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use super::{check, guard, output, report};
use arena::runner;
use fastchess::{Dialect, Invocation};

/// The option, of ours, that prints the match file of a command line in place of playing it.
const PRINT: &str = "--print-match-file";

/// The command line of another match runner.
#[derive(Debug, Args)]
pub(super) struct OtherArgs {
    /// Its arguments, in its own syntax
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl OtherArgs {
    pub(super) fn execute(&self, dialect: Dialect, program: &str) -> anyhow::Result<ExitCode> {
        execute(&Invocation::of(dialect, program, &self.arguments))
    }
}

/// Executes the command of this process, if it was started as another match runner.
pub(super) fn execute_process() -> Option<anyhow::Result<ExitCode>> {
    let arguments = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned());
    execute_line(&arguments.collect::<Vec<_>>())
}

/// Executes a command line, if it is another match runner's.
pub(super) fn execute_line(line: &[String]) -> Option<anyhow::Result<ExitCode>> {
    Invocation::read(line).map(|invocation| execute(&invocation))
}

/// Acts as another match runner.
fn execute(invocation: &Invocation) -> anyhow::Result<ExitCode> {
    runner::outlive_full_files().context("cannot listen to signals")?;
    if invocation.arguments.iter().any(|argument| argument == PRINT) {
        return print_match_file(invocation);
    }
    if let [first, engine @ ..] = &invocation.arguments[..]
        && first == "--compliance"
        && !engine.is_empty()
    {
        return check::of_command(engine);
    }
    let done = fastchess::execute(invocation, guard::guard)?;
    if let Some(results) = &done.results {
        report::keep_quietly(results)?;
    }
    Ok(done.code)
}

/// Prints the command line as a match file; parts without an equivalent are listed at its head.
fn print_match_file(invocation: &Invocation) -> anyhow::Result<ExitCode> {
    let name = match invocation.dialect {
        Dialect::Fastchess => "fastchess",
        Dialect::Cutechess => "cutechess-cli",
    };
    let arguments = invocation.arguments.iter().filter(|argument| *argument != PRINT).cloned();
    let line: Vec<String> = std::iter::once(name.to_owned()).chain(arguments).collect();
    let text = fastchess::converted(&line).map_err(anyhow::Error::msg)?;
    output::print(&text).map(|()| ExitCode::SUCCESS)
}
