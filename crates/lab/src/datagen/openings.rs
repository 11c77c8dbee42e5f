//! The start of a game: a position of a book or the start position, followed by some random plies.

use anyhow::bail;
use rand::{Rng, RngExt};
use shakmaty::{Chess, Position};

use super::settings::DataSettings;
use arena::chess::openings::Book;

/// Random plies from the start position; one more in every second game, so that either side begins.
const PLIES_FROM_START: usize = 8;

/// The positions that games begin from, before the random plies.
#[derive(Debug)]
pub struct Starts {
    positions: Vec<Chess>,
}

impl Starts {
    /// The positions of a book.
    ///
    /// # Errors
    /// A position is of Chess960, which the format of the games cannot represent.
    pub fn of(book: &Book) -> anyhow::Result<Starts> {
        if let Some(openings) = book.chess960 {
            bail!(
                "{}:{}: a position of Chess960; the games are kept in a format of standard chess, so that the book \
                 must be one, too",
                book.path.display(),
                openings.first
            );
        }
        let positions = book.iter().map(|opening| opening.position.clone()).collect();
        Ok(Starts { positions })
    }

    /// A random opening; `None` if the random plies ended the game.
    pub fn draw(&self, settings: &DataSettings, random: &mut impl Rng) -> Option<Chess> {
        let (mut position, plies) = if random.random_bool(settings.from_start) {
            (Chess::default(), PLIES_FROM_START + random.random_range(0..2_usize))
        } else {
            let index = random.random_range(0..self.positions.len());
            (self.positions[index].clone(), settings.random_plies)
        };
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return None;
            }
            position.play_unchecked(moves[random.random_range(0..moves.len())]);
        }
        (!position.is_game_over() && position.halfmoves() < 100).then_some(position)
    }
}
