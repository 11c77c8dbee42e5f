//! The prunings of single moves, before and after a move is made.

use shakmaty::Move;

use super::Searcher;
use super::loop_state::LoopState;
use crate::evaluate::balance;
use crate::position::board_state::BoardState;
use crate::position::checks::CheckSquares;
use crate::position::movegen::is_tactical;
use crate::score::Score;
use crate::techniques::exchange_pruning::ExchangePruning;
use crate::techniques::extended_futility::ExtendedFutility;
use crate::techniques::frontier_futility::{FrontierFutility, Futile};
use crate::techniques::futility::Futility;
use crate::techniques::history_pruning::HistoryPruning;
use crate::techniques::late_move_pruning::LateMovePruning;
use crate::techniques::{Decision, Rule};
use crate::tree::moves::MoveContext;
use crate::tree::node::{Node, NodeContext};

/// The moves that are left out.
pub(super) enum Skip {
    No,
    Move,
    /// The move, whose score is hardly above this.
    MoveAtMost(i32),
    /// The move, and every quiet move that is still to come.
    QuietMoves,
}

impl Searcher {
    /// Whether a move is left out: only off the principal variation and out of check, where `checks`
    /// are known, and once some move is known not to be mated.
    ///
    /// A quiet check is not left out on its own, because static evaluation and history do not see its
    /// consequences. It is left out only when late move pruning leaves out all quiet moves that remain.
    ///
    /// A move is judged by the depth that is left by the reduction of its place and history, however
    /// few moves or plies spare it the reduction itself.
    pub(super) fn skips(
        &mut self,
        at: &NodeContext<'_>,
        so_far: &LoopState,
        step: &MoveContext,
        checks: Option<&CheckSquares>,
    ) -> Skip {
        let Some(checks) = checks.filter(|_| so_far.best.score > -Score::MATE_BOUND) else {
            return Skip::No;
        };
        let (state, m, window) = (at.state, step.m, &so_far.window);
        if is_tactical(m) {
            let loses = self.loses_by_exchange(state, m, window.depth);
            return if loses { Skip::Move } else { Skip::No };
        }
        if checks.are_given_by(m) {
            return Skip::No;
        }
        let (count, improving) = (step.move_count, so_far.improving);
        if self.succeeds(|rule: &LateMovePruning| rule.prunes(window.depth, count, improving)) {
            return Skip::QuietMoves;
        }
        let depth = window.depth - self.reductions.if_late(window.depth, step);
        if self.succeeds(|rule: &HistoryPruning| rule.prunes(step.history, depth)) {
            return Skip::Move;
        }
        let bound = self.ask(|rule: &Futility| rule.bound(at.static_eval, window.alpha, depth));
        if let Some(bound) = bound {
            return Skip::MoveAtMost(bound);
        }
        let loses = self.loses_by_exchange(state, m, depth);
        if loses { Skip::Move } else { Skip::No }
    }

    /// Whether exchange pruning leaves a move out.
    #[inline(always)]
    fn loses_by_exchange(&mut self, state: &BoardState, m: Move, depth: i32) -> bool {
        self.succeeds(|rule: &ExchangePruning| rule.prunes(state, m, depth))
    }

    /// Which moves of a node are futile by the balance that they lead to.
    pub(super) fn futile(&self, at: &NodeContext<'_>) -> Option<Futile> {
        let frontier = FrontierFutility::of(&self.config).and_then(|rule| rule.futile(at));
        frontier.or_else(|| ExtendedFutility::of(&self.config).and_then(|rule| rule.futile(at)))
    }

    /// The score that the move to `child` is trusted not to exceed, if that is not above alpha. Moves
    /// without check are tried, and those that are skipped succeed.
    pub(super) fn futile_move(
        &mut self,
        child: &BoardState,
        node: &Node,
        futile: Futile,
    ) -> Option<i32> {
        if child.in_check() {
            return None;
        }
        let mover = !child.turn;
        let bound = futile.bound(balance(child, mover), node.alpha, || {
            let evaluation = self.evaluator.upper_bound(child, mover, node.ply + 1);
            // The child's side stands pat on its corrected evaluation.
            let random = self.config.random_evaluation.map_or(0, |random| random.amplitude);
            evaluation + random - self.corrections.corrected(child, 0)
        });
        // The evaluation says nothing of a draw by the rules.
        let bound = bound.filter(|_| !self.is_draw(child, node.ply + 1));
        let decision = bound.map_or(Decision::Fails, Decision::Succeeds);
        self.count(futile.technique, decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playouts::playouts;
    use crate::position::movegen::legal_moves;
    use crate::techniques::SearchConfig;
    use crate::techniques::frontier_futility::FutilityMargin;
    use crate::tree::node::NodeType;
    use shakmaty::{Role, Square};

    /// The moves that are skipped at a frontier node when alpha is this far above the balance.
    fn skipped(fen: &str, above_balance: i32) -> Vec<Move> {
        let parameters = FrontierFutility { margin: FutilityMargin::Tuned, tuned: 0 };
        let config =
            SearchConfig { frontier_futility: Some(parameters), ..SearchConfig::default() };
        let mut searcher = Searcher::new(config, 1);
        let state = playouts(fen, 0, 1, 1).next().unwrap();
        let alpha = balance(&state, state.turn) + above_balance;
        let node = Node { kind: NodeType::All, ..Node::root(1, alpha, alpha + 1) };
        let futile = searcher.futile(&NodeContext::new(&state, node, None, 0, 0)).unwrap();
        let moves = legal_moves(&state).into_iter();
        moves.filter(|m| searcher.futile_move(&state.after(*m), &node, futile).is_some()).collect()
    }

    #[test]
    fn gains_by_capture_promotion_and_en_passant_count_and_checks_are_never_skipped() {
        let fen = "8/P6k/8/2pPr3/8/8/1R4K1/8 w - c6 0 1";
        let state = playouts(fen, 0, 1, 1).next().unwrap();
        let kept = |above: i32| -> Vec<Move> {
            let skipped = skipped(fen, above);
            legal_moves(&state).into_iter().filter(|m| !skipped.contains(m)).collect()
        };
        let queen = |m: &Move| m.promotion() == Some(Role::Queen);
        let check = |m: &Move| state.after(*m).in_check();
        // A pawn's worth: en passant and promotions, and the rook's check.
        let gaining = kept(80);
        assert!(gaining.contains(&Move::EnPassant { from: Square::D5, to: Square::C6 }));
        assert!(gaining.iter().all(|m| is_tactical(*m) || check(m)), "{gaining:?}");
        // More than a rook's: the queen and the check.
        let gaining = kept(700);
        assert!(gaining.len() == 2 && gaining.iter().any(queen) && gaining.iter().any(check));
    }
}
