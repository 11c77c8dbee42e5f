//! The explanation of a match as one value: every page and table is made of it, and `explain.json` is it.

use serde::Serialize;
use shakmaty::{Move, Position};

use arena::chess::notation;
use arena::storage::facts::MatchFacts;
use lab::suite::judging::curve::Curve;
use lab::suite::judging::facts::JudgeFacts;
use lab::suite::judging::judge::{JudgedMove, read_line};

use crate::settings::AuditFacts;
use crate::subjects::{Kind, Subjects};
use crate::summary::{self, Divergences, Swings};
use crate::verdict::Audited;

/// Version of the layout of `explain.json`.
const SCHEMA: u32 = 1;
/// Choices that are shown with a board.
const COSTLIEST: usize = 10;
/// Plies of a judge's line that are shown.
const PLIES: usize = 12;

/// The explanation of a match.
#[derive(Debug, Serialize)]
pub struct Explanation {
    /// Version of this layout.
    pub schema: u32,
    /// Name of the match.
    pub name: String,
    /// The question of the match.
    pub question: Option<String>,
    /// The judges, their nodes, and the fingerprint of the match.
    #[serde(flatten)]
    pub audit: AuditFacts,
    /// The curve of expected scores.
    pub curve: Curve,
    /// Choices that were judged.
    pub judged: usize,
    /// Divergences and swings beyond those.
    pub not_judged: usize,
    /// Each pairing; a match of two contenders has one.
    pub pairings: Vec<PairingExplanation>,
}

/// The explanation of one pairing.
#[derive(Debug, Serialize)]
pub struct PairingExplanation {
    /// The contenders' names.
    pub contenders: [String; 2],
    /// The divergences.
    pub divergences: Divergences,
    /// The swings of each contender that has any.
    pub swings: Vec<Swings>,
    /// The choices by which most expected score was lost, where both judges agree.
    pub costliest: Vec<JudgedChoice>,
    /// All other choices in which both judges agree that a move was worse.
    pub others: Vec<JudgedChoice>,
}

/// A choice in which both judges agree that a contender chose worse.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedChoice {
    /// Divergence or swing.
    pub kind: Kind,
    /// Number of the game in which the worse move was played, from 1.
    pub game: u32,
    /// Plies of the game before it, the opening's included.
    pub ply: usize,
    /// Number of the move.
    pub move_number: u32,
    /// The position, as EPD.
    pub position: String,
    /// The contender that chose worse: its index, 0 or 1.
    pub contender: usize,
    /// The worse move.
    pub worse: String,
    /// The better one: of a divergence the other contender's, of a swing the first judge's.
    pub better: String,
    /// The expected score that was lost, by the mean of the judges.
    pub loss: f64,
    /// Depth of the search that chose the worse move.
    pub depth: u32,
    /// Its own score, in centipawns.
    pub score: Option<i32>,
    /// The judges' words.
    pub judges: Vec<JudgesWord>,
    #[serde(skip)]
    pub(crate) squares: Vec<shakmaty::Square>,
    #[serde(skip)]
    pub(crate) board: shakmaty::Chess,
}

/// One judge's word on a choice.
#[derive(Clone, Debug, Serialize)]
pub struct JudgesWord {
    /// The judge's name.
    pub judge: String,
    /// Score of the worse move in centipawns, for the side that plays it.
    pub worse: i32,
    /// Score of the better one.
    pub better: i32,
    /// Depth of the search after the worse move.
    pub depth: u32,
    /// The worse move with the line that the judge expects after it.
    pub line: String,
}

