//! Ending a game before the rules do: by endgame tables, draws and resignations by score, and a
//! limit of moves.
//!
//! All of it is off unless the match file turns it on, and all of it is looked at after a move of a
//! contender, in this order: the rules of chess, tables, resignation, draw, limit. Scores are the
//! movers' own, in centipawns; a move without a score breaks every streak.
//!
//! Other runners agree but for this. fastchess looks before every move, so that its tables may end
//! a game at the opening; its two-sided resignation counts large scores of either sign, and here,
//! as in cutechess, one side must claim the win that the other concedes. cutechess counts moves from
//! the start of its game, the opening's included, for `from_move` and the move limit; here as in
//! fastchess the first goes by the board's move number, and the second by the contenders' moves
//! alone. c-chess-cli does not begin its count of level moves anew when a capture or a pawn move is
//! made.

mod tablebase;

use std::fmt;
use std::sync::Arc;

use engine::Score;
use shakmaty::{ByColor, Color};

use crate::chess::conventions::Conventions;
use crate::chess::record::Termination;

pub use tablebase::{Tablebase, TablebaseError, TablebaseResults, TablebaseRule};

/// What is adjudicated in a match.
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

/// A draw, once both sides have agreed for `moves` moves in a row that the score is within
/// `score` of zero. A capture or a pawn move begins the count anew: the position still changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A loss, once a side's own score has been at or below `-score` for `moves` of its moves in a
/// row; two-sided, the opponent's must also have been at or above `score` for as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The rules on one line; `none` when nothing is adjudicated.
impl fmt::Display for Adjudication {
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

/// What an adjudicator needs to know of a move.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    /// Who moved.
    pub mover: Color,
    /// The mover's score.
    pub score: Option<Score>,
    /// Whether it was a capture or a pawn move.
    pub irreversible: bool,
    /// Number of the last move, as the board counts it, that both sides have made.
    pub full_moves: u32,
}

/// Follows one game and says when it is to be ended.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    plies: u32,
    level_plies: u32,
    losing: ByColor<u32>,
    winning: ByColor<u32>,
    /// Plies in a row with a large score of either sign.
    decided: u32,
    conventions: Conventions,
}

impl Adjudicator {
    /// An adjudicator for a new game.
    #[must_use]
    pub fn new(rules: &Adjudication) -> Adjudicator {
        Adjudicator {
            rules: rules.clone(),
            plies: 0,
            level_plies: 0,
            losing: ByColor::default(),
            winning: ByColor::default(),
            decided: 0,
            conventions: Conventions::default(),
        }
    }

    /// The same under these conventions.
    #[must_use]
    pub fn under(self, conventions: Conventions) -> Adjudicator {
        Adjudicator { conventions, ..self }
    }

    /// Notes a move; resignation comes before a draw, and a draw before the move limit.
    pub fn observe(&mut self, scored: &ScoredMove) -> Option<Termination> {
        self.plies += 1;
        let resignation = self.rules.resign.and_then(|rule| self.resignation(&rule, scored));
        let draw = self.rules.draw.filter(|rule| self.is_drawn(rule, scored));
        let limit = self.rules.max_moves.filter(|moves| self.plies >= 2 * moves);
        resignation
            .or(draw.map(|_| Termination::DrawAdjudication))
            .or(limit.map(|_| Termination::MoveLimit))
    }

    fn resignation(&mut self, rule: &ResignRule, scored: &ScoredMove) -> Option<Termination> {
        let streak = |before: u32, goes_on: bool| if goes_on { before + 1 } else { 0 };
        let ScoredMove { mover, score, .. } = *scored;
        let lost = score.is_some_and(|score| score.centipawns() <= -rule.score);
        let won = score.is_some_and(|score| score.centipawns() >= rule.score);
        self.losing[mover] = streak(self.losing[mover], lost);
        self.winning[mover] = streak(self.winning[mover], won);
        self.decided = streak(self.decided, lost || won);
        if self.conventions == Conventions::Fastchess {
            let enough = match rule.two_sided {
                true => self.decided >= 2 * rule.moves,
                false => self.losing.iter().any(|&moves| moves >= rule.moves),
            };
            let is_behind = score.is_some_and(|score| score < Score(0));
            return (enough && is_behind).then_some(Termination::ResignAdjudication(mover));
        }
        let loser = Color::ALL.into_iter().find(|&side| {
            self.losing[side] >= rule.moves
                && (!rule.two_sided || self.winning[!side] >= rule.moves)
        });
        loser.map(Termination::ResignAdjudication)
    }

