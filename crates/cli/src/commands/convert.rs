//! `arena convert`.

use std::path::Path;
use std::process::ExitCode;

use clap::Args;

use super::output;

/// Make a match file of a command line of fastchess or cutechess-cli.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ConvertArgs {
    /// The command line: the program, then its arguments; or a shell script with such a line
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    line: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  arena convert test.sh > my.toml             the command line in a script
  arena convert fastchess -engine cmd=./new -engine cmd=./old -each tc=8+0.08 -rounds 500 -repeat > my.toml
  arena convert cutechess-cli -engine cmd=a -engine cmd=b -each tc=1+0.01 -games 2 -rounds 50

Differences and parts without an equivalent are listed at the head of the match file.";

pub(super) fn execute(args: &ConvertArgs) -> anyhow::Result<ExitCode> {
    let of_script = match args.line.as_slice() {
        [file] if Path::new(file).is_file() => Some(fastchess::script_line(Path::new(file))),
        _ => None,
    };
    let line = of_script.unwrap_or_else(|| Ok(args.line.clone()));
    match line.and_then(|line| fastchess::converted(&line)) {
        Ok(text) => {
            output::print(&text)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(problem) => anyhow::bail!(problem),
    }
}
