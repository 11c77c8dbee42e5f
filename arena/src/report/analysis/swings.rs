//! The largest falls of a contender's own evaluation from one of its moves to the next: blows that it
//! did not see coming.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use engine::Score;
use serde::Serialize;
use shakmaty::Color;

use super::{MatchCounts, Subject, line};
use crate::storage::journal::JournalGame;

/// Falls that are kept.
const KEPT: usize = 60;
/// Beyond this a game is won, by however much, in centipawns.
const LIMIT: i32 = 1000;

/// A fall of an evaluation.
#[derive(Clone, Debug, Serialize)]
pub struct Swing {
    /// Number of the game, from 1.
    pub game: u32,
    /// Plies of the game before the misjudged move, the opening's included.
    pub ply: usize,
    /// Number of the misjudged move.
    pub move_number: u32,
    /// The contender: 0 for the first, 1 for the second.
    pub contender: u8,
    /// The move.
    pub san: String,
    /// Its score.
    #[serde(serialize_with = "line::serialize_score")]
    pub before: Option<Score>,
    /// Depth of that search in plies.
    pub depth: u32,
    /// The contender's score at its next move.
    #[serde(serialize_with = "line::serialize_score")]
    pub after: Option<Score>,
    /// By how many centipawns it fell, scores beyond 10 pawns counted as 10.
    pub fall: i32,
    /// The position before the move, as EPD.
    pub position: String,
}

/// The largest falls so far; the key puts the largest first, and equal ones in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Falls(BTreeMap<(Reverse<i32>, u32, usize), Swing>);

impl Subject for Falls {
    type Numbers = Vec<Swing>;

    fn add(&mut self, game: &JournalGame) {
        // The largest fall of each side: a game that goes down by stages is one story.
        for side in Color::ALL {
            let Some((fall, ply)) = largest_fall(game, side) else { continue };
            let key = (Reverse(fall), game.record.spec.game, ply);
            let is_small = self.0.last_key_value().is_some_and(|(last, _)| key > *last);
            if self.0.len() >= KEPT && is_small {
                continue;
            }
            self.0.insert(key, swing(game, side, ply, fall));
            if self.0.len() > KEPT {
                self.0.pop_last();
            }
        }
    }

    /// The largest first. Where both games of a pair come to the same misjudgement it is told once.
    fn numbers(&self, _: &MatchCounts<'_>) -> Vec<Swing> {
        let mut seen = HashSet::new();
        let swings = self.0.values();
        swings.filter(|swing| seen.insert((&swing.position, &swing.san))).cloned().collect()
    }
}

/// By how much, and at which record.
fn largest_fall(game: &JournalGame, side: Color) -> Option<(i32, usize)> {
    let first = usize::from(game.record.first_mover != side);
    let scores: Vec<(usize, i32)> = (first..game.record.moves.len())
        .step_by(2)
        .filter_map(|ply| Some((ply, clipped(game.record.moves[ply].score?))))
        .collect();
    let falls = scores.windows(2).map(|pair| (pair[0].1 - pair[1].1, pair[0].0));
    falls.filter(|(fall, _)| *fall > 0).max_by_key(|(fall, ply)| (*fall, Reverse(*ply)))
}

fn clipped(score: Score) -> i32 {
    score.centipawns().clamp(-LIMIT, LIMIT)
}

fn swing(game: &JournalGame, side: Color, ply: usize, fall: i32) -> Swing {
    let moves = &game.record.moves;
    let position = line::position_before(game, ply);
    let score = |ply: usize| moves.get(ply).and_then(|record| record.score);
    Swing {
        game: game.record.spec.game + 1,
        ply: game.opening.moves.len() + ply,
        move_number: line::move_number(game, ply),
        contender: game.record.spec.player(side) as u8,
        san: line::san(&position, moves[ply].played),
        before: score(ply),
        depth: moves[ply].depth,
        after: score(ply + 2),
        fall,
        position: line::epd(&position),
    }
}
