//! Progress of long work: a bar on a terminal, otherwise a line a minute.

mod display;
mod outlet;
mod pace;

use std::time::Instant;

use document::terminal;

pub use display::{Display, Figures};
pub use outlet::Outlet;
pub use pace::Pace;

/// Shows on standard error how much of the work is finished.
#[derive(Debug)]
pub struct ProgressDisplay {
    planned: usize,
    /// The unit that is counted, in the plural.
    unit: &'static str,
    display: Display,
    begun: Instant,
}

/// The part of some work that is finished, in words.
struct Share {
    finished: u64,
    planned: u64,
    text: String,
}

impl ProgressDisplay {
    /// The display that suits standard error, of `planned` units.
    #[must_use]
    pub fn new(planned: usize, unit: &'static str, quiet: bool) -> ProgressDisplay {
        ProgressDisplay { planned, unit, display: Display::new(quiet), begun: Instant::now() }
    }

    /// Shows how many are finished by now, and the pace in words.
    pub fn update(&mut self, finished: usize, pace: &str) {
        let share = self.share(finished, pace);
        self.display.show(self.begun.elapsed(), finished >= self.planned, &share);
    }

    /// Says something that stays.
    pub fn say(&mut self, text: &str) {
        self.display.say(text);
    }

    /// Ends the display; the closing message is shown if there is any news.
    pub fn end(&mut self, finished: usize, pace: Option<String>) {
        let share = pace.map(|pace| self.share(finished, &pace));
        self.display.end(None, share.as_ref());
    }

    fn share(&self, finished: usize, pace: &str) -> Share {
        let ProgressDisplay { planned, unit, .. } = self;
        let text = terminal::line(&format!("{finished}/{planned} {unit}  {pace}")).into_owned();
        Share { finished: finished as u64, planned: *planned as u64, text }
    }
}

impl Figures for Share {
    fn drawn(&self, columns: usize) -> Vec<String> {
        let bar = terminal::with_bar(self.finished, self.planned, &self.text, columns);
        let wrapped = || terminal::wrapped(&self.text, columns.saturating_sub(1));
        bar.unwrap_or_else(wrapped).lines().map(str::to_owned).collect()
    }

    fn line(&self) -> String {
        self.text.clone()
    }

    fn closing(&self, _columns: usize) -> Vec<String> {
        vec![self.text.clone()]
    }
}
