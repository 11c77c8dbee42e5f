//! Opening books, and the order their openings are played in.

mod book;
mod builtin;
mod epd;
mod format;
mod line_error;
mod pgn;

use shakmaty::{CastlingMode, Chess, Move, Position};

pub use book::{Book, Chess960Openings, Duplicate};
pub use builtin::{built_in_books, built_in_named, built_in_names, is_built_in};
pub use format::Format;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;

use crate::chess::named::named;

/// An opening: a position, and the moves from it to the first position in which the contenders
/// think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position before the moves.
    pub start: Chess,
    /// The book's moves.
    pub moves: Vec<Move>,
    /// The position after the moves.
    pub position: Chess,
    /// Code in the Encyclopaedia of Chess Openings, if the book gives one.
    pub eco: Option<String>,
    /// Name, if the book gives one.
    pub name: Option<String>,
    /// Line of the book file on which it begins, from 1; 0 of a game that was read.
    pub line: usize,
}

impl Opening {
    /// Whether the game is one of chess or of Chess960, which each opening decides by its castling
    /// rights. In Chess960 a UCI engine is told so, and castling is written as king takes rook.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        self.start.castles().mode()
    }

    /// Plays one more move, which must be legal.
    pub fn push(&mut self, m: Move) {
        self.moves.push(m);
        self.position.play_unchecked(m);
    }

    /// The opening of a position, found at this line of its book.
    pub fn new(start: Chess, line: usize) -> Opening {
        Opening { position: start.clone(), start, moves: Vec::new(), eco: None, name: None, line }
    }
}

named! {
    /// The order in which the openings of a book are played.
    #[derive(Default)]
    pub enum Order {
        /// As the book has them.
        #[default]
        Sequential = "sequential",
        /// Shuffled by the match's seed.
        Shuffled = "shuffled",
    }
}

impl Order {
    /// The order of a book of this many openings, as indices into it.
    #[must_use]
    pub fn indices(self, openings: usize, seed: u64) -> Vec<usize> {
        let mut indices: Vec<usize> = (0..openings).collect();
        if self == Order::Shuffled {
            indices.shuffle(&mut ChaCha12Rng::seed_from_u64(seed));
        }
        indices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_depends_on_book_and_seed_alone() {
        assert_eq!(Order::Sequential.indices(3, 9), [0, 1, 2]);
        let shuffled = Order::Shuffled.indices(50, 1);
        assert_eq!(shuffled, Order::Shuffled.indices(50, 1));
        assert_ne!(shuffled, Order::Shuffled.indices(50, 2));
        let mut sorted = shuffled.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, Order::Sequential.indices(50, 1));
    }

    #[test]
    fn a_seed_gives_the_same_order_for_ever() {
        // Journals on disk rely on it: a change here would give resumed matches other openings.
        assert_eq!(Order::Shuffled.indices(10, 1), [0, 3, 5, 7, 4, 2, 1, 6, 9, 8]);
    }
}
