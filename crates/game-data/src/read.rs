//! Reads games and replays each of them.

use std::io::{self, BufRead};

use shakmaty::uci::UciMove;
use shakmaty::{Move, Position, Role, Square};

use crate::game::ScoredGame;
use crate::packed_board;
use crate::write::packed_move;

/// Bytes of a move with its score.
const MOVE: usize = 4;
/// The mark after the last move.
const END: [u8; MOVE] = [0; MOVE];

/// Why a file cannot be read on.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The input failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game is damaged.
    #[error("game {game} (from 1), at byte {offset}: {problem}")]
    Damaged {
        /// Its number, from 1.
        game: u64,
        /// The place in the file.
        offset: u64,
        /// The problem.
        problem: String,
    },
}

/// Games of a file, one after the other.
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    /// Games that were read.
    games: u64,
    /// Bytes that were read.
    offset: u64,
}

impl<R: BufRead> GameReader<R> {
    /// A reader of this input.
    pub fn new(input: R) -> GameReader<R> {
        GameReader { input, games: 0, offset: 0 }
    }

    /// The next game; `None` after the last one.
    ///
    /// # Errors
    /// When the input fails, ends within a game, or a game has an impossible position or move.
    pub fn next_game(&mut self) -> Result<Option<ScoredGame>, ReadError> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let header: [u8; packed_board::SIZE] = self.bytes()?;
        let (start, outcome) = packed_board::unpack(&header)
            .map_err(|problem| self.damage(packed_board::SIZE, problem))?;
        let mut position = start.clone();
        let mut moves = Vec::new();
        loop {
            let bytes: [u8; MOVE] = self.bytes()?;
            if bytes == END {
                break;
            }
            let [first, second, low, high] = bytes;
            let packed = u16::from_le_bytes([first, second]);
            let m = unpacked_move(packed, &position).ok_or_else(|| {
                let ply = moves.len() + 1;
                self.damage(MOVE, format!("ply {ply} ({packed:#06x}) is no legal move"))
            })?;
            position.play_unchecked(m);
            moves.push((m, i16::from_le_bytes([low, high])));
        }
        self.games += 1;
        Ok(Some(ScoredGame { start, outcome, moves }))
    }

    /// The games that are left, up to the first that cannot be read.
    pub fn into_games(mut self) -> impl Iterator<Item = Result<ScoredGame, ReadError>> {
        std::iter::from_fn(move || self.next_game().transpose())
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damage(0, "the file ends within the game".into()),
            _ => error.into(),
        })?;
        self.offset += N as u64;
        Ok(bytes)
    }

    /// The error for the last `size` bytes.
    fn damage(&self, size: usize, problem: String) -> ReadError {
        ReadError::Damaged { game: self.games + 1, offset: self.offset - size as u64, problem }
    }
}

/// The legal move of this number; `None` if there is none.
fn unpacked_move(packed: u16, position: &impl Position) -> Option<Move> {
    const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let square = |bits: u16| Square::try_from((bits & 63) as u8).ok();
    let promotion = (packed >> 14 == 3).then(|| PROMOTIONS[usize::from(packed >> 12 & 3)]);
    let uci = UciMove::Normal { from: square(packed)?, to: square(packed >> 6)?, promotion };
    let m = uci.to_move(position).ok()?;
    // The kind of the move is in the number, too.
    (packed_move(m).inner() == packed).then_some(m)
}

#[cfg(test)]
mod tests;
