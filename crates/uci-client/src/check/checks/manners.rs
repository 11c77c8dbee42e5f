//! Lines in forms that an engine might not expect.

use std::time::Duration;

use super::super::examinee::Examinee;
use super::super::test_position::TestPosition;
use super::super::{Outcome, Problem};

const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn white_space(engine: &mut Examinee<'_>) -> Outcome {
    let line = "  position   startpos\t moves  e2e4   e7e5  g1f3  ";
    search(engine, line, " go \t movetime   100 ")
}

pub(super) fn carriage_returns(engine: &mut Examinee<'_>) -> Outcome {
    engine.survives("isready\r\n")?;
    search(engine, "position startpos moves e2e4 e7e5 g1f3\r", "go movetime 100\r")
}

/// A search of a position sent in this form. An engine that does not read the moves searches
/// another position; its output is not counted by the later checks.
fn search(engine: &mut Examinee<'_>, line: &str, go: &str) -> Outcome {
    let place = TestPosition::new("startpos", "e2e4 e7e5 g1f3");
    let place = TestPosition { line: line.to_owned(), ..place };
    let before = engine.conduct.clone();
    let answer = engine.search(&place, go, PATIENCE).map_err(Problem::wrong);
    engine.conduct = before;
    match answer? {
        answer if answer.was_stopped => {
            Err(Problem::Wrong("the limit is not kept: it went on until `stop`".to_owned()))
        }
        answer => Ok(answer.text),
    }
}

pub(super) fn stop_at_rest(engine: &mut Examinee<'_>) -> Outcome {
    engine.sync()?;
    let before = engine.conduct.strays;
    engine.survives("stop\n")?;
    match engine.conduct.strays - before {
        0 => Ok(String::new()),
        _ => {
            // It is judged here, and not once more where answers are counted.
            engine.conduct.strays = before;
            Err(Problem::Wrong("it answers with a bestmove".to_owned()))
        }
    }
}
