//! Progress on a terminal: a bar that is drawn in place.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::{Event, Reporter, text};
use crate::config::Match;
use crate::report::words::printable;

/// Short games finish more often than anyone can read, and each set of figures takes a tenth of a
/// millisecond.
const FIGURES_EVERY: Duration = Duration::from_millis(100);

/// Draws a progress bar on standard error, and prints what else is to be said above it.
pub struct BarReporter<'a> {
    bar: ProgressBar,
    settings: &'a Match,
    /// When the figures may change next.
    next: Duration,
}

impl<'a> BarReporter<'a> {
    /// A reporter for this match.
    #[must_use]
    pub fn new(settings: &'a Match) -> BarReporter<'a> {
        let bar = ProgressBar::new(u64::from(settings.planned()));
        let template = "{wide_bar} {pos}/{len} games\n{prefix}: {msg}";
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(printable(text::viewpoint(settings)));
        BarReporter { bar, settings, next: Duration::ZERO }
    }

    /// A line that stays, above the bar.
    fn say(&self, line: &str) {
        self.bar.println(printable(line));
    }
}

impl Reporter for BarReporter<'_> {
    fn report(&mut self, event: &Event<'_>) {
        match event {
            Event::Started { settings, torn, progress, .. } => {
                let lines = text::started(settings, *torn, progress);
                lines.iter().for_each(|line| self.say(line));
                self.bar.set_position(u64::from(progress.finished()));
            }
            Event::Warning { text } => {
                let line = format!("warning: {text}");
                self.say(&line);
            }
            Event::Replayed { record } => {
                let line = text::replayed(record);
                self.say(&line);
            }
            Event::GameFinished { record, evidence } => {
                if let Some(line) = text::incident(self.settings, record, *evidence) {
                    self.say(&line);
                }
            }
            Event::Progress(progress) => {
                self.bar.set_position(u64::from(progress.finished()));
                if progress.elapsed >= self.next {
                    self.next = progress.elapsed + FIGURES_EVERY;
                    let figures = text::figures(self.settings, progress);
                    self.bar.set_message(printable(&figures));
                }
            }
            Event::Draining { in_progress, cause } => {
                self.say(&text::draining(*in_progress, *cause));
            }
            Event::Aborting => self.say("giving up the games in progress"),
            Event::Ended { progress, .. } => {
                self.bar.finish_and_clear();
                // The bar is gone; what it said last stays.
                let line = text::progress_line(self.settings, progress);
                self.say(&line);
            }
        }
    }
}
