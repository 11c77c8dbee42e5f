//! The prune that hid the refutation of a worse choice: the move is searched again as in the game, and followed along
//! the line that refutes it.
//!
//! A refutation is a tree, and not a line: the search has to be answered whatever it replies. So at the nodes of the
//! side that chose, the line follows the reply which the search itself prefers, and at those of its opponent the move
//! of a judge. It ends at the first node where a prune, a reduction, a table entry or the horizon took the place of a
//! search.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::{Cause, Forbidden, LineEnd, PrunedNode, Stop, Traced};
use serde::Serialize;
use shakmaty::Move;
use uci_client::Guard;

use arena::chess::notation;
use arena::storage::facts::MatchFacts;
use lab::suite::judging::facts::default_judge;
use lab::suite::judging::judge::{MoveJudge, read_line};

use crate::replay::{NotReplayed, Replay, is_same, replay};
use crate::settings::Settings;
use crate::subjects::{Choice, Subject, Subjects};
use crate::verdict::Audited;

/// Times that the line is led on by another move, at most.
const ROUNDS: usize = 24;
/// A line is led on by a search of this part of a judge's nodes.
const PART: u64 = 10;

/// The prunes behind the worse choices of a pairing.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Blame {
    /// The worse choices that were searched again, in the order of the schedule.
    pub choices: Vec<BlamedChoice>,
    /// Those that could not be, by contender and reason.
    pub left_out: Vec<LeftOut>,
    /// Sums over the choices by contender and cause, the most frequent first.
    pub causes: Vec<CauseSum>,
}

/// A worse choice with its cause.
#[derive(Clone, Debug, Serialize)]
pub struct BlamedChoice {
    /// The contender: its index, 0 or 1.
    pub contender: usize,
    /// Number of the game, from 1.
    pub game: u32,
    /// Plies of the game before the move, the opening's included.
    pub ply: usize,
    /// The worse move.
    pub played: String,
    /// The expected score that it lost.
    pub loss: f64,
    /// The line that was followed, up to the node.
    pub line: String,
    /// The first node at which the search did not go down; `null` where there was none.
    pub hidden: Option<HiddenBy>,
}

/// The prune at a node, and the search without it.
#[derive(Clone, Debug, Serialize)]
pub struct HiddenBy {
    /// A technique's key, `table entry`, `horizon` or `draw by the rules`.
    pub cause: &'static str,
    /// Plies from the root to the node.
    pub node_ply: usize,
    /// Plies that were still to be searched there.
    pub depth: i32,
    /// The expected type of the node.
    pub node_type: &'static str,
    /// The window, for the side to move there.
    pub window: [i32; 2],
    /// The prune with its numbers, as a comparison.
    pub words: String,
    /// The move that the search chooses when this prune is forbidden at this node; `null` where it cannot be.
    pub without_it: Option<String>,
    /// Whether that is another move.
    pub changes: bool,
    /// The cause that stands behind a forbidden table entry.
    pub behind: Option<&'static str>,
}

/// Worse choices that could not be searched again.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LeftOut {
    /// The contender: its index, 0 or 1.
    pub contender: usize,
    /// Why.
    pub reason: NotReplayed,
    /// How many.
    pub choices: usize,
}

/// The worse choices of a contender with one cause.
#[derive(Clone, Debug, Serialize)]
pub struct CauseSum {
    /// The contender: its index, 0 or 1.
    pub contender: usize,
    /// The cause; `none found` where the search left the line.
    pub cause: &'static str,
    /// Choices.
    pub choices: usize,
    /// Those that change when the prune is forbidden.
    pub changed: usize,
    /// The least and the greatest depth of the nodes.
    pub depths: Option<[i32; 2]>,
    /// How many of the nodes were of each expected type: PV, CUT, ALL.
    pub node_types: [usize; 3],
    /// The share of all that the contender's choices lost, which these lost.
    pub share_of_loss: f64,
    /// The same of those that change.
    pub share_of_loss_changed: f64,
}

