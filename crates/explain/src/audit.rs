//! The audit: every choice is judged that the journal does not have yet, on some threads.

use std::collections::HashMap;

use uci_client::Guard;

use arena::storage::json_lines::JsonLinesError;
use lab::suite::judging::judge::{JudgeError, JudgedMove, MoveJudge};
use lab::suite::judging::work::{self, Means};

use crate::journal::{AuditJournal, Judgement};
use crate::settings::Settings;
use crate::subjects::{Key, Subject};

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

/// Judges all choices that are not known yet; `false` when it was stopped before the end. The guard keeps programs from
/// outliving this process.
///
/// # Errors
/// When a judge fails, or the journal cannot be written; the judgements so far are kept.
pub fn run(
    settings: &Settings,
    subjects: &[Subject],
    journal: &mut AuditJournal,
    known: &mut HashMap<Key, Judgement>,
    guard: &Guard,
    means: Means<'_>,
) -> Result<bool, AuditError> {
    let is_missing = |subject: &&Subject| !known.contains_key(&subject.key);
    let missing: Vec<Subject> = subjects.iter().filter(is_missing).cloned().collect();
    let stop = means.stop;
    let worker = || {
        let mut judges = settings
            .judges
            .each_ref()
            .map(|judge| MoveJudge::new(judge, (settings.nodes, settings.hash), guard, stop));
        move |subject: &Subject| Ok(judgement(&mut judges, subject)?)
    };
    work::run(missing, means, worker, |judgement: Judgement| {
        journal.append(&judgement)?;
        known.insert(judgement.key, judgement);
        Ok(())
    })
}

fn judgement(
    judges: &mut [MoveJudge; 2],
    subject: &Subject,
) -> Result<Option<Judgement>, JudgeError> {
    let [first, second] = judges;
    let Some(first) = judged(first, subject)? else { return Ok(None) };
    let Some(second) = judged(second, subject)? else { return Ok(None) };
    Ok(Some(Judgement { key: subject.key, judges: [first, second] }))
}

/// A judge's word on the moves of a choice: on both of a divergence; of a swing on the one that was played and on the
/// judge's own. `None` when it was stopped.
fn judged(judge: &mut MoveJudge, subject: &Subject) -> Result<Option<Vec<JudgedMove>>, JudgeError> {
    let mut moves: Vec<_> = subject.choices.iter().map(|choice| choice.record.played).collect();
    if let [_] = moves[..] {
        moves.extend(judge.own_move(subject.place())?);
        moves.dedup();
    }
    let judged =
        moves.into_iter().map(|m| judge.value(subject.place(), m)).collect::<Result<_, _>>()?;
    Ok((!judge.is_stopped()).then_some(judged))
}
