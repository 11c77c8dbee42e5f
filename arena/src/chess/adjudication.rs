//! Ending a game before the rules do: by endgame tables, draws and resignations by score, and a
//! limit of moves.
//!
//! Each rule is off unless the match file turns it on. They are checked after a contender's move,
//! in this order: the rules of chess, tables, resignation, draw, limit. Scores are the movers' own,
//! in centipawns; a move without a score breaks every streak.
//!
//! Other runners differ in these points. fastchess looks before every move, so that its tables may
//! end a game at the opening; its two-sided resignation counts large scores of either sign, and
//! here, as in cutechess, one side must claim the win that the other concedes. cutechess counts
//! moves from the start of its game, the opening's included, for `from_move` and the move limit;
//! here as in fastchess the first goes by the board's move number, and the second only by the
//! contenders' moves. c-chess-cli does not restart its count of level moves at a capture or a pawn
//! move.

mod tablebase;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use engine::Score;
use serde::{Deserialize, Serialize};
use shakmaty::{ByColor, Color};

use crate::chess::record::Termination;
use crate::chess::runner_rules::RunnerRules;

pub use tablebase::{Tablebase, TablebaseFacts, TablebaseResults, TablebaseRule};

/// The adjudication rules of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Wins and draws by endgame tables.
    pub tablebase: Option<Arc<Tablebase>>,
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Resignations by score.
    pub resign: Option<ResignRule>,
    /// Moves of each side (the opening's do not count) after which the game is a draw.
    pub max_moves: Option<u32>,
}

/// A draw, once both sides have agreed for `moves` moves in a row that the score is within `score`
/// of zero. A capture or a pawn move restarts the count: the position still changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Largest absolute score, in centipawns.
    pub score: i32,
    /// Consecutive moves of each side.
    pub moves: u32,
    /// Number of the move, as the board counts it (the opening's moves included), that both sides
    /// must have made.
    pub from_move: u32,
}

impl Default for DrawRule {
    fn default() -> DrawRule {
        DrawRule { score: 20, moves: 8, from_move: 34 }
    }
}

/// A loss, once a side's own score has been at or below `-score` for `moves` of its moves in a row;
/// if two-sided, the opponent's must also have been at or above `score` for that number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// The hopeless score, in centipawns.
    pub score: i32,
    /// Consecutive moves.
    pub moves: u32,
    /// Whether the winner must agree.
    pub two_sided: bool,
}

impl Default for ResignRule {
    fn default() -> ResignRule {
        ResignRule { score: 600, moves: 3, two_sided: false }
    }
}

/// The adjudication rules as journals and reports have them, without the endgame tables themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjudicationRules {
    /// Wins and draws by endgame tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tablebase: Option<TablebaseFacts>,
    /// Draws by score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// Resignations by score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// Moves of each side after which the game is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
}

impl Adjudication {
    /// The rules themselves.
    #[must_use]
    pub fn rules(&self) -> AdjudicationRules {
        let Adjudication { tablebase, draw, resign, max_moves } = self;
        let tablebase = tablebase.as_deref().map(Tablebase::facts);
        AdjudicationRules { tablebase, draw: *draw, resign: *resign, max_moves: *max_moves }
    }
}

/// The rules on one line; `none` when nothing is adjudicated.
impl fmt::Display for AdjudicationRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.tablebase.as_ref().map(|tablebase| format!("tablebase{{{tablebase}}}")));
        if let Some(DrawRule { score, moves, from_move }) = self.draw {
            parts.push(format!("draw{{score={score},moves={moves},from_move={from_move}}}"));
        }
        if let Some(ResignRule { score, moves, two_sided }) = self.resign {
            parts.push(format!("resign{{score={score},moves={moves},two_sided={two_sided}}}"));
        }
        parts.extend(self.max_moves.map(|moves| format!("max_moves={moves}")));
        if parts.is_empty() { write!(f, "none") } else { write!(f, "{}", parts.join(" ")) }
    }
}

/// The facts of a move that an adjudicator needs.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    /// The side that moved.
    pub mover: Color,
    /// The mover's score.
    pub score: Option<Score>,
    /// Whether it was a capture or a pawn move.
    pub irreversible: bool,
    /// Number of the last move, as the board counts it, that both sides have made.
    pub full_moves: u32,
}

