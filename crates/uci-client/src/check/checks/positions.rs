//! Positions of every kind.

use std::time::Duration;

use super::super::examinee::Examinee;
use super::super::search::Answer;
use super::super::test_position::{
    CASTLING, CASTLING_CHESS960, EN_PASSANT, LATE, MATED, MIDDLE_GAME, PROMOTION, REPETITION,
    STALEMATED, TestPosition,
};
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
fn any(engine: &mut Examinee<'_>, place: &TestPosition) -> Outcome {
    answer(engine, place).map(|answer| answer.text)
}

/// The move in a position must be this one.
fn exactly(engine: &mut Examinee<'_>, place: &TestPosition, expected: &str) -> Outcome {
    let answer = answer(engine, place)?;
    if answer.text == expected {
        Ok(answer.text)
    } else {
        Err(Problem::Wrong(format!("{}, and not {expected}", printable(answer.text.as_bytes()))))
    }
}

pub(super) fn start(engine: &mut Examinee<'_>) -> Outcome {
    any(engine, &TestPosition::new("startpos", ""))
}

pub(super) fn start_and_moves(engine: &mut Examinee<'_>) -> Outcome {
    any(engine, &TestPosition::new("startpos", "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6"))
}

pub(super) fn fen(engine: &mut Examinee<'_>) -> Outcome {
    any(engine, &TestPosition::middle_game())
}

pub(super) fn fen_and_moves(engine: &mut Examinee<'_>) -> Outcome {
    any(engine, &TestPosition::new(MIDDLE_GAME, "e1g1 e8c8 f3h3"))
}

pub(super) fn repetition(engine: &mut Examinee<'_>) -> Outcome {
    any(engine, &TestPosition::new("startpos", REPETITION))
}

pub(super) fn fifty_moves(engine: &mut Examinee<'_>) -> Outcome {
    any(engine, &TestPosition::new(LATE, ""))
}

pub(super) fn long_game(engine: &mut Examinee<'_>) -> Outcome {
    any(engine, &TestPosition::long_game())
}

pub(super) fn promotion(engine: &mut Examinee<'_>) -> Outcome {
    any(engine, &TestPosition::new(PROMOTION, ""))
}

pub(super) fn promotion_played(engine: &mut Examinee<'_>) -> Outcome {
    any(engine, &TestPosition::new(PROMOTION, "a7a8n"))
}

pub(super) fn en_passant(engine: &mut Examinee<'_>) -> Outcome {
    exactly(engine, &TestPosition::new(EN_PASSANT, "d7d5"), "e5d6")
}

pub(super) fn castling(engine: &mut Examinee<'_>) -> Outcome {
    let answer = answer(engine, &TestPosition::new(CASTLING, ""))?;
    match (answer.best.is_castle(), answer.text.as_str()) {
        (true, "e1g1") => Ok("e1g1".to_owned()),
        (true, other) => Err(Problem::Wrong(format!("{other}, and not e1g1"))),
        (false, other) => Ok(format!("{other}: it does not castle, nor mate")),
    }
}

pub(super) fn castling_played(engine: &mut Examinee<'_>) -> Outcome {
    // Black is not mated: its king stands a file further off.
    any(engine, &TestPosition::new("4R3/8/8/8/8/3k3P/7P/4K2R w K - 0 1", "e1g1"))
}

pub(super) fn chess960(engine: &mut Examinee<'_>) -> Outcome {
    if !engine.engine_info().plays_chess960() {
        return Err(Problem::Absent(format!("it has no option {CHESS960}")));
    }
    engine.survives(&format!("setoption name {CHESS960} value true\n"))?;
    let usual = exactly(engine, &TestPosition::new(CASTLING, "").in_chess960(), "e1h1")?;
    let other = exactly(engine, &TestPosition::new(CASTLING_CHESS960, ""), "c1g1")?;
    engine.survives(&format!("setoption name {CHESS960} value false\n"))?;
    Ok(format!("{usual}, {other}"))
}

pub(super) fn mated(engine: &mut Examinee<'_>) -> Outcome {
    over(engine, &TestPosition::new(MATED, ""))
}

pub(super) fn stalemated(engine: &mut Examinee<'_>) -> Outcome {
    over(engine, &TestPosition::new(STALEMATED, ""))
}

/// The answer where there is no move. Matches never ask for it; a graphical interface may.
fn over(engine: &mut Examinee<'_>, place: &TestPosition) -> Outcome {
    let mut search = engine.ask(place, GO).map_err(Problem::wrong)?;
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
