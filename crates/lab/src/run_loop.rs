//! The loop of a run that waits for results: it takes them as they come, shows the progress, and ends at a signal.

use std::time::{Duration, Instant};

use tokio::sync::mpsc::{Receiver, UnboundedReceiver};

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
    /// A result, as the threads or workers send it.
    type Result;
    /// The reason that a run can fail.
    type Error;

    /// The part of the work that a signal gives up: "only `GIVEN_UP` are given up".
    const GIVEN_UP: &'static str;

    /// Whether nothing is left to wait for.
    fn is_complete(&self) -> bool;

    /// The channel on which results come, until there are none left.
    fn results(&mut self) -> &mut UnboundedReceiver<Self::Result>;

    /// Takes results that have come.
    fn take(
        &mut self,
        results: impl Iterator<Item = Self::Result>,
        display: &mut ProgressDisplay,
    ) -> Result<(), Self::Error>;

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
/// Results that are taken at once, at most.
const BATCH: usize = 256;

/// Takes results until the work is complete, no more come, or a signal arrives.
pub(crate) async fn run<W: RunWork>(
    work: &mut W,
    signals: &mut Receiver<Signal>,
    display: &mut ProgressDisplay,
) -> Result<RunEnding, W::Error> {
    let begun = Instant::now();
    let mut ticks = tokio::time::interval(UPDATE_EVERY);
    let mut batch = Vec::new();
    while !work.is_complete() {
        tokio::select! {
            received = work.results().recv_many(&mut batch, BATCH) => {
                if received == 0 {
                    break;
                }
                work.take(batch.drain(..), display)?;
            }
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

/// Takes the results that still come after the work was told to stop.
pub(crate) async fn take_rest<W: RunWork>(
    work: &mut W,
    display: &mut ProgressDisplay,
) -> Result<(), W::Error> {
    let mut batch = Vec::new();
    while work.results().recv_many(&mut batch, BATCH).await > 0 {
        work.take(batch.drain(..), display)?;
    }
    Ok(())
}
