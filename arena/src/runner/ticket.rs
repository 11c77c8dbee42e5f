//! A piece of work for a game thread.

use crate::chess::record::GameSpec;

/// Games of one pair, to be played one after the other by the thread that takes the ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    /// Number of the pair in the match, from 0.
    pub(super) pair: u32,
    /// Index of its opening in the book.
    pub(super) opening: usize,
    /// Whether the game with the first contender as White is to be played, and the reversed one.
    pub(super) wanted: [bool; 2],
    /// How often the pair was replayed before, from 0.
    pub(super) attempt: u32,
}

impl Ticket {
    /// A ticket for one game.
    pub(super) fn for_game(spec: GameSpec, attempt: u32) -> Ticket {
        let wanted = [0, 1].map(|game| spec.game == 2 * spec.pair() + game);
        Ticket { pair: spec.pair(), opening: spec.opening, wanted, attempt }
    }

    /// The games to be played, in order.
    pub(super) fn games(self) -> impl Iterator<Item = GameSpec> {
        let wanted = (2 * self.pair..).zip(self.wanted).filter(|(_, is_wanted)| *is_wanted);
        wanted.map(move |(game, _)| GameSpec::new(game, self.opening))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_names_the_games_it_was_made_for() {
        let specs = [6, 7].map(|game| GameSpec::new(game, 9));
        for spec in specs {
            assert_eq!(Ticket::for_game(spec, 2).games().collect::<Vec<_>>(), [spec]);
        }
        let both = Ticket { wanted: [true; 2], ..Ticket::for_game(specs[0], 0) };
        assert_eq!(both.games().collect::<Vec<_>>(), specs);
    }
}
