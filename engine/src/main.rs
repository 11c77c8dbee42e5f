//! `ziggurat`: the engine under any program that speaks the Universal Chess Interface.

mod uci;

use std::io;
use std::process::ExitCode;

const HELP: &str = "\
ziggurat: a chess engine whose pruning techniques are options

Usage: ziggurat              speak UCI on standard input and output
       ziggurat COMMAND...   carry out one command as if it were typed, and exit
       ziggurat --help | --version

Commands beside those of UCI:
  bench [DEPTH] [PRESET]     search a fixed list of positions; the last line is
                             'N nodes N nps', and N nodes is the same everywhere
  perft DEPTH                count the move sequences of this length
  d                          show the board and its FEN
  eval                       the static evaluation
  help                       this text
";

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    match arguments.first().map(String::as_str) {
        None => uci::serve(io::stdin().lock()),
        Some("--help" | "-h") => print(HELP.trim_end()),
        Some("--version" | "-V") => print(uci::NAME),
        Some(_) => uci::carry_out(&arguments.join(" ")),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "one arm of what main returns")]
fn print(text: &str) -> io::Result<ExitCode> {
    uci::output::send(&text);
    Ok(ExitCode::SUCCESS)
}
