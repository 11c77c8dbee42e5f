//! A UCI engine that costs next to nothing: it plays a legal move that depends only on the
//! position, and reports as much about it as it is told to.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::io::{self, BufRead, Write};

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position};

/// The game as far as `position` has told it.
#[derive(Default)]
pub(crate) struct Board {
    pub(crate) line: String,
    pub(crate) position: Chess,
}

impl Board {
    /// Takes in a `position` line. If it begins like the last one it costs only its new moves.
    pub(crate) fn set(&mut self, line: &str) {
        let known = self.line.len();
        let goes_on = known > 0
            && line.starts_with(&self.line)
            && line[known..].chars().next().is_none_or(|c| c == ' ');
        let new = if goes_on {
            &line[known..]
        } else {
            let (start, moves) = line.split_once(" moves").unwrap_or((line, ""));
            let fen = start.strip_prefix("position fen ").and_then(|fen| fen.parse::<Fen>().ok());
            let position = fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
            self.position = position.unwrap_or_default();
            moves
        };
        for word in new.split_ascii_whitespace().filter(|word| *word != "moves") {
            let played = word.parse::<UciMove>().ok().and_then(|m| m.to_move(&self.position).ok());
            played.into_iter().for_each(|m| self.position.play_unchecked(m));
        }
        self.line.clear();
        self.line.push_str(line);
    }

    /// A move drawn by the position's own key, and a score; another salt is another draw.
    pub(crate) fn choose(&self, salt: u64) -> (Option<UciMove>, i64) {
        let moves = self.position.legal_moves();
        let key: Zobrist64 = self.position.zobrist_hash(EnPassantMode::Legal);
        let key = (key.0 ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let chosen = moves.get((key % moves.len().max(1) as u64) as usize);
        (chosen.map(|m| m.to_uci(CastlingMode::Standard)), (key % 101) as i64 - 50)
    }
}

const INTRODUCTION: &str = "id name Cheap\nid author Ziggurat\n\
    option name Skill type spin default 5 min 0 max 10\n\
    option name Bold type check default false\n\
    option name Ratio type string default 1.0\nuciok\n";

/// The milliseconds that a `go` line tells its side, and its moves to go.
fn clock_of(go: &str, turn: Color) -> [u64; 2] {
    let value = |key: &str| {
        let mut words = go.split(' ').skip_while(|word| *word != key).skip(1);
        words.next().and_then(|word| word.parse().ok()).unwrap_or(0)
    };
    [value(turn.fold_wb("wtime", "btime")), value("movestogo")]
}

/// Plays; writes this many info lines for every move. With `tells_clock` the nodes are its clock, and the selective depth
/// its moves to go.
pub(crate) fn play(info_lines: u32, tells_clock: bool) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    // Its options decide its moves.
    let mut options = BTreeMap::new();
    let (mut line, mut board, mut answer) = (String::new(), Board::default(), String::new());
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let text = line.trim_end();
        answer.clear();
        match text.split(' ').next().unwrap_or_default() {
            "uci" => answer.push_str(INTRODUCTION),
            "setoption" => drop(
                text.split_once(" value ")
                    .map(|(name, value)| options.insert(name.to_owned(), value.to_owned())),
            ),
            "isready" => answer.push_str("readyok\n"),
            "position" => board.set(text),
            "go" => {
                let mut hasher = DefaultHasher::new();
                options.hash(&mut hasher);
                let salt = if options.is_empty() { 0 } else { hasher.finish() };
                let (chosen, score) = board.choose(salt);
                let Some(chosen) = chosen else {
                    output.write_all(b"bestmove (none)\n")?;
                    continue;
                };
                for number in 1..=info_lines {
                    let [nodes, selective] = match tells_clock {
                        true => clock_of(text, board.position.turn()),
                        false => [u64::from(number); 2],
                    };
                    let _ = writeln!(
                        answer,
                        "info depth {number} seldepth {selective} score cp {score} nodes {nodes} \
                         nps 1000000 time 0 pv {chosen} e7e5 g1f3 b8c6 f1b5 a7a6"
                    );
                }
                let _ = writeln!(answer, "bestmove {chosen}");
            }
            "quit" => return Ok(()),
            _ => {}
        }
        if !answer.is_empty() {
            output.write_all(answer.as_bytes())?;
            output.flush()?;
        }
    }
}
