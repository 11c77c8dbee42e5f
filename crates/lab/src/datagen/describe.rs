//! The description of a file of games.

use std::io::BufReader;
use std::path::Path;

use anyhow::Context;
use document::{Document, Table, number};
use game_data::{GameReader, ScoredGame, is_quiet};
use shakmaty::{Color, Position};

use super::store::cannot;

/// The bars of the histogram: scores up to these, in centipawns, of either sign.
const BARS: [u16; 9] = [10, 25, 50, 100, 200, 400, 800, 2000, u16::MAX];

/// The contents of a file of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    games: u64,
    positions: u64,
    won: u64,
    drawn: u64,
    quiet: u64,
    shortest: Option<usize>,
    longest: usize,
    scores: [u64; BARS.len()],
}

impl Description {
    /// Reads a file to its end and replays all its games.
    ///
    /// # Errors
    /// It cannot be read, or a game is invalid.
    pub fn of(path: &Path) -> anyhow::Result<Description> {
        let file = bounded::open(path).with_context(cannot("open", path))?;
        let mut reader = GameReader::new(BufReader::new(file));
        let mut description = Description::default();
        let place = || path.display().to_string();
        while let Some(game) = reader.next_game().with_context(place)? {
            description.add(&game);
        }
        Ok(description)
    }

    fn add(&mut self, game: &ScoredGame) {
        let plies = game.moves.len();
        self.games += 1;
        self.positions += plies as u64;
        self.won += u64::from(game.outcome.winner() == Some(Color::White));
        self.drawn += u64::from(game.outcome.winner().is_none());
        self.shortest = Some(self.shortest.map_or(plies, |shortest| shortest.min(plies)));
        self.longest = self.longest.max(plies);
        let mut position = game.start.clone();
        for &(m, score) in &game.moves {
            self.quiet += u64::from(is_quiet(&position, m));
            let bar = BARS.iter().position(|&most| score.unsigned_abs() <= most);
            self.scores[bar.unwrap_or(BARS.len() - 1)] += 1;
            position.play_unchecked(m);
        }
    }

    /// The description in words and tables.
    #[must_use]
    pub fn document(&self, name: &str) -> Document {
        let share = |part: u64, whole: u64| number::percent(part as f64 / whole.max(1) as f64);
        let mut results = Table::new(["Results for White", "games", "share"]);
        let lost = self.games - self.won - self.drawn;
        for (what, games) in [("won", self.won), ("drawn", self.drawn), ("lost", lost)] {
            results.row([what.to_owned(), number::count(games), share(games, self.games)]);
        }
        let mut scores = Table::new(["Score in centipawns, of either sign", "positions", "share"]);
        let mut from = 0;
        for (most, &positions) in BARS.into_iter().zip(&self.scores) {
            let bar = if most == u16::MAX {
                format!("{from} and more")
            } else {
                format!("{from} to {most}")
            };
            scores.row([bar, number::count(positions), share(positions, self.positions)]);
            from = most.saturating_add(1);
        }
        let mean = self.positions as f64 / self.games.max(1) as f64;
        Document::titled(name)
            .paragraph(format!(
                "{} with {} positions; {} plies a game on average, {} to {}.",
                number::several(self.games, "game"),
                number::count(self.positions),
                number::decimal(mean, 1),
                self.shortest.unwrap_or(0),
                self.longest
            ))
            .paragraph(format!(
                "{} of the positions are quiet: the side to move is not in check, and plays no capture \
                 and no promotion.",
                share(self.quiet, self.positions)
            ))
            .table(results)
            .table(scores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::san::San;
    use shakmaty::{Chess, KnownOutcome};

    #[test]
    fn games_are_counted_and_played_through() {
        let start = Chess::default();
        let mut position = start.clone();
        let moves = ["e4", "d5", "exd5", "Qxd5"].map(|san| {
            let m = san.parse::<San>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(m);
            (m, 30)
        });
        let game = ScoredGame { start, outcome: KnownOutcome::Draw, moves: moves.to_vec() };
        let mut file = tempfile::NamedTempFile::new().unwrap();
        game_data::write(&game, &mut file).unwrap();
        game_data::write(&game, &mut file).unwrap();
        let description = Description::of(file.path()).unwrap();
        let text = description.document("games").text();
        assert!(text.contains("2 games with 8 positions; 4.0 plies a game on average, 4 to 4."));
        assert!(text.contains("50.0 % of the positions are quiet"), "{text}");
        assert!(text.contains("26 to 50"), "{text}");
        assert_eq!((description.drawn, description.scores[2]), (2, 8));
    }
}
