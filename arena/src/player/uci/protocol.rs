//! The lines of a search, both ways. They are taken apart by hand: there are many of them, engines
//! write them in their own ways, and nothing in them may stop a match. The handshake, which comes
//! once, is left to `shakmaty-uci`.

use std::time::Duration;

use engine::{GameClock, Limits, Score};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move};

use crate::chess::time_control::MAX_SECONDS;

/// A line that an engine writes while it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply<'a> {
    /// `bestmove`, and what it names; nothing where it names nothing.
    BestMove(&'a [u8]),
    /// `info`, and what follows.
    Info(&'a [u8]),
    /// `readyok`.
    ReadyOk,
    /// Anything else.
    Other,
}

impl Reply<'_> {
    /// What a line is; `line` has no blanks at its ends.
    pub(crate) fn of(line: &[u8]) -> Reply<'_> {
        if let Some(rest) = keyword(line, b"info") {
            Reply::Info(rest)
        } else if let Some(rest) = keyword(line, b"bestmove") {
            Reply::BestMove(words(rest).next().unwrap_or_default())
        } else if keyword(line, b"readyok").is_some() {
            Reply::ReadyOk
        } else {
            Reply::Other
        }
    }
}

/// What follows a line's first word if it is this one.
pub(super) fn keyword<'a>(line: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let rest = line.strip_prefix(word)?;
    rest.first().is_none_or(u8::is_ascii_whitespace).then_some(rest)
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// What an engine has said of its search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchInfo {
    /// Score of the best line, from the engine's view: the last exact one, else the last bound.
    pub(crate) score: Option<Score>,
    /// Whether it is exact.
    is_exact: bool,
    /// Depth of the iteration it is of, in plies.
    pub(crate) depth: u32,
    /// Deepest ply.
    pub(super) selective_depth: u32,
    /// Nodes visited.
    pub(crate) nodes: u64,
    /// The engine's own measure of its time; a journal can tell no more than [`MAX_SECONDS`].
    pub(super) time: Option<Duration>,
}

impl SearchInfo {
    /// Takes in what follows `info` in a line.
    pub(crate) fn note(&mut self, info: &[u8]) {
        let mut line = SearchInfo::default();
        let (mut is_first_line, mut is_bound) = (true, false);
        let mut words = words(info);
        while let Some(word) = words.next() {
            match word {
                b"depth" => line.depth = number(words.next()),
                b"seldepth" => line.selective_depth = number(words.next()),
                b"multipv" => is_first_line = number::<u32>(words.next()) <= 1,
                b"nodes" => line.nodes = number(words.next()),
                b"time" => {
                    let time = words.next().and_then(parsed).map(Duration::from_millis);
                    line.time = time.filter(|time| time.as_secs() < MAX_SECONDS);
                }
                b"score" => line.score = score(words.next(), words.next()),
                b"lowerbound" | b"upperbound" => is_bound = true,
                // What follows is moves or free text.
                b"pv" | b"string" | b"refutation" | b"currline" => break,
                _ => {}
            }
        }
        self.nodes = self.nodes.max(line.nodes);
        self.time = line.time.or(self.time);
        if is_first_line && line.score.is_some() && (!is_bound || !self.is_exact) {
            (self.score, self.is_exact) = (line.score, !is_bound);
            if line.depth > 0 {
                (self.depth, self.selective_depth) = (line.depth, line.selective_depth);
            }
        }
    }
}

fn score(unit: Option<&[u8]>, value: Option<&[u8]>) -> Option<Score> {
    let value: i64 = value.and_then(parsed)?;
    let limit = i64::from(Score::MATE_BOUND) - 1;
    let value = match unit? {
        b"cp" => value.clamp(-limit, limit),
        b"mate" => {
            // Moves of the mating side to plies; further off than a score can tell is as far.
            let plies = if value > 0 { value.saturating_mul(2) - 1 } else { -value.max(-1000) * 2 };
            let mate = i64::from(Score::MATE) - plies.clamp(0, i64::from(Score::MAX_PLY));
            if value > 0 { mate } else { -mate }
        }
        _ => return None,
    };
    i32::try_from(value).ok().map(Score)
}

fn number<T: std::str::FromStr + Default>(word: Option<&[u8]>) -> T {
    word.and_then(parsed).unwrap_or_default()
}

fn parsed<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// Writes `position` without moves, and without a line break.
pub(super) fn write_position(out: &mut Vec<u8>, start: &Chess) {
    if *start == Chess::default() {
        out.extend_from_slice(b"position startpos");
    } else {
        let fen = Fen::from_position(start, EnPassantMode::Legal);
        out.extend_from_slice(format!("position fen {fen}").as_bytes());
    }
}

/// Appends more moves to a `position`; `first` says that there are none yet. In Chess960 castling is
/// written as king takes rook.
pub(super) fn write_moves(out: &mut Vec<u8>, moves: &[Move], mode: CastlingMode, first: bool) {
    if first && !moves.is_empty() {
        out.extend_from_slice(b" moves");
    }
    for &m in moves {
        out.push(b' ');
        UciMove::from_move(m, mode).append_ascii_to(out);
    }
}

