//! From a worker's message to a finished game: read, held against the schedule and the rules, and
//! written anew. Nothing of a worker's text goes to the journal as it came.

use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use shakmaty::Color;

use super::evidence;
use super::fingerprint::fingerprint;
use super::protocol::GameHeader;
use arena::chess::pairings::place;
use arena::chess::record::{GameRecord, MoveRecord, WorkerFacts};
use arena::config::Match;
use arena::config::schedule::game_spec;
use arena::runner::{FinishedGame, today, verify};
use arena::storage::facts::MatchFacts;
use arena::storage::journal::{GameWriter, JournalGame, JournalReader, LONGEST_GAME};
use uci_client::printable;

/// The match that a result is checked against.
#[derive(Debug)]
pub(super) struct ResultReader<'a> {
    pub(super) settings: &'a Match,
    /// Of each pairing, and its writer.
    pub(super) facts: &'a [MatchFacts],
    pub(super) writers: &'a [GameWriter],
}

/// A game that may go to the journal.
#[derive(Debug)]
pub(super) struct Received {
    pub(super) finished: FinishedGame,
    /// Where no clock limits its moves.
    pub(super) fingerprint: Option<u32>,
}

impl ResultReader<'_> {
    /// The game of a result.
    ///
    /// # Errors
    /// The problem, in a sentence.
    pub(super) fn receive(
        &self,
        header: &GameHeader,
        text: &[u8],
        worker: &WorkerFacts,
    ) -> Result<Received, String> {
        let mut game = self.read(text, &worker.name)?;
        game.record.worker = Some(worker.clone());
        let (spec, opening) = (game.record.spec, self.settings.opening(&game.record.spec));
        let number = spec.game + 1;
        game.record.incident = game.record.incident.as_deref().map(incident);
        plausible(&game.record).map_err(|problem| format!("game {number}: {problem}"))?;
        if (&game.opening.start, &game.opening.moves) != (&opening.start, &opening.moves) {
            return Err(format!("game {number} does not begin with its opening"));
        }
        verify(self.settings, &game.record)
            .map_err(|problem| format!("game {number} cannot be so: {problem}"))?;
        let (pairing, _) = place(spec.pair(), self.facts.len());
        let text = self.writers[pairing].text(&game.record, &opening, &today());
        if text.full().len() > LONGEST_GAME {
            return Err(format!("game {number} is longer than a journal takes"));
        }
        let evidence = header.evidence.as_ref().and_then(|message| {
            evidence::of_game(message, self.settings, &game.record, &opening, &worker.name)
        });
        let record = game.record;
        let fingerprint = (!self.facts[pairing].is_timed()).then(|| fingerprint(&record));
        Ok(Received {
            finished: FinishedGame { record, text, evidence, attempt: header.attempt },
            fingerprint,
        })
    }

    /// The game as its text has it, if it is one of this match.
    fn read(&self, text: &[u8], worker: &str) -> Result<JournalGame, String> {
        let mut reader = JournalReader::new(Cursor::new(text), Path::new(worker));
        let game = reader.next_game().map_err(|error| error.to_string())?;
        let game = game.ok_or("a game is not whole")?;
        if reader.whole_games() != text.len() as u64 {
            return Err("a text has more than one game".to_owned());
        }
        let spec = game.record.spec;
        if spec.game >= self.settings.all_games() {
            return Err(format!("game {} is beyond the match", u64::from(spec.game) + 1));
        }
        let (pairing, _) = place(spec.pair(), self.facts.len());
        if !self.facts[pairing].is_match_of(&game.facts) {
            let differences = self.facts[pairing].differences(&game.facts);
            return Err(format!("it is of another match: {}", differences.join("; ")));
        }
        if game_spec(self.settings, spec.game) != spec {
            let number = spec.game + 1;
            return Err(format!("game {number} is not the one that the schedule has"));
        }
        Ok(game)
    }
}

/// No move of a game has more nodes, takes longer, or looks deeper: sums of more would overflow.
const NODES: u64 = 1_000_000_000_000_000;
const TIME: Duration = Duration::from_secs(30 * 24 * 3600);
const DEPTH: u32 = 100_000;
/// Characters of the words about an incident.
const INCIDENT: usize = 500;

/// Refuses counts that no game has.
fn plausible(record: &GameRecord) -> Result<(), String> {
    for (number, played) in (1..).zip(&record.moves) {
        let MoveRecord { nodes, depth, selective_depth, time, reported_time, .. } = *played;
        if nodes > NODES {
            return Err(format!("move {number} has n={nodes}, and the most is {NODES}"));
        }
        if depth.max(selective_depth) > DEPTH {
            return Err(format!("move {number} looks {depth} and {selective_depth} plies deep"));
        }
        if time.max(reported_time.unwrap_or_default()) > TIME {
            return Err(format!(
                "move {number} takes longer than {} days",
                TIME.as_secs() / 86_400
            ));
        }
    }
    for color in Color::ALL {
        for (_, count) in record.counters[color].iter() {
            if [count.tried, count.cut, count.nodes].into_iter().any(|count| count > NODES) {
                return Err(format!("a counter is beyond {NODES}"));
            }
        }
    }
    Ok(())
}

fn incident(text: &str) -> String {
    printable(text.as_bytes()).chars().take(INCIDENT).collect()
}
