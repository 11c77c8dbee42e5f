//! The progress of a run on standard error: a bar on a terminal, otherwise a line a minute.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use document::terminal::{self, InPlace};

use super::Outlet;

const LINE_EVERY: Duration = Duration::from_secs(60);
/// The bar is drawn anew no more often: short games finish more often than anyone can read.
const DRAWN_EVERY: Duration = Duration::from_millis(100);

/// Shows the figures of a run, and messages that stay. Nothing waits for a reader that has stopped.
#[derive(Debug)]
pub struct Display {
    form: Form,
    outlet: Outlet,
    /// When the figures may change next, since the run began.
    next: Duration,
}

#[derive(Debug)]
enum Form {
    /// Lines that are drawn in place, a bar first.
    Bar { place: InPlace, lines: Vec<String> },
    /// Plain lines.
    Lines,
    /// Only essential messages.
    Quiet,
}

/// The figures of a run, as either form has them.
pub trait Figures {
    /// The lines on a terminal of this width, in columns, the bar first.
    fn drawn(&self, columns: usize) -> Vec<String>;

    /// All of them on one line, however long.
    fn line(&self) -> String;

    /// The lines that stay on a terminal at the end, for this number of columns.
    fn closing(&self, columns: usize) -> Vec<String>;
}

impl Display {
    /// The form that suits standard error.
    #[must_use]
    pub fn new(quiet: bool) -> Display {
        let (form, next) = match quiet {
            true => (Form::Quiet, Duration::MAX),
            false if !io::stderr().is_terminal() => (Form::Lines, LINE_EVERY),
            false => (Form::Bar { place: InPlace::here(), lines: Vec::new() }, Duration::ZERO),
        };
        Display { form, outlet: Outlet::new(), next }
    }

    /// Whether it has only essential messages.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        matches!(self.form, Form::Quiet)
    }

    /// Says something that stays.
    pub fn say(&mut self, text: &str) {
        if self.is_stopped() {
            return;
        }
        let text = terminal::line(text);
        match &mut self.form {
            Form::Bar { place, lines } => {
                put(&place.above(&text, lines, terminal::columns(io::stderr())));
            }
            // A line that cannot be written is dropped: the run is worth more than its progress.
            Form::Lines | Form::Quiet => {
                let _ = self.outlet.write(format!("{text}\n").as_bytes());
            }
        }
    }

    /// Shows the figures after this time where it is due; a bar also where they are the first or the last.
    pub fn show(&mut self, elapsed: Duration, is_bound: bool, figures: &impl Figures) {
        if self.is_stopped() {
            return;
        }
        match &mut self.form {
            Form::Bar { place, lines } if elapsed >= self.next || is_bound => {
                self.next = elapsed + DRAWN_EVERY;
                let columns = terminal::columns(io::stderr());
                *lines = figures.drawn(columns);
                put(&place.draw(lines, columns));
            }
            Form::Lines if elapsed >= self.next => {
                self.next = elapsed + LINE_EVERY;
                self.say(&figures.line());
            }
            Form::Bar { .. } | Form::Lines | Form::Quiet => {}
        }
    }

    /// Takes the bar away, says this, and leaves the last figures if there are any.
    pub fn end(&mut self, message: Option<String>, figures: Option<&impl Figures>) {
        if self.is_stopped() {
            return;
        }
        let closing = match &mut self.form {
            Form::Bar { place, lines } => {
                let columns = terminal::columns(io::stderr());
                lines.clear();
                put(&place.clear(columns));
                figures.map_or(Vec::new(), |figures| figures.closing(columns.saturating_sub(1)))
            }
            Form::Lines => figures.map(Figures::line).into_iter().collect(),
            Form::Quiet => Vec::new(),
        };
        message.into_iter().chain(closing).for_each(|line| self.say(&line));
    }

    /// Whether the terminal of a bar is stopped, which would stop the run too.
    fn is_stopped(&self) -> bool {
        matches!(self.form, Form::Bar { .. }) && !self.outlet.is_ready()
    }
}

/// Text that cannot be written is dropped: the run is worth more than its progress.
fn put(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
