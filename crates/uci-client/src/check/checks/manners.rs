//! Lines in forms that an engine might not expect.

use std::time::Duration;

use super::super::examinee::Examinee;
use super::super::place::Place;
use super::super::{Outcome, Problem, either};

pub(super) fn white_space(engine: &mut Examinee) -> Outcome {
    let line = "  position   startpos\t moves  e2e4   e7e5  g1f3  ";
    search(engine, line, " go \t movetime   100 ")
}

pub(super) fn carriage_returns(engine: &mut Examinee) -> Outcome {
    engine.survives("isready\r\n")?;
    search(engine, "position startpos moves e2e4 e7e5 g1f3\r", "go movetime 100\r")
}

/// A search of a position sent in this form. An engine that does not read the moves searches
/// another position; its output is not counted by the later checks.
fn search(engine: &mut Examinee, line: &str, go: &str) -> Outcome {
    let place = Place::new("startpos", "e2e4 e7e5 g1f3");
    let place = Place { line: line.to_owned(), ..place };
    let before = engine.conduct.clone();
    let search = engine.obeyed(place, go, Duration::from_secs(1));
    engine.conduct = before;
    search.map(|search| search.text().to_owned()).map_err(Problem::wrong)
}

pub(super) fn stop_at_rest(engine: &mut Examinee) -> Outcome {
    engine.sync()?;
    let before = engine.conduct.strays;
    engine.survives("stop\n")?;
    // It is judged here, and not once more where answers are counted.
    let is_right = std::mem::replace(&mut engine.conduct.strays, before) == before;
    either(is_right, "", "it answers with a bestmove")
}
