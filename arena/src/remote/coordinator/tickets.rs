//! How many pairs a ticket has, and what it says.

use std::time::Duration;

use crate::config::Match;
use crate::remote::ledger::Unplaced;
use crate::remote::openings;
use crate::remote::protocol::{self, PairMessage, TICKET, TicketMessage, VERSION};
use crate::runner::Ticket;

/// How long a ticket is to keep one table busy: long beside what dealing it takes, short beside a match.
const LENGTH: Duration = Duration::from_millis(500);
/// Pairs of a ticket at most.
const MOST: usize = 512;
/// How much the newest game counts in the mean.
const WEIGHT: f64 = 0.05;
/// Bytes of a pair in a ticket, by and large: a ticket of the most pairs stays far below its limit.
const PAIR: usize = 400;

/// How many pairs of this match a ticket has, by the games so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TicketSize {
    /// Mean seconds of a game, once there was one.
    game: Option<f64>,
}

impl TicketSize {
    /// Takes note of how long a game took.
    pub(super) fn note(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        let mean = self.game.map_or(seconds, |mean| mean + WEIGHT * (seconds - mean));
        self.game = Some(mean);
    }

    /// Pairs for one ticket; none where there are none.
    pub(super) fn next_pairs(self, mut take: impl FnMut() -> Option<Ticket>) -> Vec<Ticket> {
        (0..self.pairs()).map_while(|_| take()).collect()
    }

    fn pairs(self) -> usize {
        let most = MOST.min(TICKET / PAIR);
        let Some(game) = self.game else { return 1 };
        let pairs = LENGTH.as_secs_f64() / (2.0 * game).max(1e-9);
        // A cast of a float saturates.
        (pairs as usize).clamp(1, most)
    }
}

/// A ticket as a message.
pub(super) fn message(settings: &Match, generation: &str, unplaced: &Unplaced) -> Vec<u8> {
    protocol::to_bytes(&TicketMessage {
        v: VERSION,
        generation: generation.to_owned(),
        ticket: unplaced.ticket,
        pairs: unplaced.pairs.iter().filter_map(|of| pair(settings, of)).collect(),
        is_second: unplaced.copy > 0,
    })
}

/// A pair as a message; `None` where nothing of it is to be played.
pub(super) fn pair(settings: &Match, pair: &Ticket) -> Option<PairMessage> {
    let first = pair.games().next()?;
    Some(PairMessage {
        games: pair.games().map(|spec| spec.game).collect(),
        attempt: pair.attempt,
        opening: openings::message(first.opening, settings.opening(&first)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_keeps_a_table_busy_for_half_a_second() {
        let size = |game: Option<f64>| TicketSize { game }.pairs();
        assert_eq!([size(None), size(Some(0.041)), size(Some(3.0))], [1, 6, 1]);
        assert_eq!(size(Some(0.0)), MOST);
    }
}
