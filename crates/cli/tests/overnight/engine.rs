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

/// The hostile engine's name; the journal and the reports may show it, but must not send it to a
/// terminal.
pub(crate) const HOSTILE_NAME: &str = "<script>alert(1)</script> \x1b]0;owned\x07\x1b[2J\u{9b}31m\u{202e}evil | **bold** \"quoted\" {brace} \\";

/// The hostile engine's claims about its searches: sums overflow, and no journal can hold the time.
const CLAIMS: &str = "info depth 4294967295 seldepth 4294967295 score mate 1 \
                      nodes 18446744073709551615 time 18446744073709551615";

pub(crate) fn main(arguments: &[String]) -> ExitCode {
    let played = match arguments.first().map(String::as_str) {
        Some("slow") => play(|_| sleep(SLOW), "Slow", false),
        Some("keeps") => play(keep_time, "Keeps", false),
        Some("sleeps") => play(|_| sleep(OVER), "Sleeps", false),
        Some("works") => play(|_| work(OVER, 1), "Works", false),
        Some("four-work") => play(|_| work(OVER, 4), "Four work", false),
        Some("illegal") => illegal(),
        Some("hostile") => play(|_| {}, HOSTILE_NAME, true),
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
fn play(rested: impl Fn(&str), name: &str, is_hostile: bool) -> io::Result<()> {
    let mut board = Board::default();
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let line = line?;
        let answer = match line.split(' ').next().unwrap_or_default() {
            "uci" if is_hostile => introduction(name),
            "uci" => format!("id name {name}\nid author Nobody\nuciok\n"),
            "isready" => "readyok\n".to_owned(),
            "position" => {
                board.set(&line);
                continue;
            }
            "go" => {
                rested(&line);
                let chosen = board.choose(0).0.map_or("(none)".to_owned(), |m| m.to_string());
                let claims = match is_hostile {
                    true => CLAIMS,
                    false => "info depth 1 score cp 3 nodes 1 time 0",
                };
                if is_hostile {
                    io::stdout().write_all(&noise(number))?;
                }
                format!("{claims}\nbestmove {chosen}\n")
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

fn introduction(name: &str) -> String {
    let long = "x".repeat(100_000);
    format!(
        "id name {name}\nid author {name}\nid author {long}\n\
         option name {name} type string default {name}\n\
         option name {long} type spin default 1 min 0 max 9\n\
         option name \x1b[31m type combo default {name} var {name} var {long}\n\
         option name type\noption\noption name Hash type spin default 99999999999999999999 min x max\n\
         uciok\n"
    )
}

/// Lines that say nothing, in every way a line can.
fn noise(number: usize) -> Vec<u8> {
    let lines: [&[u8]; 10] = [
        b"info string \x1b[2J\x1b]0;owned\x07<b>&amp;</b>\n",
        b"info depth 999999999999999999999 score cp 99999999999999 nodes -1 time -5 pv \x1b[31m e2e4\n",
        b"info score mate 99999999999 depth 0 seldepth 4294967296 nodes 18446744073709551616\n",
        b"\xff\xfe\x00\x80 info \xc3\x28\n",
        b"info pv\ninfo score\ninfo score cp\ninfo nodes\ninfo string\ninfo\n",
        b"bestmove\x00e2e4\ninfo depth 1 depth 2 depth x score cp 1 score mate -0\n",
        b"info score cp -2147483648 time 18446744073709551615 nodes 18446744073709551615\n",
        b"option name Late type check default true\nuciok\nreadyok\nid name Other\n",
        b"info refutation e2e4 currline 1 e2e4 string bestmove a1a1\n",
        b"copyprotection error\nregistration error\n\n\n\r\n \t \n",
    ];
    lines[number % lines.len()].to_vec()
}
