//! Lines in forms that an engine might not expect.

use std::time::Duration;

use super::super::examinee::{ANSWER, Examinee};
use super::super::place::Place;
use super::super::{Outcome, Problem, either};

/// A search of a position sent in this form. An engine that does not read the moves searches
/// another position; its output is not counted by the later checks.
pub(super) fn written(engine: &mut Examinee, line: &str, go: &str) -> Outcome {
    let place = Place::new("startpos", "e2e4 e7e5 g1f3");
    let place = Place { line: line.to_owned(), ..place };
    let before = engine.conduct.clone();
    let search = engine.obeyed(place, go, Duration::from_secs(1));
    engine.conduct = before;
    search.map(|search| search.text().to_owned()).map_err(Problem::wrong)
}

pub(super) fn stop_at_rest(engine: &mut Examinee) -> Outcome {
    engine.sync(ANSWER)?;
    let before = engine.conduct.strays;
    engine.survives("stop\n")?;
    // It is judged here, and not once more where answers are counted.
    let is_right = std::mem::replace(&mut engine.conduct.strays, before) == before;
    either(is_right, "", "it answers with a bestmove")
}
