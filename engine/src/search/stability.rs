//! Time by stability: a search whose best move is settled may stop early, one that is in doubt or
//! in trouble may think longer.
//!
//! Three signs are multiplied: the share of the iteration's nodes that went into the best move,
//! the iterations for which it has been the best, and how much its score fell. They stretch or
//! shorten the soft deadline of a game clock; time for one move, nodes and depth are limits that
//! do not change.
//!
//! Source: today's engines; no paper.

use crate::position::packed_move::PackedMove;

/// Bounds of the product; the hard deadline bounds it besides.
const LEAST: f64 = 0.4;
const MOST: f64 = 2.0;
/// By the iterations for which the best move has been the same; so that at 1+0.01 the time for a move
/// was on the average about that of an even share.
const BY_AGE: [f64; 5] = [1.35, 1.1, 0.9, 0.8, 0.7];

/// How settled the best move is.
#[derive(Debug, Default)]
pub(crate) struct Stability {
    best: PackedMove,
    age: usize,
    score: Option<i32>,
}

impl Stability {
    /// Records an iteration: its best move, the score in centipawns, and the share of its nodes
    /// that went into the best move. Returns the factor for the soft deadline.
    pub(crate) fn after(&mut self, best: PackedMove, score: i32, share: f64) -> f64 {
        self.age = if best == self.best { self.age + 1 } else { 0 };
        self.best = best;
        let drop = f64::from(self.score.replace(score).map_or(0, |before| before - score));
        let by_share = 2.2 - 1.4 * share;
        let by_drop = (1.0 + drop / 100.0).clamp(0.9, 1.5);
        (by_share * BY_AGE[self.age.min(BY_AGE.len() - 1)] * by_drop).clamp(LEAST, MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_settled_move_takes_less_time_than_one_in_doubt() {
        let (a, b) = (PackedMove::NONE, PackedMove(77));
        let mut settled = Stability::default();
        let mut doubtful = Stability::default();
        for i in 0..6 {
            let calm = settled.after(b, 20, 0.9);
            let wild = doubtful.after(if i % 2 == 0 { a } else { b }, -10 * i, 0.3);
            assert!(calm < wild, "{calm} {wild}");
        }
        assert!(settled.after(b, 20, 0.9) < 1.0);
        assert!(doubtful.after(b, -200, 0.3) > 1.5);
    }

    #[test]
    fn a_falling_score_asks_for_more_time() {
        let mut steady = Stability::default();
        let mut falling = Stability::default();
        steady.after(PackedMove::NONE, 50, 0.6);
        falling.after(PackedMove::NONE, 50, 0.6);
        let steady = steady.after(PackedMove::NONE, 50, 0.6);
        let falling = falling.after(PackedMove::NONE, 10, 0.6);
        assert!(falling > steady);
    }
}
