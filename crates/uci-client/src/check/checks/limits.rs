//! Every kind of limit, and `stop`.

use std::time::Duration;

use shakmaty::Position;

use super::super::examinee::{ANSWER, Examinee};
use super::super::test_position::{CASTLING, TestPosition};
use super::super::{Outcome, Problem};

/// The time for which a search that must not answer yet is observed.
const SILENCE: Duration = Duration::from_millis(300);
/// The time limit for an answer to `stop`; a match gives the same.
const PROMPT: Duration = Duration::from_secs(1);
/// A move later than this after `movetime` is not explained by a busy machine.
const LATE: Duration = Duration::from_millis(250);

/// A search with this many milliseconds on the clock.
pub(super) fn before_the_flag(
    engine: &mut Examinee<'_>,
    place: TestPosition,
    go: &str,
    milliseconds: u64,
) -> Outcome {
    let flag = Duration::from_millis(milliseconds);
    let answer = engine.search(&place, go, flag + ANSWER)?;
    let took = format!("{} of {milliseconds} ms", answer.time.as_millis());
    if answer.was_stopped {
        Err(Problem::Wrong(format!("it went on until `stop`, after {took}")))
    } else if answer.time > flag {
        Err(Problem::Wrong(format!("it took {took}")))
    } else {
        Ok(took)
    }
}

pub(super) fn move_time(engine: &mut Examinee<'_>) -> Outcome {
    const TIME: Duration = Duration::from_millis(200);
    let mut times = [Duration::ZERO; 3];
    for time in &mut times {
        let answer =
            engine.search(&TestPosition::middle_game(), "go movetime 200", TIME + ANSWER)?;
        if answer.was_stopped {
            return Err(Problem::Wrong("not kept: it went on until `stop`".to_owned()));
        }
        *time = answer.time;
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let texts = times.map(|time| format!("{:+.1}", milliseconds(time) - milliseconds(TIME)));
    let text = format!("off by {} ms", texts.join(", "));
    let is_late = times.iter().any(|&time| time > TIME + LATE);
    if is_late { Err(Problem::Wrong(text)) } else { Ok(text) }
}

pub(super) fn depth(engine: &mut Examinee<'_>) -> Outcome {
    let answer = engine.search(&TestPosition::middle_game(), "go depth 4", 2 * ANSWER)?;
    if answer.was_stopped {
        return Err(Problem::Wrong("not kept: it went on until `stop`".to_owned()));
    }
    let text = format!("depth {}, {} nodes", answer.info.depth, answer.info.nodes);
    match answer.info.depth {
        4 => Ok(text),
        _ => Err(Problem::Wrong(text)),
    }
}

pub(super) fn nodes(engine: &mut Examinee<'_>) -> Outcome {
    let (mut is_kept, mut all_told, mut told) = (true, true, Vec::new());
    for limit in [1000, 20_000] {
        let go = format!("go nodes {limit}");
        let answer = engine.search(&TestPosition::middle_game(), &go, ANSWER)?;
        let nodes = answer.info.nodes;
        if answer.was_stopped {
            let text = format!("not kept: {limit} nodes, and it went on until `stop` ({nodes})");
            return Err(Problem::Wrong(text));
        }
        // An engine that checks its nodes only now and then still obeys them.
        is_kept &= nodes <= limit + 10_000;
        all_told &= nodes >= limit / 2;
        told.push(format!("{nodes} of {limit}"));
    }
    let text = told.join(", ");
    match (is_kept, all_told) {
        (true, true) => Ok(text),
        (true, false) => Err(Problem::Wrong(format!("searched fewer, or did not tell: {text}"))),
        (false, _) => Err(Problem::Wrong(format!("not kept: {text}"))),
    }
}

pub(super) fn mate(engine: &mut Examinee<'_>) -> Outcome {
    let place = TestPosition::new(CASTLING, "");
    let answer = engine.search(&place, "go mate 1", ANSWER)?;
    let mut after = place.position.clone();
    after.play_unchecked(answer.best);
    if answer.was_stopped {
        Err(Problem::Wrong("not kept: it went on until `stop`".to_owned()))
    } else if after.is_checkmate() {
        Ok(answer.text)
    } else {
        Err(Problem::Wrong(format!("{} does not mate", answer.text)))
    }
}

/// A search that must continue until it is stopped.
pub(super) fn until_stopped(engine: &mut Examinee<'_>, place: TestPosition, go: &str) -> Outcome {
    let mut search = engine.ask(&place, go)?;
    if engine.listen(&mut search, SILENCE)? {
        engine.judge(search)?;
        return Err(Problem::Wrong("it answered before it was stopped".to_owned()));
    }
    let took = engine.stop(&mut search)?;
    engine.judge(search)?;
    let text = format!("{:.1} ms after `stop`", took.as_secs_f64() * 1000.0);
    if took > PROMPT { Err(Problem::Wrong(text)) } else { Ok(text) }
}

pub(super) fn search_moves(engine: &mut Examinee<'_>) -> Outcome {
    let go = "go movetime 100 searchmoves a2a3 h2h3";
    let answer = engine.search(&TestPosition::new("startpos", ""), go, ANSWER)?;
    match answer.text.as_str() {
        "a2a3" | "h2h3" => Ok(answer.text),
        other => Err(Problem::Wrong(format!("not kept: {other}"))),
    }
}

pub(super) fn ponder(engine: &mut Examinee<'_>) -> Outcome {
    let options = engine.engine_info();
    if options.set_in_words("Ponder", "true").is_err() {
        return Err(Problem::Absent("it has no option Ponder".to_owned()));
    }
    let place = TestPosition::middle_game();
    let go = "go ponder wtime 1500 btime 1500 winc 0 binc 0";
    let mut search = engine.ask(&place, go)?;
    if engine.listen(&mut search, SILENCE)? {
        engine.judge(search)?;
        return Err(Problem::Wrong("it answered before `ponderhit`".to_owned()));
    }
    let hit = engine.say("ponderhit\n")?;
    let has_answered = engine.listen_for(&mut search, hit + ANSWER, |it| it.best.is_some())?;
    if !has_answered {
        engine.stop(&mut search)?;
    }
    let took = search.answered_after(hit);
    engine.judge(search)?;
    let text = format!("{} ms after `ponderhit`", took.as_millis());
    if !has_answered {
        Err(Problem::Wrong("no answer to `ponderhit` until `stop`".to_owned()))
    } else if took > Duration::from_millis(1500) {
        Err(Problem::Wrong(text))
    } else {
        Ok(text)
    }
}

pub(super) fn ready_in_search(engine: &mut Examinee<'_>) -> Outcome {
    let place = TestPosition::middle_game();
    let mut search = engine.ask(&place, "go infinite")?;
    engine.listen(&mut search, Duration::from_millis(50))?;
    let asked = engine.say("isready\n")?;
    let answered = |it: &super::super::search::Search<'_>| it.is_ready || it.best.is_some();
    engine.listen_for(&mut search, asked + PROMPT, answered)?;
    let (is_ready, took) = (search.is_ready, search.answered_after(asked));
    if search.best.is_none() {
        engine.stop(&mut search)?;
    }
    engine.judge(search)?;
    if is_ready {
        Ok(format!("after {:.1} ms", took.as_secs_f64() * 1000.0))
    } else {
        Err(Problem::Wrong("no `readyok` before `bestmove`".to_owned()))
    }
}
