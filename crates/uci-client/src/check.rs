//! Checks whether an engine speaks UCI as a match requires, and which optional features it has.
//!
//! The checks are a list: each a small function with the text it sends and the answer it expects.
//! They speak through a [`Session`](crate::Session), with its deadlines, so that no engine can hold
//! them up; an engine that crashes or must be killed is restarted for the next check. The output of
//! all searches is read by a strict parser of `info`, and judged by the checks at the end of the
//! list.

mod asking;
mod checks;
mod conduct;
mod examinee;
mod finding;
mod place;
mod search;

use crate::engine_info::EngineInfo;
use crate::info_line::InfoLine;
use checks::CHECKS;
use examinee::Examinee;
use place::Place;
use system::Program;
use system::guard::Guard;
use system::shell::quoted;

pub use finding::{Finding, Findings, Need, Verdict};

/// A check: its group, its name, whether a match depends on it, the text sent, the answer expected, and the function.
type Check = (&'static str, &'static str, Need, &'static str, &'static str, Run);

/// Carries out a check.
type Run = fn(&mut Examinee) -> Outcome;

/// A remark on the result (it may be empty), or the problem.
type Outcome = Result<String, Problem>;

/// The problem.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    /// It is not as expected: a failure if the check is required, otherwise a note.
    Wrong(String),
    /// It would lose games in a match, whatever the check tested: a crash in a search, no answer to
    /// `stop`, an illegal move.
    Broken(String),
    /// The check does not apply, or cannot be carried out.
    Absent(String),
}

/// Whether this may follow `info` at the start of a game, by the protocol: exposed for a fuzzer.
#[doc(hidden)]
#[must_use]
pub fn reads_info(text: &str) -> bool {
    let mut is_right = true;
    let line = InfoLine::read(text.as_bytes(), &mut |_| is_right = false);
    let moves: Vec<&str> = line.written_moves().collect();
    is_right && Place::new("startpos", "").play(&moves).is_ok()
}

/// The number of kills for missing answers after which the other checks are skipped.
const PATIENCE: u32 = 6;

/// A remark if all is right, else another one as the problem.
fn either(is_right: bool, right: impl Into<String>, wrong: impl Into<String>) -> Outcome {
    if is_right { Ok(right.into()) } else { Err(Problem::Wrong(wrong.into())) }
}

/// The same remark either way.
fn outcome(is_right: bool, text: String) -> Outcome {
    if is_right { Ok(text) } else { Err(Problem::Wrong(text)) }
}

/// Carries out all checks of an engine. `options` are set each time it is started; they are names and
/// values as text. `begins` is told the name of each check, and the text it sends, before it begins.
#[must_use]
pub fn run(
    program: &Program,
    options: &[(String, String)],
    guard: &Guard,
    begins: &mut dyn FnMut(&'static str, &'static str),
) -> Findings {
    let mut engine = Examinee::new(program, options, guard);
    let findings = CHECKS.iter().map(|check| {
        let (_, name, _, sent, ..) = *check;
        begins(name, sent);
        carry_out(check, &mut engine)
    });
    let findings = findings.collect();
    let EngineInfo { name, author, .. } = engine.engine_info();
    let path = program.path.to_string_lossy();
    let words = std::iter::once(path.as_ref()).chain(program.arguments.iter().map(String::as_str));
    let command = words.map(quoted).collect::<Vec<String>>().join(" ");
    Findings { command, name, author, findings }
}

fn carry_out(&(group, name, need, sent, expected, run): &Check, engine: &mut Examinee) -> Finding {
    let (verdict, remark) = match (engine.begin().and_then(|()| run(engine)), need) {
        (Ok(remark), _) => (Verdict::Pass, remark),
        (Err(Problem::Broken(what)), _) | (Err(Problem::Wrong(what)), Need::Required) => {
            (Verdict::Fail, what)
        }
        (Err(Problem::Wrong(what)), Need::Optional) => (Verdict::Note, what),
        (Err(Problem::Absent(why)), _) => (Verdict::Skip, why),
    };
    let exchange = match verdict {
        Verdict::Fail | Verdict::Note => engine.exchange(),
        Verdict::Pass | Verdict::Skip => Vec::new(),
    };
    // What loses games is required of an engine, whatever the check was for: a failure is one of a required check.
    let need = if verdict == Verdict::Fail { Need::Required } else { need };
    Finding { group, name, need, verdict, sent, expected, remark, exchange }
}
