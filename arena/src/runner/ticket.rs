//! A piece of work for a game thread.

use crate::chess::record::GameSpec;

/// Games of one pair, to be played one after the other by the thread that takes the ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Number of the pair in the match, from 0.
    pub pair: u32,
    /// The games of the pair to play, in order.
    pub games: [Option<GameSpec>; 2],
    /// The number of earlier attempts at the pair.
    pub attempt: u32,
}

impl Ticket {
    /// A ticket for one game.
    pub(super) fn for_game(spec: GameSpec, attempt: u32) -> Ticket {
        Ticket { pair: spec.pair(), games: [Some(spec), None], attempt }
    }

    /// The games to be played, in order.
    pub fn games(self) -> impl Iterator<Item = GameSpec> {
        self.games.into_iter().flatten()
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
        let both = Ticket { games: specs.map(Some), ..Ticket::for_game(specs[0], 0) };
        assert_eq!(both.games().collect::<Vec<_>>(), specs);
    }
}
