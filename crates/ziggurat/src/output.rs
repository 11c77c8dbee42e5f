//! Lines to standard output, each written and flushed whole.

use std::fmt::Display;
use std::io::{self, Write};

use shakmaty_uci::{UciInfo, UciMessage};

/// Sends a line. If standard output is closed, there is nothing left to do and the process ends.
pub(crate) fn send(line: &impl Display) {
    let line = format!("{line}\n");
    let mut stdout = io::stdout().lock();
    if stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush()).is_err() {
        std::process::exit(1);
    }
}

/// Sends a remark for the log: `info string`.
pub(crate) fn info_string(text: &impl Display) {
    let string = Some(text.to_string());
    send(&UciMessage::Info(UciInfo { string, ..UciInfo::default() }));
}

/// Reports an error of the command line on standard error.
pub(crate) fn report_error(text: &impl Display) {
    // A closed standard error is not an error of its own.
    let _ = writeln!(io::stderr(), "ziggurat: {text}");
}

/// The beginning of a text, printable on one line.
pub(crate) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 60;
    let printable = |c: char| if c.is_control() { '?' } else { c };
    let mut excerpt: String = text.chars().take(LENGTH).map(printable).collect();
    if text.chars().nth(LENGTH).is_some() {
        excerpt.push('…');
    }
    excerpt
}
