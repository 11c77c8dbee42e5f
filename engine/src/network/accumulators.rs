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

const SIDES: [Color; 2] = [Color::White, Color::Black];

/// A network with the accumulators of a search.
#[derive(Clone, Debug)]
pub(crate) struct Accumulators {
    network: Arc<Network>,
    /// The boards that those of each ply were made for.
    plies: Box<[OfPly]>,
    /// The boards that those of each view were made for.
    views: Box<[Board]>,
    /// The accumulators: white's and black's of each ply, then one for each view.
    values: Box<[i16]>,
}

/// The boards that white's accumulator of a ply and black's were made for.
#[derive(Clone, Debug)]
struct OfPly {
    board: Board,
    views: [View; 2],
}

/// An accumulator to start from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// That of the same side, of this ply.
    Ply(usize),
    /// That of the view of this number.
    View(usize),
}

impl Accumulators {
    /// Accumulators for lines of at most so many plies.
    pub(crate) fn new(network: Arc<Network>, plies: usize) -> Accumulators {
        let views = VIEWS_OF_A_BUCKET * network.shape.king_buckets;
        // With nothing on the board all views are the same.
        let nothing = Board::empty();
        let views_of_nothing = SIDES.map(|side| View::of(&network, side, &nothing));
        Accumulators {
            plies: vec![OfPly { board: nothing.clone(), views: views_of_nothing }; plies].into(),
            views: vec![nothing; views].into(),
            values: network.feature_biases.repeat(SIDES.len() * plies + views).into(),
            network,
        }
    }

    /// The network.
    pub(crate) fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The network's value of a position at this ply, in centipawns for the side to move.
    pub(crate) fn value(&mut self, board: &Board, turn: Color, ply: usize) -> i32 {
        let [white, black] = SIDES;
        let views = [View::of(&self.network, white, board), View::of(&self.network, black, board)];
        let origins = self.nearest(board, views, ply);
        let mut difference = Difference::between(self.board_of(origins[0]), board);
        self.bring(origins[0], ply, &difference, views[0]);
        if origins[1] != origins[0] {
            difference = Difference::between(self.board_of(origins[1]), board);
        }
        self.bring(origins[1], ply, &difference, views[1]);
        for origin in origins {
            if let Origin::View(number) = origin {
                self.views[number].clone_from(board);
            }
        }
        self.plies[ply] = OfPly { board: board.clone(), views };
        let own = &self.values[self.numbers(Origin::Ply(ply), turn)];
        let other = &self.values[self.numbers(Origin::Ply(ply), !turn)];
        self.network.value([own, other], board.occupied().count())
    }

    /// For each side the accumulator that takes the fewest changes: of this ply, of the two before, or of
    /// the view.
    #[inline]
    fn nearest(&self, board: &Board, views: [View; 2], ply: usize) -> [Origin; 2] {
        let numbers = [views[0].number(), views[1].number()];
        let mut nearest = [Origin::View(numbers[0]), Origin::View(numbers[1])];
        let mut least =
            [distance(&self.views[numbers[0]], board), distance(&self.views[numbers[1]], board)];
        for ply in (ply.saturating_sub(2)..=ply).rev() {
            let here = &self.plies[ply];
            let distance = distance(&here.board, board);
            for side in 0..SIDES.len() {
                if distance < least[side] && here.views[side] == views[side] {
                    (nearest[side], least[side]) = (Origin::Ply(ply), distance);
                }
            }
        }
        nearest
    }

    #[inline]
    fn board_of(&self, origin: Origin) -> &Board {
        match origin {
            Origin::Ply(ply) => &self.plies[ply].board,
            Origin::View(number) => &self.views[number],
        }
    }

    /// Makes the accumulator of a ply the one that differs so much from another; that of a view comes
    /// along.
    #[inline]
    fn bring(&mut self, origin: Origin, ply: usize, difference: &Difference, view: View) {
        let source = self.numbers(origin, view.side);
        let target = self.numbers(Origin::Ply(ply), view.side);
        if let Origin::View(_) = origin {
            difference.apply(&self.network, &mut self.values[source.clone()], view);
            self.values.copy_within(source, target.start);
            return;
        }
        if origin != Origin::Ply(ply) {
            self.values.copy_within(source, target.start);
        }
        difference.apply(&self.network, &mut self.values[target], view);
    }

    /// Where a side's accumulator is.
    #[inline]
    fn numbers(&self, origin: Origin, side: Color) -> Range<usize> {
        let number = match origin {
            Origin::Ply(ply) => SIDES.len() * ply + side.fold_wb(0, 1),
            Origin::View(number) => SIDES.len() * self.plies.len() + number,
        };
        let hidden = self.network.shape.hidden;
        number * hidden..(number + 1) * hidden
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

/// Notes the pieces on these squares; those on `white` are white.
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
        self.added[both..].iter().for_each(|feature| arithmetic::add(accumulator, row(feature)));
        self.removed[both..]
            .iter()
            .for_each(|feature| arithmetic::remove(accumulator, row(feature)));
    }
}
