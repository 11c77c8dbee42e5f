//! An engine's output in all its searches, and the mistakes in it.

use std::time::Duration;

use shakmaty::{Move, Position};

use super::test_position::{TestPosition, legal};
use super::{Outcome, Problem};
use crate::info_line::InfoLine;
use crate::lines::printable;

/// By how much the time that an engine reports may exceed the time measured: its clock starts when
/// ours does, or later.
const SLACK: Duration = Duration::from_millis(20);

/// Counts of the output, with the first mistake of each kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Conduct {
    pub(super) best_moves: Tally,
    pub(super) ponder_moves: Tally,
    pub(super) variations: Tally,
    pub(super) lines: Tally,
    /// Searches in which depth, nodes and time only grow.
    pub(super) growth: Tally,
    /// Searches that report a score for adjudication.
    pub(super) scores: Tally,
    /// Answers to `go` that were not asked for.
    pub(super) strays: u64,
}

/// The number of items, the number of wrong ones, and the first of those.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    seen: u64,
    wrong: u64,
    first: Option<String>,
}

impl Tally {
    fn note(&mut self, right: Result<(), String>) {
        self.seen += 1;
        if let Err(problem) = right {
            self.wrong += 1;
            self.first.get_or_insert(problem);
        }
    }

    /// The outcome of a check of these things; `of` names them in the plural.
    pub(super) fn outcome(&self, things: &str) -> Outcome {
        match &self.first {
            Some(first) => {
                Err(Problem::Wrong(format!("{} of {} {things}: {first}", self.wrong, self.seen)))
            }
            None if self.seen == 0 => Err(Problem::Absent(format!("there were no {things}"))),
            None => Ok(format!("{} {things}", self.seen)),
        }
    }
}

impl Conduct {
    /// Takes in the `info` lines of a search that took this time.
    pub(super) fn read(&mut self, place: &TestPosition, infos: &[String], time: Duration) {
        let mut read = Vec::with_capacity(infos.len());
        for text in infos {
            let mut first = None;
            read.push(InfoLine::read(text.as_bytes(), &mut |deviation| {
                first.get_or_insert(deviation);
            }));
            self.lines.note(first.map_or(Ok(()), |deviation| {
                Err(format!("{deviation}, in `info {}`", printable(text.trim().as_bytes())))
            }));
        }
        for info in &read {
            let line: Vec<&str> = info.written_moves().collect();
            if !line.is_empty() {
                let played = place.play(&line);
                self.variations
                    .note(played.map_err(|problem| format!("{problem} (`{}`)", place.brief())));
            }
        }
        if !read.is_empty() {
            self.growth.note(growth(&read, time).map_err(|p| format!("{p} (`{}`)", place.brief())));
        }
        let has_score = read.iter().any(|info| info.score.is_some());
        // A forced move may be played at once.
        if place.position.legal_moves().len() > 1 {
            let none = || format!("no score in the search of `{}`", place.brief());
            self.scores.note(if has_score { Ok(()) } else { Err(none()) });
        }
    }

    /// Takes in the answer: the named move, if it is legal, and the rest of the line.
    pub(super) fn read_best_move(
        &mut self,
        place: &TestPosition,
        named: Option<Move>,
        text: &str,
        rest: &[&str],
    ) {
        let what = |prefix: &str, text: &str| {
            Err(format!("{prefix}{} is illegal (`{}`)", printable(text.as_bytes()), place.brief()))
        };
        self.best_moves.note(named.map_or_else(|| what("bestmove ", text), |_| Ok(())));
        if let (Some(best), Some((&"ponder", rest))) = (named, rest.split_first()) {
            let mut after = place.position.clone();
            after.play_unchecked(best);
            let reply = rest.first().copied().unwrap_or_default();
            let is_legal = legal(&after, reply, place.mode).is_some();
            let ponder = format!("after bestmove {text}, ponder ");
            self.ponder_moves.note(if is_legal { Ok(()) } else { what(&ponder, reply) });
        }
    }
}

/// Whether depth, nodes and time only grow during a search.
fn growth(infos: &[InfoLine<'_>], time: Duration) -> Result<(), String> {
    let depth_of = |info: &InfoLine<'_>| {
        let is_finished = info.is_first() && !info.is_bound && info.best_move().is_some();
        info.depth.filter(|_| is_finished)
    };
    let nodes_of = |info: &InfoLine<'_>| info.nodes.and_then(|nodes| i64::try_from(nodes).ok());
    grows("depth", infos.iter().filter_map(depth_of))?;
    grows("nodes", infos.iter().filter_map(nodes_of))?;
    grows("time", infos.iter().filter_map(|info| info.milliseconds))?;
    let reported = infos.iter().filter_map(InfoLine::time).max().unwrap_or_default();
    if reported > time + SLACK {
        let measured = time.as_millis();
        return Err(format!("`time {}` is told after {measured} ms", reported.as_millis()));
    }
    Ok(())
}

/// Whether the values of a key only grow.
fn grows(key: &str, values: impl Iterator<Item = i64>) -> Result<(), String> {
    let mut highest = 0;
    for value in values {
        if value < highest {
            return Err(format!("`{key} {value}` comes after `{key} {highest}`"));
        }
        highest = value;
    }
    Ok(())
}
