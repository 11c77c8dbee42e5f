//! The journal: the PGN file that is the one source of truth about a match.
//!
//! A game is written whole when it is finished, and is on disk before it is reported. Any PGN tool
//! reads the file; [`JournalReader`] reads it back into exactly the records that were written, with
//! the [`MatchFacts`](crate::storage::facts::MatchFacts) of each.
//!
//! The settings of the match are in the tag `Match` of the first game that a run writes of a pairing,
//! and of every five hundredth after it; every game refers to them by the tag `Settings`. The place of
//! the settings does not matter: journals may be put together, and games may be deleted, as long as one
//! game has them. A resumed match knows its own settings. Journals of versions 0.1 and 0.2, with other
//! tags, are refused.
//!
//! The last tag of a game is the CRC-32 of all its other bytes. An incomplete game at the end of
//! the file is the torn tail of an interrupted write, and is cut off before the match is resumed;
//! one anywhere else is damage, and is reported. A game that agrees with its checksum is complete
//! and never cut off, even if this version of the program cannot read it.
//!
//! Tags beyond PGN's own:
//!
//! | tag | meaning |
//! | --- | --- |
//! | `Variant` | `Chess960` where the castling rights of `FEN`, an X-FEN, need it |
//! | `BookOpening` | number of the opening in the book, from 1 |
//! | `TerminationDetail` | the exact ending of the game |
//! | `Incident` | further details of a forfeit |
//! | `Table` | the game thread that played it, if time limits a program |
//! | `Worker`, `TimeScale` | the worker that played it, and the factor of its clocks, if they were multiplied |
//! | `Replays` | earlier attempts at its pair that the machine disturbed, and the wins, draws and losses of their completed games |
//! | `Settings` | the reference to the settings of the match: the beginning of their SHA-256 |
//! | `Match` | the settings: [`MatchFacts`](crate::storage::facts::MatchFacts) as JSON |
//! | `Checksum` | CRC-32 of the rest of the game |
//!
//! The comment of a move is `{+0.35/12 0.103482s, n=12345, sd=18}`: the mover's score in pawns (or
//! `+M5`, mate in 5 plies; absent if it gave none), depth, thinking time, nodes and deepest
//! ply; where time limits a program, `et=0.103000` is the time by its own account. Moves of the opening have the comment `{book}`.
//!
//! `Round` is `12.2` for the second game of the twelfth pair. The sides' measurements are in a last
//! comment, `{WhiteCounters null_move 59/36/118; BlackLate 2 most 0.01}`: `Counters` are `technique
//! tried/cut/nodes` of the techniques that were tried; `Overrun` is the largest overrun of a soft and of
//! a hard deadline, in seconds; `Late` counts the moves beyond the time, the margin not counted, with the
//! largest lateness in seconds; `Stolen` is the time that the machine took from the player, in seconds. Older journals may
//! have a tag `Suspect`, which is not read.

mod block;
mod canonical;
mod comment;
mod detail;
mod file;
mod flaw;
mod game_tags;
mod measured;
pub mod merge;
mod read;
mod replay;
mod settings;
mod tags;
mod write;

use std::sync::Arc;

use crate::chess::openings::Opening;
use crate::chess::record::GameRecord;
use crate::storage::facts::MatchFacts;

pub use block::LONGEST_GAME;
pub use canonical::{CanonicalWriter, canonical};
pub(crate) use detail::result;
pub use file::{Journal, JournalError, Opened};
pub use read::{JournalPosition, JournalReader, ReadError, TornTail};
pub use settings::KnownSettings;
pub use write::{GameText, GameWriter};

/// One game of a journal.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalGame {
    /// The game.
    pub record: GameRecord,
    /// The facts of the match, from the game's tags or from those of the game to which they refer.
    pub facts: Arc<MatchFacts>,
    /// The date (UTC), as PGN writes it.
    pub date: String,
    /// The opening it was played from.
    pub opening: Opening,
}

impl JournalGame {
    /// The facts, to be changed for this game alone.
    pub fn facts_mut(&mut self) -> &mut MatchFacts {
        Arc::make_mut(&mut self.facts)
    }
}
