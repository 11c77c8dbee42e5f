//! The loop of a run that waits for results: it takes them as they come, shows the progress, and ends at a signal.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use engine::Stop;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, unbounded_channel};
use tokio::time::Interval;

use crate::progress::{Pace, ProgressDisplay};
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
    /// The work was stopped, or there are no further numbers.
    Over,
}

/// Starts threads that work at the numbers from 0 on, and send their results. `worker` makes the work of a thread;
/// `failed` is the result where it panics.
pub(crate) fn start<R, W>(
    count: usize,
    stop: &Stop,
    mut worker: impl FnMut() -> W,
    failed: impl Fn(u64, String) -> R + Clone + Send + 'static,
) -> (Threads, UnboundedReceiver<R>)
where
    R: Send + 'static,
    W: FnMut(u64) -> Piece<R> + Send + 'static,
{
    let (sender, results) = unbounded_channel();
    let threads = Threads::start(count, 0, stop, || {
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
                Piece::Over => false,
            }
        }
    });
    (threads, results)
}

const UPDATE_EVERY: Duration = Duration::from_millis(200);
/// Results that are taken at once, at most.
const BATCH: usize = 256;

/// A run in progress: its display, its pace, and the signals that end it.
pub(crate) struct Run {
    signals: Receiver<Signal>,
    pub(crate) display: ProgressDisplay,
    pub(crate) pace: Pace,
    pub(crate) ending: RunEnding,
    ticks: Interval,
    /// The units that were finished when it began.
    before: usize,
}

/// The next thing that happens in a run.
pub(crate) enum Event<T> {
    /// The result that was waited for.
    Result(T),
    /// The progress is to be shown.
    Tick,
    /// A signal.
    Signal(Signal),
}

impl Run {
    /// Begins where these units are finished already.
    pub(crate) fn begin(signals: Receiver<Signal>, display: ProgressDisplay, before: usize) -> Run {
        let (pace, ticks) = (Pace::begin(), tokio::time::interval(UPDATE_EVERY));
        Run { signals, display, pace, ending: RunEnding::Complete, ticks, before }
    }

    /// Waits for a result, which is not lost where another event comes first.
    pub(crate) async fn wait<T>(&mut self, result: impl Future<Output = T>) -> Event<T> {
        tokio::select! {
            result = result => Event::Result(result),
            _ = self.ticks.tick() => Event::Tick,
            Some(signal) = self.signals.recv() => Event::Signal(signal),
        }
    }

    /// The results that have come, now and then without any. `None` where no more come, or a signal ends the run; only
    /// the work in progress, named `given_up`, is then given up.
    pub(crate) async fn next<R>(
        &mut self,
        results: &mut UnboundedReceiver<R>,
        given_up: &str,
    ) -> Option<Vec<R>> {
        let mut batch = Vec::new();
        match self.wait(results.recv_many(&mut batch, BATCH)).await {
            Event::Result(0) => None,
            Event::Result(_) | Event::Tick => Some(batch),
            Event::Signal(_) => {
                self.display.say(&format!("stopping: only {given_up} are given up"));
                self.ending = RunEnding::Interrupted;
                None
            }
        }
    }

    /// Ends the display, with the pace where the run has done anything.
    pub(crate) fn end(mut self, finished: usize, pace: String) -> RunEnding {
        self.display.end(finished, (finished > self.before).then_some(pace));
        self.ending
    }
}
