//! Many positions judged at a time, each result kept before the next is waited for.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use engine::Stop;

use crate::progress::ProgressDisplay;
use arena::system::duration::duration;
use arena::system::threads::Threads;

/// How often progress is shown.
const UPDATE_EVERY: Duration = Duration::from_millis(500);

/// The means of the work.
#[derive(Debug)]
pub struct Means<'a> {
    /// Positions that are judged at a time.
    pub concurrency: usize,
    /// Raised where the work is to be given up.
    pub stop: &'a Stop,
    /// Shows how far it has come.
    pub display: ProgressDisplay,
    /// Positions that are judged already.
    pub before: usize,
}

/// Judges every item on some threads. `worker` makes the judge of a thread, which gives `None` when it was stopped;
/// `keep` takes each result as it comes. `false` when the work was stopped before its end.
///
/// # Errors
/// The first error of a judge or of `keep`; the results so far are kept.
pub fn run<I, O, E, W>(
    items: Vec<I>,
    means: Means<'_>,
    mut worker: impl FnMut() -> W,
    mut keep: impl FnMut(O) -> Result<(), E>,
) -> Result<bool, E>
where
    I: Send + Sync + 'static,
    O: Send + 'static,
    E: Send + 'static,
    W: FnMut(&I) -> Result<Option<O>, E> + Send + 'static,
{
    let Means { concurrency, stop, mut display, before } = means;
    let items: Arc<[I]> = items.into();
    let (sender, receiver) = mpsc::channel();
    let work = || {
        let (mut judge, items, sender) = (worker(), Arc::clone(&items), sender.clone());
        move |number: u64| {
            let Some(item) = items.get(number as usize) else { return false };
            match judge(item) {
                Ok(Some(judged)) => sender.send(Ok(judged)).is_ok(),
                Ok(None) => false,
                Err(error) => {
                    let _ = sender.send(Err(error));
                    false
                }
            }
        }
    };
    let threads = Threads::start(concurrency.min(items.len()), 0, stop, work);
    drop(sender);
    let begun = Instant::now();
    let mut finished = 0;
    loop {
        match receiver.recv_timeout(UPDATE_EVERY) {
            Ok(judged) => {
                keep(judged?)?;
                finished += 1;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
        let pace = pace(begun.elapsed(), finished, items.len());
        display.update(before + finished, begun.elapsed(), &pace);
    }
    drop(threads);
    let pace = (finished > 0).then(|| pace(begun.elapsed(), finished, items.len()));
    display.end(before + finished, pace);
    Ok(finished == items.len())
}

/// The time that is left, in words.
fn pace(elapsed: Duration, finished: usize, all: usize) -> String {
    if finished == 0 {
        return String::new();
    }
    let left = elapsed.mul_f64((all - finished) as f64 / finished as f64);
    match all - finished {
        0 => format!("in {}", duration(elapsed)),
        _ => format!("{} left", duration(left)),
    }
}
