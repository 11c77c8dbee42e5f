//! Move ordering in stages, each made only when the one before did not cut off.

use arrayvec::ArrayVec;
use shakmaty::{Move, Role};

use super::history::{ContinuationKeys, History};
use crate::position::board_state::BoardState;
use crate::position::movegen::{MoveGenerator, MoveList, is_tactical};
use crate::position::packed_move::PackedMove;
use crate::position::static_exchange::{see_ge, victim_and_attacker};
use crate::techniques::spoiled_ordering::{RandomOrder, SpoiledMoves};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The transposition table's move; nothing has been generated yet.
    Table,
    /// Moves that a shallower search of this node found good.
    First(usize),
    MakeTactical,
    /// Captures and promotions that do not lose material.
    Winning,
    Killers(usize),
    MakeQuiet,
    /// Quiet moves by their history.
    Quiet,
    /// Captures that lose material.
    Losing(usize),
    Done,
}

/// History of a capture that counts as much as a sixteenth of a centipawn of its victim's value.
const CAPTURE_HISTORY: i32 = 4;

/// Quiet moves that refuted a sibling node.
pub(crate) type Killers = [PackedMove; 2];

/// Moves to try before the others.
pub(crate) type FirstMoves = ArrayVec<PackedMove, FIRST_MOVES>;

/// Room for the moves that a multi-cut found good (of the papers' parameters none needs more than
/// five), and for the table's move.
const FIRST_MOVES: usize = 9;

/// The moves of a node, the most promising first.
pub(crate) struct MovePicker<'a> {
    state: &'a BoardState,
    generator: MoveGenerator<'a>,
    stage: Stage,
    with_quiet: bool,
    table_move: Option<Move>,
    first: FirstMoves,
    killers: Killers,
    keys: ContinuationKeys,
    spoiled: Option<RandomOrder>,
    scored: ArrayVec<(Move, i32), 256>,
    losing: MoveList,
}

impl<'a> MovePicker<'a> {
    /// Every legal move.
    #[inline]
    pub(crate) fn all(
        state: &'a BoardState,
        table_move: PackedMove,
        killers: Killers,
        keys: ContinuationKeys,
    ) -> Self {
        let generator = MoveGenerator::new(state);
        let table_move = generator.unpack(table_move);
        MovePicker {
            killers,
            keys,
            with_quiet: true,
            ..MovePicker::new(state, generator, table_move)
        }
    }

    /// Only captures and promotions to a queen that do not lose material.
    #[inline]
    pub(crate) fn winning(state: &'a BoardState, table_move: PackedMove) -> Self {
        let generator = MoveGenerator::new(state);
        let table_move = generator
            .unpack(table_move)
            .filter(|m| is_tactical(*m) && !is_underpromotion(*m) && see_ge(state, *m, 0));
        MovePicker::new(state, generator, table_move)
    }

    #[inline]
    fn new(state: &'a BoardState, generator: MoveGenerator<'a>, table_move: Option<Move>) -> Self {
        MovePicker {
            state,
            generator,
            stage: Stage::Table,
            with_quiet: false,
            table_move,
            first: FirstMoves::new(),
            killers: Killers::default(),
            keys: ContinuationKeys::default(),
            spoiled: None,
            scored: ArrayVec::new(),
            losing: MoveList::new(),
        }
    }

    /// Puts these moves in front of all others, or directly after the table's.
    #[inline(always)]
    pub(crate) fn put_first(&mut self, first: &FirstMoves, after_table_move: bool) {
        self.first.clone_from(first);
        if after_table_move || first.is_empty() {
            return;
        }
        // The table's move becomes the last of the first.
        if let Some(m) = self.table_move.take().map(PackedMove::new)
            && !first.contains(&m)
        {
            self.first.push(m);
        }
    }

    /// Puts the moves of each stage in this order, before any is picked.
    pub(crate) fn spoil(&mut self, order: RandomOrder) {
        self.spoiled = Some(order);
        self.killers = Killers::default();
        if order.moves == SpoiledMoves::All {
            self.table_move = None;
            self.first.clear();
        }
    }

