//! The cheap engines of these tests. This test binary is the engine when its first argument is
//! `engine`; the second selects one.

#[path = "../uci/engine/cheap.rs"]
mod cheap;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cheap::Board;
use system::clock::thread_time;

/// The slow engine's time for a move.
pub(crate) const SLOW: Duration = Duration::from_millis(30);

pub(crate) fn main(arguments: &[String]) -> ExitCode {
    let played = match arguments.first().map(String::as_str) {
        Some("slow") => play(|_| sleep(SLOW), "Slow"),
        Some("keeps") => play(keep_time, "Keeps"),
        Some("sleeps") => play(|_| sleep(OVER), "Sleeps"),
        Some("works") => play(|_| work(OVER, 1), "Works"),
        Some("four-work") => play(|_| work(OVER, 4), "Four work"),
        Some("illegal") => illegal(),
        _ => cheap::play(1, false),
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// A time of 0.2 s a move, overstepped by 50 ms.
const OVER: Duration = Duration::from_millis(250);

/// Works by the wall for a twentieth of the time on the clock.
fn keep_time(go: &str) {
    let begun = Instant::now();
    let clock = |key: &str| {
        let mut words = go.split(' ').skip_while(|word| *word != key).skip(1);
        words.next().and_then(|word| word.parse().ok()).unwrap_or(0)
    };
    let least: u64 = clock("wtime").min(clock("btime"));
    while begun.elapsed() < Duration::from_millis(least / 20) {
        std::hint::spin_loop();
    }
}

/// Has each of these threads work for this time of a processor.
fn work(time: Duration, threads: usize) {
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(move || {
                let begun = thread_time();
                while thread_time() - begun < time {
                    std::hint::spin_loop();
                }
            });
        }
    });
}

/// Plays like the cheap engine after it has `rested` for the move.
fn play(rested: impl Fn(&str), name: &str) -> io::Result<()> {
    let mut board = Board::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = match line.split(' ').next().unwrap_or_default() {
            "uci" => format!("id name {name}\nid author Nobody\nuciok\n"),
            "isready" => "readyok\n".to_owned(),
            "position" => {
                board.set(&line);
                continue;
            }
            "go" => {
                rested(&line);
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
