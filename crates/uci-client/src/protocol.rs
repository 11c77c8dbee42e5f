//! The lines an engine writes while it searches. They are parsed by hand: they are many, engines
//! vary in writing them, and no content may be an error. The handshake, which comes once, is left
//! to `shakmaty-uci`.

use std::time::Duration;

use shakmaty::uci::UciMove;

use crate::info_line::{InfoLine, Score};
use crate::lines::words;

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

/// The facts of a search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Score of the best line, from the engine's view: the last exact one, else the last bound.
    pub score: Option<Score>,
    /// Whether it is exact.
    is_exact: bool,
    /// Depth of the iteration it is of, in plies; without any score, of the last line with moves or nodes.
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
        let plies = |depth: Option<i64>| u32::try_from(depth.unwrap_or(0)).unwrap_or(0);
        self.nodes = self.nodes.max(line.nodes.unwrap_or(0));
        self.time = line.time().or(self.time);
        if !line.is_first() {
            return;
        }
        let is_better = line.score.is_some() && (!line.is_bound || !self.is_exact);
        if is_better {
            (self.score, self.is_exact) = (line.score, !line.is_bound);
        }
        let has_facts = line.best_move().is_some() || line.nodes.is_some();
        let is_of_a_line = is_better || self.score.is_none() && has_facts;
        if is_of_a_line && plies(line.depth) > 0 {
            self.depth = plies(line.depth);
            self.selective_depth = plies(line.selective_depth);
        }
    }
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
    fn an_engine_without_scores_has_a_depth_all_the_same() {
        let info = info(&["info depth 7 nodes 1000 pv e2e4", "info depth 8 currmove e2e4"]);
        assert_eq!((info.score, info.depth, info.nodes), (None, 7, 1000));
        assert_eq!(self::info(&["info score depth 9 nodes 11"]).depth, 9);
    }

    #[test]
    fn a_bound_is_better_than_nothing() {
        let info = info(&["info depth 1 score cp 20 upperbound nodes 3"]);
        assert_eq!((info.score, info.depth), (Some(Score::Centipawns(20)), 1));
    }

    proptest! {
        #[test]
        fn no_line_makes_it_panic(line in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = Reply::of(&line);
            SearchInfo::default().note(&line);
        }
    }
}
