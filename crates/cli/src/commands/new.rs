//! `arena new`.

use std::process::ExitCode;

use clap::Args;

use super::files::FileKind;
use super::output::print;

/// Print a template of a file: every key with a comment.
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

Optional keys are commented out. The book's path is relative to the top of a clone.";

pub(super) fn execute(args: &NewArgs) -> anyhow::Result<ExitCode> {
    print(&args.kind.template())?;
    Ok(ExitCode::SUCCESS)
}
