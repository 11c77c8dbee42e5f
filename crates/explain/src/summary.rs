//! The audit in numbers: shares and losses with intervals that treat pairs as clusters.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Move, Position, Role};

use lab::suite::judging::estimate::Estimate;

use crate::subjects::{Kind, Subject};
use crate::verdict::{Audited, Verdict};

/// The verdicts on some of the choices.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// The name of the group: a phase, a kind of move.
    pub name: String,
    /// Choices.
    pub choices: usize,
    /// Share of the choices in which the first contender's move was worse.
    pub first_worse: Estimate,
    /// Share in which the second contender's was.
    pub second_worse: Estimate,
    /// Share in which both judges saw no difference.
    pub equal: f64,
    /// Share in which the judges did not agree.
    pub disputed: f64,
    /// The expected score that the first contender's moves lose against the second's, for each choice; below 0 where
    /// they gain.
    pub loss: Estimate,
}

/// The divergences of a pairing as judged, as a whole and by kinds.
#[derive(Clone, Debug, Serialize)]
pub struct Divergences {
    /// All of them.
    pub all: Option<Group>,
    /// By the phase of the game.
    pub by_phase: Vec<Group>,
    /// By the kind of the first contender's move.
    pub by_move: Vec<Group>,
    /// By the depth that the shallower search of the game reached.
    pub by_depth: Vec<Group>,
    /// By the material of the side to move.
    pub by_material: Vec<Group>,
}

/// The swings of a pairing as judged, of one contender.
#[derive(Clone, Debug, Serialize)]
pub struct Swings {
    /// The contender's name.
    pub contender: String,
    /// Swings that were judged.
    pub swings: usize,
    /// Those in which both judges know a better move than the one that was played.
    pub worse: usize,
    /// The mean expected score that its moves lose.
    pub loss: f64,
}

/// The verdicts on the divergences among these choices.
#[must_use]
pub fn divergences(audited: &[&Audited<'_>]) -> Divergences {
    let divergences: Vec<&Audited<'_>> = audited
        .iter()
        .copied()
        .filter(|choice| choice.subject.key.kind == Kind::Divergence)
        .collect();
    let by = |name: &dyn Fn(&Subject) -> (u32, String)| {
        let mut groups: BTreeMap<(u32, String), Vec<&Audited<'_>>> = BTreeMap::new();
        for choice in &divergences {
            groups.entry(name(choice.subject)).or_default().push(choice);
        }
        let groups = groups.into_iter();
        groups.filter_map(|((_, name), choices)| group(name, &choices)).collect()
    };
    Divergences {
        all: group("all".to_owned(), &divergences),
        by_phase: by(&|subject| (subject.phase as u32, subject.phase.name().to_owned())),
        by_move: by(&|subject| {
            let kind = MoveKind::of(&subject.position, subject.choices[0].record.played);
            (kind as u32, kind.name().to_owned())
        }),
        by_depth: by(&depth_range),
        by_material: by(&|subject| material(&subject.position)),
    }
}

/// The swings of both contenders of a pairing.
#[must_use]
pub fn swings(audited: &[&Audited<'_>], names: [&str; 2]) -> Vec<Swings> {
    let of_contender = |(number, name): (usize, &str)| {
        let own: Vec<&&Audited<'_>> = audited
            .iter()
            .filter(|choice| choice.subject.key.kind == Kind::Swing)
            .filter(|choice| choice.subject.choices[0].contender as usize == number)
            .collect();
        let loss: f64 = own.iter().map(|choice| choice.loss).sum();
        (!own.is_empty()).then(|| Swings {
            contender: name.to_owned(),
            swings: own.len(),
            worse: own.iter().filter(|choice| choice.worse() == Some(0)).count(),
            loss: loss / own.len() as f64,
        })
    };
    names.into_iter().enumerate().filter_map(of_contender).collect()
}

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveKind {
    Capture,
    Check,
    Quiet,
}

impl MoveKind {
    /// A capture that gives check is a capture; promotions count as captures.
    fn of(position: &shakmaty::Chess, m: Move) -> MoveKind {
        let mut after = position.clone();
        after.play_unchecked(m);
        match () {
            () if m.is_capture() || m.is_promotion() => MoveKind::Capture,
            () if after.is_check() => MoveKind::Check,
            () => MoveKind::Quiet,
        }
    }

    fn name(self) -> &'static str {
        match self {
            MoveKind::Capture => "capture or promotion",
            MoveKind::Check => "check",
            MoveKind::Quiet => "quiet",
        }
    }
}

/// Three plies a group.
fn depth_range(subject: &Subject) -> (u32, String) {
    let depth = subject.choices.iter().map(|choice| choice.record.depth).min().unwrap_or(0);
    let from = depth / 3 * 3;
    (from, format!("depth {from} to {}", from + 2))
}

/// Whether the side to move is ahead, by the usual worth of the pieces.
fn material(position: &shakmaty::Chess) -> (u32, String) {
    let worth = |color| {
        let board = position.board();
        Role::ALL.iter().fold(0, |sum, &role| {
            let each = match role {
                Role::Pawn => 1,
                Role::Knight | Role::Bishop => 3,
                Role::Rook => 5,
                Role::Queen => 9,
                Role::King => 0,
            };
            sum + each * (board.by_role(role) & board.by_color(color)).count() as i32
        })
    };
    let ahead = worth(position.turn()) - worth(!position.turn());
    match ahead {
        ..=-2 => (0, "two pawns or more behind".to_owned()),
        -1..=1 => (1, "level within a pawn".to_owned()),
        _ => (2, "two pawns or more ahead".to_owned()),
    }
}

fn group(name: String, choices: &[&Audited<'_>]) -> Option<Group> {
    if choices.is_empty() {
        return None;
    }
    let share =
        |verdict: Verdict| {
            Estimate::of_shares(choices.iter().map(|choice| {
                (choice.subject.pair, f64::from(u8::from(choice.verdict == verdict)))
            }))
        };
    Some(Group {
        name,
        choices: choices.len(),
        first_worse: share(Verdict::FirstIsWorse),
        second_worse: share(Verdict::SecondIsWorse),
        equal: share(Verdict::Equal).mean,
        disputed: share(Verdict::Disputed).mean,
        loss: Estimate::of_losses(choices.iter().map(|choice| (choice.subject.pair, choice.loss))),
    })
}
