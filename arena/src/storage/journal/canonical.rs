//! The canonical form of a game: its text in the journal without everything that depends on the
//! time and place of play, and without settings that may change while a match runs.
//!
//! Two runs of a match with a node or depth limit have the same games, but not the same journal:
//! times differ, and so does the order in which games finish. Their canonical forms, in the order
//! of the schedule, are equal to the byte. The date is `????.??.??`, all times are zero, tags for
//! the thread and for late moves are absent; the threads of programs that no option sets are left
//! out; event, question, number of games, stop rules and the method of the anytime-valid interval,
//! of which none is in the match's fingerprint, are empty. So the first games of a match equal
//! those of a longer one. Each game has its own checksum as usual.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::ByColor;
use stats::anytime::Method;

use super::{GameWriter, JournalGame};
use crate::chess::record::{GameRecord, MoveRecord};
use crate::storage::facts::{ContenderFacts, MatchFacts};
use stats::stop::StopRules;

/// The date of every game in canonical form.
const NO_DATE: &str = "????.??.??";

/// The canonical form of a game of a journal.
#[must_use]
pub fn canonical(game: JournalGame) -> String {
    CanonicalWriter::default().write(&game)
}

/// Writes games in canonical form. The part that the games of a match share is built once.
#[derive(Clone, Debug, Default)]
pub struct CanonicalWriter {
    /// By the facts in the games: one for each pairing.
    writers: Vec<(Arc<MatchFacts>, GameWriter)>,
}

impl CanonicalWriter {
    /// The canonical form of a game of a journal.
    pub fn write(&mut self, game: &JournalGame) -> String {
        let known = self
            .writers
            .iter()
            .position(|(facts, _)| Arc::ptr_eq(facts, &game.facts) || *facts == game.facts);
        let index = known.unwrap_or_else(|| {
            let writer = GameWriter::new(&timeless_facts((*game.facts).clone()));
            self.writers.push((Arc::clone(&game.facts), writer));
            self.writers.len() - 1
        });
        let (_, writer) = &self.writers[index];
        writer.write(&timeless(&game.record), &game.opening.clone().into(), NO_DATE)
    }
}

fn timeless_facts(facts: MatchFacts) -> MatchFacts {
    MatchFacts {
        name: "?".to_owned(),
        question: None,
        games: 0,
        stop: StopRules::default(),
        anytime: Method::default(),
        // The nodes made of it are limits.
        equal_cost: None,
        contenders: facts.contenders.map(without_threads),
        ..facts
    }
}

fn timeless(record: &GameRecord) -> GameRecord {
    let timeless = |m: &MoveRecord| MoveRecord { time: Duration::ZERO, reported_time: None, ..*m };
    GameRecord {
        moves: record.moves.iter().map(timeless).collect(),
        incident: None,
        overruns: ByColor::default(),
        suspect: false,
        late: ByColor::default(),
        thread: None,
        worker: None,
        ..record.clone()
    }
}

/// The contender as in journals that do not record a program's threads.
fn without_threads(facts: ContenderFacts) -> ContenderFacts {
    ContenderFacts { engine: facts.engine.with_threads(None), ..facts }
}
