//! The first layer of positions that were evaluated, kept to start from.
//!
//! An accumulator knows the board it was made for. To evaluate a position, the nearest of those at hand
//! is taken, and the rows of the pieces in which the two boards differ are added and taken away: the
//! accumulator of this ply, which is often a sibling's, those of the two plies before, or the last one
//! of the same view. Nothing is told of the moves between and nothing is undone, so that it is right
//! wherever the search has been; and nothing is computed for a position that is not evaluated.

use std::ops::Range;
use std::sync::Arc;

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::Network;
use super::arithmetic;
use super::features::{VIEWS_OF_A_BUCKET, View};

/// A network with the accumulators of a search.
#[derive(Debug)]
pub(crate) struct Accumulators {
    network: Arc<Network>,
    /// In pairs of white's and black's: one for each ply, then one for each view.
    made_for: Box<[MadeFor]>,
    values: Box<[i16]>,
    /// The number of the first accumulator that is one of a view.
    first_of_views: usize,
}

/// What an accumulator was made for.
#[derive(Clone, Debug)]
struct MadeFor {
    board: Board,
    view: View,
}

const SIDES: [Color; 2] = [Color::White, Color::Black];

impl Accumulators {
    /// Accumulators for lines of at most so many plies.
    pub(crate) fn new(network: Arc<Network>, plies: usize) -> Accumulators {
        let pairs = plies + VIEWS_OF_A_BUCKET * network.shape.king_buckets;
        // With nothing on the board all views are the same.
        let board = Board::empty();
        let of_nothing = SIDES.map(|side| {
            let view = View::of(&network, side, &board);
            MadeFor { board: board.clone(), view }
        });
        Accumulators {
            made_for: std::iter::repeat_n(of_nothing, pairs).flatten().collect(),
            values: network.feature_biases.repeat(2 * pairs).into_boxed_slice(),
            first_of_views: 2 * plies,
            network,
        }
    }

    /// The network.
    pub(crate) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The network's value of a position at this ply, in centipawns for the side to move.
    pub(crate) fn value(&mut self, board: &Board, turn: Color, ply: usize) -> i32 {
        let view = |side| View::of(&self.network, side, board);
        let views = [view(Color::White), view(Color::Black)];
        let nearest = [self.nearest(board, views[0], ply), self.nearest(board, views[1], ply)];
        let here = [2 * ply, 2 * ply + 1];
        let mut difference = self.difference(nearest[0], board);
        self.bring(nearest[0], here[0], &difference, views[0]);
        // Those of a ply are of one board.
        let is_of_one_board = nearest[1] == nearest[0] + 1 && nearest[1] < self.first_of_views;
        if !is_of_one_board {
            difference = self.difference(nearest[1], board);
        }
        self.bring(nearest[1], here[1], &difference, views[1]);
        for side in 0..2 {
            let made_for = MadeFor { board: board.clone(), view: views[side] };
            if nearest[side] >= self.first_of_views {
                self.made_for[nearest[side]] = made_for.clone();
            }
            self.made_for[here[side]] = made_for;
        }
        let own = &self.values[self.numbers(here[turn.fold_wb(0, 1)])];
        let other = &self.values[self.numbers(here[turn.fold_wb(1, 0)])];
        self.network.value([own, other], board.occupied().count())
    }

    /// The accumulator that takes the fewest changes: of this ply, of the two before, or of the view.
    #[inline]
    fn nearest(&self, board: &Board, view: View, ply: usize) -> usize {
        let mut nearest = self.first_of_views + 2 * view.index() + view.side.fold_wb(0, 1);
        let mut least = distance(&self.made_for[nearest].board, board);
        for ply in (ply.saturating_sub(2)..=ply).rev() {
            let candidate = 2 * ply + view.side.fold_wb(0, 1);
            let made_for = &self.made_for[candidate];
            let distance = distance(&made_for.board, board);
            if distance < least && made_for.view == view {
                (nearest, least) = (candidate, distance);
            }
        }
        nearest
    }

    #[inline]
    fn difference(&self, from: usize, board: &Board) -> Difference {
        Difference::between(&self.made_for[from].board, board)
    }

    /// Makes an accumulator the one that differs so much from another; that of a view comes along.
    #[inline]
    fn bring(&mut self, from: usize, to: usize, difference: &Difference, view: View) {
        let (source, target) = (self.numbers(from), self.numbers(to));
        if from >= self.first_of_views {
            difference.apply(&self.network, &mut self.values[source.clone()], view);
            self.values.copy_within(source, target.start);
            return;
        }
        if from != to {
            self.values.copy_within(source, target.start);
        }
        difference.apply(&self.network, &mut self.values[target], view);
    }

    #[inline]
    fn numbers(&self, accumulator: usize) -> Range<usize> {
        let hidden = self.network.shape.hidden;
        accumulator * hidden..(accumulator + 1) * hidden
    }
}

/// The squares on which the colours of two boards differ: as good as always the number of changes.
#[inline]
fn distance(one: &Board, other: &Board) -> usize {
    let (white, black) = (one.white() ^ other.white(), one.black() ^ other.black());
    white.count() + black.count()
}

/// The pieces that one board has and another has not.
struct Difference {
    added: Pieces,
    removed: Pieces,
}

/// Notes the pieces on these squares, of which `white` are white.
#[inline(always)]
fn note(pieces: &mut Pieces, white: Bitboard, role: Role, squares: Bitboard) {
    for square in squares {
        pieces.push((Color::from_white(white.contains(square)), role, square));
    }
}

/// As many as there are squares.
type Pieces = ArrayVec<(Color, Role, Square), 64>;

impl Difference {
    #[inline]
    fn between(before: &Board, now: &Board) -> Difference {
        let colors = (before.white() ^ now.white()) | (before.black() ^ now.black());
        let mut difference = Difference { added: Pieces::new(), removed: Pieces::new() };
        for role in Role::ALL {
            let (had, has) = (before.by_role(role), now.by_role(role));
            let changed = (had ^ has) | (colors & has);
            if changed.is_empty() {
                continue;
            }
            note(&mut difference.removed, before.white(), role, had & changed);
            note(&mut difference.added, now.white(), role, has & changed);
        }
        difference
    }

    /// Changes the accumulator of a board to that of the other one, in the same view.
    #[inline]
    fn apply(&self, network: &Network, accumulator: &mut [i16], view: View) {
        let row = |&(color, role, square)| network.row(view.feature(color, role, square));
        let both = self.added.len().min(self.removed.len());
        for i in 0..both {
            arithmetic::exchange(accumulator, row(&self.added[i]), row(&self.removed[i]));
        }
        self.added[both..].iter().for_each(|of| arithmetic::add(accumulator, row(of)));
        self.removed[both..].iter().for_each(|of| arithmetic::remove(accumulator, row(of)));
    }
}
