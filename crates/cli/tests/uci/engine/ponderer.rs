//! An engine that ponders, or fails to.

use std::io::{self, BufRead, Write};

use super::cheap::Board;

/// Its way of pondering.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ponderer {
    /// It expects the cheap engine's move.
    Right,
    /// It expects something else.
    Wrong,
    /// It expects something else, and never stops.
    Endless,
    /// It answers before it is told whether its guess was right.
    Hasty,
}

/// The number of nodes that marks an answer to `ponderhit`.
pub(crate) const HIT: u64 = 77;
/// The number of nodes of other answers, plus one for every `stop` it received.
pub(crate) const OTHER: u64 = 1000;

/// Plays as the cheap engine does.
pub(super) fn play(how: Ponderer) -> io::Result<()> {
    let (mut board, mut stops) = (Board::default(), 0);
    let mut pondering = false;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = match line.as_str() {
            "uci" => {
                "id name Ponderer\noption name Ponder type check default false\nuciok\n".to_owned()
            }
            "isready" => "readyok\n".to_owned(),
            "quit" => return Ok(()),
            "ponderhit" | "stop" if !pondering || how == Ponderer::Endless => continue,
            "ponderhit" => {
                pondering = false;
                best(&mut board, how, HIT)
            }
            "stop" => {
                (pondering, stops) = (false, stops + 1);
                "bestmove a1a1\n".to_owned()
            }
            _ if line.starts_with("position") => {
                board.set(&line);
                continue;
            }
            _ if line.starts_with("go ponder") => {
                pondering = how != Ponderer::Hasty;
                if pondering {
                    "info string pondering\n".to_owned()
                } else {
                    best(&mut board, how, HIT)
                }
            }
            _ if line.starts_with("go") => best(&mut board, how, OTHER + stops),
            _ => continue,
        };
        io::stdout().write_all(answer.as_bytes())?;
        io::stdout().flush()?;
    }
    Ok(())
}

/// Its move, and the reply that it expects.
fn best(board: &mut Board, how: Ponderer, nodes: u64) -> String {
    let Some(chosen) = board.choose(0).0 else { return "bestmove (none)\n".to_owned() };
    let mut after = Board::default();
    let moves = if board.line.contains(" moves") { "" } else { " moves" };
    after.set(&format!("{}{moves} {chosen}", board.line));
    let salt = if matches!(how, Ponderer::Right | Ponderer::Hasty) { 0 } else { 1 };
    let reply = after.choose(salt).0.map_or(String::new(), |reply| format!(" ponder {reply}"));
    format!("info depth 1 score cp 7 nodes {nodes} time 0\nbestmove {chosen}{reply}\n")
}