/// Follows one game and decides when to end it.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Plies of the opening, and those that were noted.
    opening: u32,
    plies: u32,
    level_plies: u32,
    losing: ByColor<u32>,
    winning: ByColor<u32>,
    /// Plies in a row with a large score of either sign.
    decided: u32,
    runner_rules: RunnerRules,
}

impl Adjudicator {
    /// An adjudicator for a new game.
    #[must_use]
    pub fn new(rules: &Adjudication) -> Adjudicator {
        Adjudicator {
            rules: rules.clone(),
            opening: 0,
            plies: 0,
            level_plies: 0,
            losing: ByColor::default(),
            winning: ByColor::default(),
            decided: 0,
            runner_rules: RunnerRules::default(),
        }
    }

    /// The same under these rules.
    #[must_use]
    pub fn under(self, runner_rules: RunnerRules) -> Adjudicator {
        Adjudicator { runner_rules, ..self }
    }

    /// The same in a game that begins with an opening of this many plies.
    #[must_use]
    pub fn after(self, plies: usize) -> Adjudicator {
        Adjudicator { opening: u32::try_from(plies).unwrap_or(u32::MAX / 2), ..self }
    }

    /// Notes a move; resignation comes before a draw, and a draw before the move limit.
    pub fn observe(&mut self, scored: &ScoredMove) -> Option<Termination> {
        self.plies += 1;
        let resignation = self.rules.resign.and_then(|rule| self.resignation(&rule, scored));
        let draw = self.rules.draw.filter(|rule| self.is_drawn(rule, scored));
        let draw = draw.map(|_| Termination::DrawAdjudication);
        if self.runner_rules == RunnerRules::Cutechess {
            let is_over = |moves: &u32| scored.score.is_some() && self.all_plies() >= 2 * moves;
            let limit = self.rules.max_moves.filter(is_over).map(|_| Termination::MoveLimit);
            return draw.or(resignation).or(limit);
        }
        let limit = self.rules.max_moves.filter(|moves| self.plies >= 2 * moves);
        resignation.or(draw).or(limit.map(|_| Termination::MoveLimit))
    }

    /// Plies since the start position of the game.
    fn all_plies(&self) -> u32 {
        self.opening + self.plies
    }

    fn resignation(&mut self, rule: &ResignRule, scored: &ScoredMove) -> Option<Termination> {
        let streak = |before: u32, goes_on: bool| if goes_on { before + 1 } else { 0 };
        let ScoredMove { mover, score, .. } = *scored;
        let lost = score.is_some_and(|score| score.centipawns() <= -rule.score);
        let won = score.is_some_and(|score| score.centipawns() >= rule.score);
        self.losing[mover] = streak(self.losing[mover], lost);
        self.winning[mover] = streak(self.winning[mover], won);
        self.decided = streak(self.decided, lost || won);
        if self.runner_rules == RunnerRules::Fastchess {
            let enough = match rule.two_sided {
                true => self.decided >= 2 * rule.moves,
                false => self.losing.iter().any(|&moves| moves >= rule.moves),
            };
            let is_behind = score.is_some_and(|score| score < Score(0));
            return (enough && is_behind).then_some(Termination::ResignAdjudication(mover));
        }
        let loses = |side: &Color| {
            self.losing[*side] >= rule.moves
                && (!rule.two_sided || self.winning[!*side] >= rule.moves)
        };
        let loser = match self.runner_rules {
            RunnerRules::Cutechess => Some(mover).filter(loses),
            _ => Color::ALL.into_iter().find(loses),
        };
        loser.map(Termination::ResignAdjudication)
    }

    fn is_drawn(&mut self, rule: &DrawRule, scored: &ScoredMove) -> bool {
        if scored.irreversible {
            self.level_plies = 0;
        }
        let level = scored.score.is_some_and(|score| score.centipawns().abs() <= rule.score);
        self.level_plies = if level { self.level_plies + 1 } else { 0 };
        let moves = match self.runner_rules {
            RunnerRules::Cutechess => self.all_plies() / 2,
            _ => scored.full_moves,
        };
        self.level_plies >= 2 * rule.moves && moves >= rule.from_move
    }
}
