//! The progress of searches.

use std::time::Duration;

use super::plan::{Plan, Task};
use super::record::Records;
use arena::system::duration::duration;

/// The progress of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SuiteProgress {
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

impl SuiteProgress {
    /// The progress at the start of a run that finds these records.
    #[must_use]
    pub fn new(plan: &Plan, records: &Records) -> SuiteProgress {
        let unfinished: Vec<Task> =
            plan.tasks().filter(|&task| records.get(task).is_none()).collect();
        let before = plan.searches() - unfinished.len();
        let left = unfinished.iter().map(|&task| plan.weight(task)).sum();
        let (planned, elapsed) = (plan.searches(), Duration::ZERO);
        SuiteProgress { planned, finished: before, before, elapsed, done: 0.0, left }
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

    /// Time left, or taken.
    #[must_use]
    pub fn pace(&self) -> String {
        match self.time_left() {
            Some(_) if self.finished == self.planned => {
                format!("done in {}", duration(self.elapsed))
            }
            Some(left) => format!("{} left", duration(left)),
            None => "no search finished yet".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_goes_by_the_work_of_this_run() {
        let elapsed = Duration::from_secs(10);
        let mut progress =
            SuiteProgress { planned: 8, finished: 4, before: 4, elapsed, done: 0.0, left: 10.0 };
        assert_eq!(progress.pace(), "no search finished yet");
        progress.finish(1.0);
        progress.finish(1.0);
        assert_eq!(progress.time_left(), Some(Duration::from_secs(40)));
        assert_eq!(progress.pace(), "40 s left");
        progress.finish(4.0);
        progress.finish(4.0);
        assert_eq!(progress.pace(), "done in 10 s");
    }
}
