//! Judges candidates on worker threads, and takes them into the book in order.

use std::sync::Arc;

use anyhow::anyhow;
use engine::{Setup, Stop};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::assembly::{BookAssembly, State};
use super::candidate::Candidate;
use super::journal::Findings;
use super::judge::Judge;
use super::settings::Judgement;
use super::source::Source;
use crate::pace::Pace;
use crate::progress::ProgressDisplay;
use crate::run_loop::{self, Piece, Run};
use arena::runner::Signal;
use arena::storage::json_lines::JsonLines;
use arena::system::threads::Threads;

type Finished = anyhow::Result<Candidate>;

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
    signals: mpsc::Receiver<Signal>,
    display: ProgressDisplay,
) -> anyhow::Result<()> {
    let (threads, mut finished) = start(work, &findings);
    let resumed = findings.into_iter().map(|(number, finding)| Candidate { number, finding });
    assembly.take(resumed)?;
    let before = assembly.done();
    let mut run = Run::begin(signals, display, before);
    while assembly.state() == State::Open
        && let Some(judged) = run.next(&mut finished, "the searches in progress").await
    {
        let candidates = judged.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        journal.append(candidates.iter())?;
        assembly.take(candidates.into_iter())?;
        run.display.update(assembly.done(), &pace(run.pace, assembly, before));
    }
    drop(threads);
    let pace = pace(run.pace, assembly, before);
    run.end(assembly.done(), pace);
    Ok(())
}

/// The speed of a run that began with `before` positions, and the time left.
fn pace(pace: Pace, assembly: &BookAssembly, before: usize) -> String {
    let (done, left) = (assembly.done(), assembly.wanted().saturating_sub(assembly.done()));
    let new = (done - before) as f64;
    format!("{:.1} a second, {}", pace.a_second(new), pace.words(new, left as f64))
}

/// Starts threads that judge the candidates without findings.
fn start(work: &JudgingWork, findings: &Findings) -> (Threads, UnboundedReceiver<Finished>) {
    let known: Arc<[u64]> = findings.keys().copied().collect();
    let stop = Stop::new();
    let worker = || {
        let (known, stop, JudgingWork { source, judgement, setup, .. }) =
            (Arc::clone(&known), stop.clone(), work.clone());
        let mut judge = Judge::new(setup, judgement, stop.clone());
        move |number| {
            if stop.is_raised() || source.count().is_some_and(|count| number >= count) {
                return Piece::Over;
            }
            if known.binary_search(&number).is_ok() {
                return Piece::Known;
            }
            match source.candidate(number, &mut judge) {
                Some(candidate) => Piece::Done(Ok(candidate)),
                None if stop.is_raised() => Piece::Over,
                None => Piece::Failed(failure(number, "it found no move".to_owned())),
            }
        }
    };
    run_loop::start((work.concurrency, 0), &stop, worker, failure)
}

fn failure(number: u64, problem: String) -> Finished {
    Err(anyhow!("the engine failed on candidate {number}: {problem}"))
}
