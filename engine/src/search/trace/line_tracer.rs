//! Follows a line of moves through a search: for each node of the line, the last answer that the search gave there.

use shakmaty::Move;

use super::Trace;
use crate::position::movegen::is_tactical;
use crate::position::packed_move::PackedMove;
use crate::prune::{Cause, Prune};
use crate::tree::node::Node;

/// What became of the line's next move at a node of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The search ended the node before it came to the move.
    NotReached,
    /// It was searched.
    Searched,
    /// It was not, for this reason; or only to reduced depth.
    Pruned(Prune),
}

/// A node of the line, as the search last left it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Station {
    pub(crate) node: Node,
    pub(crate) answer: Answer,
    /// The move that the search found best; none where none exceeded alpha.
    pub(crate) best: PackedMove,
}

/// Follows a line, and forbids the search one cause at one node of it.
#[derive(Clone, Debug)]
pub(crate) struct LineTracer {
    line: Vec<Move>,
    forbidden: Option<(usize, Cause)>,
    /// Whether the current path is the line up to each ply.
    on_line: Vec<bool>,
    /// Techniques that are searching for themselves.
    attempts: u32,
    stations: Vec<Station>,
    /// The stations when the line's first move had last got its score at the root.
    decided: Vec<Station>,
}

impl LineTracer {
    /// A tracer of this line, which is not empty.
    pub(crate) fn new(line: Vec<Move>, forbidden: Option<(usize, Cause)>) -> LineTracer {
        let mut on_line = vec![false; line.len() + 1];
        on_line[0] = true;
        LineTracer {
            line,
            forbidden,
            on_line,
            attempts: 0,
            stations: Vec::new(),
            decided: Vec::new(),
        }
    }

    /// The nodes of the line from the root on, as far as the search that decided went.
    pub(crate) fn decided(&self) -> &[Station] {
        &self.decided
    }

    /// The node's station, where it is one of the line.
    fn station(&mut self, node: &Node) -> Option<&mut Station> {
        if !self.is_watched(node.ply) {
            return None;
        }
        self.stations.get_mut(node.ply)
    }

    fn is_watched(&self, ply: usize) -> bool {
        self.attempts == 0 && self.on_line.get(ply) == Some(&true)
    }

    /// Whether this is the line's next move at a node of the line.
    fn follows(&self, node: &Node, m: Move) -> bool {
        self.is_watched(node.ply) && self.line.get(node.ply) == Some(&m)
    }

    fn is_forbidden(&self, ply: usize, cause: Cause) -> bool {
        self.forbidden == Some((ply, cause))
    }

    /// Notes an answer, unless it is forbidden; returns whether it is not.
    fn note(&mut self, node: &Node, prune: Prune) -> bool {
        if self.is_forbidden(node.ply, prune.cause()) {
            return false;
        }
        if let Some(station) = self.station(node) {
            station.answer = Answer::Pruned(prune);
        }
        true
    }
}

impl Trace for LineTracer {
    fn enter(&mut self, ply: usize, m: Option<Move>) {
        if ply < self.on_line.len() {
            let follows = m.is_some() && self.line.get(ply - 1).copied() == m;
            self.on_line[ply] = self.on_line[ply - 1] && follows;
            self.on_line[ply + 1..].fill(false);
        }
    }

    fn begin_attempt(&mut self) {
        self.attempts += 1;
    }

    fn end_attempt(&mut self) {
        self.attempts = self.attempts.saturating_sub(1);
    }

    fn visit(&mut self, node: &Node) {
        if node.ply == 0 {
            // An interrupted search leaves its attempts open.
            self.attempts = 0;
        }
        if self.is_watched(node.ply) && node.ply <= self.stations.len() {
            self.stations.truncate(node.ply);
            let (answer, best) = (Answer::NotReached, PackedMove::NONE);
            self.stations.push(Station { node: *node, answer, best });
        }
    }

    fn prunes_node(&mut self, node: &Node, prune: impl FnOnce() -> Prune) -> bool {
        !self.is_watched(node.ply) || self.note(node, prune())
    }

    fn prunes_move(&mut self, node: &Node, m: Move, prune: impl FnOnce() -> Prune) -> bool {
        !self.follows(node, m) || self.note(node, prune())
    }

    fn prunes_rest(
        &mut self,
        node: &Node,
        only_quiet: bool,
        prune: impl FnOnce() -> Prune,
    ) -> bool {
        let concerned = self.line.get(node.ply).is_some_and(|m| !only_quiet || !is_tactical(*m));
        let is_to_come =
            self.station(node).is_some_and(|station| station.answer == Answer::NotReached);
        !(concerned && is_to_come) || self.note(node, prune())
    }

    fn may_reduce(&mut self, node: &Node, m: Move) -> bool {
        let reductions = Cause::Technique(crate::techniques::Technique::LateMoveReductions);
        !(self.follows(node, m) && self.is_forbidden(node.ply, reductions))
    }

    fn searches(&mut self, node: &Node, m: Move) {
        if self.follows(node, m)
            && let Some(station) = self.station(node)
        {
            station.answer = Answer::Searched;
        }
    }

    fn stands_pat(&mut self, node: &Node, static_eval: i32) {
        self.note(node, Prune::Horizon { static_eval });
    }

    fn concludes(&mut self, node: &Node, best: PackedMove) {
        if let Some(station) = self.station(node) {
            station.best = best;
        }
    }

    fn finishes_root_move(&mut self, m: Move) {
        if self.line.first() == Some(&m) {
            self.decided.clone_from(&self.stations);
        }
    }
}
