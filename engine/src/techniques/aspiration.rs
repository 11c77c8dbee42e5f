//! Aspiration windows: an iteration begins with a narrow window around the last one's score.
//!
//! Sound: a score outside the window is searched for again with a wider one. It saves nodes while
//! scores are stable, and costs some when they are not.

use crate::config::Technique;
use crate::parameters::parameters;
use crate::position::board_state::BoardState;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::budget::Stopped;
use crate::search::node::Node;
use crate::search::transposition_table::Bound;

parameters! {
    /// Parameters of aspiration windows.
    Aspiration {
        /// Half the width of the first window, in centipawns.
        window: i32 = 20, in 1..=1000;
        /// The first iteration with a narrow window, in plies.
        min_depth: i32 = 5, in 2..=100;
    }
}

impl Searcher {
    /// Searches the root to a depth, given the score of the iteration before.
    ///
    /// Counts an iteration as tried, and as cut when the first window held its score. Calls
    /// `failed` with every score that lies outside its window, a bound.
    pub(crate) fn search_root(
        &mut self,
        root: &BoardState,
        depth: i32,
        previous: i32,
        failed: &mut dyn FnMut(&Searcher, i32, Bound),
    ) -> Result<i32, Stopped> {
        let aspiration = self.config.aspiration.filter(|aspiration| depth >= aspiration.min_depth);
        let Some(aspiration) = aspiration else {
            return self.search(root, Node::root(depth, -Score::INFINITE, Score::INFINITE));
        };
        self.counters[Technique::Aspiration].tried += 1;
        let mut margin = aspiration.window;
        let mut alpha = (previous - margin).max(-Score::INFINITE);
        let mut beta = (previous + margin).min(Score::INFINITE);
        loop {
            let score = self.search(root, Node::root(depth, alpha, beta))?;
            if alpha < score && score < beta {
                let held = u64::from(margin == aspiration.window);
                self.counters[Technique::Aspiration].cut += held;
                return Ok(score);
            }
            margin *= 2;
            failed(self, score, if score <= alpha { Bound::Upper } else { Bound::Lower });
            if score <= alpha {
                // What an earlier window found best is refuted.
                self.root_best = None;
                alpha = (score - margin).max(-Score::INFINITE);
            } else {
                beta = (score + margin).min(Score::INFINITE);
            }
        }
    }
}
