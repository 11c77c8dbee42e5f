//! `arena new`.

use std::process::ExitCode;

use clap::Args;

use super::files::FileKind;
use super::output::print;

/// Print a file to begin with: every key with a word on it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct NewArgs {
    /// The kind of file
    #[arg(value_enum, default_value_t)]
    kind: FileKind,
}

const EXAMPLES: &str = "\
Examples:
  arena new > my.toml                         a match file; then: arena run my.toml
  arena new tuning-file > tune.toml           a tuning file; then: arena tune tune.toml

Keys that a file can do without are comments. The book is named as from the top of a clone.";

pub(super) fn execute(args: &NewArgs) -> anyhow::Result<ExitCode> {
    print(&args.kind.template())?;
    Ok(ExitCode::SUCCESS)
}
