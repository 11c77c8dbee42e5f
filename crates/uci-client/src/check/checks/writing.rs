//! The output of all searches before.

use super::super::examinee::Examinee;
use super::super::{Outcome, Problem};

pub(super) fn best_moves(engine: &mut Examinee<'_>) -> Outcome {
    engine.conduct.best_moves.outcome("moves")
}

pub(super) fn one_answer(engine: &mut Examinee<'_>) -> Outcome {
    match engine.conduct.strays {
        0 => Ok(String::new()),
        strays => Err(Problem::Wrong(format!("{strays} bestmoves without a `go`"))),
    }
}

pub(super) fn ponder_moves(engine: &mut Examinee<'_>) -> Outcome {
    engine.conduct.ponder_moves.outcome("ponder moves")
}

pub(super) fn variations(engine: &mut Examinee<'_>) -> Outcome {
    engine.conduct.variations.outcome("variations")
}

pub(super) fn lines(engine: &mut Examinee<'_>) -> Outcome {
    engine.conduct.lines.outcome("info lines")
}

pub(super) fn growth(engine: &mut Examinee<'_>) -> Outcome {
    engine.conduct.growth.outcome("searches")
}

pub(super) fn scores(engine: &mut Examinee<'_>) -> Outcome {
    engine.conduct.scores.outcome("searches")
}

pub(super) fn standard_error(engine: &mut Examinee<'_>) -> Outcome {
    let text = engine.stderr();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    match lines.as_slice() {
        [] => Ok(String::new()),
        [.., last] => Err(Problem::Wrong(format!("{} lines, the last: {last}", lines.len()))),
    }
}
