//! Quiet positions of games, each with the score of its search and the result of its game.

use std::io;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use engine::Features;
use game_data::is_quiet;
use indicatif::{ProgressBar, ProgressStyle};
use pgn::{Reader, Token, WrittenMove};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, KnownOutcome, Outcome, Position as _};

use crate::model::Observation;

/// The selection of positions.
#[derive(Debug, Args)]
pub(crate) struct Sampling {
    /// Use one of N quiet positions, drawn by the seed
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) one_of: u32,
    /// Keep one of N games for validation: the fit does not see its positions
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) validate: u32,
    /// Seed of the draws
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The positions drawn.
#[derive(Default)]
pub(crate) struct Sample {
    /// Games read.
    pub(crate) games: u32,
    /// Games whose positions are trained on.
    pub(crate) training_games: u32,
    /// Games without a result, from a position that cannot be read, or with a move that is not legal.
    pub(crate) left_out: u32,
    pub(crate) training: Vec<Observation>,
    pub(crate) validation: Vec<Observation>,
}

impl Sample {
    pub(crate) fn describe(&self) -> String {
        format!(
            "{} games ({} left out); {} positions to train on, {} to validate with",
            self.games,
            self.left_out,
            self.training.len(),
            self.validation.len()
        )
    }
}

/// Draws positions from PGN files.
pub(crate) fn read(paths: &[PathBuf], sampling: &Sampling, quiet: bool) -> anyhow::Result<Sample> {
    let mut collector = Collector {
        sampling,
        rng: ChaCha8Rng::seed_from_u64(sampling.seed),
        sample: Sample::default(),
    };
    for path in paths {
        let what = || format!("cannot read {}", path.display());
        let file = bounded::open(path).with_context(what)?;
        let size = file.metadata().with_context(what)?.len();
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(size) };
        bar.set_style(ProgressStyle::with_template(
            "reading games {wide_bar} {bytes}/{total_bytes}, {eta} left",
        )?);
        collector.read(bar.wrap_read(file)).with_context(what)?;
        bar.finish_and_clear();
    }
    Ok(collector.sample)
}

struct Collector<'a> {
    sampling: &'a Sampling,
    rng: ChaCha8Rng,
    sample: Sample,
}

/// A game that is being read.
struct Game {
    /// `None` from a position or a move on that cannot be read.
    board: Option<Chess>,
    /// The `Result` tag.
    result: Option<String>,
    observations: Vec<Drawn>,
    /// The position before the last move, if it was drawn.
    drawn: Option<(Features, Color)>,
}

/// A position with the score of its search from White's side.
struct Drawn {
    features: Features,
    white_score: f32,
}

impl Default for Game {
    fn default() -> Game {
        Game { board: Some(Chess::default()), result: None, observations: Vec::new(), drawn: None }
    }
}

impl Collector<'_> {
    fn read(&mut self, source: impl io::Read) -> io::Result<()> {
        let mut reader = Reader::new(source);
        let mut game = Game::default();
        while let Some((_, token)) = reader.next()? {
            match token {
                Token::Begin => {
                    self.sample.games += 1;
                    game = Game::default();
                }
                Token::Tag { name, value } => game.take_tag(&name, &value),
                Token::Move(written) => self.take_move(&mut game, written),
                Token::Comment(comment) => game.take_comment(&comment.text()),
                // A word that cannot be read may be a move.
                Token::Fault(_) => game.board = None,
                Token::End(marker) => self.end(std::mem::take(&mut game), marker),
            }
        }
        Ok(())
    }

    fn take_move(&mut self, game: &mut Game, written: WrittenMove) {
        game.drawn = None;
        let Some(board) = game.board.take() else { return };
        let Ok(m) = written.to_move(&board) else { return };
        if is_quiet(&board, m) && self.rng.next_u32().is_multiple_of(self.sampling.one_of) {
            let position = engine::Position::new(&board);
            game.drawn = Some((position.features(), board.turn()));
        }
        game.board = board.play(m).ok();
    }

    fn end(&mut self, game: Game, marker: Option<Outcome>) {
        let outcome = pgn::settle(game.result.as_deref(), marker).outcome;
        let (Some(_), Some(outcome)) = (game.board, outcome.known()) else {
            self.sample.left_out += 1;
            return;
        };
        let result = white_score(outcome);
        let validates = self.rng.next_u32().is_multiple_of(self.sampling.validate);
        self.sample.training_games += u32::from(!validates);
        let part = if validates { &mut self.sample.validation } else { &mut self.sample.training };
        let drawn = game.observations.into_iter();
        part.extend(
            drawn
                .map(|position| Observation::new(&position.features, position.white_score, result)),
        );
    }
}

impl Game {
    fn take_tag(&mut self, name: &str, value: &str) {
        match name {
            "FEN" => {
                let fen = Fen::from_ascii(value.as_bytes()).ok();
                self.board = fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
            }
            "Result" => self.result = Some(value.to_owned()),
            _ => {}
        }
    }

    fn take_comment(&mut self, comment: &str) {
        if let Some((features, turn)) = self.drawn.take()
            && let Some(score) = mover_score(comment)
        {
            let white_score = turn.fold_wb(score, -score);
            self.observations.push(Drawn { features, white_score });
        }
    }
}

/// The score of a move in centipawns, for its mover, if a comment begins with it; `None` for a
/// mate.
fn mover_score(comment: &str) -> Option<f32> {
    let pawns = comment.trim_start().split(['/', ' ']).next()?;
    pawns.parse::<f32>().ok().filter(|pawns| pawns.is_finite()).map(|pawns| 100.0 * pawns)
}

fn white_score(outcome: KnownOutcome) -> f32 {
    match outcome {
        KnownOutcome::Decisive { winner: Color::White } => 1.0,
        KnownOutcome::Decisive { winner: Color::Black } => 0.0,
        KnownOutcome::Draw => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(pgn: &str) -> Sample {
        let sampling = Sampling { one_of: 1, validate: u32::MAX, seed: 1 };
        let mut collector = Collector {
            sampling: &sampling,
            rng: ChaCha8Rng::seed_from_u64(1),
            sample: Sample::default(),
        };
        collector.read(pgn.as_bytes()).unwrap();
        collector.sample
    }

    #[test]
    fn only_quiet_positions_of_finished_games_are_drawn() {
        let sample = sample(
            "[Result \"1-0\"]\n\n1. e4 {+0.25/8 1s} d5 {-0.50/7} 2. exd5 {0.4/1} (2. e5 {9/9} f5) \
             Qxd5 3. Nc3 {+0.75/9} Qe5+ {+M3/9} 4. Be2 {+2.00/4} 1-0\n\n\
             [Result \"*\"]\n\n1. e4 e5 *\n\n[Result \"0-1\"]\n\n1. e4 e4 0-1\n",
        );
        assert_eq!((sample.games, sample.left_out, sample.training_games), (3, 2, 1));
        // Before e4, d5 and Nc3; not before the captures, nor in check, nor with a mate score.
        assert_eq!(sample.training.len(), 3);
        let scores: Vec<f32> =
            sample.training.iter().map(|observation| observation.score).collect();
        assert_eq!(scores, [25.0, 50.0, 75.0]);
    }
}
