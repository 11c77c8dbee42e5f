//! Reads files of games into positions: selects the quiet ones, and sets some aside for validation.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use game_data::{GameReader, ScoredGame, is_quiet};
use indicatif::{ProgressBar, ProgressStyle};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::Position;

use crate::position::TrainingPosition;

/// The selection of positions.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// Leave out positions with scores of CP centipawns and more, of either sign
    #[arg(long, value_name = "CP", default_value_t = 2000)]
    pub(crate) most: u16,
    /// Leave out the first N plies of every game
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) skip: usize,
    /// Keep one of N games for validation
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) validate: u32,
}

/// The positions that are used.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    pub(crate) games: u64,
    /// Positions read.
    pub(crate) all: u64,
    pub(crate) training: Vec<TrainingPosition>,
    /// Positions of other games.
    pub(crate) validation: Vec<TrainingPosition>,
}

/// Reads files of games.
///
/// # Errors
/// When one cannot be read, or is damaged: the error says where.
pub(crate) fn read(
    paths: &[PathBuf],
    selection: &Selection,
    seed: u64,
    quiet: bool,
) -> anyhow::Result<Sample> {
    let mut sample = Sample::default();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for path in paths {
        read_file(path, selection, &mut random, &mut sample, quiet)
            .with_context(|| format!("cannot learn from {}", path.display()))?;
    }
    Ok(sample)
}

fn read_file(
    path: &Path,
    selection: &Selection,
    random: &mut ChaCha8Rng,
    sample: &mut Sample,
    quiet: bool,
) -> anyhow::Result<()> {
    let file = bounded::open(path)?;
    let size = file.metadata()?.len();
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(size) };
    bar.set_style(ProgressStyle::with_template(
        "reading games {wide_bar} {bytes}/{total_bytes}, {eta} left",
    )?);
    let mut reader = GameReader::new(BufReader::new(bar.wrap_read(file)));
    while let Some(game) = reader.next_game()? {
        sample.games += 1;
        sample.all += game.moves.len() as u64;
        let validates = random.random_range(0..selection.validate) == 0;
        let part = if validates { &mut sample.validation } else { &mut sample.training };
        add(&game, selection, part);
    }
    bar.finish_and_clear();
    Ok(())
}

fn add(game: &ScoredGame, selection: &Selection, positions: &mut Vec<TrainingPosition>) {
    let mut position = game.start.clone();
    for (ply, &(m, score)) in game.moves.iter().enumerate() {
        if ply >= selection.skip && score.unsigned_abs() < selection.most && is_quiet(&position, m)
        {
            positions.push(TrainingPosition::new(&position, score, game.outcome));
        }
        position.play_unchecked(m);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use shakmaty::san::San;
    use shakmaty::{Chess, Color, KnownOutcome};
    use std::io::Write;

    const SELECTION: Selection = Selection { most: 1000, skip: 1, validate: u32::MAX };

    fn game(moves: &[(&str, i16)]) -> ScoredGame {
        let start = Chess::default();
        let mut position = start.clone();
        let outcome = KnownOutcome::Decisive { winner: Color::White };
        let moves = moves.iter().map(|(san, score)| {
            let m = san.parse::<San>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(m);
            (m, *score)
        });
        let moves = moves.collect();
        ScoredGame { start, outcome, moves }
    }

    #[test]
    fn only_quiet_positions_are_used() {
        let game = game(&[
            ("e4", 1),
            ("d5", 2),
            ("exd5", 3),
            ("Qxd5", 4),
            ("Nc3", 5),
            ("Qe5+", 6),
            ("Be2", 7),
            ("a6", 1000),
            ("a3", 9),
        ]);
        let mut positions = Vec::new();
        add(&game, &SELECTION, &mut positions);
        // Not the first ply, no capture, not in check, and not 10 pawns ahead.
        let scores: Vec<f32> = positions.iter().map(TrainingPosition::score).collect();
        assert_eq!(scores, [-2.0, 5.0, -6.0, 9.0]);
        let results: Vec<f32> = positions.iter().map(TrainingPosition::result).collect();
        assert_eq!(results, [0.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn a_damaged_file_is_refused_with_the_place() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let mut bytes = Vec::new();
        game_data::write(&game(&[("e4", 1), ("e5", 2)]), &mut bytes).unwrap();
        let length = bytes.len();
        bytes.extend_from_within(..);
        bytes[length + 32] ^= 8;
        file.write_all(&bytes).unwrap();
        let error = read(&[file.path().to_owned()], &SELECTION, 1, true).unwrap_err();
        let text = format!("{error:#}");
        assert!(text.starts_with(&format!("cannot learn from {}: game 2", file.path().display())));
        assert!(text.contains("at byte 76: ply 1 ("), "{text}");
    }

    #[test]
    fn games_are_divided_by_the_seed() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        for _ in 0..400 {
            game_data::write(&game(&[("e4", 1), ("e5", 2)]), &mut file).unwrap();
        }
        let path = [file.path().to_owned()];
        let read = |seed| read(&path, &Selection { validate: 4, ..SELECTION }, seed, true).unwrap();
        let sample = read(1);
        assert_eq!((sample.games, sample.all), (400, 800));
        assert_eq!(sample.training.len() + sample.validation.len(), 400);
        assert!((70..130).contains(&sample.validation.len()));
        assert_eq!(sample.validation.len(), read(1).validation.len());
    }
}
