//! Quiet positions of games, each with the score of its search and the result of its game.

use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context as _;
use engine::Features;
use indicatif::{ProgressBar, ProgressStyle};
use pgn_reader::{KnownOutcome, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Position as _};

use crate::model::Observation;

/// Bytes of a tag; configurations are long.
const LONGEST_TAG: usize = 16 * 1024;

/// Which positions are drawn.
pub(crate) struct Sampling {
    /// One of this many quiet positions is used.
    pub(crate) one_of: u32,
    /// One of this many games is kept for validation.
    pub(crate) validate: u32,
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
        let file = File::open(path).with_context(what)?;
        let size = file.metadata().with_context(what)?.len();
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(size) };
        bar.set_style(ProgressStyle::with_template(
            "reading games {wide_bar} {bytes}/{total_bytes}, {eta} left",
        )?);
        let mut reader = Reader::build(BufReader::new(bar.wrap_read(file)))
            .set_supported_tag_line_length(LONGEST_TAG)
            .finish();
        while reader.read_game(&mut collector).with_context(what)?.is_some() {}
        bar.finish_and_clear();
    }
    Ok(collector.sample)
}

struct Collector<'a> {
    sampling: &'a Sampling,
    rng: ChaCha8Rng,
    sample: Sample,
}

/// What a game's tags say.
#[derive(Default)]
struct Header {
    start: Option<Fen>,
    is_unreadable: bool,
    /// What white scored: 0, 0.5 or 1.
    result: Option<f32>,
}

/// A game that is being read.
struct Game {
    board: Chess,
    result: f32,
    observations: Vec<Observation>,
    /// The position before the last move, if it was drawn.
    drawn: Option<(Features, Color)>,
}

impl Visitor for Collector<'_> {
    type Tags = Header;
    type Movetext = Game;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Header> {
        self.sample.games += 1;
        ControlFlow::Continue(Header::default())
    }

    fn tag(&mut self, header: &mut Header, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        match name {
            b"FEN" => {
                header.start = Fen::from_ascii(value.as_bytes()).ok();
                header.is_unreadable = header.start.is_none();
            }
            b"Result" => {
                let outcome = Outcome::from_ascii(value.as_bytes()).ok();
                header.result = outcome.and_then(Outcome::known).map(white_score);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, header: Header) -> ControlFlow<(), Game> {
        let board = match header.start {
            Some(fen) => fen.into_position(CastlingMode::Standard).ok(),
            None if header.is_unreadable => None,
            None => Some(Chess::default()),
        };
        match (board, header.result) {
            (Some(board), Some(result)) => {
                let observations = Vec::new();
                ControlFlow::Continue(Game { board, result, observations, drawn: None })
            }
            _ => {
                self.sample.left_out += 1;
                ControlFlow::Break(())
            }
        }
    }

    fn begin_variation(&mut self, _: &mut Game) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<()> {
        game.drawn = None;
        let Ok(m) = san.san.to_move(&game.board) else {
            self.sample.left_out += 1;
            return ControlFlow::Break(());
        };
        if is_quiet(&game.board, m) && self.rng.next_u32().is_multiple_of(self.sampling.one_of) {
            let position = engine::Position::new(&game.board);
            game.drawn = Some((position.features(), game.board.turn()));
        }
        game.board.play_unchecked(m);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Game, comment: RawComment<'_>) -> ControlFlow<()> {
        if let Some((features, turn)) = game.drawn.take()
            && let Some(score) = mover_score(comment.as_bytes())
        {
            let white_score = turn.fold_wb(score, -score);
            game.observations.push(Observation::new(&features, white_score, game.result));
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) {
        let validates = self.rng.next_u32().is_multiple_of(self.sampling.validate);
        self.sample.training_games += u32::from(!validates);
        let part = if validates { &mut self.sample.validation } else { &mut self.sample.training };
        part.extend(game.observations);
    }
}

/// Whether the static evaluation describes a position well: the side to move is not in check, and the
/// move that was played captures and promotes nothing.
fn is_quiet(board: &Chess, m: Move) -> bool {
    !board.is_check() && !m.is_capture() && m.promotion().is_none()
}

/// The score of a move in centipawns, for its mover, where it is the first thing a comment says; none
/// for a mate.
fn mover_score(comment: &[u8]) -> Option<f32> {
    let text = std::str::from_utf8(comment).ok()?;
    let pawns = text.trim_start().split(['/', ' ']).next()?;
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
        let mut reader = Reader::new(pgn.as_bytes());
        while reader.read_game(&mut collector).unwrap().is_some() {}
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
        // Before e4, d5 and Nc3; not before the captures, nor in check, nor where a mate was seen.
        assert_eq!(sample.training.len(), 3);
        let scores: Vec<f32> =
            sample.training.iter().map(|observation| observation.score).collect();
        assert_eq!(scores, [25.0, 50.0, 75.0]);
    }
}
