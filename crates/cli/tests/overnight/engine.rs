//! The cheap engines of these tests. This test binary is the engine when its first argument is
//! `engine`; the second selects one.

#[path = "../uci/engine/cheap.rs"]
mod cheap;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use cheap::Board;

/// The slow engine's time for a move.
pub(crate) const SLOW: Duration = Duration::from_millis(30);

pub(crate) fn main(arguments: &[String]) -> ExitCode {
    let played = match arguments.first().map(String::as_str) {
        Some("slow") => slow(),
        Some("illegal") => illegal(),
        _ => cheap::play(1, false),
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Plays like the cheap engine after a rest.
fn slow() -> io::Result<()> {
    let mut board = Board::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = match line.split(' ').next().unwrap_or_default() {
            "uci" => "id name Slow\nid author Nobody\nuciok\n".to_owned(),
            "isready" => "readyok\n".to_owned(),
            "position" => {
                board.set(&line);
                continue;
            }
            "go" => {
                sleep(SLOW);
                let chosen = board.choose(0).0.map_or("(none)".to_owned(), |m| m.to_string());
                format!("info depth 1 score cp 3 nodes 1 time 0\nbestmove {chosen}\n")
            }
            "quit" => return Ok(()),
            _ => continue,
        };
        io::stdout().write_all(answer.as_bytes())?;
        io::stdout().flush()?;
    }
    Ok(())
}

/// Always names an illegal move.
fn illegal() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let answer: &[u8] = match line?.split(' ').next().unwrap_or_default() {
            "uci" => b"id name Illegal\nuciok\n",
            "isready" => b"readyok\n",
            "go" => b"bestmove e1e8\n",
            _ => continue,
        };
        io::stdout().write_all(answer)?;
        io::stdout().flush()?;
    }
    Ok(())
}
