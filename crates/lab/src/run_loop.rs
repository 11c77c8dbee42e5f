//! The loop of a run that waits for results: it takes them as they come, shows the progress, and ends at a signal.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use engine::Stop;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, unbounded_channel};

use crate::progress::ProgressDisplay;
use arena::player::panic_message;
use arena::runner::Signal;
use arena::system::threads::Threads;

/// The end of a run without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnding {
    /// Everything is finished.
    Complete,
    /// A signal stopped it before its end.
    Interrupted,
}

/// The outcome of the work on a number.
pub(crate) enum Piece<R> {
    /// A result.
    Done(R),
    /// A failure, after which the thread does nothing more.
    Failed(R),
    /// It was done before.
    Known,
    /// The work was stopped, or there are no further numbers.
    Over,
}

/// Starts threads that work at the numbers from `first` on, and send their results. `worker` makes the work of a thread;
/// `failed` is the result where it panics.
pub(crate) fn start<R, W>(
    (count, first): (usize, u64),
    stop: &Stop,
    mut worker: impl FnMut() -> W,
    failed: impl Fn(u64, String) -> R + Clone + Send + 'static,
) -> (Threads, UnboundedReceiver<R>)
where
    R: Send + 'static,
    W: FnMut(u64) -> Piece<R> + Send + 'static,
{
    let (sender, results) = unbounded_channel();
    let threads = Threads::start(count, first, stop, || {
        let (mut work, sender, failed) = (worker(), sender.clone(), failed.clone());
        move |number| {
            let piece = catch_unwind(AssertUnwindSafe(|| work(number)));
            match piece.unwrap_or_else(|panic| {
                let problem = panic_message(panic.as_ref()).unwrap_or("it panicked");
                Piece::Failed(failed(number, problem.to_owned()))
            }) {
                Piece::Done(result) => sender.send(result).is_ok(),
                Piece::Failed(result) => {
                    // Without a receiver the run has ended.
                    let _ = sender.send(result);
                    false
                }
                Piece::Known => true,
                Piece::Over => false,
            }
        }
    });
    (threads, results)
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

    /// Waits for results, and adds them to others; 0 where there are none left. Not lost where it is given up.
    async fn receive(&mut self, batch: &mut Vec<Self::Result>) -> usize;

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

    /// Takes a signal; whether it ends the run.
    fn is_ended_by(&mut self, _: Signal, display: &mut ProgressDisplay) -> bool {
        display.say(&format!("stopping: only {} are given up", Self::GIVEN_UP));
        true
    }

    /// Work that is due now and then.
    fn tick(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

const UPDATE_EVERY: Duration = Duration::from_millis(200);
/// Results that are taken at once, at most.
pub(crate) const BATCH: usize = 256;

/// Takes results until the work is complete, no more come, or a signal arrives.
pub(crate) async fn run<W: RunWork>(
    work: &mut W,
    signals: &mut Receiver<Signal>,
    display: &mut ProgressDisplay,
) -> Result<RunEnding, W::Error> {
    let mut ticks = tokio::time::interval(UPDATE_EVERY);
    let mut batch = Vec::new();
    while !work.is_complete() {
        tokio::select! {
            received = work.receive(&mut batch) => {
                if received == 0 {
                    break;
                }
                work.take(batch.drain(..), display)?;
            }
            _ = ticks.tick() => {
                work.tick()?;
                display.update(work.finished(), &work.pace());
            }
            Some(signal) = signals.recv() => if work.is_ended_by(signal, display) {
                return Ok(RunEnding::Interrupted);
            },
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
    while work.receive(&mut batch).await > 0 {
        work.take(batch.drain(..), display)?;
    }
    Ok(())
}
