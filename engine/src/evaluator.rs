//! The evaluation that an engine uses, with what it keeps from one position to the next.

use std::sync::Arc;

use shakmaty::Color;

use crate::evaluate::upper_bound::upper_bound;
use crate::evaluate::{PawnTable, evaluate, what_can_be_won};
use crate::network::accumulators::Accumulators;
use crate::position::Position;
use crate::position::board_state::BoardState;
use crate::score::Score;
use crate::setup::Evaluation;

/// No network says more, so that what is added to it is still no mate.
const MOST: i32 = 30_000;

/// Values positions. Positions that come near to each other one after the other take the least time.
#[derive(Debug)]
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

    /// An evaluator of the positions of lines of at most so many plies.
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

    /// The static evaluation, for the side to move: what the search sees without searching.
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

/// The network's value, of which no more counts than can be won.
#[inline(never)]
fn by_network(accumulators: &mut Accumulators, state: &BoardState, ply: usize) -> i32 {
    let value = accumulators.value(&state.board, state.turn, ply).clamp(-MOST, MOST);
    let stronger = if value > 0 { state.turn } else { !state.turn };
    what_can_be_won(state, stronger, value)
}
