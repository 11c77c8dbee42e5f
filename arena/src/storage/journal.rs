//! The journal: the PGN file that is the one source of truth about a match.
//!
//! A game is written whole when it is finished, and is on disk before it is reported. Any PGN tool
//! reads the file; [`JournalReader`] reads it back into exactly the records that were written, with
//! the [`MatchFacts`](crate::storage::facts::MatchFacts) of each.
//!
//! The settings of the match are in the tags of the first game that a run writes of a pairing,
//! and of every five hundredth after it; the games between are lean, and refer to them by the tag
//! `Settings`. The place of the settings does not matter: journals may be put together, and games
//! may be deleted, as long as one game has them. A resumed match knows its own settings. In
//! journals of earlier versions they stand in every game.
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
//! | `Pair`, `Game` | number in the match, from 1 |
//! | `BookOpening` | number of the opening in the book, from 1 |
//! | `WhiteConfiguration`, `BlackConfiguration` | techniques, parameters and hash size |
//! | `WhiteThreads`, `BlackThreads` | threads of a program, where no option sets them |
//! | `WhiteLimits`, `BlackLimits` | the limits of the side's moves |
//! | `WhiteSignature`, `BlackSignature` | nodes of a fixed set of searches, or the digest of a program |
//! | `WhiteFiles`, `BlackFiles` | the files that a program's arguments and options name, with the beginnings of their digests, or `none` |
//! | `WhiteRevision`, `BlackRevision` | of a program that was built: commit, tree of uncommitted changes, digest, nodes of `bench`, build command |
//! | `TerminationDetail` | the exact ending of the game |
//! | `Incident` | further details of a forfeit |
//! | `WhiteLate`, `BlackLate` | moves beyond the time, the margin not counted, and the largest lateness in seconds |
//! | `Table` | the game thread that played it, if time limits a program |
//! | `Worker`, `TimeScale` | the worker that played it, and the factor of its clocks, if they were multiplied |
//! | `Suspect` | `runner` where the runner, or the machine, may be to blame for a forfeit on time |
//! | `WhiteCounters`, `BlackCounters` | `technique tried/cut/nodes` of the techniques that were tried |
//! | `WhiteOverrun`, `BlackOverrun` | largest overrun of a soft and of a hard deadline, in seconds |
//! | `Question`, `MatchGames`, `MatchSeed`, `Adjudication`, `Book..`, `MatchFingerprint` | the match |
//! | `TournamentFormat`, `TournamentContenders`, `Pairing` | with more than two contenders: the format, their number, and the pairing's number from 1 |
//! | `Conventions` | the match runner whose rules it follows, `fastchess`; absent where they are this program's own |
//! | `StopRules` | the rules that may end the match before its last game |
//! | `AnytimeInterval` | the method of the anytime-valid interval: version, the pairs it is tuned for, and the bettors' stakes with their shares; absent in journals that use the fixed mixture of bets |
//! | `Settings` | in a game with the settings, their reference: the beginning of their SHA-256; in other games that reference |
//! | `Checksum` | CRC-32 of the rest of the game |
//!
//! The comment of a move is `{+0.35/12 0.103482s, n=12345, sd=18}`: the mover's score in pawns (or
//! `+M5`, mate in 5 plies; absent if it gave none), depth, thinking time, nodes and deepest
//! ply; where time limits a program, `et=0.103000` is the time by its own account. Moves of the opening have the comment `{book}`.
//!
//! A lean game has no tags `Pair` and `Game` (its `Round` is `12.2`: the second game of the twelfth
//! pair), and the sides' measurements are in a last comment: `{WhiteCounters null_move 59/36/118;
//! BlackLate 2 most 0.01}`.

mod block;
mod canonical;
mod comment;
mod detail;
mod file;
mod flaw;
mod game;
mod game_tags;
mod measured;
pub mod merge;
mod read;
mod replay;
mod settings;
mod tags;
mod write;

pub use block::LONGEST_GAME;
pub use canonical::{CanonicalWriter, canonical};
pub(crate) use detail::result;
pub use file::{Journal, JournalError, Opened};
pub use game::{JournalGame, PlayedOpening};
pub use read::{JournalPosition, JournalReader, ReadError, TornTail};
pub use settings::KnownSettings;
pub use write::{GameText, GameWriter};
