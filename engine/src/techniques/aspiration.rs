//! Aspiration windows: an iteration begins with a narrow window around the last one's score.
//!
//! Sound: a score outside the window is searched for again with a wider one. It saves nodes while
//! scores are stable, and costs some when they are not.
//!
//! Source: today's engines; no paper.

use crate::parameters::parameters;
use crate::score::Score;

parameters! {
    /// Begin an iteration with a narrow window around the last score.
    Aspiration from "today's engines" {
        /// Half the width of the first window, in centipawns.
        window: i32 = 20, in 1..=1000;
        /// The first iteration with a narrow window, in plies.
        min_depth: i32 = 5, in 2..=100;
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
        })
    }
}

/// A window of the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootWindow {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    margin: i32,
}

impl RootWindow {
    /// Every score.
    pub(crate) const WHOLE: RootWindow =
        RootWindow { alpha: -Score::INFINITE, beta: Score::INFINITE, margin: Score::INFINITE };

    /// Whether a score of this window is the true one.
    pub(crate) fn holds(&self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The next window after this score, which is a bound outside of this one: as much wider on its
    /// side as it has been wide so far.
    pub(crate) fn widened(mut self, score: i32) -> RootWindow {
        self.margin *= 2;
        if score <= self.alpha {
            self.alpha = (score - self.margin).max(-Score::INFINITE);
        } else {
            self.beta = (score + self.margin).min(Score::INFINITE);
        }
        self
    }
}
