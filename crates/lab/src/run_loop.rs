//! The loop of a run that waits for results: it takes them as they come, shows the progress, and ends at a signal.

use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use crate::progress::ProgressDisplay;
use arena::runner::Signal;

/// The end of a run without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnding {
    /// Everything is finished.
    Complete,
    /// A signal stopped it before its end.
    Interrupted,
}

/// The work of a run.
pub(crate) trait RunWork {
    /// The reason that a run can fail.
    type Error;

    /// The part of the work that a signal gives up: "only `GIVEN_UP` are given up".
    const GIVEN_UP: &'static str;

    /// Whether nothing is left to wait for.
    fn is_complete(&self) -> bool;

    /// Waits for results and takes them; `false` where no more come. It may be dropped while it waits.
    async fn take(&mut self, display: &ProgressDisplay) -> Result<bool, Self::Error>;

    /// The units that are finished.
    fn finished(&self) -> usize;

    /// The pace of the run, in words.
    fn pace(&self) -> String;

    /// Work that is due now and then.
    fn tick(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

const UPDATE_EVERY: Duration = Duration::from_millis(200);

/// Takes results until the work is complete, no more come, or a signal arrives.
pub(crate) async fn run<W: RunWork>(
    work: &mut W,
    signals: &mut mpsc::Receiver<Signal>,
    display: &mut ProgressDisplay,
) -> Result<RunEnding, W::Error> {
    let begun = Instant::now();
    let mut ticks = tokio::time::interval(UPDATE_EVERY);
    while !work.is_complete() {
        tokio::select! {
            more = work.take(display) => if !more? {
                break;
            },
            _ = ticks.tick() => {
                work.tick()?;
                display.update(work.finished(), begun.elapsed(), &work.pace());
            }
            Some(_) = signals.recv() => {
                display.say(&format!("stopping: only {} are given up", W::GIVEN_UP));
                return Ok(RunEnding::Interrupted);
            }
        }
    }
    Ok(RunEnding::Complete)
}
