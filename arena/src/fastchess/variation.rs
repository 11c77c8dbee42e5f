//! What is wrong with a principal variation.

use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use super::info::{Info, Score, is_move};
use crate::chess::conventions::Conventions;
use crate::chess::record::Termination;

/// A position with the keys of those that led to it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) position: Chess,
    pub(super) mode: CastlingMode,
    keys: Vec<Zobrist64>,
}

impl Line {
    /// A line that begins here.
    pub(super) fn new(position: Chess) -> Line {
        let mode = position.castles().mode();
        let mut line = Line { position, mode, keys: Vec::with_capacity(256) };
        line.note();
        line
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: Move) {
        self.position.play_unchecked(m);
        self.note();
    }

    fn note(&mut self) {
        self.keys.push(self.position.zobrist_hash(EnPassantMode::Legal));
    }

    /// The legal move that is written so.
    pub(super) fn read(&self, text: &str) -> Option<Move> {
        read(&self.position, self.mode, text)
    }

    /// The first fault of a variation from here: a warning, and the move it is about.
    pub(super) fn fault<'a>(
        &mut self,
        info: &Info<'a>,
        checks_mates: bool,
    ) -> Option<(&'static str, Option<&'a str>)> {
        if info.pv.is_empty() {
            return None;
        }
        let (start, kept) = (self.position.clone(), self.keys.len());
        let fault = self.walk(info, checks_mates);
        self.position = start;
        self.keys.truncate(kept);
        fault
    }

    fn walk<'a>(
        &mut self,
        info: &Info<'a>,
        checks_mates: bool,
    ) -> Option<(&'static str, Option<&'a str>)> {
        for &text in &info.pv {
            let played = self.read(text);
            if let Some(end) = self.end(played.is_some()) {
                return Some((end, Some(text)));
            }
            match played {
                Some(m) => self.play(m),
                None => return Some(("Illegal PV move", Some(text))),
            }
        }
        let Some(Score::Mate(moves)) = info.score.filter(|_| checks_mates && !info.is_bound) else {
            return None;
        };
        let plies = if moves > 0 { moves * 2 - 1 } else { moves * -2 };
        let length = i64::try_from(info.pv.len()).unwrap_or(i64::MAX);
        match () {
            () if length < plies => Some(("Incomplete mating PV", None)),
            () if length > plies => Some(("Too long mating PV", None)),
            () if !self.position.is_checkmate() => {
                Some(("Mating PV does not end with checkmate", None))
            }
            () => None,
        }
    }

    /// How the game is over where it stands, insufficient material aside, as a warning; `can_move` says
    /// that there is a legal move.
    fn end(&self, can_move: bool) -> Option<&'static str> {
        let third = self.is_third_occurrence();
        if can_move && !third && self.position.halfmoves() < 100 {
            return None;
        }
        let has_moves = can_move || !self.position.legal_moves().is_empty();
        match Conventions::Fastchess.verdict(&self.position, has_moves, third)? {
            Termination::ThreefoldRepetition => Some("PV continues after threefold repetition"),
            Termination::FiftyMoves => Some("PV continues after fifty-move rule"),
            Termination::Checkmate => Some("PV continues after checkmate"),
            Termination::Stalemate => Some("PV continues after stalemate"),
            _ => None,
        }
    }

    fn is_third_occurrence(&self) -> bool {
        let reach = self.position.halfmoves() as usize;
        let Some((current, earlier)) = self.keys.split_last() else { return false };
        let reachable = earlier.iter().rev().take(reach).skip(1).step_by(2);
        reachable.filter(|key| *key == current).count() >= 2
    }
}

/// The legal move that is written so: castling has one form, which the variant decides.
pub(super) fn read(position: &Chess, mode: CastlingMode, text: &str) -> Option<Move> {
    let written: UciMove = is_move(text).then(|| text.parse().ok())??;
    let m = written.to_move(position).ok()?;
    (m.to_uci(mode) == written).then_some(m)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(moves: &str, info: &str) -> Option<(String, Option<String>)> {
        let mut line = Line::new(Chess::default());
        for text in moves.split_whitespace() {
            let m = line.read(text).unwrap();
            line.play(m);
        }
        let fault = line.fault(&Info::of(info), true);
        assert_eq!(line.fault(&Info::of(info), true), fault, "the line is as it was");
        fault.map(|(warning, about)| (warning.to_owned(), about.map(str::to_owned)))
    }

    #[test]
    fn faults_are_found_where_they_are() {
        let told = |warning: &str, about: Option<&str>| {
            Some((warning.to_owned(), about.map(str::to_owned)))
        };
        assert_eq!(fault("", "info score cp 1 pv e2e4 e7e5"), None);
        assert_eq!(fault("", "info score cp 1 pv e2e5"), told("Illegal PV move", Some("e2e5")));
        let mate = "f2f3 e7e5 g2g4";
        assert_eq!(fault(mate, "info score mate 1 pv d8h4"), None);
        assert_eq!(
            fault(mate, "info score mate 1 pv d8h4 a2a3"),
            told("PV continues after checkmate", Some("a2a3"))
        );
        assert_eq!(fault(mate, "info score mate 2 pv d8h4"), told("Incomplete mating PV", None));
        let long = fault("", "info score mate 1 pv e2e4 e7e5");
        assert_eq!(long, told("Too long mating PV", None));
        let wrong = fault("", "info score mate 1 pv e2e4");
        assert_eq!(wrong, told("Mating PV does not end with checkmate", None));
        let back = "g1f3 g8f6 f3g1 f6g8";
        assert_eq!(
            fault(back, "info score cp 0 pv g1f3 g8f6 f3g1 f6g8 g1f3"),
            told("PV continues after threefold repetition", Some("g1f3"))
        );
    }

    #[test]
    fn castling_is_written_as_the_variant_has_it() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse::<shakmaty::fen::Fen>().unwrap();
        for (mode, good, bad) in
            [(CastlingMode::Standard, "e1g1", "e1h1"), (CastlingMode::Chess960, "e1h1", "e1g1")]
        {
            let position = fen.clone().into_position(mode).unwrap();
            assert!(read(&position, mode, good).is_some());
            assert!(read(&position, mode, bad).is_none());
        }
    }
}
