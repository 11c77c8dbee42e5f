//! The pairs of a ticket, and their games.

use arena::runner::Ticket;

/// A game that is asked for, and the attempt at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wanted {
    /// The game's number in the match, from 0.
    pub(super) number: u32,
    pub(super) attempt: u32,
}

/// The games of a pair.
pub(super) fn wanted(pair: &Ticket) -> impl Iterator<Item = Wanted> {
    let attempt = pair.attempt;
    pair.games().map(move |spec| Wanted { number: spec.game, attempt })
}

/// The rest of a pair where only some of its games are missing; `None` where none is.
pub(super) fn rest(pair: &Ticket, is_missing: impl Fn(Wanted) -> bool) -> Option<Ticket> {
    let wanted = |number| Wanted { number, attempt: pair.attempt };
    let games = pair.games.map(|spec| spec.filter(|spec| is_missing(wanted(spec.game))));
    games.iter().any(Option::is_some).then_some(Ticket { games, ..*pair })
}

/// The number of games in these pairs.
pub(super) fn games(pairs: &[Ticket]) -> u32 {
    pairs.iter().map(|pair| pair.games().count() as u32).sum()
}
