//! Positions of every kind.

use std::time::Duration;

use super::super::examinee::{ANSWER, Examinee};
use super::super::place::{CASTLING, CASTLING_CHESS960, Place};
use super::super::search::Search;
use super::super::{Outcome, Problem, either};
use crate::lines::printable;
use crate::options::CHESS960;

/// Enough for an engine that obeys it; one that does not is stopped after [`PATIENCE`].
const GO: &str = "go movetime 100";
const PATIENCE: Duration = Duration::from_secs(1);

/// The move in a position must be legal.
pub(super) fn any(engine: &mut Examinee, place: Place) -> Outcome {
    engine.survives("ucinewgame\n")?;
    engine.search(place, GO, PATIENCE).map(|search| search.text().to_owned())
}

/// The move in a position must be this one.
pub(super) fn exactly(engine: &mut Examinee, place: Place, expected: &str) -> Outcome {
    let text = any(engine, place)?;
    either(text == expected, expected, format!("{text}, and not {expected}"))
}

pub(super) fn castling(engine: &mut Examinee) -> Outcome {
    match any(engine, Place::new(CASTLING, ""))?.as_str() {
        "e1h1" => Err(Problem::Wrong("e1h1, and not e1g1".to_owned())),
        "e1g1" => Ok("e1g1".to_owned()),
        other => Ok(format!("{other}: it does not castle, nor mate")),
    }
}

pub(super) fn chess960(engine: &mut Examinee) -> Outcome {
    if !engine.engine_info().plays_chess960() {
        return Err(Problem::Absent(format!("it has no option {CHESS960}")));
    }
    engine.survives(&format!("setoption name {CHESS960} value true\n"))?;
    let usual = exactly(engine, Place::new(CASTLING, "").in_chess960(), "e1h1")?;
    let other = exactly(engine, Place::new(CASTLING_CHESS960, ""), "c1g1")?;
    engine.survives(&format!("setoption name {CHESS960} value false\n"))?;
    Ok(format!("{usual}, {other}"))
}

/// The answer where there is no move. Matches never ask for it; a graphical interface may.
pub(super) fn over(engine: &mut Examinee, fen: &str) -> Outcome {
    let place = Place::new(fen, "");
    let mut search = engine.ask(place, GO, PATIENCE)?;
    if !search.has_answered() {
        let until = engine.say("stop\n")? + Duration::from_millis(300);
        engine.listen(&mut search, until, Search::has_answered)?;
    }
    engine.sync(ANSWER)?;
    match search.text() {
        _ if !search.has_answered() => Ok("it answers nothing".to_owned()),
        text => {
            let is_none = matches!(text, "(none)" | "0000" | "none" | "NULL" | "");
            let shown = format!("bestmove {}", printable(text.as_bytes()));
            either(is_none, shown.as_str(), format!("{shown}, where there is no legal move"))
        }
    }
}
