//! A search followed along a line: the first node of it that the search did not go down, and the search with that one
//! prune forbidden.

#[cfg(test)]
mod tests;

use shakmaty::Move;

use crate::engine::{self, Engine};
use crate::limits::Limits;
use crate::options::SearchOptions;
use crate::position::Position;
use crate::position::movegen::MoveGenerator;
use crate::position::packed_move::PackedMove;
use crate::prune::{Cause, Prune};
use crate::report::SearchReport;
use crate::search::trace::line_tracer::{Answer, LineTracer, Station};
use crate::stop::Stop;
use crate::tree::node::NodeType;

/// One prune at one node of a line, which a search is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// Plies from the root to the node.
    pub ply: usize,
    /// The cause that is not to act there.
    pub cause: Cause,
}

/// A search that was followed along a line.
#[derive(Clone, Debug)]
pub struct Traced {
    /// The search itself.
    pub report: SearchReport,
    /// The end of the line in the search that decided.
    pub end: LineEnd,
}

/// The end of a line in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// A prune answered the node, or left the line's next move out.
    Pruned(PrunedNode),
    /// The side of the root, to move at this ply, prefers another move to the line's.
    Prefers {
        /// Plies from the root.
        ply: usize,
        /// Its move.
        m: Move,
    },
    /// The search went down all of the line.
    WentDown,
    /// The search left the line by another way: by a better move of the other side, or before the root move was
    /// searched to its end.
    Left,
}

/// A node of a line at which a prune took the place of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrunedNode {
    /// Plies from the root.
    pub ply: usize,
    /// Plies that were still to be searched.
    pub depth: i32,
    /// The expected type of the node: `PV`, `CUT` or `ALL`.
    pub node_type: &'static str,
    /// The window, for the side to move there.
    pub window: [i32; 2],
    /// The prune, with its numbers.
    pub prune: Prune,
}

impl Engine {
    /// The search that [`Engine::search`] would do now, followed along this line from the root, with one prune
    /// forbidden if any. The engine itself stays as it is.
    #[must_use]
    pub fn trace(
        &self,
        position: &Position,
        limits: &Limits,
        line: &[Move],
        forbidden: Option<Forbidden>,
    ) -> Traced {
        let forbidden = forbidden.map(|Forbidden { ply, cause }| (ply, cause));
        let mut searcher = self.searcher.watched_by(LineTracer::new(line.to_vec(), forbidden));
        let options = SearchOptions::default();
        let report =
            engine::search(&mut searcher, position, limits, &Stop::new(), &options, &mut |_| {});
        let end = end_of(position, line, searcher.trace.decided());
        Traced { report, end }
    }
}

fn end_of(position: &Position, line: &[Move], stations: &[Station]) -> LineEnd {
    let mut state = position.state.clone();
    for (ply, m) in line.iter().enumerate() {
        let Some(Station { node, answer, best }) = stations.get(ply) else { return LineEnd::Left };
        if let Answer::Pruned(prune) = *answer {
            let node_type = match node.kind {
                NodeType::Pv => "PV",
                NodeType::Cut => "CUT",
                NodeType::All => "ALL",
            };
            let window = [node.alpha, node.beta];
            return LineEnd::Pruned(PrunedNode {
                ply,
                depth: node.depth,
                node_type,
                window,
                prune,
            });
        }
        let is_own = ply % 2 == 0 && ply > 0;
        let other = (*best != PackedMove::NONE && *best != PackedMove::new(*m))
            .then(|| MoveGenerator::new(&state).unpack(*best))
            .flatten();
        match (other, answer) {
            (Some(m), _) if is_own => return LineEnd::Prefers { ply, m },
            (_, Answer::NotReached) => return LineEnd::Left,
            _ => state = state.after(*m),
        }
    }
    LineEnd::WentDown
}