/// Writes `go` with these limits, and its line break.
///
/// Clocks are told in whole milliseconds, rounded down: an engine never counts on time it does not
/// have. A clock of less than one is told as one, since engines take 0 for "no clock".
pub(super) fn write_go(
    out: &mut Vec<u8>,
    side: Color,
    limits: &Limits,
    opponent: Option<&GameClock>,
) {
    out.extend_from_slice(b"go");
    if let Some(own) = &limits.clock {
        let other = opponent.unwrap_or(own);
        let (white, black) = side.fold_wb((own, other), (other, own));
        write_number(out, b" wtime ", milliseconds(white.remaining).max(1));
        write_number(out, b" btime ", milliseconds(black.remaining).max(1));
        if !(white.increment.is_zero() && black.increment.is_zero()) {
            write_number(out, b" winc ", milliseconds(white.increment));
            write_number(out, b" binc ", milliseconds(black.increment));
        }
        if let Some(moves) = own.moves_to_go {
            write_number(out, b" movestogo ", u64::from(moves));
        }
    }
    if let Some(time) = limits.move_time {
        write_number(out, b" movetime ", milliseconds(time).max(1));
    }
    if let Some(nodes) = limits.nodes {
        write_number(out, b" nodes ", nodes);
    }
    if let Some(depth) = limits.depth {
        write_number(out, b" depth ", u64::from(depth));
    }
    out.push(b'\n');
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn write_number(out: &mut Vec<u8>, key: &[u8], number: u64) {
    out.extend_from_slice(key);
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn info(lines: &[&str]) -> SearchInfo {
        let mut search = SearchInfo::default();
        for line in lines {
            let Reply::Info(info) = Reply::of(line.as_bytes()) else { panic!("{line}") };
            search.note(info);
        }
        search
    }

    #[test]
    fn lines_are_told_apart() {
        assert_eq!(Reply::of(b"bestmove e2e4 ponder e7e5"), Reply::BestMove(b"e2e4"));
        assert_eq!(Reply::of(b"bestmove\te7e8q"), Reply::BestMove(b"e7e8q"));
        assert_eq!(Reply::of(b"bestmove"), Reply::BestMove(b""));
        assert_eq!(Reply::of(b"bestmoves e2e4"), Reply::Other);
        assert_eq!(Reply::of(b"readyok"), Reply::ReadyOk);
        assert_eq!(Reply::of(b""), Reply::Other);
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let info = info(&[
            "info depth 9 seldepth 14 multipv 1 score cp 31 nodes 1000 time 5 pv e2e4 e7e5",
            "info depth 9 seldepth 15 multipv 2 score cp -80 nodes 1200 pv a2a3",
            "info depth 10 seldepth 16 score cp 55 lowerbound nodes 1500 time 8 pv d2d4",
            "info depth 10 currmove e2e4 currmovenumber 1",
            "info nodes 1700 time 9 nps 188888",
            "info string score cp 9999 depth 99",
        ]);
        assert_eq!((info.score, info.depth, info.selective_depth), (Some(Score(31)), 9, 14));
        assert_eq!((info.nodes, info.time), (1700, Some(Duration::from_millis(9))));
    }

    #[test]
    fn a_bound_is_better_than_nothing() {
        let info = info(&["info depth 1 score cp 20 upperbound nodes 3"]);
        assert_eq!((info.score, info.depth), (Some(Score(20)), 1));
    }

    #[test]
    fn mates_are_counted_in_plies() {
        let score = |text| info(&[&format!("info score {text}")]).score;
        assert_eq!(score("mate 3"), Some(Score(Score::MATE - 5)));
        assert_eq!(score("mate -2"), Some(Score(4 - Score::MATE)));
        assert_eq!(score("mate 0"), Some(Score(-Score::MATE)));
        assert_eq!(score("mate 9999"), Some(Score(Score::MATE_BOUND)));
        assert_eq!(score("cp 123456789"), Some(Score(Score::MATE_BOUND - 1)));
        assert_eq!(score("cp -123456789"), Some(Score(1 - Score::MATE_BOUND)));
        assert_eq!(score("cp much"), None);
    }

    #[test]
    fn a_time_that_no_journal_could_tell_is_not_believed() {
        let info = info(&["info time 999999999", "info time 1000000000", "info time -1"]);
        assert_eq!(info.time, Some(Duration::from_millis(999_999_999)));
        assert_eq!(self::info(&["info time 18446744073709551615"]).time, None);
    }

    #[test]
    fn limits_are_told_in_full_and_rounded_down() {
        let clock = |micros, moves_to_go| GameClock {
            remaining: Duration::from_micros(micros),
            increment: Duration::from_millis(2),
            moves_to_go,
        };
        let go = |side, limits: &Limits, opponent: Option<&GameClock>| {
            let mut out = Vec::new();
            write_go(&mut out, side, limits, opponent);
            String::from_utf8(out).unwrap()
        };
        let limits = Limits { clock: Some(clock(199_999, None)), ..Limits::default() };
        assert_eq!(
            go(Color::Black, &limits, Some(&clock(1, None))),
            "go wtime 1 btime 199 winc 2 binc 2\n"
        );
        let limits = Limits { clock: Some(clock(5_000, Some(7))), nodes: Some(5), ..limits };
        assert_eq!(
            go(Color::White, &limits, None),
            "go wtime 5 btime 5 winc 2 binc 2 movestogo 7 nodes 5\n"
        );
        assert_eq!(go(Color::White, &Limits::depth(3), None), "go depth 3\n");
        let limits = Limits { move_time: Some(Duration::from_millis(30)), ..Limits::default() };
        assert_eq!(go(Color::White, &limits, None), "go movetime 30\n");
    }

    proptest! {
        #[test]
        fn no_line_can_stop_a_match(line in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = Reply::of(&line);
            SearchInfo::default().note(&line);
        }

        #[test]
        fn no_number_can_stop_a_match(number in any::<i128>()) {
            for key in ["depth", "seldepth", "nodes", "time", "multipv", "score cp", "score mate"] {
                SearchInfo::default().note(format!("{key} {number}").as_bytes());
            }
        }
    }
}