/// The name of a cause that was not found.
const NONE_FOUND: &str = "none found";

/// One choice to be blamed on something.
struct Case<'a> {
    subject: &'a Subject,
    choice: &'a Choice,
    contender: usize,
    loss: f64,
    /// The judge's line after the move.
    line: Vec<Move>,
}

/// Finds the prunes behind the worse choices of every pairing, on some threads.
#[must_use]
pub fn find(
    settings: &Settings,
    subjects: &Subjects,
    audited: &[Audited<'_>],
    concurrency: usize,
) -> Vec<Blame> {
    let cases: Vec<Case<'_>> = audited.iter().filter_map(case).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..concurrency.clamp(1, cases.len().max(1)) {
            scope.spawn(|| {
                let mut judge = line_judge(settings);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(number) else { break };
                    let facts = &subjects.pairings[case.subject.pairing];
                    let result = blamed(case, facts, &mut judge);
                    if let Ok(mut found) = found.lock() {
                        found.push((number, result));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_default();
    found.sort_by_key(|(number, _)| *number);
    let of_pairing = |pairing: usize| {
        let own = found.iter().filter(|(number, _)| cases[*number].subject.pairing == pairing);
        Blame::of(own.map(|(number, result)| (&cases[*number], result)))
    };
    (0..subjects.pairings.len()).map(of_pairing).collect()
}

/// A worse choice of a contender.
fn case<'a>(audited: &Audited<'a>) -> Option<Case<'a>> {
    let (contender, worse) = (audited.loser()?, audited.worse()?);
    let subject = audited.subject;
    let choice = subject.choices.get(worse)?;
    let judged = audited.judgement.judges[0].get(worse)?;
    let written: Vec<String> = [&judged.played].into_iter().chain(&judged.line).cloned().collect();
    let line = read_line(&subject.position, &written);
    Some(Case { subject, choice, contender, loss: audited.loss.abs(), line })
}

/// The judge that leads lines on: the first of the settings that sees into positions here, else the default one.
fn line_judge(settings: &Settings) -> MoveJudge {
    let in_process = settings.judges.iter().find(|judge| judge.engine.program().is_none());
    let judge = in_process.cloned().unwrap_or_else(default_judge);
    let nodes = (settings.nodes / PART).max(1);
    MoveJudge::new(&judge, (nodes, settings.hash), &Guard::none(), &Stop::new())
}

fn blamed(
    case: &Case<'_>,
    facts: &MatchFacts,
    judge: &mut MoveJudge,
) -> Result<BlamedChoice, NotReplayed> {
    let replay = replay(&facts.contenders[case.contender], case.subject, case.choice)?;
    let mut line = case.line.clone();
    let mut node = None;
    for _ in 0..ROUNDS {
        let traced = trace(&replay, &line, None);
        if !is_same(&traced.report, &case.choice.record) {
            return Err(NotReplayed::OtherSearch);
        }
        match traced.end {
            LineEnd::Pruned(pruned) => {
                line.truncate(pruned.ply + 1);
                node = Some(pruned);
                break;
            }
            LineEnd::Prefers { ply, m } => {
                line.truncate(ply);
                line.push(m);
            }
            LineEnd::WentDown => {}
            LineEnd::Left => break,
        }
        let further = lead_on(case.subject, &line, judge);
        if further.is_empty() {
            break;
        }
        line.extend(further);
    }
    Ok(BlamedChoice {
        contender: case.contender,
        game: case.choice.game,
        ply: case.subject.key.ply,
        played: notation::san(&case.subject.position, case.choice.record.played),
        loss: case.loss,
        hidden: node.map(|node| hidden_by(case, &replay, &line, &node)),
        line: notation::line(&case.subject.position, &line),
    })
}

fn trace(replay: &Replay, line: &[Move], forbidden: Option<Forbidden>) -> Traced {
    replay.engine.trace(&replay.position, &replay.limits, line, forbidden)
}

/// The moves that a judge expects after a line.
fn lead_on(subject: &Subject, line: &[Move], judge: &mut MoveJudge) -> Vec<Move> {
    let moves: Vec<Move> = subject.moves.iter().chain(line).copied().collect();
    judge.line(&subject.start, &moves).unwrap_or_default()
}

fn hidden_by(case: &Case<'_>, replay: &Replay, line: &[Move], node: &PrunedNode) -> HiddenBy {
    let cause = node.prune.cause();
    let again = cause
        .can_be_forbidden()
        .then(|| trace(replay, line, Some(Forbidden { ply: node.ply, cause })));
    let other = again.as_ref().and_then(|traced| traced.report.best_move);
    let behind = again.as_ref().and_then(|traced| match traced.end {
        LineEnd::Pruned(next) if cause == Cause::TableEntry => Some(next.prune.cause().name()),
        _ => None,
    });
    HiddenBy {
        cause: cause.name(),
        node_ply: node.ply,
        depth: node.depth,
        node_type: node.node_type,
        window: node.window,
        words: node.prune.to_string(),
        changes: other.is_some_and(|other| other != case.choice.record.played),
        without_it: other.map(|other| notation::san(&case.subject.position, other)),
        behind,
    }
}

impl Blame {
    fn of<'a>(
        found: impl Iterator<Item = (&'a Case<'a>, &'a Result<BlamedChoice, NotReplayed>)>,
    ) -> Blame {
        let mut blame = Blame::default();
        let mut left_out: BTreeMap<(usize, NotReplayed), usize> = BTreeMap::new();
        for (case, result) in found {
            match result {
                Ok(choice) => blame.choices.push(choice.clone()),
                Err(reason) => *left_out.entry((case.contender, *reason)).or_default() += 1,
            }
        }
        let row = |((contender, reason), choices)| LeftOut { contender, reason, choices };
        blame.left_out = left_out.into_iter().map(row).collect();
        blame.causes = causes(&blame.choices);
        blame
    }
}

fn causes(choices: &[BlamedChoice]) -> Vec<CauseSum> {
    let mut groups: BTreeMap<(usize, &'static str), Vec<&BlamedChoice>> = BTreeMap::new();
    for choice in choices {
        let cause = choice.hidden.as_ref().map_or(NONE_FOUND, |hidden| hidden.cause);
        groups.entry((choice.contender, cause)).or_default().push(choice);
    }
    let mut sums: Vec<CauseSum> = groups
        .into_iter()
        .map(|((contender, cause), group)| {
            let own = choices.iter().filter(|choice| choice.contender == contender);
            sum(contender, cause, &group, own.map(|choice| choice.loss).sum())
        })
        .collect();
    sums.sort_by_key(|sum| (sum.contender, std::cmp::Reverse(sum.choices), sum.cause));
    sums
}

fn sum(
    contender: usize,
    cause: &'static str,
    group: &[&BlamedChoice],
    all_losses: f64,
) -> CauseSum {
    let hidden = || group.iter().filter_map(|choice| choice.hidden.as_ref());
    let depths = hidden().map(|hidden| hidden.depth);
    let changed =
        |choice: &&&BlamedChoice| choice.hidden.as_ref().is_some_and(|hidden| hidden.changes);
    let share = |loss: f64| if all_losses > 0.0 { loss / all_losses } else { 0.0 };
    CauseSum {
        contender,
        cause,
        choices: group.len(),
        changed: group.iter().filter(changed).count(),
        depths: depths.clone().min().zip(depths.max()).map(|(least, most)| [least, most]),
        node_types: ["PV", "CUT", "ALL"]
            .map(|name| hidden().filter(|hidden| hidden.node_type == name).count()),
        share_of_loss: share(group.iter().map(|choice| choice.loss).sum()),
        share_of_loss_changed: share(group.iter().filter(changed).map(|choice| choice.loss).sum()),
    }
}
