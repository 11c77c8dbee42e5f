//! Judges candidates on worker threads, and takes them into the book in order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Setup, Stop};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::assembly::{BookAssembly, State};
use super::candidate::Candidate;
use super::error::JudgingError;
use super::journal::{BookJournal, Findings};
use super::judge::Judge;
use super::settings::Judgement;
use super::source::{Memory, Source};
use crate::progress::ProgressDisplay;
use arena::player::panic_message;
use arena::runner::Signal;
use arena::system::duration::duration;
use arena::system::threads::Threads;

/// The end of a run without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgingEnding {
    /// The book is made.
    Complete,
    /// Too many candidates in a row gave no position.
    GivenUp,
    /// It was stopped before its end.
    Interrupted,
}

type Finished = Result<Candidate, JudgingError>;

const UPDATE_EVERY: Duration = Duration::from_millis(200);
/// Candidates that are written at once, at most.
const BATCH: usize = 256;

/// The input shared by the threads.
#[derive(Clone, Debug)]
pub struct JudgingWork {
    /// The candidates.
    pub source: Arc<Source>,
    /// The limits of the judging searches.
    pub judgement: Arc<Judgement>,
    /// The engine that judges.
    pub setup: Setup,
    /// Threads.
    pub concurrency: usize,
}

/// Judges candidates until the book is made; each goes to the journal and then to the assembly,
/// which begins with these findings of earlier runs. A signal stops the run at once: only the
/// searches in progress are lost. The display shows the progress.
///
/// # Errors
/// When the journal cannot be written, a line of it is not a candidate, or the engine fails.
pub async fn run(
    work: &JudgingWork,
    assembly: &mut BookAssembly,
    findings: Findings,
    journal: &mut BookJournal,
    mut signals: mpsc::Receiver<Signal>,
    mut display: ProgressDisplay,
) -> Result<JudgingEnding, JudgingError> {
    let begun = Instant::now();
    let (mut threads, mut finished) = start(work, &findings);
    let resumed = findings.into_iter().map(|(number, finding)| Candidate { number, finding });
    assembly.take(resumed)?;
    let before = assembly.done();
    let mut ticks = tokio::time::interval(UPDATE_EVERY);
    let mut ending = None;
    let mut batch = Vec::new();
    while ending.is_none() {
        ending = match assembly.state() {
            State::Complete => Some(JudgingEnding::Complete),
            State::GivenUp => Some(JudgingEnding::GivenUp),
            State::Open => None,
        };
        if ending.is_some() {
            break;
        }
        tokio::select! {
            received = finished.recv_many(&mut batch, BATCH) => {
                if received == 0 {
                    break;
                }
                let candidates = batch.drain(..).collect::<Result<Vec<_>, JudgingError>>()?;
                journal.append(&candidates)?;
                assembly.take(candidates.into_iter())?;
            }
            _ = ticks.tick() => {
                display.update(assembly.done(), begun.elapsed(), &pace(assembly, before, begun));
            }
            Some(_) = signals.recv() => {
                display.say("stopping: only the searches in progress are given up");
                ending = Some(JudgingEnding::Interrupted);
            }
        }
    }
    threads.end();
    let new = assembly.done() - before;
    let speed = new as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    let took = format!("{new} in {}, {speed:.1} a second", duration(begun.elapsed()));
    display.end(assembly.done(), (new > 0).then_some(took));
    Ok(ending.unwrap_or(JudgingEnding::Complete))
}

/// Time left at the pace of this run.
fn pace(assembly: &BookAssembly, before: usize, begun: Instant) -> String {
    let (done, wanted) = (assembly.done(), assembly.wanted());
    if done == before {
        return "nothing finished yet".to_owned();
    }
    let left = wanted.saturating_sub(done) as f64 / (done - before) as f64;
    format!("{} left", duration(begun.elapsed().mul_f64(left)))
}

/// Starts threads that judge the candidates without findings.
fn start(work: &JudgingWork, findings: &Findings) -> (Threads, UnboundedReceiver<Finished>) {
    let known: Arc<[u64]> = findings.keys().copied().collect();
    let (sender, receiver) = mpsc::unbounded_channel();
    let stop = Stop::new();
    let threads = Threads::start(work.concurrency, 0, &stop, || {
        let (known, work) = (Arc::clone(&known), work.clone());
        let (stop, results) = (stop.clone(), sender.clone());
        let judge = Judge::new(work.setup.clone(), work.judgement.hash, stop.clone());
        let mut worker = Worker { work, judge, memory: Memory::new(), stop, results };
        move |number| worker.work(&known, number)
    });
    (threads, receiver)
}

struct Worker {
    work: JudgingWork,
    judge: Judge,
    memory: Memory,
    stop: Stop,
    results: UnboundedSender<Finished>,
}

impl Worker {
    /// Judges the candidate of this number, unless its finding is known. `false` when no other one is
    /// needed.
    fn work(&mut self, known: &[u64], number: u64) -> bool {
        let JudgingWork { source, judgement, .. } = &self.work;
        if self.stop.is_raised() || source.count().is_some_and(|count| number >= count) {
            return false;
        }
        if known.binary_search(&number).is_ok() {
            return true;
        }
        let judge = || source.candidate(number, judgement, &mut self.judge, &mut self.memory);
        let finished = match catch_unwind(AssertUnwindSafe(judge)) {
            Ok(Some(candidate)) => Ok(candidate),
            Ok(None) if self.stop.is_raised() => return false,
            Ok(None) => Err(failure(number, "it found no move".to_owned())),
            Err(panic) => {
                let text = panic_message(panic.as_ref()).unwrap_or("it panicked");
                Err(failure(number, text.to_owned()))
            }
        };
        let goes_on = finished.is_ok();
        self.results.send(finished).is_ok() && goes_on
    }
}

fn failure(number: u64, problem: String) -> JudgingError {
    JudgingError::Engine { number, problem }
}
