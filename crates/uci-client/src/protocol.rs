//! The lines an engine writes while it searches. They are parsed by hand: they are many, engines
//! vary in writing them, and no content may be an error. The handshake, which comes once, is left
//! to `shakmaty-uci`.

use std::time::Duration;

use shakmaty::uci::UciMove;

/// A longer time is not believed that an engine says its search took: a million seconds.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// A line that an engine writes while it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `bestmove` with the named move; empty if it names none.
    BestMove(&'a [u8]),
    /// `info` with the rest of the line.
    Info(&'a [u8]),
    /// `readyok`.
    ReadyOk,
    /// Anything else.
    Other,
}

impl Reply<'_> {
    /// The kind of a line; `line` has no blanks at its ends.
    #[must_use]
    pub fn of(line: &[u8]) -> Reply<'_> {
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

/// The reply that a `bestmove` expects, if it names one.
pub(crate) fn expected_reply(line: &[u8]) -> Option<UciMove> {
    let mut words = words(line).skip(2);
    words.next().filter(|word| *word == b"ponder")?;
    words.next().and_then(|word| UciMove::from_ascii(word).ok())
}

/// The rest of a line after its first word, if it is this one.
pub(crate) fn keyword<'a>(line: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let rest = line.strip_prefix(word)?;
    rest.first().is_none_or(u8::is_ascii_whitespace).then_some(rest)
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// A score from the engine's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Mate in this number of the engine's moves; 0 and negative numbers: it is mated in that
    /// number.
    Mate(i64),
}

/// The facts of a search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Score of the best line, from the engine's view: the last exact one, else the last bound.
    pub score: Option<Score>,
    /// Whether it is exact.
    is_exact: bool,
    /// Depth of the iteration it is of, in plies.
    pub depth: u32,
    /// Deepest ply.
    pub selective_depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// The engine's own measure of its time, less than a million seconds.
    pub time: Option<Duration>,
}

impl SearchInfo {
    /// Takes in the rest of a line after `info`.
    pub fn note(&mut self, info: &[u8]) {
        self.add(&InfoLine::of(info));
    }

    /// Takes in a line.
    pub(crate) fn add(&mut self, line: &InfoLine<'_>) {
        self.nodes = self.nodes.max(line.nodes);
        self.time = line.time.or(self.time);
        if line.is_first && line.score.is_some() && (!line.is_bound || !self.is_exact) {
            (self.score, self.is_exact) = (line.score, !line.is_bound);
            if line.depth > 0 {
                (self.depth, self.selective_depth) = (line.depth, line.selective_depth);
            }
        }
    }
}

/// The facts of one line of a search; missing ones are 0 or empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InfoLine<'a> {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Deepest ply.
    pub selective_depth: u32,
    /// Nodes visited so far.
    pub nodes: u64,
    /// The engine's own measure of its time so far, less than a million seconds.
    pub time: Option<Duration>,
    /// Score of the line, from the engine's view.
    pub score: Option<Score>,
    /// Whether the score is a bound.
    pub is_bound: bool,
    /// Whether it describes the best line, if the engine reports several.
    pub is_first: bool,
    /// The moves of the line, as they are written.
    moves: &'a [u8],
}

impl<'a> InfoLine<'a> {
    /// Parses the text after `info`.
    #[must_use]
    pub fn of(info: &'a [u8]) -> InfoLine<'a> {
        let mut line = InfoLine {
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            time: None,
            score: None,
            is_bound: false,
            is_first: true,
            moves: &[],
        };
        let mut rest = info;
        while let Some(word) = next_word(&mut rest) {
            match word {
                b"depth" => line.depth = number(next_word(&mut rest)),
                b"seldepth" => line.selective_depth = number(next_word(&mut rest)),
                b"multipv" => line.is_first = number::<u32>(next_word(&mut rest)) <= 1,
                b"nodes" => line.nodes = number(next_word(&mut rest)),
                b"time" => {
                    let time = next_word(&mut rest).and_then(parsed).map(Duration::from_millis);
                    line.time = time.filter(|time| *time < LONGEST);
                }
                b"score" => line.score = score(next_word(&mut rest), next_word(&mut rest)),
                b"lowerbound" | b"upperbound" => line.is_bound = true,
                // The rest is moves or free text.
                b"pv" => {
                    line.moves = rest;
                    break;
                }
                b"string" | b"refutation" | b"currline" => break,
                _ => {}
            }
        }
        line
    }

    /// The moves of the line as far as they are written as moves. Whether they are legal was not looked at.
    pub fn moves(&self) -> impl Iterator<Item = UciMove> + '_ {
        words(self.moves).map_while(|word| UciMove::from_ascii(word).ok())
    }

