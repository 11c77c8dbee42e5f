//! History heuristic: which moves caused cutoffs, whatever the position.
//!
//! Quiet moves are known by side, origin and target, as in Schaeffer (1989), on whose table the
//! papers' move ordering rests; and by the moves one ply and two plies before, as in today's
//! engines: an answer to a move, and a plan that goes on. Captures are known by piece, target and
//! victim.

use shakmaty::{Color, Move, Role, Square};

use crate::position::movegen::is_tactical;
use crate::position::packed_move::origin;

/// Scores stay within ±this.
const LIMIT: i32 = 8192;
/// Pieces of both colours times squares.
const PIECE_TO: usize = 12 * 64;
/// Victims of a capture, and none.
const VICTIMS: usize = 7;

/// A piece of a colour and the square that it went to. [`PieceTo::NONE`] stands for no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    const NONE: PieceTo = PieceTo(PIECE_TO as u16);

    pub(crate) fn new(turn: Color, m: Move) -> PieceTo {
        let piece = turn.fold_wb(0, 6) + m.role() as u16 - 1;
        PieceTo(piece * 64 + m.to() as u16)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for PieceTo {
    fn default() -> PieceTo {
        PieceTo::NONE
    }
}

/// The moves of one ply and of two plies before: the keys of the continuation histories.
pub(crate) type ContinuationKeys = [PieceTo; 2];

/// A score for every kind of move.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// By side, origin and target.
    quiet: Box<[i16]>,
    /// By an earlier move, then by piece and target.
    continuation: Box<[[i16; PIECE_TO]]>,
    /// By piece, target and victim.
    captures: Box<[i16]>,
    /// Every score is zero.
    is_empty: bool,
}

impl History {
    pub(crate) fn new() -> History {
        History {
            quiet: vec![0; 2 * 64 * 64].into_boxed_slice(),
            continuation: vec![[0; PIECE_TO]; PIECE_TO + 1].into_boxed_slice(),
            captures: vec![0; PIECE_TO * VICTIMS].into_boxed_slice(),
            is_empty: true,
        }
    }

    pub(crate) fn clear(&mut self) {
        if !self.is_empty {
            self.quiet.fill(0);
            self.continuation.fill([0; PIECE_TO]);
            self.captures.fill(0);
            self.is_empty = true;
        }
    }

    /// Halves the scores by origin and target, so that earlier searches count less
    /// than this one.
    pub(crate) fn age(&mut self) {
        if !self.is_empty {
            self.quiet.iter_mut().for_each(|score| *score /= 2);
        }
    }

    /// The score of a move after these.
    #[inline]
    pub(crate) fn of(&self, turn: Color, m: Move, keys: ContinuationKeys) -> i32 {
        if is_tactical(m) { self.tactical(turn, m) } else { self.quiet(turn, m, keys) }
    }

    /// The score of a quiet move after these.
    #[inline]
    pub(crate) fn quiet(&self, turn: Color, m: Move, keys: ContinuationKeys) -> i32 {
        let piece_to = PieceTo::new(turn, m).index();
        let after = |earlier: PieceTo| i32::from(self.continuation[earlier.index()][piece_to]);
        i32::from(self.quiet[from_to(turn, m)]) + after(keys[0]) + after(keys[1])
    }

    /// The score of a capture or promotion.
    #[inline]
    pub(crate) fn tactical(&self, turn: Color, m: Move) -> i32 {
        i32::from(self.captures[capture(turn, m)])
    }

    /// Credits the quiet move that caused a cutoff and debits those tried before it.
    pub(crate) fn reward_quiet(
        &mut self,
        turn: Color,
        best: Move,
        tried_before: &[Move],
        keys: ContinuationKeys,
        depth: i32,
    ) {
        self.is_empty = false;
        self.adjust_quiet(turn, best, keys, bonus(depth));
        for m in tried_before {
            self.adjust_quiet(turn, *m, keys, -bonus(depth));
        }
    }

    /// Credits the capture that caused a cutoff, if one did, and debits those tried before it.
    #[inline(always)]
    pub(crate) fn reward_tactical(
        &mut self,
        turn: Color,
        best: Option<Move>,
        tried_before: &[Move],
        depth: i32,
    ) {
        self.is_empty = false;
        if let Some(best) = best {
            adjust(&mut self.captures[capture(turn, best)], bonus(depth));
        }
        for m in tried_before {
            adjust(&mut self.captures[capture(turn, *m)], -bonus(depth));
        }
    }

    fn adjust_quiet(&mut self, turn: Color, m: Move, keys: ContinuationKeys, bonus: i32) {
        adjust(&mut self.quiet[from_to(turn, m)], bonus);
        let piece_to = PieceTo::new(turn, m).index();
        for earlier in keys {
            adjust(&mut self.continuation[earlier.index()][piece_to], bonus);
        }
    }
}

/// The credit for a cutoff of this depth.
fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 32 * depth).min(1600)
}

/// Moves a score towards ±[`LIMIT`] the less, the nearer it is.
fn adjust(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// The piece that moves, its origin and its target. Nearly all moves are normal ones: asking for that once is faster than
/// telling all kinds apart for each of the three.
#[inline]
fn parts(m: Move) -> (Role, Square, Square) {
    match m {
        Move::Normal { role, from, to, .. } => (role, from, to),
        other => (other.role(), origin(other), other.to()),
    }
}

fn from_to(turn: Color, m: Move) -> usize {
    let (_, from, to) = parts(m);
    (turn as usize * 64 + from as usize) * 64 + to as usize
}

fn capture(turn: Color, m: Move) -> usize {
    PieceTo::new(turn, m).index() * VICTIMS + m.capture().map_or(0, |role| role as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNIGHT_OUT: Move = Move::Normal {
        role: Role::Knight,
        from: Square::G1,
        capture: None,
        to: Square::F3,
        promotion: None,
    };

    #[test]
    fn scores_stay_in_bounds_and_age() {
        let mut history = History::new();
        for _ in 0..1000 {
            history.reward_quiet(Color::White, KNIGHT_OUT, &[], ContinuationKeys::default(), 20);
        }
        let high = history.quiet(Color::White, KNIGHT_OUT, ContinuationKeys::default());
        // By origin and target, and twice after no move at all.
        assert!(high > 3 * LIMIT / 2 && high <= 3 * LIMIT);
        assert_eq!(history.quiet(Color::Black, KNIGHT_OUT, ContinuationKeys::default()), 0);
        history.age();
        let aged = history.quiet(Color::White, KNIGHT_OUT, ContinuationKeys::default());
        assert!(aged < high && aged > high / 2);
        for _ in 0..1000 {
            let tried = [KNIGHT_OUT];
            history.reward_quiet(Color::White, KNIGHT_OUT, &tried, ContinuationKeys::default(), 20);
        }
        assert!(
            history.quiet(Color::White, KNIGHT_OUT, ContinuationKeys::default()).abs() <= 3 * LIMIT
        );
        history.clear();
        assert_eq!(history.quiet(Color::White, KNIGHT_OUT, ContinuationKeys::default()), 0);
    }

    #[test]
    fn a_move_is_known_by_what_it_answers() {
        let mut history = History::new();
        let here = [PieceTo::new(Color::Black, KNIGHT_OUT), PieceTo::NONE];
        history.reward_quiet(Color::White, KNIGHT_OUT, &[], here, 10);
        let answer = history.quiet(Color::White, KNIGHT_OUT, here);
        let elsewhere = [PieceTo::new(Color::White, KNIGHT_OUT), PieceTo::NONE];
        assert!(answer > history.quiet(Color::White, KNIGHT_OUT, elsewhere));
    }
}