    fn is_drawn(&mut self, rule: &DrawRule, scored: &ScoredMove) -> bool {
        if scored.irreversible {
            self.level_plies = 0;
        }
        let level = scored.score.is_some_and(|score| score.centipawns().abs() <= rule.score);
        self.level_plies = if level { self.level_plies + 1 } else { 0 };
        self.level_plies >= 2 * rule.moves && scored.full_moves >= rule.from_move
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays moves with these scores, White first, from move 1, and says at which ply (from 1)
    /// the game was ended and how.
    fn adjudicate(
        rules: Adjudication,
        scores: impl IntoIterator<Item = i32>,
    ) -> Option<(usize, Termination)> {
        let mut adjudicator = Adjudicator::new(&rules);
        scores.into_iter().enumerate().find_map(|(ply, score)| {
            let scored = ScoredMove {
                mover: if ply % 2 == 0 { Color::White } else { Color::Black },
                score: Some(Score(score)),
                irreversible: false,
                full_moves: (ply as u32).div_ceil(2),
            };
            adjudicator.observe(&scored).map(|termination| (ply + 1, termination))
        })
    }

    fn draw(moves: u32, from_move: u32) -> Adjudication {
        let rule = DrawRule { score: 10, moves, from_move };
        Adjudication { draw: Some(rule), ..Adjudication::default() }
    }

    fn resign(two_sided: bool) -> Adjudication {
        let rule = ResignRule { score: 600, moves: 2, two_sided };
        Adjudication { resign: Some(rule), ..Adjudication::default() }
    }

    #[test]
    fn nothing_is_adjudicated_unless_asked() {
        assert_eq!(adjudicate(Adjudication::default(), [0; 400]), None);
        assert_eq!(adjudicate(Adjudication::default(), [-9999; 400]), None);
    }

    #[test]
    fn level_scores_of_both_sides_draw() {
        assert_eq!(adjudicate(draw(2, 1), [10; 8]), Some((4, Termination::DrawAdjudication)));
        let broken = [0, 0, -10, 11, 0, 10, 0, 0];
        assert_eq!(adjudicate(draw(2, 1), broken), Some((8, Termination::DrawAdjudication)));
    }

    #[test]
    fn a_draw_waits_for_its_move_number() {
        assert_eq!(adjudicate(draw(2, 6), [0; 40]), Some((12, Termination::DrawAdjudication)));
    }

    #[test]
    fn a_capture_begins_the_draw_count_anew() {
        let mut adjudicator = Adjudicator::new(&draw(2, 1));
        let mut observe = |irreversible| {
            let score = Some(Score(0));
            let scored = ScoredMove { mover: Color::White, score, irreversible, full_moves: 9 };
            adjudicator.observe(&scored)
        };
        assert_eq!([false, false, false].map(&mut observe), [None; 3]);
        assert_eq!([true, false, false].map(&mut observe), [None; 3]);
        assert_eq!(observe(false), Some(Termination::DrawAdjudication));
    }

    #[test]
    fn a_missing_score_breaks_a_streak() {
        let mut adjudicator = Adjudicator::new(&draw(1, 1));
        let mut observe = |score| {
            adjudicator.observe(&ScoredMove {
                mover: Color::White,
                score,
                irreversible: false,
                full_moves: 9,
            })
        };
        assert_eq!(observe(Some(Score(0))), None);
        assert_eq!(observe(None), None);
        assert_eq!(observe(Some(Score(0))), None);
    }

    #[test]
    fn a_mate_score_is_no_draw_and_is_hopeless_for_the_mated() {
        assert_eq!(adjudicate(draw(1, 1), [Score::MATE - 3, -Score::MATE + 4]), None);
        let mated = [0, -Score::MATE + 4, 0, -Score::MATE + 2];
        let black_resigns = Termination::ResignAdjudication(Color::Black);
        assert_eq!(adjudicate(resign(false), mated), Some((4, black_resigns)));
    }

    #[test]
    fn one_side_alone_may_resign() {
        let scores = [-600, 0, -600, 0];
        let white_resigns = Termination::ResignAdjudication(Color::White);
        assert_eq!(adjudicate(resign(false), scores), Some((3, white_resigns)));
        let recovered = [-600, 0, -599, 0, -600, 0];
        assert_eq!(adjudicate(resign(false), recovered), None);
    }

    #[test]
    fn two_sided_needs_the_winner_to_agree() {
        assert_eq!(adjudicate(resign(true), [-700, 0, -700, 0, -700, 0]), None);
        let agreed = [-700, 600, -700, 600];
        let white_resigns = Termination::ResignAdjudication(Color::White);
        assert_eq!(adjudicate(resign(true), agreed), Some((4, white_resigns)));
        let both_claim = [700; 20];
        assert_eq!(adjudicate(resign(true), both_claim), None);
    }

    #[test]
    fn two_sided_by_fastchess_needs_large_scores_of_any_sign() {
        let rules = resign(true);
        let mut adjudicator = Adjudicator::new(&rules).under(Conventions::Fastchess);
        let mut observe = |mover, score| {
            let score = Some(Score(score));
            adjudicator.observe(&ScoredMove { mover, score, irreversible: false, full_moves: 9 })
        };
        assert_eq!(observe(Color::White, -700), None);
        assert_eq!(observe(Color::Black, -700), None);
        assert_eq!(observe(Color::White, 700), None);
        let black_resigns = Termination::ResignAdjudication(Color::Black);
        assert_eq!(observe(Color::Black, -700), Some(black_resigns));
    }

    #[test]
    fn the_move_limit_counts_moves_of_each_side() {
        let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        assert_eq!(adjudicate(rules, [500; 20]), Some((6, Termination::MoveLimit)));
    }
}
