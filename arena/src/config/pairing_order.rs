//! The order and numbering of the games of a match.

/// The numbering of games, and the games that share an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairingOrder {
    /// Pairs of games, one opening each; all pairings play the same openings.
    #[default]
    Pairs,
    /// Rounds as fastchess has them: every encounter of two contenders takes the next opening.
    Rounds(Rounds),
    /// Encounters as cutechess-cli has them.
    Encounters(Encounters),
}

/// Encounters of all pairings, one after the other and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounters {
    /// Games of an encounter.
    pub games: u32,
    /// Encounters of a round.
    pub of_round: u32,
    /// Whether two contenders swap colours after each of their games.
    pub swaps: bool,
    /// The games with the colours of their pairing swapped beside that.
    pub reversed: Reversed,
    /// The games that share an opening.
    pub openings: SharedOpenings,
}

/// Games with reversed colours from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reversed {
    /// None.
    Never,
    /// All.
    All,
    /// Those of every second encounter of two contenders, the first one included.
    EverySecondEncounter,
}

/// The games that share an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedOpenings {
    /// This number of successive games of the match.
    InARow(u32),
    /// This number of successive games of an encounter.
    OfEncounter(u32),
    /// All games of a round.
    OfRound,
}

impl Encounters {
    /// The number of a game's encounter, from 0.
    #[must_use]
    pub fn encounter(&self, game: u32) -> u32 {
        game / self.games
    }

    /// The number of a game's round, from 0.
    #[must_use]
    pub fn round(&self, game: u32) -> u32 {
        self.encounter(game) / self.of_round
    }

    /// The number of a game's opening in their order, from 0.
    #[must_use]
    pub fn opening(&self, game: u32) -> u32 {
        match self.openings {
            SharedOpenings::InARow(games) => game / games,
            SharedOpenings::OfEncounter(games) => {
                let of_encounter = self.games.div_ceil(games);
                self.encounter(game) * of_encounter + game % self.games / games
            }
            SharedOpenings::OfRound => self.round(game),
        }
    }

    /// Whether the colours of a game are those of its pairing swapped; the game is in the encounter of this number of
    /// its two contenders, from 0.
    #[must_use]
    pub fn is_swapped(&self, game: u32, meeting: u32) -> bool {
        let played = if self.swaps { meeting * self.games + game % self.games } else { 0 };
        let reversed = match self.reversed {
            Reversed::Never => 0,
            Reversed::All => 1,
            Reversed::EverySecondEncounter => meeting + 1,
        };
        !(played + reversed).is_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Encounters = Encounters {
        games: 3,
        of_round: 2,
        swaps: true,
        reversed: Reversed::Never,
        openings: SharedOpenings::OfEncounter(2),
    };

    #[test]
    fn an_opening_is_shared_by_games_of_an_encounter_a_round_or_in_a_row() {
        let openings = |openings| {
            let encounters = Encounters { openings, ..PLAIN };
            (0..8).map(|game| encounters.opening(game)).collect::<Vec<u32>>()
        };
        assert_eq!(openings(SharedOpenings::OfEncounter(2)), [0, 0, 1, 2, 2, 3, 4, 4]);
        assert_eq!(openings(SharedOpenings::OfEncounter(9)), [0, 0, 0, 1, 1, 1, 2, 2]);
        assert_eq!(openings(SharedOpenings::InARow(2)), [0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(openings(SharedOpenings::OfRound), [0, 0, 0, 0, 0, 0, 1, 1]);
    }

    #[test]
    fn two_contenders_go_on_swapping_at_their_next_encounter() {
        let swapped = |encounters: Encounters| {
            let meeting = |game: u32| encounters.encounter(game) / 2;
            let games = [0, 1, 2, 6, 7, 8];
            games.map(|game| encounters.is_swapped(game, meeting(game)))
        };
        assert_eq!(swapped(PLAIN), [false, true, false, true, false, true]);
        let reversed = Reversed::EverySecondEncounter;
        let reversed = swapped(Encounters { reversed, ..PLAIN });
        assert_eq!(reversed, [true, false, true, true, false, true]);
        let all = swapped(Encounters { reversed: Reversed::All, swaps: false, ..PLAIN });
        assert_eq!(all, [true; 6]);
    }
}

/// A round: encounters of all pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// Games of an encounter, 1 or 2.
    pub games: u32,
    /// Whether every second game has the colours swapped.
    pub swaps: bool,
    /// Games that an earlier run has played: the first game has this number, from 0, and the first opening.
    pub played: u32,
}
