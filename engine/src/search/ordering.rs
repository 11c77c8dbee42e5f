//! Move ordering in stages, each made only when the one before did not cut off.

use arrayvec::ArrayVec;
use shakmaty::{Move, Role};

use super::history::History;
use super::static_exchange::{exchange_gains, victim_and_attacker};
use crate::position::board_state::BoardState;
use crate::position::movegen::{MoveGenerator, MoveList, is_tactical};
use crate::position::packed_move::PackedMove;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The transposition table's move; nothing has been generated yet.
    Table,
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

/// Quiet moves that refuted a sibling node.
pub(crate) type Killers = [PackedMove; 2];

/// The moves of a node, the most promising first.
pub(crate) struct MovePicker<'a> {
    state: &'a BoardState,
    generator: MoveGenerator<'a>,
    stage: Stage,
    with_quiet: bool,
    table_move: Option<Move>,
    killers: Killers,
    scored: ArrayVec<(Move, i32), 256>,
    losing: MoveList,
}

impl<'a> MovePicker<'a> {
    /// Every legal move.
    pub(crate) fn all(state: &'a BoardState, table_move: PackedMove, killers: Killers) -> Self {
        let generator = MoveGenerator::new(state);
        let table_move = generator.unpack(table_move);
        MovePicker {
            state,
            generator,
            stage: Stage::Table,
            with_quiet: true,
            table_move,
            killers,
            scored: ArrayVec::new(),
            losing: MoveList::new(),
        }
    }

    /// Only captures and promotions to a queen that do not lose material.
    pub(crate) fn winning(state: &'a BoardState, table_move: PackedMove) -> Self {
        let mut picker = MovePicker::all(state, table_move, Killers::default());
        picker.with_quiet = false;
        picker.table_move = picker
            .table_move
            .filter(|m| is_tactical(*m) && !is_underpromotion(*m) && exchange_gains(state, *m, 0));
        picker
    }

    /// The next move, or `None` after the last.
    pub(crate) fn next(&mut self, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeTactical;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::MakeTactical => {
                    self.make_tactical();
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
                    Some(m) => return Some(m),
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

    fn make_tactical(&mut self) {
        let mut moves = MoveList::new();
        self.generator.tactical(&mut moves);
        for m in moves {
            if Some(m) != self.table_move {
                self.scored.push((m, victim_and_attacker(m)));
            }
        }
    }

    fn make_quiet(&mut self, history: &History) {
        let mut moves = MoveList::new();
        self.generator.quiet(&mut moves);
        for m in moves {
            if Some(m) != self.table_move && !self.killers.contains(&PackedMove::new(m)) {
                self.scored.push((m, history.score(self.state.turn, m)));
            }
        }
    }

    fn next_winning(&mut self) -> Option<Move> {
        while let Some(m) = self.next_scored() {
            if !is_underpromotion(m) && exchange_gains(self.state, m, 0) {
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
        (!is_tactical(m) && Some(m) != self.table_move).then_some(m)
    }

    /// Takes the best scored move out of the list.
    fn next_scored(&mut self) -> Option<Move> {
        let mut best = 0;
        for i in 1..self.scored.len() {
            if self.scored[i].1 > self.scored[best].1 {
                best = i;
            }
        }
        (!self.scored.is_empty()).then(|| self.scored.swap_remove(best).0)
    }
}

fn is_underpromotion(m: Move) -> bool {
    m.promotion().is_some_and(|role| role != Role::Queen)
}
