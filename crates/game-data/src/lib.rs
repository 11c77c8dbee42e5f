//! Games with a score for each move, as training data.
//!
//! The files are in viriformat, so that other trainers read them: games one after the other, each
//! its start position, its result, and its moves with their scores, four bytes a move. The crate of
//! that name writes them. Reading is our own, because that crate trusts its input: here every game
//! is replayed, and damage is reported with its place.
//!
//! ```
//! use game_data::{GameReader, ScoredGame};
//! use shakmaty::{Chess, KnownOutcome, Position};
//!
//! let start = Chess::default();
//! let first = start.legal_moves()[0];
//! let game = ScoredGame { start, outcome: KnownOutcome::Draw, moves: vec![(first, 17)] };
//! let mut file = Vec::new();
//! game_data::write(&game, &mut file).unwrap();
//! let mut reader = GameReader::new(&file[..]);
//! assert_eq!(reader.next_game().unwrap(), Some(game));
//! assert_eq!(reader.next_game().unwrap(), None);
//! ```

#![forbid(unsafe_code)]

mod game;
mod packed_board;
mod read;
mod write;

pub use game::{ScoredGame, is_quiet};
pub use read::{GameReader, ReadError};
pub use write::{WriteError, write};
