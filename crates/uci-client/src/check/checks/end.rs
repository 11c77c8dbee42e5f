//! The engine's end, and its bench.

use std::time::{Duration, Instant};

use super::super::examinee::Examinee;
use super::super::test_position::TestPosition;
use super::super::{Outcome, Problem};
use crate::seconds::seconds;
use crate::session::{Session, WaitError};

/// The time for an engine to end.
const END: Duration = Duration::from_secs(2);
/// The time for a bench.
const BENCH: Duration = Duration::from_secs(10);

/// Says `quit`.
pub(super) fn quit(session: &mut Session) {
    let _ = session.send(b"quit\n", Instant::now() + END);
}

/// Brings a session to its end in this way.
pub(super) fn end(engine: &mut Examinee<'_>, searching: bool, how: fn(&mut Session)) -> Outcome {
    engine.sync()?;
    if searching {
        let place = TestPosition::middle_game();
        let mut search = engine.ask(&place, "go infinite").map_err(Problem::wrong)?;
        engine.listen(&mut search, Duration::from_millis(100)).map_err(Problem::wrong)?;
    }
    let mut session = engine.take_session()?;
    let begun = Instant::now();
    how(&mut session);
    let by_itself = session.ends_by_itself(begun + END);
    let took = begun.elapsed();
    let text = match by_itself {
        true => format!("{} after {} ms", session.end(Duration::ZERO), took.as_millis()),
        false => format!("it went on for {} s, and was killed", seconds(END)),
    };
    session.kill();
    engine.retire(&session);
    if by_itself { Ok(text) } else { Err(Problem::Wrong(text)) }
}

pub(super) fn bench(engine: &mut Examinee<'_>) -> Outcome {
    let mut program = engine.program().clone();
    program.arguments.push("bench".to_owned());
    let mut session = engine.spawn(&program)?;
    // An engine without a bench waits for input, and finds its end.
    session.close_input();
    let mut nodes = None;
    let waited = session.wait_for(Instant::now() + BENCH, |line| {
        nodes = nodes_of(&String::from_utf8_lossy(line)).or(nodes);
        None::<()>
    });
    session.kill();
    let errors = session.stderr_tail();
    let nodes = errors.lines().filter_map(nodes_of).next_back().or(nodes);
    match (nodes, waited) {
        (Some(nodes), _) => Ok(format!("{nodes} nodes")),
        (None, Err(WaitError::Deadline)) => {
            Err(Problem::Wrong(format!("no number of nodes within {} s", seconds(BENCH))))
        }
        (None, _) => Err(Problem::Wrong("it prints no number of nodes".to_owned())),
    }
}

/// The nodes in a line of a bench: `Nodes searched  : 123`, or `123 nodes 456 nps`.
fn nodes_of(line: &str) -> Option<u64> {
    let line = line.to_lowercase();
    if line.starts_with("info") || line.contains("/second") {
        return None;
    }
    let mut words = line.split([' ', ':', '=', '\t']).filter(|word| !word.is_empty()).peekable();
    let mut before = None;
    while let Some(word) = words.next() {
        if word == "nodes" {
            let next = words.next_if(|word| *word == "searched");
            let after = words.peek().and_then(|word| word.parse().ok());
            return before.filter(|_| next.is_none()).or(after);
        }
        before = word.parse().ok();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_of_a_bench_are_found() {
        assert_eq!(nodes_of("Nodes searched  : 4175001"), Some(4_175_001));
        assert_eq!(nodes_of("2847356 nodes 1423678 nps"), Some(2_847_356));
        assert_eq!(nodes_of("OVERALL: 1234 nodes 99 nps"), Some(1234));
        assert_eq!(nodes_of("Nodes/second    : 1234"), None);
        assert_eq!(nodes_of("info depth 3 nodes 77"), None);
        assert_eq!(nodes_of("Nodes: 55"), Some(55));
        assert_eq!(nodes_of("nothing"), None);
    }
}
