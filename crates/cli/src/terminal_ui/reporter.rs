//! The events of a running match on standard error.

use super::incidents::Incidents;
use super::text;
use arena::config::Match;
use arena::report::incident;
use arena::runner::MatchProgress;
use arena::runner::events::{Event, Reporter};
use document::terminal;
use lab::progress::{Display, Figures};

/// Says when the match begins, names games that did not end by chess, and shows the figures; a quiet one has only
/// warnings and those games.
pub struct TerminalReporter<'a> {
    display: Display,
    settings: &'a Match,
    incidents: Incidents,
}

impl<'a> TerminalReporter<'a> {
    /// A reporter for this match.
    #[must_use]
    pub fn new(settings: &'a Match, quiet: bool) -> TerminalReporter<'a> {
        TerminalReporter { display: Display::new(quiet), settings, incidents: Incidents::default() }
    }

    fn warn(&mut self, text: &str) {
        self.display.say(&format!("warning: {text}"));
    }
}

impl Reporter for TerminalReporter<'_> {
    fn report(&mut self, event: &Event<'_>) {
        let settings = self.settings;
        match event {
            Event::Started { settings, torn, .. } if self.display.is_quiet() => {
                let warnings = settings.warnings().into_iter().chain(torn.map(text::cut_off));
                warnings.for_each(|warning| self.warn(&warning));
            }
            Event::Started { settings, torn, progress, .. } => {
                let lines = text::started(settings, *torn, progress);
                lines.iter().for_each(|line| self.display.say(line));
                let figures = MatchFigures { settings, progress };
                self.display.show(progress.elapsed, true, &figures);
            }
            Event::Warning { text } => self.warn(text),
            Event::GameStarted { .. } => {}
            Event::Replayed { record } => self.display.say(&text::replayed(record)),
            Event::GameFinished { record, evidence } => {
                let incident = incident(settings, record, *evidence);
                if let Some(line) = incident.and_then(|line| self.incidents.told(line)) {
                    self.display.say(&line);
                }
            }
            Event::Progress(progress) => {
                self.display.show(progress.elapsed, false, &MatchFigures { settings, progress });
            }
            Event::Draining { .. } if self.display.is_quiet() => {}
            Event::Draining { in_progress, cause } => {
                self.display.say(&text::draining(*in_progress, *cause));
            }
            Event::Aborting => self.display.say("giving up the games in progress"),
            Event::Ended { progress, .. } => {
                let figures = MatchFigures { settings, progress };
                self.display.end(self.incidents.rest(), Some(&figures));
            }
        }
    }
}

/// The figures of a match.
struct MatchFigures<'a> {
    settings: &'a Match,
    progress: &'a MatchProgress<'a>,
}

impl Figures for MatchFigures<'_> {
    fn drawn(&self, columns: usize) -> Vec<String> {
        let progress = self.progress;
        let mut lines = self.closing(columns.saturating_sub(1));
        let (finished, planned) = (progress.finished().into(), progress.planned.into());
        if let Some(bar) = terminal::with_bar(finished, planned, &lines[0], columns) {
            lines[0] = bar;
        }
        lines.iter().map(|line| terminal::line(line).into_owned()).collect()
    }

    fn line(&self) -> String {
        text::progress_line(self.settings, self.progress)
    }

    fn closing(&self, columns: usize) -> Vec<String> {
        let counter = text::counter(self.progress, columns);
        let figures = text::lines(self.settings, self.progress, columns);
        std::iter::once(counter).chain(figures).collect()
    }
}
