//! Progress without a terminal: one line a minute.

use std::io::Write;
use std::time::Duration;

use super::incidents::Incidents;
use super::text;
use arena::config::Match;
use arena::report::incident;
use arena::runner::events::{Event, Reporter};
use document::terminal;

const LINE_EVERY: Duration = Duration::from_secs(60);

/// Writes plain lines: when the match begins, for every game that did not end by chess, once a
/// minute, and when the run ends. Every line is one write.
pub struct LineReporter<'a, W> {
    out: W,
    settings: &'a Match,
    next: Duration,
    quiet: bool,
    incidents: Incidents,
}

impl<'a, W: Write> LineReporter<'a, W> {
    /// A reporter that writes to `out`.
    pub fn new(out: W, settings: &'a Match) -> LineReporter<'a, W> {
        LineReporter {
            out,
            settings,
            next: LINE_EVERY,
            quiet: false,
            incidents: Incidents::default(),
        }
    }

    /// A reporter that writes only essential news: warnings, and games that did not end by chess.
    pub fn quiet(out: W, settings: &'a Match) -> LineReporter<'a, W> {
        LineReporter { quiet: true, ..LineReporter::new(out, settings) }
    }

    /// A line that cannot be written is dropped: the match is worth more than its progress.
    fn line(&mut self, line: &str) {
        let line = format!("{}\n", terminal::line(line));
        let _ = self.out.write(line.as_bytes());
    }
}

impl<W: Write> Reporter for LineReporter<'_, W> {
    fn report(&mut self, event: &Event<'_>) {
        match event {
            Event::Started { settings, torn, .. } if self.quiet => {
                let warnings = settings.warnings().into_iter().chain(torn.map(text::cut_off));
                warnings.for_each(|warning| self.line(&format!("warning: {warning}")));
            }
            Event::Started { settings, torn, progress, .. } => {
                let lines = text::started(settings, *torn, progress);
                lines.iter().for_each(|line| self.line(line));
            }
            Event::Warning { text } => {
                let line = format!("warning: {text}");
                self.line(&line);
            }
            Event::GameStarted { .. } => {}
            Event::Replayed { record } => {
                let line = text::replayed(record);
                self.line(&line);
            }
            Event::GameFinished { record, evidence } => {
                let incident = incident(self.settings, record, *evidence);
                if let Some(line) = incident.and_then(|line| self.incidents.told(line)) {
                    self.line(&line);
                }
            }
            Event::Ended { .. } if self.quiet => {
                self.incidents.rest().into_iter().for_each(|line| self.line(&line));
            }
            Event::Progress(_) | Event::Draining { .. } if self.quiet => {}
            Event::Progress(progress) if progress.elapsed >= self.next => {
                self.next = progress.elapsed + LINE_EVERY;
                self.line(&text::progress_line(self.settings, progress));
            }
            Event::Progress(_) => {}
            Event::Draining { in_progress, cause } => {
                self.line(&text::draining(*in_progress, *cause))
            }
            Event::Aborting => self.line("giving up the games in progress"),
            Event::Ended { progress, .. } => {
                self.incidents.rest().into_iter().for_each(|line| self.line(&line));
                self.line(&text::progress_line(self.settings, progress));
            }
        }
    }
}
