//! The positions of games with their scores, for trainers of evaluations: `FEN | centipawns from White | result`, a
//! line each.
//!
//! The form is that of the text converter of [bullet](https://github.com/jw1912/bullet). Scores fit into 16 bits.

use engine::Score;
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::score::pgn_scores::{FaultTag, PgnGame};
use crate::storage::journal::JournalGame;
use stats::words::several;

/// Writes the positions of one game after the other, and counts them.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoredPositions {
    /// Whether those count that are not quiet.
    pub all: bool,
    /// Positions.
    pub positions: u64,
    /// Games whose positions are written.
    pub games: u64,
    /// Games without a result, or ended by a fault.
    pub left_out: u64,
}

impl ScoredPositions {
    /// The lines of a journal's game: none if a contender lost it by a fault.
    pub fn of_journal(&mut self, game: &JournalGame) -> String {
        let half_points = game.record.outcome.winner().map_or(1, |winner| winner.fold_wb(2, 0));
        let result = game.record.termination.fault().is_none().then_some(half_points);
        let moves: Vec<_> = game.record.moves.iter().map(|m| (m.played, m.score)).collect();
        self.of(&game.opening.position, &moves, result)
    }

    /// The lines of a game of any match runner: none if it has no result, or its `Termination` tag names a fault.
    pub fn of_pgn(&mut self, game: &PgnGame) -> String {
        let result = game.half_points.filter(|_| FaultTag::of(&game.termination).is_none());
        // A score in the book, such as Arena's +0.00, is no search's.
        let moves = game.moves.iter().enumerate();
        let moves = moves.map(|(ply, m)| (m.played, m.figures.score.filter(|_| ply >= game.book)));
        self.of(&game.start, &moves.collect::<Vec<_>>(), result)
    }

    /// The lines of a game of these moves and scores, as their mover sees them, and these half points of White; none
    /// where there are none.
    fn of(&mut self, start: &Chess, moves: &[(Move, Option<Score>)], result: Option<u8>) -> String {
        self.games += u64::from(result.is_some());
        self.left_out += u64::from(result.is_none());
        let (mut lines, mut position) = (String::new(), start.clone());
        let Some(half_points) = result else { return lines };
        for &(played, score) in moves {
            let is_tactical = played.is_capture() || played.is_promotion() || position.is_check();
            let counts = |score: &Score| self.all || !is_tactical && score.mate_plies().is_none();
            if let Some(score) = score.filter(counts) {
                let fen = Fen::from_position(&position, EnPassantMode::Legal);
                let from_white = position.turn().fold_wb(score, -score).centipawns();
                lines += &format!("{fen} | {from_white} | {:.1}\n", f64::from(half_points) / 2.0);
                self.positions += 1;
            }
            position.play_unchecked(played);
        }
        lines
    }

    /// The counts in a sentence.
    #[must_use]
    pub fn counts(&self) -> String {
        let (positions, games) = (several(self.positions, "position"), several(self.games, "game"));
        let left_out = several(self.left_out, "game");
        format!("{positions} of {games}; left out: {left_out} without a result by chess")
    }
}
