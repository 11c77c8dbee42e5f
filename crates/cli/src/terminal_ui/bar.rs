//! Progress on a terminal: a bar that is drawn in place.

use std::io::{Write, stderr};
use std::time::Duration;

use super::Outlet;
use super::incidents::Incidents;
use super::text;
use arena::config::Match;
use arena::report::incident;
use arena::runner::MatchProgress;
use arena::runner::events::{Event, Reporter};
use document::terminal::{self, InPlace};

/// Short games finish more often than anyone can read, and each set of figures takes a tenth of a
/// millisecond.
const FIGURES_EVERY: Duration = Duration::from_millis(100);

/// Draws a progress bar on standard error, and prints messages above it.
pub struct BarReporter<'a> {
    place: InPlace,
    /// The bar and the figures as they were drawn last.
    lines: Vec<String>,
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
        BarReporter {
            place: InPlace::here(),
            lines: Vec::new(),
            outlet: Outlet::new(),
            settings,
            next: Duration::ZERO,
            incidents: Incidents::default(),
        }
    }

    /// Prints a line above the bar.
    fn line(&mut self, line: &str) {
        put(&self.place.above(&terminal::line(line), &self.lines, terminal::columns(stderr())));
    }

    fn draw(&mut self, progress: &MatchProgress<'_>) {
        let columns = terminal::columns(stderr());
        let room = columns.saturating_sub(1);
        let counter = text::counter(progress, room);
        let (finished, planned) = (progress.finished().into(), progress.planned.into());
        let first = terminal::with_bar(finished, planned, &counter, columns).unwrap_or(counter);
        let figures = text::lines(self.settings, progress, room);
        let safe = |line: String| terminal::line(&line).into_owned();
        self.lines = std::iter::once(first).chain(figures.into_iter().map(safe)).collect();
        put(&self.place.draw(&self.lines, columns));
    }

    /// Takes the bar away.
    fn clear(&mut self) {
        put(&self.place.clear(terminal::columns(stderr())));
        self.lines.clear();
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
                self.draw(progress);
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
                if progress.elapsed >= self.next {
                    self.next = progress.elapsed + FIGURES_EVERY;
                    self.draw(progress);
                }
            }
            Event::Draining { in_progress, cause } => {
                self.line(&text::draining(*in_progress, *cause));
            }
            Event::Aborting => self.line("giving up the games in progress"),
            Event::Ended { progress, .. } => {
                self.clear();
                let rest = self.incidents.rest();
                let room = terminal::columns(stderr()).saturating_sub(1);
                // The bar is gone; its last text stays.
                let counter = text::counter(progress, room);
                let figures = text::lines(self.settings, progress, room);
                let all = rest.into_iter().chain([counter]).chain(figures);
                all.for_each(|line| self.line(&line));
            }
        }
    }
}

/// Text that cannot be written is dropped: the match is worth more than its progress.
fn put(text: &str) {
    let mut stderr = stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