impl Explanation {
    /// The explanation that follows from these judgements.
    #[must_use]
    pub fn new(
        facts: AuditFacts,
        curve: Curve,
        subjects: &Subjects,
        audited: &[Audited<'_>],
    ) -> Explanation {
        let pairing = |(number, facts_of_pairing): (usize, &MatchFacts)| {
            let own: Vec<&Audited<'_>> =
                audited.iter().filter(|choice| choice.subject.pairing == number).collect();
            of_pairing(facts_of_pairing, &own, &facts)
        };
        let pairings = subjects.pairings.iter().enumerate().map(pairing).collect();
        let first = subjects.pairings.first();
        Explanation {
            schema: SCHEMA,
            name: first.map_or_else(String::new, |facts| facts.name.clone()),
            question: first.and_then(|facts| facts.question.clone()),
            audit: facts,
            curve,
            judged: audited.len(),
            not_judged: subjects.left_out,
            pairings,
        }
    }

    /// The worse choices as a test suite: `bm` the better move, `am` the worse one.
    #[must_use]
    pub fn positions(&self) -> String {
        let plain = |name: &str| name.replace(['"', ';', '\\', '\n'], " ");
        let mut text = format!("# {}: choices that two judges call worse\n", plain(&self.name));
        for pairing in &self.pairings {
            for choice in pairing.costliest.iter().chain(&pairing.others) {
                let name = plain(&pairing.contenders[choice.contender]);
                let loss = document::number::percent(choice.loss);
                text.push_str(&format!(
                    "{} bm {}; am {}; id \"game {} move {}\"; c0 \"{name} played {}, which loses {loss} of expected \
                     score\";\n",
                    choice.position, choice.better, choice.worse, choice.game, choice.move_number, choice.worse,
                ));
            }
        }
        text
    }
}

fn of_pairing(
    facts: &MatchFacts,
    audited: &[&Audited<'_>],
    audit: &AuditFacts,
) -> PairingExplanation {
    let contenders = facts.contenders.each_ref().map(|contender| contender.name.clone());
    let names = contenders.each_ref().map(String::as_str);
    let mut worse: Vec<JudgedChoice> =
        audited.iter().filter_map(|choice| judged_choice(choice, audit)).collect();
    worse.sort_by(|a, b| b.loss.total_cmp(&a.loss).then((a.game, a.ply).cmp(&(b.game, b.ply))));
    // A divergence of a pair may be its largest swing too.
    worse.dedup_by(|later, earlier| (later.game, later.ply) == (earlier.game, earlier.ply));
    let others = worse.split_off(worse.len().min(COSTLIEST));
    PairingExplanation {
        divergences: summary::divergences(audited),
        swings: summary::swings(audited, names),
        contenders,
        costliest: worse,
        others,
    }
}

fn judged_choice(audited: &Audited<'_>, audit: &AuditFacts) -> Option<JudgedChoice> {
    let (subject, loser) = (audited.subject, audited.loser()?);
    let worse = audited.worse()?;
    let choice = &subject.choices[worse.min(subject.choices.len() - 1)];
    let position = &subject.position;
    let san = |m: Move| notation::san(position, m);
    let better = read_line(position, &[audited.judgement.judges[0].get(1 - worse)?.played.clone()]);
    let word = |(judge, judged): (&JudgeFacts, &Vec<JudgedMove>)| {
        let bad = judged.get(worse)?;
        let line: Vec<String> =
            [&bad.played].into_iter().chain(&bad.line).take(PLIES).cloned().collect();
        Some(JudgesWord {
            judge: judge.name.clone(),
            worse: bad.score,
            better: judged.get(1 - worse)?.score,
            depth: bad.depth,
            line: notation::line(position, &read_line(position, &line)),
        })
    };
    let played = choice.record.played;
    Some(JudgedChoice {
        kind: subject.key.kind,
        game: choice.game,
        ply: subject.key.ply,
        move_number: subject.move_number,
        position: notation::epd(position),
        contender: loser,
        worse: san(played),
        better: san(*better.first()?),
        loss: audited.loss.abs(),
        depth: choice.record.depth,
        score: choice.score().map(|score| score.centipawns()),
        judges: audit.judges.iter().zip(&audited.judgement.judges).filter_map(word).collect(),
        squares: played.from().into_iter().chain([played.to()]).collect(),
        board: position.clone(),
    })
    .filter(|_| position.is_legal(played))
}
