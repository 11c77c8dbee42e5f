//! The engine's last words, its end, and its bench.

use std::time::{Duration, Instant};

use super::super::examinee::{ANSWER, Examinee};
use super::super::place::{MIDDLE_GAME, Place};
use super::super::{Outcome, Problem, either};
use crate::seconds::seconds;
use crate::session::Session;

/// The time for an engine to end.
const END: Duration = Duration::from_secs(2);
/// The time for a bench.
const BENCH: Duration = Duration::from_secs(10);

pub(super) fn one_answer(engine: &mut Examinee) -> Outcome {
    let strays = engine.conduct.strays;
    either(strays == 0, "", format!("{strays} bestmoves without a `go`"))
}

pub(super) fn standard_error(engine: &mut Examinee) -> Outcome {
    let lines: Vec<&str> = engine.stderr().lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines.last().unwrap_or(&"");
    either(lines.is_empty(), "", format!("{} lines, the last: {last}", lines.len()))
}

/// Says `quit`.
pub(super) fn quit(session: &mut Session) {
    let _ = session.send(b"quit\n", Instant::now() + END);
}

/// Brings a session to its end in this way.
pub(super) fn end(engine: &mut Examinee, searching: bool, how: fn(&mut Session)) -> Outcome {
    engine.sync(ANSWER)?;
    if searching {
        let asked =
            engine.ask(Place::new(MIDDLE_GAME, ""), "go infinite", Duration::from_millis(100));
        asked.map_err(Problem::wrong)?;
    }
    let session = engine.session()?;
    let begun = Instant::now();
    how(session);
    let by_itself = session.ends_by_itself(begun + END);
    let took = begun.elapsed().as_millis();
    let ended = session.end(Duration::ZERO);
    engine.retire();
    let wrong = format!("it went on for {} s, and was killed", seconds(END));
    either(by_itself, format!("{ended} after {took} ms"), wrong)
}

pub(super) fn bench(engine: &mut Examinee) -> Outcome {
    let bench = crate::bench::bench(&engine.program, &engine.guard, BENCH);
    let bench = bench.map_err(|error| engine.unstartable(&error))?;
    let problem = match bench.status {
        Some(_) => "it prints no number of nodes".to_owned(),
        None => format!("no number of nodes within {} s", seconds(BENCH)),
    };
    bench.nodes.map(|nodes| format!("{nodes} nodes")).ok_or(Problem::Wrong(problem))
}
