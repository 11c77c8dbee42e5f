//! Judges candidates on worker threads, and takes them into the book in order.

use std::sync::Arc;

use engine::{Setup, Stop};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::assembly::{BookAssembly, State};
use super::candidate::Candidate;
use super::error::JudgingError;
use super::journal::Findings;
use super::judge::Judge;
use super::settings::Judgement;
use super::source::{Memory, Source};
use crate::pace::Pace;
use crate::progress::ProgressDisplay;
use crate::run_loop::{self, Piece, RunWork};
use arena::runner::Signal;
use arena::storage::json_lines::JsonLines;
use arena::system::threads::Threads;

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

/// Judges candidates until the book is made or given up, or the run is stopped; each goes to the journal and then to the assembly,
/// which begins with these findings of earlier runs. A signal stops the run at once: only the
/// searches in progress are lost. The display shows the progress.
///
/// # Errors
/// When the journal cannot be written, a line of it is not a candidate, or the engine fails.
pub async fn run(
    work: &JudgingWork,
    assembly: &mut BookAssembly,
    findings: Findings,
    journal: &mut JsonLines,
    mut signals: mpsc::Receiver<Signal>,
    mut display: ProgressDisplay,
) -> Result<(), JudgingError> {
    let (mut threads, finished) = start(work, &findings);
    let resumed = findings.into_iter().map(|(number, finding)| Candidate { number, finding });
    assembly.take(resumed)?;
    let before = assembly.done();
    let mut run = JudgingRun { assembly, journal, finished, before, pace: Pace::begin() };
    run_loop::run(&mut run, &mut signals, &mut display).await?;
    threads.end();
    display.end(run.finished(), run.last_words());
    Ok(())
}

/// A run in progress.
struct JudgingRun<'a> {
    assembly: &'a mut BookAssembly,
    journal: &'a mut JsonLines,
    finished: UnboundedReceiver<Finished>,
    /// Positions that were there when the run began.
    before: usize,
    pace: Pace,
}

impl RunWork for JudgingRun<'_> {
    type Result = Finished;
    type Error = JudgingError;

    const GIVEN_UP: &'static str = "the searches in progress";

    fn is_complete(&self) -> bool {
        self.assembly.state() != State::Open
    }

    async fn receive(&mut self, batch: &mut Vec<Finished>) -> usize {
        self.finished.recv_many(batch, run_loop::BATCH).await
    }

    fn take(
        &mut self,
        results: impl Iterator<Item = Finished>,
        _: &mut ProgressDisplay,
    ) -> Result<(), JudgingError> {
        let candidates = results.collect::<Result<Vec<_>, JudgingError>>()?;
        self.journal.append(candidates.iter())?;
        self.assembly.take(candidates.into_iter())
    }

    fn finished(&self) -> usize {
        self.assembly.done()
    }

    fn pace(&self) -> String {
        let (done, wanted) = (self.assembly.done(), self.assembly.wanted());
        let left = self.pace.left((done - self.before) as f64, wanted.saturating_sub(done) as f64);
        left.unwrap_or_else(|| "nothing finished yet".to_owned())
    }
}

impl JudgingRun<'_> {
    /// The closing message of a run that did anything.
    fn last_words(&self) -> Option<String> {
        let new = self.assembly.done() - self.before;
        let speed = self.pace.a_second(new as f64);
        (new > 0).then(|| format!("{new} in {}, {speed:.1} a second", self.pace.taken()))
    }
}

/// Starts threads that judge the candidates without findings.
fn start(work: &JudgingWork, findings: &Findings) -> (Threads, UnboundedReceiver<Finished>) {
    let known: Arc<[u64]> = findings.keys().copied().collect();
    let stop = Stop::new();
    let worker = || {
        let (known, stop, JudgingWork { source, judgement, setup, .. }) =
            (Arc::clone(&known), stop.clone(), work.clone());
        let mut judge = Judge::new(setup, judgement.hash, stop.clone());
        let mut memory = Memory::new();
        move |number| {
            if stop.is_raised() || source.count().is_some_and(|count| number >= count) {
                return Piece::Over;
            }
            if known.binary_search(&number).is_ok() {
                return Piece::Known;
            }
            match source.candidate(number, &judgement, &mut judge, &mut memory) {
                Some(candidate) => Piece::Done(Ok(candidate)),
                None if stop.is_raised() => Piece::Over,
                None => Piece::Failed(failure(number, "it found no move".to_owned())),
            }
        }
    };
    run_loop::start((work.concurrency, 0), &stop, worker, failure)
}

fn failure(number: u64, problem: String) -> Finished {
    Err(JudgingError::Engine { number, problem })
}