    /// Leaves out the quiet moves that are still to come.
    pub(crate) fn skip_quiet(&mut self) {
        if matches!(self.stage, Stage::Killers(_) | Stage::MakeQuiet | Stage::Quiet) {
            self.scored.clear();
            self.stage = Stage::Losing(0);
        }
    }

    /// The next move, or `None` after the last.
    pub(crate) fn next(&mut self, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::First(0);
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::First(i) if i == self.first.len() => self.stage = Stage::MakeTactical,
                Stage::First(i) => {
                    self.stage = Stage::First(i + 1);
                    let m = self.generator.unpack(self.first[i]);
                    if m.is_some() && m != self.table_move {
                        return m;
                    }
                }
                Stage::MakeTactical => {
                    self.make_tactical(history);
                    self.stage = Stage::Winning;
                }
                Stage::Winning => match self.next_winning() {
                    Some(m) => return Some(m),
                    None if self.with_quiet => self.stage = Stage::Killers(0),
                    None => self.stage = Stage::Done,
                },
                Stage::Killers(2) => self.stage = Stage::MakeQuiet,
                Stage::Killers(i) => {
                    self.stage = Stage::Killers(i + 1);
                    if let Some(m) = self.playable_killer(i) {
                        return Some(m);
                    }
                }
                Stage::MakeQuiet => {
                    self.make_quiet(history);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.next_scored() {
                    Some((m, _)) => return Some(m),
                    None => self.stage = Stage::Losing(0),
                },
                Stage::Losing(i) => match self.losing.get(i) {
                    Some(m) => {
                        self.stage = Stage::Losing(i + 1);
                        return Some(*m);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn make_tactical(&mut self, history: &History) {
        let mut moves = MoveList::new();
        self.generator.tactical(&mut moves);
        for m in moves {
            if !self.came_first(m) {
                let learned = history.tactical(self.state.turn, m) / CAPTURE_HISTORY;
                self.scored.push((m, victim_and_attacker(m) + learned));
            }
        }
        if let Some(order) = self.spoiled.filter(|order| order.moves == SpoiledMoves::All) {
            self.rank_by(order);
        }
    }

    fn make_quiet(&mut self, history: &History) {
        let mut moves = MoveList::new();
        self.generator.quiet(&mut moves);
        for m in moves {
            if !self.came_first(m) && !self.killers.contains(&PackedMove::new(m)) {
                let score = history.quiet(self.state.turn, m, self.keys);
                self.scored.push((m, score));
            }
        }
        if let Some(order) = self.spoiled {
            self.rank_by(order);
        }
    }

    /// Scores the moves that were made anew, by their rank in a random order.
    #[cold]
    fn rank_by(&mut self, order: RandomOrder) {
        for (m, score) in &mut self.scored {
            *score = order.rank(PackedMove::new(*m));
        }
    }

    fn next_winning(&mut self) -> Option<Move> {
        while let Some((m, _)) = self.next_scored() {
            if !is_underpromotion(m) && see_ge(self.state, m, 0) {
                return Some(m);
            }
            if self.with_quiet {
                self.losing.push(m);
            }
        }
        None
    }

    fn playable_killer(&self, i: usize) -> Option<Move> {
        let m = self.generator.unpack(self.killers[i])?;
        (!is_tactical(m) && !self.came_first(m)).then_some(m)
    }

    /// Whether a move was picked before anything was generated.
    fn came_first(&self, m: Move) -> bool {
        Some(m) == self.table_move
            || (!self.first.is_empty() && self.first.contains(&PackedMove::new(m)))
    }

    /// Takes the best scored move out of the list, of equal ones the first.
    fn next_scored(&mut self) -> Option<(Move, i32)> {
        // Score and place in one number: the largest is found without a branch that can be mispredicted.
        let ranked = self.scored.iter().zip((0..=255_i64).rev());
        let best = ranked.map(|((_, score), place)| i64::from(*score) << 8 | place).max()?;
        Some(self.scored.swap_remove(255 - (best & 255) as usize))
    }
}

fn is_underpromotion(m: Move) -> bool {
    m.promotion().is_some_and(|role| role != Role::Queen)
}
