//! The engine that does one thing wrong. This test binary is the engine when its first argument is
//! `engine`; the second selects its fault.

pub(crate) mod cheap;
pub(crate) mod ponderer;
mod solver;
mod worker;

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::Duration;

use cheap::Board;
use ponderer::Ponderer;
use rustix::process::{Signal, getpid, kill_process, setsid};
use solver::InEndings;

/// The question at which faults of a search appear.
const FAULTY: u32 = 3;
const FOREVER: Duration = Duration::from_secs(600);

pub(crate) fn main(arguments: &[String]) -> ExitCode {
    let fault = arguments.first().map_or("none", String::as_str);
    let played = match fault {
        "cheap" => cheap::play(1, false),
        "tells-clock" => cheap::play(1, true),
        // Its moves depend on the machine it runs on.
        "moody" => cheap::play(if std::env::var_os("TOY_MOOD").is_some() { 2 } else { 1 }, false),
        "ponders" => ponderer::play(Ponderer::Right),
        "ponders-wrong" => ponderer::play(Ponderer::Wrong),
        "ponders-on" => ponderer::play(Ponderer::Endless),
        "ponders-hastily" => ponderer::play(Ponderer::Hasty),
        "solver" => solver::play(InEndings::Searches),
        "solver-hangs" => solver::play(InEndings::Hangs),
        "solver-dies" => solver::play(InEndings::Dies),
        "works" => worker::play(false),
        "works-on" => worker::play(true),
        "sleeper" => {
            sleep(FOREVER);
            Ok(())
        }
        "sleeper-of-its-own" => {
            // Neither a signal to the engine's process group nor the end of its pipes reaches it.
            let _ = setsid();
            sleep(FOREVER);
            Ok(())
        }
        _ => Bad { fault: fault.to_owned(), board: Board::default(), questions: 0 }.play(),
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

struct Bad {
    fault: String,
    board: Board,
    questions: u32,
}

impl Bad {
    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn play(&mut self) -> io::Result<()> {
        let mut line = String::new();
        while io::stdin().lock().read_line(&mut line)? > 0 {
            let text = line.trim_end().to_owned();
            line.clear();
            match text.split(' ').next().unwrap_or_default() {
                "uci" if self.is("starts-once") && !first_start()? => sleep(FOREVER),
                "uci" => {
                    if self.is("leaves-a-session") {
                        leave("sleeper-of-its-own", Stdio::null)?;
                    }
                    self.introduce()?;
                }
                "isready" => self.ready()?,
                "ucinewgame" if self.is("no-new-game") => self.fault = "unready".to_owned(),
                "position" => self.board.set(&text),
                "go" => {
                    self.questions += 1;
                    self.answer(&text)?;
                }
                "quit" => break,
                _ => {}
            }
        }
        Ok(())
    }

    fn introduce(&self) -> io::Result<()> {
        if self.is("mute") {
            return Ok(());
        }
        say("id name Bad \x1b[31mEngine\nid author Nobody\n")?;
        if self.is("four-threads") {
            say("option name Cores type spin default 4 min 1 max 8\n")?;
        }
        say("option name Hash type spin default 1 min 1 max 64\n")?;
        say("option name Style type combo default Solid var Solid var Very Wild\n")?;
        say("option name Book type string default <empty>\nuciok\n")
    }

    fn ready(&self) -> io::Result<()> {
        match self.fault.as_str() {
            "unready" => Ok(()),
            "unasked" => say("readyok\nbestmove a1a1\n"),
            _ => say("readyok\n"),
        }
    }

    fn answer(&mut self, go: &str) -> io::Result<()> {
        let good = self.board.choose(0).0.map_or("(none)".to_owned(), |m| m.to_string());
        let is_right = ["none", "four-threads"].contains(&self.fault.as_str());
        if self.questions >= FAULTY && !is_right {
            self.spoil(go, &good)
        } else {
            say(&format!("info depth 1 score cp 7 nodes 1 time 0\nbestmove {good}\n"))
        }
    }

    /// Answers the wrong way, or the right way after a wrong turn.
    fn spoil(&mut self, go: &str, good: &str) -> io::Result<()> {
        let best = format!("bestmove {good}\n");
        match self.fault.as_str() {
            fault if fault.starts_with("late-") => {
                let late = fault.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap();
                sleep(move_time(go) + Duration::from_millis(late));
                say(&best)
            }
            "slow" => {
                sleep(move_time(go) / 4);
                say(&best)
            }
            "chatter" => loop {
                say("info depth 1 score cp 1 nodes 1 pv e2e4\n")?;
            },
            "floods" => {
                say(&best)?;
                // Short lines, which take longer to read than to write.
                let lines = "x\n".repeat(200_000);
                loop {
                    say(&lines)?;
                }
            }
            "hang" => {
                sleep(FOREVER);
                Ok(())
            }
            "exits" => std::process::exit(3),
            "segfaults" => {
                eprintln!("about to \x1b[31mcrash");
                // The first only takes away the handler that looks for exhausted stacks.
                let _ = kill_process(getpid(), Signal::SEGV);
                let _ = kill_process(getpid(), Signal::SEGV);
                Ok(())
            }
            "closes-stdin" => {
                // Nothing at all is read from now on, but the process stays.
                rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
                say(&best)?;
                sleep(FOREVER);
                Ok(())
            }
            "illegal" => say("bestmove e1e8\n"),
            "null" => say("bestmove 0000\n"),
            "nothing" => say("bestmove\n"),
            "escape" => say("bestmove \x1b[2J\x1b]0;owned\x07\n"),
            "twice-late" => {
                say(&best)?;
                sleep(Duration::from_millis(20));
                say("bestmove a1a1\n")
            }
            "twice" => say(&format!("{best}bestmove a1a1\n")),
            "empty-line" => say(&format!("\n\n  \n\t\n{best}\n\n")),
            "megabyte" => {
                let long = "x".repeat(1 << 20);
                say(&format!("info string {long}\n{best}"))
            }
            "nul" => say(&format!("info string \0\0\0\ninfo\0depth 3\n\0\n{best}")),
            "crlf" => say(&format!("info depth 3 score cp 12\r\nbestmove {good}\r\n")),
            "split" => {
                for byte in format!("info depth 2 score cp 5\n{best}").bytes() {
                    io::stdout().write_all(&[byte])?;
                    io::stdout().flush()?;
                    sleep(Duration::from_micros(200));
                }
                Ok(())
            }
            "stderr-flood" => {
                let line = format!("{}\n", "e".repeat(99));
                for _ in 0..20_000 {
                    io::stderr().write_all(line.as_bytes())?;
                }
                say(&best)
            }
            "leaves-a-child" => {
                leave("sleeper", Stdio::inherit)?;
                std::process::exit(0)
            }
            "garbage" => {
                let noise: Vec<u8> = (0..=255).cycle().take(5_000).collect();
                io::stdout().write_all(&noise)?;
                io::stdout().flush()?;
                sleep(FOREVER);
                Ok(())
            }
            _ => say(&best),
        }
    }
}

/// Starts a process and does not wait for it.
fn leave(which: &str, pipes: fn() -> Stdio) -> io::Result<()> {
    let mut child = Command::new(std::env::current_exe()?);
    child.args(["engine", which]).args(std::env::args().skip(3));
    child.stdin(pipes()).stdout(pipes()).stderr(pipes()).spawn().map(|_| ())
}

fn say(text: &str) -> io::Result<()> {
    io::stdout().write_all(text.as_bytes())?;
    io::stdout().flush()
}

/// Whether this is the first process started in the current directory.
fn first_start() -> io::Result<bool> {
    match File::create_new("started") {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        created => created.map(|_| true),
    }
}

fn move_time(go: &str) -> Duration {
    let mut words = go.split(' ').skip_while(|word| *word != "movetime").skip(1);
    Duration::from_millis(words.next().and_then(|word| word.parse().ok()).unwrap_or(0))
}
