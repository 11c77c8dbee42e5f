//! History heuristic: which quiet moves caused cutoffs, whatever the position.
//!
//! Source: Schaeffer (1989); the papers' move ordering rests on it.

use shakmaty::{Color, Move};

use crate::position::packed_move::origin;

/// Scores stay within ±this.
const LIMIT: i32 = 8192;

/// A score for every side, origin and target.
#[derive(Debug)]
pub(crate) struct History {
    scores: Box<[i16]>,
    /// Every score is zero.
    is_empty: bool,
}

impl History {
    pub(crate) fn new() -> History {
        History { scores: vec![0; 2 * 64 * 64].into_boxed_slice(), is_empty: true }
    }

    pub(crate) fn clear(&mut self) {
        self.scores.fill(0);
        self.is_empty = true;
    }

    /// Halves every score, so that what earlier searches learned counts less than what this one
    /// will.
    pub(crate) fn age(&mut self) {
        if !self.is_empty {
            self.scores.iter_mut().for_each(|score| *score /= 2);
        }
    }

    pub(crate) fn score(&self, turn: Color, m: Move) -> i32 {
        i32::from(self.scores[index(turn, m)])
    }

    /// Credits the move that caused a cutoff and debits the quiet moves tried before it.
    pub(crate) fn reward(&mut self, turn: Color, best: Move, tried_before: &[Move], depth: i32) {
        self.is_empty = false;
        let bonus = (16 * depth * depth + 32 * depth).min(1600);
        self.adjust(turn, best, bonus);
        for m in tried_before {
            self.adjust(turn, *m, -bonus);
        }
    }

    /// Moves a score towards ±[`LIMIT`] the less, the nearer it is.
    fn adjust(&mut self, turn: Color, m: Move, bonus: i32) {
        let score = &mut self.scores[index(turn, m)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

fn index(turn: Color, m: Move) -> usize {
    (turn as usize * 64 + origin(m) as usize) * 64 + m.to() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Role, Square};

    #[test]
    fn scores_stay_in_bounds_and_age() {
        let m = Move::Normal {
            role: Role::Knight,
            from: Square::G1,
            capture: None,
            to: Square::F3,
            promotion: None,
        };
        let mut history = History::new();
        for _ in 0..1000 {
            history.reward(Color::White, m, &[], 20);
        }
        let high = history.score(Color::White, m);
        assert!(high > LIMIT / 2 && high <= LIMIT);
        assert_eq!(history.score(Color::Black, m), 0);
        history.age();
        assert_eq!(history.score(Color::White, m), high / 2);
        for _ in 0..1000 {
            history.reward(Color::White, m, &[m], 20);
        }
        assert!(history.score(Color::White, m).abs() <= LIMIT);
    }
}
