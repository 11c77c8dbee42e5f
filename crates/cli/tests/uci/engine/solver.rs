//! An engine that finds mates in one, though not at once, and fails in endgames if it is told to.

use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

use shakmaty::{Move, Position};

use super::cheap::Board;

const INTRODUCTION: &str = "id name Solver\nid author Ziggurat\n\
    option name Effort type spin default 2 min 1 max 9\n\
    option name Bold type check default false\n\
    option name Style type combo default Solid var Solid var Wild\n\
    option name Ratio type string default 1.0\nuciok\n";
/// The time of a search.
const SEARCH: Duration = Duration::from_millis(10);
/// This number of pieces makes an endgame.
const ENDING: usize = 3;

/// Its behaviour in an endgame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InEndings {
    Searches,
    Hangs,
    Dies,
}

/// The values of its options.
struct Options {
    effort: u64,
    is_bold: bool,
    is_wild: bool,
    ratio: f64,
}

impl Options {
    fn set(&mut self, line: &str) {
        let (name, value) = line.split_once(" value ").unwrap_or((line, ""));
        match name.rsplit(' ').next().unwrap_or_default() {
            "Effort" => self.effort = value.parse().unwrap_or(self.effort),
            "Bold" => self.is_bold = value == "true",
            "Style" => self.is_wild = value == "Wild",
            "Ratio" => self.ratio = value.parse().unwrap_or(self.ratio),
            _ => {}
        }
    }

    /// The depth from which on it sees a mate.
    fn depth(&self) -> u64 {
        let plies = self.effort + 2 * u64::from(self.is_wild) + 3 * u64::from(self.is_bold);
        (plies as f64 * self.ratio).round() as u64
    }
}

/// Plays. It sees a mate from the depth on that its options say, and counts 100 nodes and 10 ms a ply.
pub(super) fn play(in_endings: InEndings) -> io::Result<()> {
    let mut board = Board::default();
    let mut options = Options { effort: 2, is_bold: false, is_wild: false, ratio: 1.0 };
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = match line.split(' ').next().unwrap_or_default() {
            "uci" => INTRODUCTION.to_owned(),
            "setoption" => {
                options.set(&line);
                continue;
            }
            "isready" => "readyok\n".to_owned(),
            "position" => {
                board.set(&line);
                continue;
            }
            "go" => {
                sleep(SEARCH);
                let is_ending = board.position.board().occupied().count() <= ENDING;
                match in_endings {
                    InEndings::Hangs if is_ending => sleep(Duration::from_secs(600)),
                    InEndings::Dies if is_ending => std::process::exit(3),
                    _ => {}
                }
                search(&board, &line, options.depth())
            }
            "quit" => return Ok(()),
            _ => continue,
        };
        io::stdout().write_all(answer.as_bytes())?;
        io::stdout().flush()?;
    }
    Ok(())
}

/// The lines of a search, and its move.
fn search(board: &Board, go: &str, effort: u64) -> String {
    let position = &board.position;
    let moves = position.legal_moves();
    let mates = |m: &Move| position.clone().play(*m).is_ok_and(|after| after.is_checkmate());
    let mate = moves.iter().copied().find(mates);
    let quiet = moves.iter().copied().find(|m| !mates(m)).or(mate);
    let mut words = go.split(' ').skip(1);
    let depth = match (words.next(), words.next().and_then(|word| word.parse::<u64>().ok())) {
        (Some("depth"), Some(depth)) => depth,
        (Some("nodes"), Some(nodes)) => nodes / 100,
        (_, time) => time.unwrap_or(0) / 10,
    };
    let mut best = quiet;
    let mut text = String::new();
    for ply in 1..=depth.max(1) {
        best = mate.filter(|_| ply >= effort).or(quiet);
        let named =
            best.map_or("(none)".to_owned(), |m| m.to_uci(position.castles().mode()).to_string());
        text += &format!(
            "info depth {ply} nodes {} time {} score cp 7 pv {named}\n",
            100 * ply,
            10 * ply
        );
    }
    let named =
        best.map_or("(none)".to_owned(), |m| m.to_uci(position.castles().mode()).to_string());
    text + &format!("bestmove {named}\n")
}
