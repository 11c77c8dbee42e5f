//! The ways in which a search may answer a node, or leave a move out, without going down it; each with the numbers that
//! it rests on.

use std::fmt;

use crate::score::Score;
use crate::techniques::Technique;
use crate::tree::transposition_table::Bound;

/// The cause for which a search did not go down a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A technique.
    Technique(Technique),
    /// A score that the transposition table had.
    TableEntry,
    /// The end of the search: quiescence looks at winning captures alone.
    Horizon,
    /// A draw by the rules, which ends a line.
    Rules,
}

impl Cause {
    /// The name in tables: a technique's key, or words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Cause::Technique(technique) => technique.name(),
            Cause::TableEntry => "table entry",
            Cause::Horizon => "horizon",
            Cause::Rules => "draw by the rules",
        }
    }

    /// Whether a search can be forbidden to do it.
    #[must_use]
    pub fn can_be_forbidden(self) -> bool {
        matches!(self, Cause::Technique(_) | Cause::TableEntry)
    }
}

/// An answer without a search of the line, with its numbers: scores in centipawns, depths in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentence of each says what its numbers are")]
pub enum Prune {
    TableEntry { depth: i32, wanted_depth: i32, score: i32, bound: Bound, of_this_search: bool },
    EnhancedTranspositionCutoff { score: i32, beta: i32 },
    ReverseFutility { estimate: i32, depth: i32, improving: bool, beta: i32 },
    Razoring { score: i32, alpha: i32 },
    NullMove { reduction: i32, score: i32, bound: i32 },
    Probcut { score: i32, beta: i32 },
    MultiCut { technique: Technique, cutoffs: i32, moves: i32, reduction: i32, beta: i32 },
    SingularMultiCut { bound: i32, beta: i32 },
    LateMovePruning { move_count: usize, depth: i32 },
    HistoryPruning { history: i32, margin: i32, depth: i32 },
    Futility { static_eval: i32, base: i32, margin: i32, depth: i32, alpha: i32 },
    ExchangePruning { allowed_loss: i32, depth: i32 },
    BalanceFutility { technique: Technique, bound: i32, alpha: i32 },
    Reduction { plies: i32, depth: i32, score: i32, alpha: i32 },
    UncertaintyCutOff { moves: usize, best: i32, beta: i32 },
    DeltaPruning { bound: i32, alpha: i32 },
    Horizon { static_eval: i32 },
    Draw,
}

impl Prune {
    /// The cause.
    #[must_use]
    pub fn cause(&self) -> Cause {
        Cause::Technique(match *self {
            Prune::TableEntry { .. } => return Cause::TableEntry,
            Prune::Horizon { .. } => return Cause::Horizon,
            Prune::Draw => return Cause::Rules,
            Prune::EnhancedTranspositionCutoff { .. } => Technique::EnhancedTranspositionCutoffs,
            Prune::ReverseFutility { .. } => Technique::ReverseFutility,
            Prune::Razoring { .. } => Technique::Razoring,
            Prune::NullMove { .. } => Technique::NullMove,
            Prune::Probcut { .. } => Technique::Probcut,
            Prune::MultiCut { technique, .. } | Prune::BalanceFutility { technique, .. } => {
                technique
            }
            Prune::SingularMultiCut { .. } => Technique::SingularExtension,
            Prune::LateMovePruning { .. } => Technique::LateMovePruning,
            Prune::HistoryPruning { .. } => Technique::HistoryPruning,
            Prune::Futility { .. } => Technique::Futility,
            Prune::ExchangePruning { .. } => Technique::ExchangePruning,
            Prune::Reduction { .. } => Technique::LateMoveReductions,
            Prune::UncertaintyCutOff { .. } => Technique::UncertaintyCutOffs,
            Prune::DeltaPruning { .. } => Technique::DeltaPruning,
        })
    }
}

/// The numbers as a comparison: `futility: 43 + 55 + 2 x 82 <= 310`.
impl fmt::Display for Prune {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.cause().name())?;
        match *self {
            Prune::TableEntry { depth, wanted_depth, score, bound, of_this_search } => {
                let relation = match bound {
                    Bound::Lower => "at least",
                    Bound::Upper => "at most",
                    Bound::Exact => "exactly",
                };
                let origin =
                    if of_this_search { "this search" } else { "an earlier move's search" };
                write!(f, "{relation} {score} at depth {depth} for {wanted_depth}, from {origin}")
            }
            Prune::EnhancedTranspositionCutoff { score, beta } => {
                write!(f, "a move leads to an entry: {score} >= {beta}")
            }
            Prune::ReverseFutility { estimate, depth, improving, beta } => {
                let improving = if improving { ", improving" } else { "" };
                write!(f, "{estimate} less the margin of depth {depth}{improving} >= {beta}")
            }
            Prune::Razoring { score, alpha } => write!(f, "quiescence {score} <= {alpha}"),
            Prune::NullMove { reduction, score, bound } => {
                write!(f, "passing at R = {reduction}: {score} >= {bound}")
            }
            Prune::Probcut { score, beta } => {
                write!(f, "a capture at reduced depth: {score} >= {beta}")
            }
            Prune::MultiCut { cutoffs, moves, reduction, beta, .. } => {
                write!(f, "{cutoffs} of {moves} moves >= {beta} at R = {reduction}")
            }
            Prune::SingularMultiCut { bound, beta } => {
                write!(f, "a second move reaches {bound} >= {beta} at half the depth")
            }
            Prune::LateMovePruning { move_count, depth } => {
                write!(f, "move {move_count} comes too late for depth {depth}")
            }
            Prune::HistoryPruning { history, margin, depth } => {
                write!(f, "history {history} < -{margin} x {depth}")
            }
            Prune::Futility { static_eval, base, margin, depth, alpha } => {
                write!(f, "{static_eval} + {base} + {depth} x {margin} <= {alpha}")
            }
            Prune::ExchangePruning { allowed_loss, depth } => {
                write!(f, "it loses more than {allowed_loss} by exchanges at depth {depth}")
            }
            Prune::BalanceFutility { bound, alpha, .. } => {
                write!(f, "balance and margin {bound} <= {alpha}")
            }
            Prune::Reduction { plies, depth, score, alpha } => {
                write!(f, "by {plies} to depth {depth} it returned {score} <= {alpha}")
            }
            Prune::UncertaintyCutOff { moves, best, beta } => {
                write!(f, "{moves} moves reached {best} < {beta}")
            }
            Prune::DeltaPruning { bound, alpha } => {
                write!(f, "victim and margin {bound} <= {alpha}")
            }
            Prune::Horizon { static_eval } => {
                write!(f, "quiescence stood at {}", Score(static_eval).centipawns())
            }
            Prune::Draw => write!(f, "{}", Score::DRAW),
        }
    }
}
