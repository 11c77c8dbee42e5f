//! A pair as it came in a message.

use std::sync::Arc;

use crate::openings;
use crate::protocol::{Assigned, PairMessage};
use arena::chess::record::GameSpec;
use arena::config::Match;
use arena::runner::Ticket;

/// A pair to be played.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) ticket: Ticket,
    /// The coordinator's proofs, one a game.
    pub(super) proofs: Vec<String>,
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
    let spec = |game: &Assigned| match game.number < settings.all_games() {
        true => Ok(GameSpec::new(game.number, index)),
        false => Err(format!("game {} is beyond the match", u64::from(game.number) + 1)),
    };
    let mut specs = message.games.iter().map(spec);
    let games = [specs.next().transpose()?, specs.next().transpose()?];
    let first = games[0].ok_or("a pair without games")?;
    if specs.next().is_some() || games[1].is_some_and(|second| !is_after(first, second)) {
        return Err("games that make no pair".to_owned());
    }
    let proofs = message.games.iter().map(|game| game.proof.clone()).collect();
    let ticket = Ticket { pair: first.pair(), games, attempt: message.attempt };
    let openings = settings.openings.dealt(vec![(index, opening)]);
    Ok(Pair { ticket, proofs, settings: Arc::new(Match { openings, ..settings.clone() }) })
}

fn is_after(first: GameSpec, second: GameSpec) -> bool {
    second.pair() == first.pair() && second.game > first.game
}
