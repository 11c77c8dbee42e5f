//! An engine that works for a fixed time on each move, and reports the actual time.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use super::cheap::Board;

/// The processor time of a move.
const WORK: Duration = Duration::from_millis(3);
/// The processor time of its work after a move, if it works on.
const AFTER: Duration = Duration::from_millis(2);

/// Plays; reports the processor time of the move in nanoseconds as `nodes`, and the time from `go`
/// to its answer in microseconds as `seldepth`. With `works_on` it works after its move, too.
pub(super) fn play(works_on: bool) -> io::Result<()> {
    let mut board = Board::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (asked, spent) = (Instant::now(), processor_time());
        let answer = match line.split(' ').next().unwrap_or_default() {
            "uci" => "id name Worker\nuciok\n".to_owned(),
            "isready" => "readyok\n".to_owned(),
            "position" => {
                board.set(&line);
                continue;
            }
            "go" => {
                let (chosen, score) = board.choose(0);
                let chosen = chosen.map_or("(none)".to_owned(), |m| m.to_string());
                let spent = work_until(spent + WORK) - spent;
                format!(
                    "info depth 1 seldepth {} score cp {score} nodes {} time {}\nbestmove {chosen}\n",
                    asked.elapsed().as_micros(),
                    spent.as_nanos(),
                    asked.elapsed().as_millis(),
                )
            }
            "quit" => return Ok(()),
            _ => continue,
        };
        io::stdout().write_all(answer.as_bytes())?;
        io::stdout().flush()?;
        if works_on && answer.contains("bestmove") {
            work_until(processor_time() + AFTER);
        }
    }
    Ok(())
}

fn work_until(end: Duration) -> Duration {
    loop {
        let now = processor_time();
        if now >= end {
            return now;
        }
    }
}

fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap()
}
