//! Progress on a terminal: a bar that is drawn in place.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use rustix::termios::tcgetwinsize;

use super::Outlet;
use super::incidents::Incidents;
use super::text;
use arena::config::Match;
use arena::report::incident;
use arena::runner::events::{Event, Reporter};
use document::terminal;

/// Short games finish more often than anyone can read, and each set of figures takes a tenth of a
/// millisecond.
const FIGURES_EVERY: Duration = Duration::from_millis(100);

/// Columns of a terminal that does not report them.
const USUAL: usize = 80;

/// Columns of the terminal that standard error is; the last one stays free, for some terminals break a line
/// that fills it.
fn columns() -> usize {
    let size = tcgetwinsize(std::io::stderr()).map_or(0, |size| usize::from(size.ws_col));
    if size == 0 { USUAL } else { size - 1 }
}

/// Draws a progress bar on standard error, and prints messages above it.
pub struct BarReporter<'a> {
    bar: ProgressBar,
    outlet: Outlet,
    settings: &'a Match,
    /// When the figures may change next.
    next: Duration,
    incidents: Incidents,
}

impl<'a> BarReporter<'a> {
    /// A reporter for this match.
    #[must_use]
    pub fn new(settings: &'a Match) -> BarReporter<'a> {
        let bar = ProgressBar::new(u64::from(settings.planned()));
        let template = "{wide_bar} {prefix}\n{msg}";
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        BarReporter {
            bar,
            outlet: Outlet::new(),
            settings,
            next: Duration::ZERO,
            incidents: Incidents::default(),
        }
    }

    /// Prints a line above the bar.
    fn line(&self, line: &str) {
        self.bar.println(terminal::wrapped(&terminal::line(line), columns()));
    }
}

impl Reporter for BarReporter<'_> {
    fn report(&mut self, event: &Event<'_>) {
        // A terminal that is stopped would stop the match.
        if !self.outlet.is_ready() {
            return;
        }
        match event {
            Event::Started { settings, torn, progress, .. } => {
                let lines = text::started(settings, *torn, progress);
                lines.iter().for_each(|line| self.line(line));
                self.bar.set_position(u64::from(progress.finished()));
            }
            Event::Warning { text } => {
                self.line(&format!("warning: {text}"));
            }
            Event::GameStarted { .. } => {}
            Event::Replayed { record } => {
                self.line(&text::replayed(record));
            }
            Event::GameFinished { record, evidence } => {
                let incident = incident(self.settings, record, *evidence);
                if let Some(line) = incident.and_then(|line| self.incidents.told(line)) {
                    self.line(&line);
                }
            }
            Event::Progress(progress) => {
                self.bar.set_position(u64::from(progress.finished()));
                if progress.elapsed >= self.next {
                    self.next = progress.elapsed + FIGURES_EVERY;
                    let columns = columns();
                    self.bar.set_prefix(text::counter(progress, columns));
                    let lines = text::lines(self.settings, progress, columns).join("\n");
                    self.bar.set_message(terminal::lines(&lines).into_owned());
                }
            }
            Event::Draining { in_progress, cause } => {
                self.line(&text::draining(*in_progress, *cause));
            }
            Event::Aborting => self.line("giving up the games in progress"),
            Event::Ended { progress, .. } => {
                self.bar.finish_and_clear();
                self.incidents.rest().iter().for_each(|line| self.line(line));
                // The bar is gone; its last text stays.
                let columns = columns();
                self.line(&text::counter(progress, columns));
                text::lines(self.settings, progress, columns)
                    .iter()
                    .for_each(|line| self.line(line));
            }
        }
    }
}
