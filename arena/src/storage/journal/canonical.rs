//! The canonical form of a game: its text in the journal without all that depends on when and where
//! it was played, and on what may be changed while a match runs.
//!
//! Two runs of a match with a node or depth limit have the same games, but not the same journal:
//! moves take other times, and games finish in another order. Their canonical forms, in the order of
//! the schedule, are equal to the byte. The date is `????.??.??`, all times are zero, and there is
//! neither table nor anything late; the threads of programs that no option sets are left out; event, question, number of games, stop rules and the method of the
//! anytime-valid interval, of which none is in the match's fingerprint, are empty. So the first games of
//! a match are the same as those of a longer one. Each game has a checksum of its own as ever.

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
    let JournalGame { record, facts, opening } = game;
    let facts = MatchFacts {
        name: "?".to_owned(),
        question: None,
        games: 0,
        stop: StopRules::default(),
        anytime: Method::default(),
        contenders: facts.contenders.map(without_threads),
        ..facts
    };
    let timeless = |m: MoveRecord| MoveRecord { time: Duration::ZERO, reported_time: None, ..m };
    let record = GameRecord {
        moves: record.moves.into_iter().map(timeless).collect(),
        incident: None,
        overruns: ByColor::default(),
        suspect: false,
        late: ByColor::default(),
        table: None,
        worker: None,
        ..record
    };
    GameWriter::new(&facts).write(&record, &opening.into(), NO_DATE)
}

/// The contender as journals tell of it which do not say with how many threads a program searches.
fn without_threads(facts: ContenderFacts) -> ContenderFacts {
    ContenderFacts { engine: facts.engine.with_threads(None), ..facts }
}
