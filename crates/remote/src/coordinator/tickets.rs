//! How many pairs a ticket has.

use std::time::Duration;

use arena::runner::Ticket;

/// How long a ticket is to keep one thread of a worker busy: long beside its dealing, short beside a match.
const LENGTH: Duration = Duration::from_millis(500);
/// Pairs of a ticket at most.
const MOST: usize = 512;

/// Pairs for one ticket, by the time that a game takes; none where there are none.
pub(super) fn next_pairs(
    game: Option<Duration>,
    mut take: impl FnMut() -> Option<Ticket>,
) -> Vec<Ticket> {
    let (mut pairs, mut length) = (Vec::new(), Duration::ZERO);
    while let Some(pair) = take() {
        let last = game.map_or(LENGTH, |game| game.saturating_mul(pair.games().count() as u32));
        length = length.saturating_add(last);
        pairs.push(pair);
        // The next will be as its predecessor.
        if length.saturating_add(last) > LENGTH || pairs.len() == MOST {
            break;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::chess::record::GameSpec;

    #[test]
    fn a_ticket_keeps_a_thread_busy_for_half_a_second() {
        let games = [0, 1].map(|game| Some(GameSpec::new(game, 0)));
        let pair = Ticket { pair: 0, games, attempt: 0 };
        let size =
            |game: Option<f64>| next_pairs(game.map(Duration::from_secs_f64), || Some(pair)).len();
        assert_eq!([size(None), size(Some(0.041)), size(Some(3.0))], [1, 6, 1]);
        assert_eq!(size(Some(0.0)), MOST);
    }
}
