//! How many pairs or searches a ticket has.

use std::time::Duration;

use crate::piece::Piece;
use crate::protocol::TICKET;

/// How long a ticket is to keep one thread of a worker busy: long beside its dealing, short beside a match.
const LENGTH: Duration = Duration::from_millis(500);
/// Pieces of a ticket at most.
const MOST: usize = 512;

/// Pieces for one ticket, by the time that a unit of weight takes; none where there are none.
pub(super) fn next_pieces<P: Piece>(
    unit: Option<Duration>,
    mut take: impl FnMut() -> Option<P>,
) -> Vec<P> {
    let unit = unit.map_or(f64::INFINITY, |unit| unit.as_secs_f64());
    let (mut pieces, mut seconds, mut bytes) = (Vec::new(), 0.0, 0);
    while let Some(piece) = take() {
        let last = (piece.weight() * unit, piece.bytes());
        (seconds, bytes) = (seconds + last.0, bytes + last.1);
        pieces.push(piece);
        // The next will be as its predecessor.
        let is_full = seconds + last.0 > LENGTH.as_secs_f64() || bytes + last.1 > TICKET;
        if is_full || pieces.len() == MOST {
            break;
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Search;
    use arena::chess::record::GameSpec;
    use arena::runner::Ticket;
    use lab::suite::plan::Task;

    #[test]
    fn a_ticket_keeps_a_table_busy_for_half_a_second() {
        let games = [0, 1].map(|game| Some(GameSpec::new(game, 0)));
        let pair = Ticket { pair: 0, games, attempt: 0 };
        let size =
            |unit: Option<f64>| next_pieces(unit.map(Duration::from_secs_f64), || Some(pair)).len();
        assert_eq!([size(None), size(Some(0.041)), size(Some(3.0))], [1, 6, 1]);
        assert_eq!(size(Some(0.0)), MOST);
    }

    #[test]
    fn light_searches_go_together_and_long_lines_do_not() {
        let task = Task { configuration: 0, limit: 0, position: 0 };
        let size = |weight: f64, line: usize| {
            let search = Search { task, number: 0, weight, line };
            next_pieces(Some(Duration::from_secs(1)), || Some(search)).len()
        };
        assert_eq!([size(1.0, 80), size(0.1, 80)], [1, 5]);
        assert_eq!(size(0.01, TICKET / 4), 3);
    }
}
