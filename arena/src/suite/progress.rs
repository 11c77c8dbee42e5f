//! How far the searches have come, and telling the user.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::plan::{Plan, Task};
use super::record::Records;
use crate::report::words::printable;
use crate::reporter::duration;

/// How far a plan has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Searches of the plan.
    pub planned: usize,
    /// Searches that are finished.
    pub finished: usize,
    /// Searches that were in the journal when this run began.
    pub before: usize,
    /// Time since this run began.
    pub elapsed: Duration,
    /// Work that this run has done, and that is left, in one unit.
    done: f64,
    left: f64,
}

impl Progress {
    /// Where a run begins that finds these records.
    #[must_use]
    pub fn new(plan: &Plan, records: &Records) -> Progress {
        let unfinished: Vec<Task> =
            plan.tasks().filter(|&task| records.get(task).is_none()).collect();
        let before = plan.searches() - unfinished.len();
        let left = unfinished.iter().map(|&task| plan.weight(task)).sum();
        let (planned, elapsed) = (plan.searches(), Duration::ZERO);
        Progress { planned, finished: before, before, elapsed, done: 0.0, left }
    }

    /// Counts a finished search.
    pub fn finish(&mut self, weight: f64) {
        self.finished += 1;
        self.done += weight;
        self.left = (self.left - weight).max(0.0);
    }

    /// Time the searches that are left take at this pace.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        (self.done > 0.0).then(|| self.elapsed.mul_f64(self.left / self.done))
    }

    /// Everything on one line.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{}/{} searches  {}", self.finished, self.planned, self.pace())
    }

    fn pace(&self) -> String {
        match self.time_left() {
            Some(_) if self.finished == self.planned => {
                format!("done in {}", duration(self.elapsed))
            }
            Some(left) => format!("{} left", duration(left)),
            None => "no search finished yet".to_owned(),
        }
    }
}

/// Shows progress on standard error: a bar on a terminal, else a line a minute.
#[derive(Debug)]
pub enum ProgressDisplay {
    /// A bar that is drawn in place.
    Bar(ProgressBar),
    /// Plain lines.
    Lines {
        /// When the next one is due.
        next: Duration,
    },
    /// Nothing but what has to be said.
    Nothing,
}

const LINE_EVERY: Duration = Duration::from_secs(60);

impl ProgressDisplay {
    /// The display of so many searches that suits standard error.
    #[must_use]
    pub fn new(searches: usize, quiet: bool) -> ProgressDisplay {
        if quiet {
            return ProgressDisplay::Nothing;
        }
        if !io::stderr().is_terminal() {
            return ProgressDisplay::Lines { next: LINE_EVERY };
        }
        let bar = ProgressBar::new(searches as u64);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} searches  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        ProgressDisplay::Bar(bar)
    }

    /// Shows how far the plan has come.
    pub fn update(&mut self, progress: &Progress) {
        match self {
            ProgressDisplay::Bar(bar) => {
                bar.set_message(progress.pace());
                bar.set_position(progress.finished as u64);
            }
            ProgressDisplay::Lines { next } if progress.elapsed >= *next => {
                *next = progress.elapsed + LINE_EVERY;
                line(&progress.line());
            }
            ProgressDisplay::Lines { .. } | ProgressDisplay::Nothing => {}
        }
    }

    /// Says something that stays.
    pub fn say(&self, text: &str) {
        match self {
            ProgressDisplay::Bar(bar) => bar.println(printable(text)),
            ProgressDisplay::Lines { .. } | ProgressDisplay::Nothing => line(text),
        }
    }

    /// The run is over.
    pub fn end(&self, progress: &Progress) {
        if let ProgressDisplay::Bar(bar) = self {
            bar.finish_and_clear();
        }
        if progress.finished > progress.before && !matches!(self, ProgressDisplay::Nothing) {
            line(&progress.line());
        }
    }
}

/// A line that cannot be written is dropped: the results are worth more than their progress.
fn line(text: &str) {
    let _ = writeln!(io::stderr(), "{}", printable(text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_goes_by_the_work_of_this_run() {
        let elapsed = Duration::from_secs(10);
        let mut progress =
            Progress { planned: 8, finished: 4, before: 4, elapsed, done: 0.0, left: 10.0 };
        assert_eq!(progress.line(), "4/8 searches  no search finished yet");
        progress.finish(1.0);
        progress.finish(1.0);
        assert_eq!(progress.time_left(), Some(Duration::from_secs(40)));
        assert_eq!(progress.line(), "6/8 searches  40 s left");
        progress.finish(4.0);
        progress.finish(4.0);
        assert_eq!(progress.line(), "8/8 searches  done in 10 s");
    }
}
