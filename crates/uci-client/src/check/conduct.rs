//! An engine's output in all its searches, and the mistakes in it.

use std::time::Duration;

use shakmaty::Position;

use super::place::{Place, legal};
use super::search::Search;
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
    /// Counts an item of the search of a position, and its mistake.
    fn note(&mut self, place: &Place, mistake: Option<String>) {
        self.seen += 1;
        if let Some(mistake) = mistake {
            self.wrong += 1;
            self.first.get_or_insert_with(|| format!("{mistake} (`{}`)", place.brief()));
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
    /// Takes in a search that has answered.
    pub(super) fn read(&mut self, search: &Search) {
        let place = &search.place;
        let mut lines = Vec::with_capacity(search.infos.len());
        for text in &search.infos {
            let mut first = None;
            let line = InfoLine::read(text.as_bytes(), &mut |deviation| {
                first.get_or_insert(deviation);
            });
            let shown = || printable(text.trim().as_bytes());
            self.lines.note(place, first.map(|what| format!("{what}, in `info {}`", shown())));
            let moves: Vec<&str> = line.written_moves().collect();
            if !moves.is_empty() {
                self.variations.note(place, place.play(&moves).err());
            }
            lines.push(line);
        }
        if !lines.is_empty() {
            self.growth.note(place, shrinks(&lines, search.time));
        }
        // A forced move may be played at once.
        if place.position.legal_moves().len() > 1 {
            let has_score = lines.iter().any(|line| line.score.is_some());
            self.scores.note(place, (!has_score).then(|| "no score".to_owned()));
        }
        self.read_best_move(search);
    }

    fn read_best_move(&mut self, search: &Search) {
        let (place, text, best) = (&search.place, search.text(), search.played());
        let illegal = || format!("bestmove {} is illegal", printable(text.as_bytes()));
        self.best_moves.note(place, best.is_none().then(illegal));
        let mut rest = search.best.iter().flat_map(|all| all.split_ascii_whitespace()).skip(1);
        if let (Some(best), Some("ponder")) = (best, rest.next()) {
            let mut after = place.position.clone();
            after.play_unchecked(best);
            let reply = rest.next().unwrap_or_default();
            let shown = || printable(reply.as_bytes());
            let illegal = || format!("after bestmove {text}, ponder {} is illegal", shown());
            let is_legal = legal(&after, reply, place.mode).is_some();
            self.ponder_moves.note(place, (!is_legal).then(illegal));
        }
    }
}

/// The value of a key of a line.
type Value = fn(&InfoLine<'_>) -> Option<i64>;

/// The first of depth, nodes and time that does not only grow during a search, or a time that is not true.
fn shrinks(lines: &[InfoLine<'_>], time: Duration) -> Option<String> {
    fn is_finished(line: &InfoLine<'_>) -> bool {
        line.is_first() && !line.is_bound && line.best_move().is_some()
    }
    let keys: [(&str, Value); 3] = [
        ("depth", |line| line.depth.filter(|_| is_finished(line))),
        ("nodes", |line| i64::try_from(line.nodes?).ok()),
        ("time", |line| line.milliseconds),
    ];
    for (key, value) in keys {
        let mut highest = 0;
        for value in lines.iter().filter_map(value) {
            if value < highest {
                return Some(format!("`{key} {value}` comes after `{key} {highest}`"));
            }
            highest = value;
        }
    }
    let told = lines.iter().filter_map(InfoLine::time).max().unwrap_or_default().as_millis();
    let is_true = told <= (time + SLACK).as_millis();
    (!is_true).then(|| format!("`time {told}` is told after {} ms", time.as_millis()))
}