    /// The first move of the line, if one is written as a move. Whether it is legal was not looked at.
    #[must_use]
    pub fn best_move(&self) -> Option<UciMove> {
        self.moves().next()
    }
}

/// Takes the next word off a line.
fn next_word<'a>(line: &mut &'a [u8]) -> Option<&'a [u8]> {
    let text = line.trim_ascii_start();
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    *line = rest;
    (!word.is_empty()).then_some(word)
}

fn score(unit: Option<&[u8]>, value: Option<&[u8]>) -> Option<Score> {
    let value: i64 = value.and_then(parsed)?;
    match unit? {
        b"cp" => Some(Score::Centipawns(value)),
        b"mate" => Some(Score::Mate(value)),
        _ => None,
    }
}

fn number<T: std::str::FromStr + Default>(word: Option<&[u8]>) -> T {
    word.and_then(parsed).unwrap_or_default()
}

fn parsed<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
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
    fn the_expected_reply_is_read_where_there_is_one() {
        assert_eq!(expected_reply(b"bestmove e2e4 ponder e7e5"), "e7e5".parse().ok());
        for without in ["bestmove e2e4", "bestmove e2e4 ponder", "bestmove e2e4 ponder (none)"] {
            assert_eq!(expected_reply(without.as_bytes()), None, "{without}");
        }
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
        assert_eq!(
            (info.score, info.depth, info.selective_depth),
            (Some(Score::Centipawns(31)), 9, 14)
        );
        assert_eq!((info.nodes, info.time), (1700, Some(Duration::from_millis(9))));
    }

    #[test]
    fn the_first_move_of_a_line_is_read_and_no_more() {
        let line = InfoLine::of(b" depth 4 multipv 2 nodes 9 time 3 score cp 5 pv  e2e4 e7e5 x");
        assert_eq!(line.best_move(), "e2e4".parse().ok());
        assert_eq!((line.nodes, line.time), (9, Some(Duration::from_millis(3))));
        assert!(!line.is_first && !line.is_bound);
        for without in ["pv", "pv ?? e2e4", "string pv e2e4", "depth 3 currmove e2e4"] {
            assert_eq!(InfoLine::of(without.as_bytes()).best_move(), None, "{without}");
        }
    }

    #[test]
    fn a_bound_is_better_than_nothing() {
        let info = info(&["info depth 1 score cp 20 upperbound nodes 3"]);
        assert_eq!((info.score, info.depth), (Some(Score::Centipawns(20)), 1));
    }

    #[test]
    fn scores_are_read_in_their_unit() {
        let score = |text| info(&[&format!("info score {text}")]).score;
        assert_eq!(score("mate 3"), Some(Score::Mate(3)));
        assert_eq!(score("mate -2"), Some(Score::Mate(-2)));
        assert_eq!(score("cp -123456789"), Some(Score::Centipawns(-123_456_789)));
        assert_eq!(score("cp much"), None);
        assert_eq!(score("wdl 3"), None);
    }

    #[test]
    fn a_time_of_weeks_is_not_believed() {
        let info = info(&["info time 999999999", "info time 1000000000", "info time -1"]);
        assert_eq!(info.time, Some(Duration::from_millis(999_999_999)));
        assert_eq!(self::info(&["info time 18446744073709551615"]).time, None);
    }

    proptest! {
        #[test]
        fn no_line_makes_it_panic(line in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = Reply::of(&line);
            SearchInfo::default().note(&line);
        }

        #[test]
        fn no_number_makes_it_panic(number in any::<i128>()) {
            for key in ["depth", "seldepth", "nodes", "time", "multipv", "score cp", "score mate"] {
                SearchInfo::default().note(format!("{key} {number}").as_bytes());
            }
        }
    }
}
