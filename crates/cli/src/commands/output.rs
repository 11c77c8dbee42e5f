//! Printing. All output of the commands goes through here.

use std::io::{self, Write};

use anyhow::Context;

use document::{Document, terminal};
use uci_client::quoted;

/// Prints a command's result.
///
/// # Errors
/// The text cannot be written. A reader that stops early, such as `head`, is not an error.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    write(&terminal::lines(text))
}

/// Prints a document as text.
///
/// # Errors
/// As for [`print`].
pub(super) fn print_document(document: &Document) -> anyhow::Result<()> {
    print(&text_of(document))
}

/// A document as text, for a terminal within its width.
pub(super) fn text_of(document: &Document) -> String {
    match free_columns(io::stdout()) {
        Some(columns) => document.text_within(columns),
        None => document.text(),
    }
}

/// The width of text on standard output, in columns: the terminal's, or a usual one.
pub(super) fn columns() -> usize {
    const MOST: usize = 120;
    terminal::columns(io::stdout()).min(MOST)
}

/// Prints a JSON text.
///
/// # Errors
/// As for [`print`].
pub(super) fn print_json(text: &str) -> anyhow::Result<()> {
    write(&terminal::json(text))
}

fn write(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to the standard output"),
    }
}

/// Prints a message on standard error. It is dropped if nothing reads it: a match matters more than
/// its messages.
pub fn say(line: &str) {
    let text = terminal::lines(line);
    let _ = match free_columns(io::stderr()) {
        Some(columns) => writeln!(io::stderr(), "{}", terminal::wrapped(&text, columns)),
        None => writeln!(io::stderr(), "{text}"),
    };
}

/// Prints a message that ends in the command of this process. On a terminal that is too narrow the command stands on a
/// line of its own, so that it can be copied.
pub(super) fn say_command(sentence: &str) {
    let command = command_line();
    let line = format!("{sentence}: {command}");
    match free_columns(io::stderr()) {
        Some(columns) if terminal::width(&line) > columns => {
            say(&format!("{sentence}:"));
            let _ = writeln!(io::stderr(), "{}", terminal::lines(&command));
        }
        _ => say(&line),
    }
}

/// The columns of this stream, if it is a terminal; the last one stays free, for some terminals break a line that fills
/// it.
fn free_columns(stream: impl terminal::Stream) -> Option<usize> {
    terminal::reported_columns(stream)?.checked_sub(1).filter(|columns| *columns > 0)
}

/// The given command, quoted for a shell.
fn command_line() -> String {
    let arguments = std::env::args_os().map(|argument| quoted(&argument.to_string_lossy()));
    arguments.collect::<Vec<String>>().join(" ")
}
