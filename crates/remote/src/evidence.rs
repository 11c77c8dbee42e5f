//! The evidence of a fault on its way from a worker to the coordinator.
//!
//! From the worker come the kind, the words about the end of the process, and the last that was written both ways: data,
//! which loses its control characters and is cut where it is long. All else is the coordinator's own: the account, and
//! the script that puts its own program before the position, made of the game that it has checked.

use shakmaty::{Chess, Color, Move};
use uci_client::{Clock, Clocks, Go, Question, printable, reproduce};

use super::protocol::{EVIDENCE, EvidenceMessage};
use arena::chess::limits::PlayLimits;
use arena::chess::openings::Opening;
use arena::chess::record::GameRecord;
use arena::config::{Match, UciSettings};
use arena::player::faults::{Evidence, FaultKind, Origin};
use arena::storage::facts::ProgramFacts;

/// Characters of the words about the end of a process.
const HOW: usize = 200;

/// The evidence of a program's fault as a message.
pub(super) fn message(evidence: Evidence) -> EvidenceMessage {
    let Evidence { kind, how, transcript, stderr, .. } = evidence;
    let kind = kind.name().to_owned();
    EvidenceMessage {
        kind,
        how: words(&how),
        transcript: lines(&transcript),
        stderr: lines(&stderr),
    }
}

/// The evidence of a fault in a game that was checked; none where its end is no fault.
pub(super) fn of_game(
    message: &EvidenceMessage,
    settings: &Match,
    record: &GameRecord,
    opening: &Opening,
    worker: &str,
) -> Option<Evidence> {
    let failed = record.termination.fault()?;
    let contender = settings.player(&record.spec, failed);
    let (number, name) = (record.spec.game + 1, &settings.name);
    let side = failed.fold_wb("White", "Black");
    let at = format!("game {number} of {name}, {} as {side}", contender.name);
    let moves: Vec<Move> = opening
        .moves
        .iter()
        .copied()
        .chain(record.moves.iter().map(|record| record.played))
        .collect();
    let again = contender.program().map(|program| {
        let go = go(&contender.limits, failed);
        again(program, &opening.start, &moves, &go)
    });
    Some(evidence(message, &contender.name, &at, worker, contender.program(), again))
}

fn evidence(
    message: &EvidenceMessage,
    player: &str,
    at: &str,
    worker: &str,
    program: Option<&UciSettings>,
    again: Option<String>,
) -> Evidence {
    let how = words(&message.how);
    let kind = FaultKind::named(&message.kind).unwrap_or_default();
    let engine = program.map_or_else(
        || "the engine in this process".to_owned(),
        |program| ProgramFacts::of(program).to_string(),
    );
    Evidence {
        player: player.to_owned(),
        kind,
        account: format!(
            "{at}, at the worker {worker}\n{}: {how}\nengine: {engine}\n",
            kind.name()
        ),
        how,
        transcript: lines(&message.transcript),
        stderr: lines(&message.stderr),
        reproduce: again.unwrap_or_default(),
        origin: Origin::Worker,
    }
}

/// A command that puts a program of this machine before the position after these moves.
fn again(program: &UciSettings, start: &Chess, moves: &[Move], go: &Go) -> String {
    let mut question = Question::new();
    question.put(start, moves, go);
    let mode = shakmaty::Position::castles(start).mode();
    reproduce(&program.program, &program.options, mode, question.text())
}

/// The limits of a contender as a search is told them; a clock as the game begins.
fn go(limits: &PlayLimits, side: Color) -> Go {
    let clock = limits.time_control.map(|control| {
        let clock = Clock { remaining: control.first.base, increment: control.first.increment };
        let (white, black) = side.fold_wb((clock, clock), (clock, clock));
        Clocks { white, black }
    });
    let PlayLimits { movetime: move_time, nodes, depth, .. } = *limits;
    Go { clocks: clock, move_time, nodes, depth, ..Go::default() }
}

/// One line without control characters.
fn words(text: &str) -> String {
    printable(text.as_bytes()).chars().take(HOW).collect()
}

/// The end of a text, line by line without control characters.
fn lines(text: &str) -> String {
    let mut from = text.len().saturating_sub(EVIDENCE);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let lines = text[from..].lines().map(|line| printable(line.as_bytes()) + "\n");
    let mut clean: String = lines.collect();
    // A control character is shown by a longer text.
    let mut end = clean.len().min(EVIDENCE);
    while !clean.is_char_boundary(end) {
        end -= 1;
    }
    clean.truncate(end);
    clean
}

#[cfg(test)]
mod tests {
    use super::*;
    use uci_client::Program;

    #[test]
    fn the_words_of_a_worker_are_data_and_the_script_is_the_coordinators() {
        let message = EvidenceMessage {
            kind: "reboot".to_owned(),
            how: "ended\n$(reboot)\u{1b}[2J".to_owned(),
            transcript: "> go\n\u{1b}]0;x\u{7}< bestmove\n".repeat(2000),
            stderr: "\u{0}\u{202e}x".to_owned(),
        };
        let program = Program::new("/own/engine");
        let program = UciSettings { program, ..UciSettings::default() };
        let start = Chess::default();
        let again = again(&program, &start, &[], &Go::depth(3));
        let evidence = evidence(&message, "own", "game 1", "w", Some(&program), Some(again));
        assert_eq!((evidence.player.as_str(), evidence.kind), ("own", FaultKind::Crash));
        let texts = [&evidence.account, &evidence.how, &evidence.transcript, &evidence.stderr];
        for text in texts {
            assert!(text.len() <= EVIDENCE, "{} bytes", text.len());
            assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
        }
        assert!(!evidence.how.contains('\n'));
        assert!(evidence.reproduce.contains("/own/engine"), "{}", evidence.reproduce);
        assert!(evidence.reproduce.contains("go depth 3"), "{}", evidence.reproduce);
        assert!(!evidence.reproduce.contains("reboot"), "{}", evidence.reproduce);
        assert_eq!(evidence.origin, Origin::Worker);
    }
}
