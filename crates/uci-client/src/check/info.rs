//! `info` lines, parsed strictly: the match runner tolerates mistakes in fields it does not need, a
//! check does not.

use std::collections::BTreeMap;

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

/// The fields of an `info` line that checks need.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    /// The keys with a number, in the order they were met.
    pub(super) numbers: BTreeMap<String, i64>,
    pub(super) has_score: bool,
    pub(super) is_bound: bool,
    pub(super) pv: Vec<String>,
}

/// Keys that have one number, and the least and greatest it may be.
const NUMBERS: [(&str, i64, i64); 12] = [
    ("depth", 0, i64::MAX),
    ("seldepth", 0, i64::MAX),
    ("time", 0, i64::MAX),
    ("nodes", 0, i64::MAX),
    ("multipv", 1, i64::MAX),
    ("currmovenumber", 1, i64::MAX),
    ("hashfull", 0, 1000),
    ("nps", 0, i64::MAX),
    ("tbhits", 0, i64::MAX),
    ("sbhits", 0, i64::MAX),
    ("cpuload", 0, 1000),
    ("wdl", 0, 1000),
];

impl Info {
    /// Reads the text after `info`.
    ///
    /// # Errors
    /// The deviation from the protocol.
    pub(super) fn read(text: &str) -> Result<Info, String> {
        let mut info = Info::default();
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut number = |key: &str| {
                let value = words.next().ok_or_else(|| format!("`{key}` without a value"))?;
                value.parse::<i64>().map_err(|_| format!("`{key} {value}` is not a whole number"))
            };
            match word {
                "string" => break,
                "score" => {
                    let unit = words.next().unwrap_or_default();
                    let value = words.next().unwrap_or_default();
                    if !matches!(unit, "cp" | "mate") || value.parse::<i32>().is_err() {
                        return Err(format!("`score {unit} {value}` is neither cp X nor mate X"));
                    }
                    info.has_score = true;
                }
                "lowerbound" | "upperbound" => info.is_bound = true,
                "currmove" => {
                    let named = words.next().unwrap_or_default();
                    if named.parse::<UciMove>().is_err() {
                        return Err(format!("`currmove {named}` is not a move"));
                    }
                }
                "pv" => {
                    let is_move = |word: &&str| word.parse::<UciMove>().is_ok();
                    while let Some(word) = words.next_if(is_move) {
                        info.pv.push(word.to_owned());
                    }
                    if info.pv.is_empty() {
                        return Err("`pv` without a move".to_owned());
                    }
                }
                "refutation" | "currline" => break,
                "wdl" => {
                    for _ in 0..3 {
                        number("wdl")?;
                    }
                }
                key => {
                    let Some((_, least, most)) = NUMBERS.iter().find(|(name, ..)| *name == key)
                    else {
                        return Err(format!("{key:?} is not a word of the protocol"));
                    };
                    let value = number(key)?;
                    if !(*least..=*most).contains(&value) {
                        return Err(format!("`{key} {value}` is out of range"));
                    }
                    info.numbers.insert(key.to_owned(), value);
                }
            }
        }
        Ok(info)
    }

    /// A number, if it is given.
    pub(super) fn number(&self, key: &str) -> Option<i64> {
        self.numbers.get(key).copied()
    }

    /// Whether it describes the best line, or does not say.
    pub(super) fn is_of_the_best_line(&self) -> bool {
        self.number("multipv").unwrap_or(1) == 1
    }

    /// Plays the moves of its line.
    ///
    /// # Errors
    /// The first illegal move.
    pub(super) fn play(&self, position: &Chess, mode: CastlingMode) -> Result<(), String> {
        let mut position = position.clone();
        for (index, word) in self.pv.iter().enumerate() {
            let m = legal(&position, word, mode).ok_or_else(|| {
                let line = self.pv[..=index].join(" ");
                format!("{word}, move {} of the line {line}, is illegal", index + 1)
            })?;
            position.play_unchecked(m);
        }
        Ok(())
    }
}

/// The legal move of this text, written as it is written in this mode.
pub(super) fn legal(position: &Chess, text: &str, mode: CastlingMode) -> Option<shakmaty::Move> {
    let m = text.parse::<UciMove>().ok()?.to_move(position).ok()?;
    (m.to_uci(mode).to_string() == text).then_some(m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_in_full() {
        let info = Info::read(
            " depth 9 seldepth 14 multipv 1 score cp -31 upperbound wdl 10 900 90 nodes 1000 nps 5 \
             hashfull 3 tbhits 0 time 5 pv e2e4 e7e5",
        );
        let info = info.unwrap();
        assert_eq!((info.number("depth"), info.number("time")), (Some(9), Some(5)));
        assert!(info.has_score && info.is_bound && info.is_of_the_best_line());
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
        assert_eq!(info.play(&Chess::default(), CastlingMode::Standard), Ok(()));
        assert_eq!(Info::read("string anything goes: depth x"), Ok(Info::default()));
        assert!(Info::read("currmove e2e4 currmovenumber 1").is_ok());
        let after = Info::read("pv e2e4 e7e5 score mate -3 nodes 7").unwrap();
        assert!(after.has_score && after.number("nodes") == Some(7));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let problem = |text| Info::read(text).unwrap_err();
        assert_eq!(problem("depth nine"), "`depth nine` is not a whole number");
        assert_eq!(problem("depth"), "`depth` without a value");
        assert_eq!(problem("score 31"), "`score 31 ` is neither cp X nor mate X");
        assert_eq!(problem("score cp 0.3"), "`score cp 0.3` is neither cp X nor mate X");
        assert_eq!(problem("hashfull 1001"), "`hashfull 1001` is out of range");
        assert_eq!(problem("pv Nf3"), "`pv` without a move");
        assert_eq!(problem("pv e2e4 ponder"), "\"ponder\" is not a word of the protocol");
        let line = Info::read("pv e2e4 e2e4").unwrap();
        let illegal = line.play(&Chess::default(), CastlingMode::Standard).unwrap_err();
        assert_eq!(illegal, "e2e4, move 2 of the line e2e4 e2e4, is illegal");
    }

    #[test]
    fn castling_is_written_as_the_mode_wants_it() {
        let fen: shakmaty::fen::Fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let legal = |text, mode| legal(&position, text, mode).is_some();
        assert!(legal("e1g1", CastlingMode::Standard) && !legal("e1h1", CastlingMode::Standard));
        assert!(legal("e1h1", CastlingMode::Chess960) && !legal("e1g1", CastlingMode::Chess960));
    }
}
