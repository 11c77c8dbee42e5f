//! Aspiration windows: an iteration begins with a narrow window around the last one's score.
//!
//! Sound: a score outside the window is searched for again with a wider one. It saves nodes while
//! scores are stable, and costs some when they are not.
//!
//! Source: today's engines; no paper. Eiriksson's program Ziggy has a window of 50 from depth 2 on and opens the side that
//! failed at once (`growth = 0`); his paper does not mention it.

use crate::parameters::parameters;
use crate::score::Score;

parameters! {
    /// Begin an iteration with a narrow window around the last score.
    Aspiration from "today's engines" {
        /// Half the width of the first window, in centipawns.
        window: i32 = 20, in 1..=1000;
        /// The first iteration with a narrow window, in plies.
        min_depth: i32 = 5, in 2..=100;
        /// After a failure the window is this many times as wide on that side; 0 for as wide as can be.
        growth: i32 = 2, in 0..=16 where LATER;
    }
}

impl Aspiration {
    /// The first window of an iteration, around the score of the one before; none where every score
    /// is in it.
    pub(crate) fn first_window(&self, depth: i32, previous: i32) -> Option<RootWindow> {
        (depth >= self.min_depth).then(|| RootWindow {
            alpha: (previous - self.window).max(-Score::INFINITE),
            beta: (previous + self.window).min(Score::INFINITE),
            margin: self.window,
            growth: self.growth,
        })
    }
}

/// A window of the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootWindow {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    margin: i32,
    growth: i32,
}

impl RootWindow {
    /// Every score.
    pub(crate) const WHOLE: RootWindow = RootWindow {
        alpha: -Score::INFINITE,
        beta: Score::INFINITE,
        margin: Score::INFINITE,
        growth: 0,
    };

    /// Whether a score of this window is the true one.
    pub(crate) fn holds(&self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The next window after this score, which is a bound outside of this one: wider on its side.
    pub(crate) fn widened(mut self, score: i32) -> RootWindow {
        self.margin = match self.growth {
            0 => 2 * Score::INFINITE,
            growth => (self.margin * growth).min(2 * Score::INFINITE),
        };
        if score <= self.alpha {
            self.alpha = (score - self.margin).max(-Score::INFINITE);
        } else {
            self.beta = (score + self.margin).min(Score::INFINITE);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_failed_grows_by_the_factor_or_opens() {
        let window = |growth| {
            let rule = Aspiration { window: 50, min_depth: 2, growth };
            assert!(rule.first_window(1, 7).is_none());
            rule.first_window(2, 7).unwrap()
        };
        let ends = |window: RootWindow| (window.alpha, window.beta);
        assert_eq!(ends(window(2)), (-43, 57));
        assert_eq!(ends(window(2).widened(-43)), (-143, 57));
        assert_eq!(ends(window(2).widened(60).widened(-50)), (-250, 160));
        assert_eq!(ends(window(0).widened(-43)), (-Score::INFINITE, 57));
        assert_eq!(ends(window(0).widened(60)), (-43, Score::INFINITE));
    }
}
