//! The engine's side of the Universal Chess Interface, for the program `ziggurat`.
//!
//! ```text
//! standard input -> Lines -> Command -> Session -> Job -> Worker (search thread) -> output
//!                                          |                                          ^
//!                                          +---- answers that need no search ---------+
//! ```
//!
//! The thread that reads never searches, so that `isready` and `stop` are answered at once; the
//! thread that searches owns the engine and takes one job after the other. Both write whole lines.

mod bench;
mod command;
mod debug_commands;
mod go;
mod info;
mod input;
mod options;
mod output;
mod session;
mod worker;

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use command::Command;
use input::{Line, Lines};
use session::Session;

/// The engine's name.
const NAME: &str = concat!("Ziggurat ", env!("CARGO_PKG_VERSION"));
/// The engine's author.
const AUTHOR: &str = "the Ziggurat developers";

/// The commands beside those of UCI, one a line.
pub const COMMANDS: &str = "\
Commands beside those of UCI:
  bench [DEPTH] [PRESET]  search a fixed list of positions; the last line is 'N nodes N nps',
                          and N nodes is the same everywhere
  perft DEPTH             count the move sequences of this length
  d                       show the board and its FEN
  eval                    show the static evaluation
  help                    list these commands";

/// Executes the lines of an input until `quit` or its end; either stops a search at once.
///
/// # Errors
/// The search thread cannot be started.
pub fn serve(input: impl BufRead) -> io::Result<ExitCode> {
    let mut session = Session::start()?;
    session.configure();
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next() {
        // A search's time counts from here.
        let read_at = Instant::now();
        let flow = match line {
            Line::Text(text) => execute(&mut session, &text, read_at),
            Line::TooLong => {
                output::info_string(&format!(
                    "a line of more than {} bytes is ignored",
                    input::LONGEST
                ));
                ControlFlow::Continue(())
            }
        };
        if flow.is_break() {
            break;
        }
    }
    session.stop();
    session.finish();
    Ok(ExitCode::SUCCESS)
}

fn execute(session: &mut Session, line: &str, read_at: Instant) -> ControlFlow<()> {
    match Command::parse(line) {
        Ok(Some(command)) => session.execute(command, read_at),
        Ok(None) => ControlFlow::Continue(()),
        Err(error) => {
            output::info_string(&error);
            ControlFlow::Continue(())
        }
    }
}

/// Executes one command and waits for its end. A command that cannot be read is reported on standard
/// error, with exit code 2.
///
/// # Errors
/// When the search thread cannot be started.
pub fn run_command(line: &str) -> io::Result<ExitCode> {
    match Command::parse(line) {
        Ok(Some(command)) => {
            let mut session = Session::start()?;
            let _ = session.execute(command, Instant::now());
            session.finish();
            Ok(ExitCode::SUCCESS)
        }
        Ok(None) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            output::report_error(&error);
            Ok(ExitCode::from(2))
        }
    }
}
