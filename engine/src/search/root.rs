//! The root: its window, the moves a search may choose from, and the nodes of each.

use shakmaty::Move;

use super::Searcher;
use super::budget::Stopped;
use crate::position::board_state::BoardState;
use crate::position::movegen::MoveGenerator;
use crate::position::packed_move::PackedMove;
use crate::techniques::Technique;
use crate::techniques::aspiration::RootWindow;
use crate::tree::node::Node;
use crate::tree::transposition_table::Bound;

/// A choice among the root moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct RootChoice {
    /// Moves the root is searched without.
    pub(crate) left_out: Vec<PackedMove>,
    /// The move to search first where some are left out: the table knows nothing of such a root.
    pub(crate) first: PackedMove,
    /// Nodes below each root move, in all windows of the iteration.
    pub(crate) spent: Vec<(PackedMove, u64)>,
}

impl RootChoice {
    /// Counts nodes below a root move.
    pub(super) fn spend(&mut self, m: PackedMove, nodes: u64) {
        match self.spent.iter_mut().find(|(spent_on, _)| *spent_on == m) {
            Some((_, spent)) => *spent += nodes,
            None => self.spent.push((m, nodes)),
        }
    }

    /// Nodes below this root move.
    pub(crate) fn spent_on(&self, m: PackedMove) -> u64 {
        self.spent.iter().find(|(spent_on, _)| *spent_on == m).map_or(0, |(_, spent)| *spent)
    }
}

impl Searcher {
    /// Searches the root to a depth, given the score of the iteration before.
    ///
    /// Counts an iteration with a narrow window as tried, and as cut when that window held its
    /// score. Calls `failed` with every score that lies outside its window, a bound.
    pub(crate) fn search_root(
        &mut self,
        root: &BoardState,
        depth: i32,
        previous: i32,
        failed: &mut dyn FnMut(&Searcher, i32, Bound),
    ) -> Result<i32, Stopped> {
        let narrow = self.config.aspiration.and_then(|rule| rule.first_window(depth, previous));
        self.counters[Technique::Aspiration].tried += u64::from(narrow.is_some());
        let mut window = narrow.unwrap_or(RootWindow::WHOLE);
        let mut is_first = true;
        loop {
            let score = self.search(root, Node::root(depth, window.alpha, window.beta))?;
            if window.holds(score) {
                let held = is_first && narrow.is_some();
                self.counters[Technique::Aspiration].cut += u64::from(held);
                return Ok(score);
            }
            is_first = false;
            let is_low = score <= window.alpha;
            failed(self, score, if is_low { Bound::Upper } else { Bound::Lower });
            if is_low {
                // The best move of an earlier window is refuted.
                self.root_best = None;
            }
            window = window.widened(score);
        }
    }

    /// The principal variation of the last search of the root.
    pub(crate) fn principal_variation(&self, root: &BoardState) -> Vec<Move> {
        let mut state = root.clone();
        let mut line = Vec::new();
        for packed in self.line.line() {
            let Some(m) = MoveGenerator::new(&state).unpack(*packed) else { break };
            line.push(m);
            state = state.after(m);
        }
        line
    }

    /// Whether this is the root, with some of its moves left out: its score is then not the
    /// position's.
    pub(super) fn is_restricted(&self, node: &Node) -> bool {
        node.ply == 0 && !self.root_choice.left_out.is_empty()
    }

    /// Whether a move is left out of this node.
    pub(super) fn leaves_out(&self, node: &Node, m: PackedMove) -> bool {
        node.ply == 0 && self.root_choice.left_out.contains(&m)
    }
}
