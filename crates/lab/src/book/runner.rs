//! Judges candidates on worker threads, and takes them into the book in order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

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
use crate::run_loop::{self, RunEnding, RunWork};
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
    let (mut threads, finished) = start(work, &findings);
    let resumed = findings.into_iter().map(|(number, finding)| Candidate { number, finding });
    assembly.take(resumed)?;
    let before = assembly.done();
    let mut run = JudgingRun { assembly, journal, finished, before, begun: Instant::now() };
    let ending = run_loop::run(&mut run, &mut signals, &mut display).await?;
    threads.end();
    display.end(run.finished(), run.last_words());
    Ok(match (assembly.state(), ending) {
        (State::GivenUp, _) => JudgingEnding::GivenUp,
        (State::Open, RunEnding::Interrupted) => JudgingEnding::Interrupted,
        (State::Complete, _) | (State::Open, RunEnding::Complete) => JudgingEnding::Complete,
    })
}

/// A run in progress.
struct JudgingRun<'a> {
    assembly: &'a mut BookAssembly,
    journal: &'a mut BookJournal,
    finished: UnboundedReceiver<Finished>,
    /// Positions that were there when the run began.
    before: usize,
    begun: Instant,
}

impl RunWork for JudgingRun<'_> {
    type Result = Finished;
    type Error = JudgingError;

    const GIVEN_UP: &'static str = "the searches in progress";

    fn is_complete(&self) -> bool {
        self.assembly.state() != State::Open
    }

    fn results(&mut self) -> &mut UnboundedReceiver<Finished> {
        &mut self.finished
    }

    fn take(
        &mut self,
        results: impl Iterator<Item = Finished>,
        _: &mut ProgressDisplay,
    ) -> Result<(), JudgingError> {
        let candidates = results.collect::<Result<Vec<_>, JudgingError>>()?;
        self.journal.append(&candidates)?;
        self.assembly.take(candidates.into_iter())
    }

    fn finished(&self) -> usize {
        self.assembly.done()
    }

    /// Time left at the pace of this run.
    fn pace(&self) -> String {
        let (done, wanted) = (self.assembly.done(), self.assembly.wanted());
        if done == self.before {
            return "nothing finished yet".to_owned();
        }
        let left = wanted.saturating_sub(done) as f64 / (done - self.before) as f64;
        format!("{} left", duration(self.begun.elapsed().mul_f64(left)))
    }
}

impl JudgingRun<'_> {
    /// The closing message of a run that did anything.
    fn last_words(&self) -> Option<String> {
        let new = self.assembly.done() - self.before;
        let speed = new as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        let took = format!("{new} in {}, {speed:.1} a second", duration(self.begun.elapsed()));
        (new > 0).then_some(took)
    }
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
