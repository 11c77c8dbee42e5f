//! The audit: every choice is judged that the journal does not have yet, on some threads.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use engine::Stop;
use uci_client::Guard;

use arena::storage::json_lines::JsonLinesError;
use arena::system::duration::duration;
use arena::system::threads::Threads;
use lab::progress::ProgressDisplay;

use crate::journal::{AuditJournal, Judgement};
use crate::judge::{Judge, JudgeError};
use crate::settings::Settings;
use crate::subjects::{Key, Subject};

/// How often progress is shown.
const UPDATE_EVERY: Duration = Duration::from_millis(500);

/// Why an audit has come to no end.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JsonLinesError),
    /// A judge failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

/// The means of an audit.
#[derive(Debug)]
pub struct Means<'a> {
    /// Keeps programs from outliving this process.
    pub guard: &'a Guard,
    /// Positions that are judged at a time.
    pub concurrency: usize,
    /// Raised where the audit is to be given up.
    pub stop: &'a Stop,
    /// Shows how far it has come.
    pub display: ProgressDisplay,
}

/// Judges all choices that are not known yet; `false` when it was stopped before the end.
///
/// # Errors
/// When a judge fails, or the journal cannot be written; the judgements so far are kept.
pub fn run(
    settings: &Settings,
    subjects: &[Subject],
    journal: &mut AuditJournal,
    known: &mut HashMap<Key, Judgement>,
    means: Means<'_>,
) -> Result<bool, AuditError> {
    let missing: Arc<[Subject]> =
        subjects.iter().filter(|subject| !known.contains_key(&subject.key)).cloned().collect();
    let Means { guard, concurrency, stop, mut display } = means;
    let (sender, receiver) = mpsc::channel();
    let work = || {
        let mut judges =
            settings.judges.each_ref().map(|judge| Judge::new(judge, settings, guard, stop));
        let (missing, sender) = (Arc::clone(&missing), sender.clone());
        move |number: u64| {
            let Some(subject) = missing.get(number as usize) else { return false };
            match judgement(&mut judges, subject) {
                Ok(Some(judgement)) => sender.send(Ok(judgement)).is_ok(),
                Ok(None) => false,
                Err(error) => {
                    let _ = sender.send(Err(error));
                    false
                }
            }
        }
    };
    let threads = Threads::start(concurrency.min(missing.len()), 0, stop, work);
    drop(sender);
    let begun = Instant::now();
    let (before, mut finished) = (known.len(), 0);
    loop {
        match receiver.recv_timeout(UPDATE_EVERY) {
            Ok(judgement) => {
                let judgement = judgement?;
                journal.append(&judgement)?;
                known.insert(judgement.key, judgement);
                finished += 1;
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
        let pace = pace(begun.elapsed(), finished, missing.len());
        display.update(before + finished, begun.elapsed(), &pace);
    }
    drop(threads);
    let is_complete = finished == missing.len();
    let pace = (finished > 0).then(|| pace(begun.elapsed(), finished, missing.len()));
    display.end(before + finished, pace);
    Ok(is_complete)
}

fn judgement(judges: &mut [Judge; 2], subject: &Subject) -> Result<Option<Judgement>, JudgeError> {
    let [first, second] = judges;
    let Some(first) = first.judge(subject)? else { return Ok(None) };
    let Some(second) = second.judge(subject)? else { return Ok(None) };
    Ok(Some(Judgement { key: subject.key, judges: [first, second] }))
}

/// The time that is left, in words.
fn pace(elapsed: Duration, finished: usize, missing: usize) -> String {
    if finished == 0 {
        return String::new();
    }
    let left = elapsed.mul_f64((missing - finished) as f64 / finished as f64);
    match missing - finished {
        0 => format!("in {}", duration(elapsed)),
        _ => format!("{} left", duration(left)),
    }
}
