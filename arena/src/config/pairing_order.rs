//! The order and numbering of the games of a match.

/// The numbering of games, and the games that share an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PairingOrder {
    /// Pairs of games, one opening each; all pairings play the same openings.
    #[default]
    Pairs,
    /// Rounds as fastchess has them: every encounter of two contenders takes the next opening.
    Rounds(Rounds),
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
