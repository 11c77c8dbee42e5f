//! The first layer of positions that were evaluated, kept to start from.
//!
//! An accumulator knows the board it was made for. To evaluate a position, the nearest of those at hand
//! is taken, and the rows of the pieces in which the two boards differ are added and taken away: the
//! accumulator of this ply, which is often a sibling's, those of the two plies before, or the last one
//! of the same view. Nothing is told of the moves between and nothing is undone, so that it is right
//! wherever the search has been; and nothing is computed for a position that is not evaluated.

use std::ops::Range;
use std::sync::Arc;

use shakmaty::{Board, Color, Role};

use super::Network;
use super::arithmetic::{self, Lanes};
use super::features::{VIEWS_OF_A_BUCKET, View};

/// A network with the accumulators of a search.
#[derive(Debug)]
pub(crate) struct Accumulators {
    network: Arc<Network>,
    /// Those of the plies, white's and then black's for each; then those of the views.
    made_for: Box<[MadeFor]>,
    values: Box<[Lanes]>,
    plies: usize,
}

/// What an accumulator was made for.
#[derive(Clone, Debug)]
struct MadeFor {
    board: Board,
    view: View,
}

impl Accumulators {
    /// Accumulators for lines of at most so many plies.
    pub(crate) fn new(network: Arc<Network>, plies: usize) -> Accumulators {
        let views = 2 * VIEWS_OF_A_BUCKET * network.shape.king_buckets;
        let slots = 2 * plies + views;
        // With nothing on the board all views are the same.
        let nothing = |slot: usize| MadeFor {
            board: Board::empty(),
            view: View::of(&network, Color::from_white(slot.is_multiple_of(2)), &Board::empty()),
        };
        let values: Vec<Lanes> = network.feature_biases.repeat(slots);
        Accumulators {
            made_for: (0..slots).map(nothing).collect(),
            values: values.into_boxed_slice(),
            plies,
            network,
        }
    }

    /// The network.
    pub(crate) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The network's value of a position at this ply, in centipawns for the side to move.
    pub(crate) fn value(&mut self, board: &Board, turn: Color, ply: usize) -> i32 {
        let white = self.bring_to(board, Color::White, ply);
        let black = self.bring_to(board, Color::Black, ply);
        let [own, other] = turn.fold_wb([white, black], [black, white]);
        let halves = [&self.values[self.lanes(own)], &self.values[self.lanes(other)]];
        self.network.value(halves, board.occupied().count())
    }

    /// Makes a side's accumulator of this ply that of the board, and says where it is.
    fn bring_to(&mut self, board: &Board, side: Color, ply: usize) -> usize {
        let view = View::of(&self.network, side, board);
        let slot = 2 * ply + side.fold_wb(0, 1);
        let of_view = 2 * self.plies + 2 * view.index() + side.fold_wb(0, 1);
        let nearest = self.nearest(board, view, slot, of_view);
        if nearest != slot {
            let from = self.lanes(nearest);
            let to = self.lanes(slot).start;
            self.values.copy_within(from, to);
        }
        let lanes = self.lanes(slot);
        change(
            &self.network,
            &mut self.values[lanes.clone()],
            &self.made_for[nearest].board,
            board,
            view,
        );
        let made_for = MadeFor { board: board.clone(), view };
        if nearest == of_view {
            let to = self.lanes(of_view).start;
            self.values.copy_within(lanes, to);
            self.made_for[of_view] = made_for.clone();
        }
        self.made_for[slot] = made_for;
        slot
    }

    /// The accumulator that takes the fewest changes.
    #[inline]
    fn nearest(&self, board: &Board, view: View, slot: usize, of_view: usize) -> usize {
        let mut nearest = of_view;
        let mut least = distance(&self.made_for[of_view].board, board);
        // Two slots for each of this ply and the two before.
        for candidate in (0..=slot).rev().step_by(2).take(3) {
            let made_for = &self.made_for[candidate];
            if made_for.view == view {
                let distance = distance(&made_for.board, board);
                if distance < least {
                    (nearest, least) = (candidate, distance);
                }
            }
        }
        nearest
    }

    fn lanes(&self, slot: usize) -> Range<usize> {
        let lanes = self.network.shape.lanes();
        slot * lanes..(slot + 1) * lanes
    }
}

/// The squares on which the colours of two boards differ: as good as always the number of changes.
#[inline]
fn distance(one: &Board, other: &Board) -> usize {
    let (white, black) = (one.white() ^ other.white(), one.black() ^ other.black());
    white.count() + black.count()
}

/// Makes the accumulator of one board that of another, in the same view.
#[inline]
fn change(network: &Network, accumulator: &mut [Lanes], from: &Board, to: &Board, view: View) {
    let colors = (from.white() ^ to.white()) | (from.black() ^ to.black());
    let [mut added, mut removed] = [Rows::new(), Rows::new()];
    for role in Role::ALL {
        let (before, now) = (from.by_role(role), to.by_role(role));
        if ((before ^ now) | (colors & now)).is_empty() {
            continue;
        }
        for color in Color::ALL {
            let (before, now) = (before & from.by_color(color), now & to.by_color(color));
            let rows = |squares: shakmaty::Bitboard| {
                squares.into_iter().map(move |square| view.feature(color, role, square))
            };
            rows(before & !now).for_each(|row| removed.push(row));
            rows(now & !before).for_each(|row| added.push(row));
        }
    }
    let both = added.len().min(removed.len());
    for (added, removed) in added.iter().zip(&removed) {
        arithmetic::exchange(accumulator, network.row(*added), network.row(*removed));
    }
    added[both..].iter().for_each(|row| arithmetic::add(accumulator, network.row(*row)));
    removed[both..].iter().for_each(|row| arithmetic::remove(accumulator, network.row(*row)));
}

/// As many as there are squares.
type Rows = arrayvec::ArrayVec<usize, 64>;
