//! One run of the binary, its output read line by line with a deadline.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

/// Longer than anything takes: only a failing test waits for it.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

pub(crate) fn binary(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ziggurat"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

impl Conversation {
    pub(crate) fn begin() -> Conversation {
        let mut child = binary(&[]).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Conversation { child, input, lines }
    }

    /// Sends lines.
    pub(crate) fn say(&mut self, lines: &str) {
        self.say_bytes(format!("{lines}\n").as_bytes());
    }

    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// The lines up to and including the first one wanted.
    pub(crate) fn until(&mut self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => heard.push(line),
                Err(error) => panic!("{error} after {heard:?}"),
            }
            if heard.last().is_some_and(|line| wanted(line)) {
                return heard;
            }
        }
    }

    /// The lines up to the first that begins with this word.
    pub(crate) fn until_word(&mut self, word: &str) -> Vec<String> {
        self.until(|line| line.split_whitespace().next() == Some(word))
    }

    /// Sends lines, and returns all lines before the engine is ready for more.
    pub(crate) fn settle(&mut self, lines: &str) -> Vec<String> {
        self.say(lines);
        self.say("isready");
        let mut heard = self.until(|line| line == "readyok");
        heard.pop();
        heard
    }

    /// Sends lines that begin a search, and waits for its end.
    pub(crate) fn search(&mut self, lines: &str) -> Answer {
        self.say(lines);
        self.answer()
    }

    /// Waits for the end of a search.
    pub(crate) fn answer(&mut self) -> Answer {
        let lines = self.until_word("bestmove");
        Answer { lines }
    }

    /// Closes the engine's input.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// The lines to the end of the output, and the exit status.
    pub(crate) fn end(mut self) -> (Vec<String>, ExitStatus) {
        self.input = None;
        let deadline = Instant::now() + PATIENCE;
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => heard.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("no end after {heard:?}"),
            }
        }
        (heard, self.child.wait().unwrap())
    }
}

/// A failed test leaves no engine behind.
impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines of a search, `bestmove` last.
pub(crate) struct Answer {
    pub(crate) lines: Vec<String>,
}

impl Answer {
    pub(crate) fn best_move(&self) -> &str {
        self.lines.last().unwrap().split(' ').nth(1).unwrap()
    }

    pub(crate) fn ponder_move(&self) -> Option<&str> {
        self.lines.last().unwrap().split(' ').nth(3)
    }

    /// The lines with a score.
    pub(crate) fn infos(&self) -> Vec<&str> {
        self.lines.iter().map(String::as_str).filter(|line| line.contains(" score ")).collect()
    }

    /// The last number under this name.
    pub(crate) fn last(&self, name: &str) -> u64 {
        let infos = self.infos();
        infos.iter().rev().find_map(|line| number(line, name)).unwrap()
    }

    /// Checks the promises of every search from this position: an info line, legal lines of play,
    /// and the best move at the head of the last first line.
    pub(crate) fn check(&self, fen: &str, castling: CastlingMode) {
        let position = position(fen, castling);
        let infos = self.infos();
        assert!(!infos.is_empty(), "{:?}", self.lines);
        for info in &infos {
            for field in ["depth", "seldepth", "multipv", "nodes", "nps", "time"] {
                assert!(number(info, field).is_some(), "{field} in {info}");
            }
            assert_legal(&position, line_of(info));
        }
        let first = infos.iter().rev().find(|line| number(line, "multipv") == Some(1)).unwrap();
        assert_eq!(line_of(first).first().copied(), Some(self.best_move()), "{:?}", self.lines);
        let both: Vec<&str> = [self.best_move()].into_iter().chain(self.ponder_move()).collect();
        assert_legal(&position, both);
        let announced = self.lines.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(announced, 1);
    }
}

pub(crate) fn position(fen: &str, castling: CastlingMode) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(castling).unwrap()
}

fn assert_legal(position: &Chess, moves: Vec<&str>) {
    let mut position = position.clone();
    for text in moves {
        let m = text.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(m);
    }
}

/// The moves of an info line.
pub(crate) fn line_of(info: &str) -> Vec<&str> {
    info.split_once(" pv ").unwrap().1.split(' ').collect()
}

/// The number under a name.
pub(crate) fn number(line: &str, name: &str) -> Option<u64> {
    let mut words = line.split(' ');
    words.find(|word| *word == name)?;
    words.next()?.parse().ok()
}
