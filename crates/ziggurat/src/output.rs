//! Lines to standard output, each written and flushed whole.

use std::fmt::Display;
use std::io::{self, Write};

use shakmaty_uci::{UciInfo, UciMessage};

/// Sends a line. When nobody reads any more there is nothing left to do, and the process ends.
pub(crate) fn send(line: &impl Display) {
    let line = format!("{line}\n");
    let mut stdout = io::stdout().lock();
    if stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush()).is_err() {
        std::process::exit(1);
    }
}

/// Sends a remark to whoever reads along: `info string`.
pub(crate) fn remark(text: &impl Display) {
    let string = Some(text.to_string());
    send(&UciMessage::Info(UciInfo { string, ..UciInfo::default() }));
}

/// Says on standard error why a command line cannot be obeyed.
pub(crate) fn complain(text: &impl Display) {
    // Whoever closed standard error does not want to know.
    let _ = writeln!(io::stderr(), "ziggurat: {text}");
}

/// The begin of a text, printable on one line.
pub(crate) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 60;
    let printable = |c: char| if c.is_control() { '?' } else { c };
    let mut excerpt: String = text.chars().take(LENGTH).map(printable).collect();
    if text.chars().nth(LENGTH).is_some() {
        excerpt.push('…');
    }
    excerpt
}
