//! Every kind of limit, and `stop`.

use std::time::{Duration, Instant};

use shakmaty::Position;

use super::super::examinee::{ANSWER, Examinee};
use super::super::place::{CASTLING, MIDDLE_GAME, Place};
use super::super::search::Search;
use super::super::{Outcome, Problem, either, outcome};

/// The time for which a search that must not answer yet is observed.
const SILENCE: Duration = Duration::from_millis(300);
/// The time limit for an answer to `stop`; a match gives the same.
const PROMPT: Duration = Duration::from_secs(1);
/// A move this many milliseconds later than `movetime` is not explained by a busy machine.
const LATE: f64 = 250.0;

/// A search with this many milliseconds on the clock.
pub(super) fn before_the_flag(
    engine: &mut Examinee,
    place: Place,
    go: &str,
    milliseconds: u64,
) -> Outcome {
    let flag = Duration::from_millis(milliseconds);
    let search = engine.obeyed(place, go, flag + ANSWER)?;
    let took = format!("{} of {milliseconds} ms", search.time.as_millis());
    outcome(search.time <= flag, took)
}

pub(super) fn move_time(engine: &mut Examinee) -> Outcome {
    let patience = Duration::from_millis(200) + ANSWER;
    let mut off = [0.0; 3];
    for off in &mut off {
        let time = engine.obeyed(Place::new(MIDDLE_GAME, ""), "go movetime 200", patience)?.time;
        *off = time.as_secs_f64() * 1000.0 - 200.0;
    }
    let texts = off.map(|off| format!("{off:+.1}"));
    outcome(off.iter().all(|&off| off <= LATE), format!("off by {} ms", texts.join(", ")))
}

pub(super) fn depth(engine: &mut Examinee) -> Outcome {
    let info = engine.obeyed(Place::new(MIDDLE_GAME, ""), "go depth 4", 2 * ANSWER)?.info;
    outcome(info.depth == 4, format!("depth {}, {} nodes", info.depth, info.nodes))
}

pub(super) fn nodes(engine: &mut Examinee) -> Outcome {
    let (mut problem, mut told) = ("", Vec::new());
    for limit in [1000, 20_000] {
        let go = format!("go nodes {limit}");
        let nodes = engine.obeyed(Place::new(MIDDLE_GAME, ""), &go, ANSWER)?.info.nodes;
        // An engine that checks its nodes only now and then still obeys them.
        if nodes > limit + 10_000 {
            problem = "not kept: ";
        } else if nodes < limit / 2 && problem.is_empty() {
            problem = "searched fewer, or did not tell: ";
        }
        told.push(format!("{nodes} of {limit}"));
    }
    outcome(problem.is_empty(), format!("{problem}{}", told.join(", ")))
}

pub(super) fn mate(engine: &mut Examinee) -> Outcome {
    let search = engine.obeyed(Place::new(CASTLING, ""), "go mate 1", ANSWER)?;
    let mut after = search.place.position.clone();
    search.played().into_iter().for_each(|best| after.play_unchecked(best));
    either(after.is_checkmate(), search.text(), format!("{} does not mate", search.text()))
}

/// A search that must continue until it is told this.
fn silent(engine: &mut Examinee, place: Place, go: &str, until: &str) -> Result<Search, Problem> {
    let mut search = engine.ask(place, go, SILENCE)?;
    if search.has_answered() {
        engine.finish(&mut search)?;
        return Err(Problem::Wrong(format!("it answered before `{until}`")));
    }
    Ok(search)
}

pub(super) fn until_stopped(engine: &mut Examinee, place: Place, go: &str) -> Outcome {
    let mut search = silent(engine, place, go, "stop")?;
    let stopped = Instant::now();
    engine.finish(&mut search)?;
    let took = search.answered_after(stopped);
    outcome(took <= PROMPT, format!("{:.1} ms after `stop`", took.as_secs_f64() * 1000.0))
}

pub(super) fn search_moves(engine: &mut Examinee) -> Outcome {
    let (place, go) = (Place::new("startpos", ""), "go movetime 100 searchmoves a2a3 h2h3");
    let search = engine.search(place, go, ANSWER)?;
    let text = search.text();
    either(matches!(text, "a2a3" | "h2h3"), text, format!("not kept: {text}"))
}

pub(super) fn ponder(engine: &mut Examinee) -> Outcome {
    if engine.engine_info().set_in_words("Ponder", "true").is_err() {
        return Err(Problem::Absent("it has no option Ponder".to_owned()));
    }
    let (place, go) =
        (Place::new(MIDDLE_GAME, ""), "go ponder wtime 1500 btime 1500 winc 0 binc 0");
    let mut search = silent(engine, place, go, "ponderhit")?;
    let hit = engine.say("ponderhit\n")?;
    engine.listen(&mut search, hit + ANSWER, Search::has_answered)?;
    engine.finish(&mut search)?;
    either(!search.was_stopped, "", "no answer to `ponderhit` until `stop`")?;
    let took = search.answered_after(hit);
    let text = format!("{} ms after `ponderhit`", took.as_millis());
    outcome(took <= Duration::from_millis(1500), text)
}

pub(super) fn ready_in_search(engine: &mut Examinee) -> Outcome {
    let mut search =
        engine.ask(Place::new(MIDDLE_GAME, ""), "go infinite", Duration::from_millis(50))?;
    let asked = engine.say("isready\n")?;
    engine.listen(&mut search, asked + PROMPT, |it| it.is_ready || it.has_answered())?;
    let (is_ready, took) = (search.is_ready, search.answered_after(asked));
    engine.finish(&mut search)?;
    let right = format!("after {:.1} ms", took.as_secs_f64() * 1000.0);
    either(is_ready, right, "no `readyok` before `bestmove`")
}
