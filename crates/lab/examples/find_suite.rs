//! Finds test positions in games of the engine against itself, as an EPD on standard output.
//!
//! Games start from the positions of a book. A position is a candidate if a longer search finds a
//! better move than the one played. It is kept if a much longer search of the two best moves finds
//! one of them, not the played one, far better, and if the difference matters: the second best does
//! not win. The same book and the same engine give the same suite. This command made
//! `arena/suites/self-play.epd`:
//!
//! ```sh
//! cargo run --release -p ziggurat-lab --example find_suite -- openings/random-1000.epd 64 \
//!     > arena/suites/self-play.epd
//! ```
//!
//! A third argument is the number of openings that are left out at the start of the book: `107 185` made the 107
//! positions of `self-play-171.epd` that are not in this suite.
#![allow(clippy::disallowed_methods)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its output is the suite")]

use std::collections::HashSet;

use anyhow::{Context as _, bail, ensure};
use arena::chess::epd;
use engine::{Engine, Limits, Score, SearchOptions, SearchReport, Setup, Stop};
use shakmaty::fen::Epd;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode, Move, Position as _};

/// Nodes of the search that plays.
const PLAY: u64 = 3_000;
/// Nodes of the longer look.
const LOOK: u64 = 30_000;
/// Nodes of the searches that decide, the second only where the first agrees.
const VERIFY: [u64; 2] = [300_000, 5_000_000];
/// By how much the longer look must exceed the score of the move played, in centipawns.
const PROMISE: i32 = 60;
/// By how much the best move must exceed the second best, in centipawns.
const MARGIN: i32 = 120;
/// From here on a second best move wins too, in centipawns.
const WON: i32 = 250;
/// Positions kept of a game.
const KEPT_OF_A_GAME: usize = 3;
/// A game is left after [`PLIES`], or when a score exceeds `DECIDED` centipawns.
const PLIES: usize = 160;
const DECIDED: i32 = 900;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    ensure!(
        matches!(arguments.len(), 2 | 3),
        "give an EPD file of openings, the number of positions, and perhaps that of openings to leave out"
    );
    let wanted: usize = arguments[1].parse().context("the number of positions")?;
    let left_out: usize =
        arguments.get(2).map_or(Ok(0), |text| text.parse()).context("the openings to leave out")?;
    let book = std::fs::read(&arguments[0]).with_context(|| arguments[0].clone())?;
    let mut finder = Finder::new()?;
    let mut kept = HashSet::new();
    for (number, line) in epd::lines(&book).skip(left_out) {
        let line = line.map_err(|why| anyhow::anyhow!("{}:{number}: {why}", arguments[0]))?;
        for find in finder.game(line.position) {
            if kept.len() < wanted && kept.insert(find.position.clone()) {
                println!("{} id \"SP.{:03}\";", find.line(), kept.len());
            }
        }
        eprintln!("game {number}: {} of {wanted} positions", kept.len());
        if kept.len() == wanted {
            return Ok(());
        }
    }
    bail!("the book is at its end: {} of {wanted} positions", kept.len())
}

/// A position with a move that is far better than all others.
struct Find {
    position: String,
    best: String,
    second: String,
    score: Score,
    second_score: Score,
    depth: u32,
}

impl Find {
    /// The position as EPD, all but its name.
    fn line(&self) -> String {
        let Find { position, best, second, score, second_score, depth } = self;
        let Score(centipawns) = score;
        format!(
            "{position} bm {best}; acd {depth}; ce {centipawns}; \
             c0 \"then {second} at {second_score}\";"
        )
    }
}

struct Finder {
    player: Engine,
    looker: Engine,
}

impl Finder {
    fn new() -> anyhow::Result<Finder> {
        let setup = Setup::preset("default").context("the default preset")?;
        Ok(Finder { player: Engine::new(setup.clone(), 16), looker: Engine::new(setup, 64) })
    }

    /// Plays a game and examines every position of it.
    fn game(&mut self, mut position: Chess) -> Vec<Find> {
        self.player.new_game();
        let mut game = engine::Position::new(&position);
        let mut finds = Vec::new();
        for _ in 0..PLIES {
            let report = self.player.search(&game, &Limits::nodes(PLAY), &Stop::new());
            let Some(played) = report.best_move else { break };
            if report.score.0.abs() > DECIDED || finds.len() == KEPT_OF_A_GAME {
                break;
            }
            if self.promises(&position, &report) {
                let far_better =
                    VERIFY.iter().map_while(|nodes| self.far_better(&position, played, *nodes));
                finds.extend(far_better.skip(VERIFY.len() - 1));
            }
            game.play(played);
            position.play_unchecked(played);
        }
        finds
    }

    /// Whether a longer search finds a better move than the one played.
    fn promises(&mut self, position: &Chess, played: &SearchReport) -> bool {
        self.looker.new_game();
        let position = engine::Position::new(position);
        let look = self.looker.search(&position, &Limits::nodes(LOOK), &Stop::new());
        look.best_move != played.best_move && look.score.0 >= played.score.0 + PROMISE
    }

    /// Searches the two best moves, and finds that the best is far better and was not played.
    fn far_better(&mut self, position: &Chess, played: Move, nodes: u64) -> Option<Find> {
        self.looker.new_game();
        let options = SearchOptions { lines: 2, ..SearchOptions::default() };
        let mut lines: [Option<(Move, Score)>; 2] = [None; 2];
        let report = self.looker.analyze(
            &engine::Position::new(position),
            &Limits::nodes(nodes),
            &Stop::new(),
            &options,
            &mut |progress| {
                lines[progress.line - 1] =
                    progress.moves.first().map(|first| (*first, progress.score));
            },
        );
        let [Some((best, score)), Some((second, second_score))] = lines else { return None };
        let far_better = score.0 >= second_score.0 + MARGIN && second_score.0 < WON;
        let san = |m| SanPlus::from_move(position.clone(), m).to_string();
        (best != played && Some(best) == report.best_move && far_better).then(|| Find {
            position: Epd::from_position(position, EnPassantMode::Legal).to_string(),
            best: san(best),
            second: san(second),
            score,
            second_score,
            depth: report.depth,
        })
    }
}
