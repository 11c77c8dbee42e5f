//! A pair as it came in a message.

use std::sync::Arc;

use crate::openings;
use crate::protocol::PairMessage;
use arena::chess::record::GameSpec;
use arena::config::Match;
use arena::runner::Ticket;

/// A pair to be played.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) ticket: Ticket,
    /// The match with the pair's opening.
    pub(super) settings: Arc<Match>,
}

/// The pair of a message.
///
/// # Errors
/// The problem, in a sentence.
pub(super) fn open(settings: &Match, message: &PairMessage) -> Result<Pair, String> {
    let opening = openings::opening(&message.opening)?;
    let index = message.opening.index;
    let mut games = message.games.iter().map(|&game| GameSpec::new(game, index));
    let games = [games.next(), games.next()];
    let first = games[0].ok_or("a pair without games")?;
    if games[1].is_some_and(|second| second.pair() != first.pair()) {
        return Err("games of two pairs".to_owned());
    }
    let ticket = Ticket { pair: first.pair(), games, attempt: message.attempt };
    let openings = settings.openings.dealt(vec![(index, opening)]);
    Ok(Pair { ticket, settings: Arc::new(Match { openings, ..settings.clone() }) })
}
