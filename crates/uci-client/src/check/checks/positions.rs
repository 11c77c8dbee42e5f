//! Positions of every kind.

use std::time::Duration;

use super::super::examinee::Examinee;
use super::super::search::Answer;
use super::super::test_position::{CASTLING, CASTLING_CHESS960, TestPosition};
use super::super::{Outcome, Problem};
use crate::lines::printable;
use crate::options::CHESS960;

/// Enough for an engine that obeys it; one that does not is stopped after [`PATIENCE`].
const GO: &str = "go movetime 100";
const PATIENCE: Duration = Duration::from_secs(1);

fn answer(engine: &mut Examinee<'_>, place: &TestPosition) -> Result<Answer, Problem> {
    engine.survives("ucinewgame\n")?;
    engine.search(place, GO, PATIENCE)
}

/// The move in a position must be legal.
pub(super) fn any(engine: &mut Examinee<'_>, place: TestPosition) -> Outcome {
    answer(engine, &place).map(|answer| answer.text)
}

/// The move in a position must be this one.
pub(super) fn exactly(engine: &mut Examinee<'_>, place: TestPosition, expected: &str) -> Outcome {
    let answer = answer(engine, &place)?;
    if answer.text == expected {
        Ok(answer.text)
    } else {
        Err(Problem::Wrong(format!("{}, and not {expected}", printable(answer.text.as_bytes()))))
    }
}

pub(super) fn castling(engine: &mut Examinee<'_>) -> Outcome {
    let answer = answer(engine, &TestPosition::new(CASTLING, ""))?;
    match (answer.best.is_castle(), answer.text.as_str()) {
        (true, "e1g1") => Ok("e1g1".to_owned()),
        (true, other) => Err(Problem::Wrong(format!("{other}, and not e1g1"))),
        (false, other) => Ok(format!("{other}: it does not castle, nor mate")),
    }
}

pub(super) fn chess960(engine: &mut Examinee<'_>) -> Outcome {
    if !engine.engine_info().plays_chess960() {
        return Err(Problem::Absent(format!("it has no option {CHESS960}")));
    }
    engine.survives(&format!("setoption name {CHESS960} value true\n"))?;
    let usual = exactly(engine, TestPosition::new(CASTLING, "").in_chess960(), "e1h1")?;
    let other = exactly(engine, TestPosition::new(CASTLING_CHESS960, ""), "c1g1")?;
    engine.survives(&format!("setoption name {CHESS960} value false\n"))?;
    Ok(format!("{usual}, {other}"))
}

/// The answer where there is no move. Matches never ask for it; a graphical interface may.
pub(super) fn over(engine: &mut Examinee<'_>, fen: &str) -> Outcome {
    let place = TestPosition::new(fen, "");
    let mut search = engine.ask(&place, GO).map_err(Problem::wrong)?;
    if !engine.listen(&mut search, PATIENCE).map_err(Problem::wrong)? {
        let stopped = engine.say("stop\n").map_err(Problem::wrong)?;
        let until = stopped + Duration::from_millis(300);
        engine.listen_for(&mut search, until, |it| it.best.is_some()).map_err(Problem::wrong)?;
    }
    let best = search.best.take();
    engine.sync().map_err(Problem::wrong)?;
    match best.as_deref().map(|best| best.split(' ').next().unwrap_or_default()) {
        None => Ok("it answers nothing".to_owned()),
        Some(none @ ("(none)" | "0000" | "none" | "NULL" | "")) => Ok(format!("bestmove {none}")),
        Some(other) => {
            let shown = printable(other.as_bytes());
            Err(Problem::Wrong(format!("bestmove {shown}, where there is no legal move")))
        }
    }
}
