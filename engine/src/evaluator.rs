//! The evaluation that an engine uses, with its state from one position to the next.

use std::sync::Arc;

use shakmaty::Color;

use crate::evaluate::upper_bound::upper_bound;
use crate::evaluate::{PawnTable, evaluate, what_can_be_won};
use crate::network::accumulators::Accumulators;
use crate::position::Position;
use crate::position::board_state::BoardState;
use crate::score::Score;
use crate::setup::Evaluation;

/// No network says more, so that corrections never make it a mate.
const MOST: i32 = 30_000;

/// Values positions. Positions that come near to each other one after the other take the least time.
#[derive(Clone, Debug)]
pub struct Evaluator {
    pawn_table: PawnTable,
    network: Option<Accumulators>,
}

impl Evaluator {
    /// An evaluator of single positions.
    #[must_use]
    pub fn new(evaluation: &Evaluation) -> Evaluator {
        Evaluator::for_lines(evaluation, 1)
    }

    /// An evaluator of the positions of lines of at most `plies` plies.
    pub(crate) fn for_lines(evaluation: &Evaluation, plies: usize) -> Evaluator {
        let network = match evaluation {
            Evaluation::Classical => None,
            Evaluation::Network(network) => Some(Accumulators::new(Arc::clone(network), plies)),
        };
        Evaluator { pawn_table: PawnTable::new(), network }
    }

    /// The evaluation it was made for.
    pub(crate) fn evaluation(&self) -> Evaluation {
        match &self.network {
            None => Evaluation::Classical,
            Some(accumulators) => Evaluation::Network(Arc::clone(accumulators.network())),
        }
    }

    /// The static evaluation, for the side to move, without any search.
    #[must_use]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        Score(self.value(&position.state, 0))
    }

    /// The value of a position at this ply of the line, in centipawns for the side to move.
    #[inline]
    pub(crate) fn value(&mut self, state: &BoardState, ply: usize) -> i32 {
        match &mut self.network {
            None => evaluate(state, &mut self.pawn_table),
            Some(accumulators) => by_network(accumulators, state, ply),
        }
    }

    /// A score in centipawns that the value for `color` does not exceed: from the pieces on the board, or
    /// the value itself where there is no such bound.
    pub(crate) fn upper_bound(&mut self, state: &BoardState, color: Color, ply: usize) -> i32 {
        match &mut self.network {
            None => upper_bound(state, color, &mut self.pawn_table),
            Some(accumulators) => {
                let value = by_network(accumulators, state, ply);
                if color == state.turn { value } else { -value }
            }
        }
    }
}

/// The network's value, scaled by winnability.
#[inline(never)]
fn by_network(accumulators: &mut Accumulators, state: &BoardState, ply: usize) -> i32 {
    let value = accumulators.value(&state.board, state.turn, ply).clamp(-MOST, MOST);
    let stronger = if value > 0 { state.turn } else { !state.turn };
    what_can_be_won(state, stronger, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::examples::{Sizes, random};
    use crate::playouts::playouts;

    fn value(evaluator: &mut Evaluator, fen: &str) -> i32 {
        evaluator.value(&playouts(fen, 0, 1, 1).next().unwrap(), 0)
    }

    #[test]
    fn a_network_says_nothing_where_nothing_can_be_won() {
        let mut evaluator = Evaluator::new(&Evaluation::Network(random(Sizes::SMALL, 4)));
        // Whoever the network thinks is ahead, neither side has anything to win with.
        for fen in ["4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", "4k3/8/8/8/8/8/8/3NK3 b - - 0 1"] {
            assert_eq!(value(&mut evaluator, fen), 0, "{fen}");
        }
        let wins = value(&mut evaluator, "4k3/8/8/8/8/8/PP6/2RNK3 w - - 0 1");
        let hardly = value(&mut evaluator, "4k3/r7/8/8/8/8/8/2R1K2N w - - 0 1");
        assert!(wins != 0 && hardly.abs() < 200, "{wins} {hardly}");
    }

    #[test]
    fn no_value_is_a_mate_however_large_the_network_says_it_is() {
        let mut evaluator = Evaluator::new(&Evaluation::Network(random(Sizes::LOUD, 4)));
        let positions =
            playouts("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 20, 60);
        let values: Vec<i32> = positions.map(|state| evaluator.value(&state, 0)).collect();
        assert!(values.iter().all(|value| value.abs() <= MOST));
        assert!(values.iter().any(|value| value.abs() == MOST));
    }

    #[test]
    fn the_bound_of_a_network_is_its_value() {
        let mut evaluator = Evaluator::new(&Evaluation::Network(random(Sizes::SMALL, 4)));
        for state in playouts(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            1,
            2,
            30,
        ) {
            let value = evaluator.value(&state, 0);
            assert_eq!(evaluator.upper_bound(&state, state.turn, 0), value);
            assert_eq!(evaluator.upper_bound(&state, !state.turn, 0), -value);
        }
    }
}
