//! The output of all searches before.

use super::super::examinee::Examinee;
use super::super::{Outcome, Problem};

pub(super) fn one_answer(engine: &mut Examinee<'_>) -> Outcome {
    match engine.conduct.strays {
        0 => Ok(String::new()),
        strays => Err(Problem::Wrong(format!("{strays} bestmoves without a `go`"))),
    }
}

pub(super) fn standard_error(engine: &mut Examinee<'_>) -> Outcome {
    let text = engine.stderr();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    match lines.as_slice() {
        [] => Ok(String::new()),
        [.., last] => Err(Problem::Wrong(format!("{} lines, the last: {last}", lines.len()))),
    }
}
