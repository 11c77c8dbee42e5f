//! `ziggurat`: the engine as a program that speaks the Universal Chess Interface.

use std::io;
use std::process::ExitCode;

use clap::Parser;

/// The version; in a release with the commit and the target that it was built from and for.
const VERSION: &str = match option_env!("ZIGGURAT_BUILD") {
    Some(build) => build,
    None => env!("CARGO_PKG_VERSION"),
};

/// A chess engine whose pruning techniques are options.
///
/// Without a command it speaks UCI on standard input and output.
#[derive(Debug, Parser)]
#[command(name = "Ziggurat", bin_name = "ziggurat", version = VERSION, after_help = ziggurat::COMMANDS)]
#[command(max_term_width = 100)]
struct Arguments {
    /// Carry out this one command as if it were typed, and exit
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

fn main() -> io::Result<ExitCode> {
    let arguments = Arguments::parse();
    if arguments.command.is_empty() {
        ziggurat::serve(io::stdin().lock())
    } else {
        ziggurat::run_command(&arguments.command.join(" "))
    }
}
