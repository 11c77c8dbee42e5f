//! Checks a principal variation.

use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use uci_client::Score;

use super::info::{Info, is_move};
use arena::chess::record::Termination;
use arena::chess::runner_rules::RunnerRules;

/// A position with the keys of those that led to it, and the last variation examined from it: the
/// variations of one search mostly begin like the one before.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) position: Chess,
    pub(super) mode: CastlingMode,
    /// The keys of the game's positions and of the variation's.
    keys: Vec<Zobrist64>,
    variation: Vec<Step>,
}

/// A move of a variation that is legal in its place.
#[derive(Clone, Debug)]
struct Step {
    text: String,
    /// The position after it.
    after: Chess,
}

impl Line {
    /// A line that begins here.
    pub(super) fn new(position: Chess) -> Line {
        let mode = position.castles().mode();
        let keys = vec![position.zobrist_hash(EnPassantMode::Legal)];
        Line { position, mode, keys, variation: Vec::new() }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: Move) {
        self.cut(0);
        let after = self.after(m);
        self.position = after;
    }

    /// The position after a legal move at the end of the variation; its key is recorded.
    fn after(&mut self, m: Move) -> Chess {
        let before = self.end_of_variation();
        let key = self.keys.last();
        let key = key.and_then(|key| before.update_zobrist_hash(*key, m, EnPassantMode::Legal));
        let mut after = before.clone();
        after.play_unchecked(m);
        self.keys.push(key.unwrap_or_else(|| after.zobrist_hash(EnPassantMode::Legal)));
        after
    }

    /// Leaves this many moves of the variation.
    fn cut(&mut self, moves: usize) {
        self.keys.truncate(self.keys.len() + moves - self.variation.len());
        self.variation.truncate(moves);
    }

    fn end_of_variation(&self) -> &Chess {
        self.variation.last().map_or(&self.position, |step| &step.after)
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
        let mut length = 0;
        for text in info.line.written_moves() {
            if self.variation.get(length).is_none_or(|step| step.text != text) {
                self.cut(length);
                if let Err(fault) = self.add(text) {
                    return Some((fault, Some(text)));
                }
            }
            length += 1;
        }
        if length == 0 {
            return None;
        }
        self.cut(length);
        let Some(Score::Mate(moves)) = info.score.filter(|_| checks_mates && !info.line.is_bound)
        else {
            return None;
        };
        let plies = if moves > 0 { moves * 2 - 1 } else { moves * -2 };
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        match () {
            () if length < plies => Some(("Incomplete mating PV", None)),
            () if length > plies => Some(("Too long mating PV", None)),
            () if !self.end_of_variation().is_checkmate() => {
                Some(("Mating PV does not end with checkmate", None))
            }
            () => None,
        }
    }

    /// Adds a move to the variation.
    fn add(&mut self, text: &str) -> Result<(), &'static str> {
        let played = read(self.end_of_variation(), self.mode, text);
        if let Some(end) = self.end(played.is_some()) {
            return Err(end);
        }
        let after = self.after(played.ok_or("Illegal PV move")?);
        self.variation.push(Step { text: text.to_owned(), after });
        Ok(())
    }

    /// The reason that the game is over where the variation ends, insufficient material aside, as a
    /// warning; `can_move`: there is a legal move.
    fn end(&self, can_move: bool) -> Option<&'static str> {
        let position = self.end_of_variation();
        let third = self.is_third_occurrence(position);
        if can_move && !third && position.halfmoves() < 100 {
            return None;
        }
        let has_moves = can_move || !position.legal_moves().is_empty();
        match RunnerRules::Fastchess.verdict(position, has_moves, third)? {
            Termination::ThreefoldRepetition => Some("PV continues after threefold repetition"),
            Termination::FiftyMoves => Some("PV continues after fifty-move rule"),
            Termination::Checkmate => Some("PV continues after checkmate"),
            Termination::Stalemate => Some("PV continues after stalemate"),
            _ => None,
        }
    }

    fn is_third_occurrence(&self, position: &Chess) -> bool {
        let reach = position.halfmoves() as usize;
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
    fn variations_that_begin_alike_are_judged_as_if_each_were_the_first() {
        let back = "info score cp 0 pv g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3";
        let infos = [
            "info score cp 1 pv e2e4 e7e5 e1e2",
            "info score cp 1 pv e2e4 e7e5 e1e3",
            "info score cp 1 pv e2e4 e7e5 e1e2 e8e7 e2e1 e7e8 d2d4 e5d4 g1f3 a7a6 f3d4",
            "info score cp 1 pv e2e4",
            "info score mate 1 pv e2e4",
            back,
            "info score cp 0 pv g1f3 g8f6 f3g1 f6g8",
            back,
            "info score cp 3 pv a2a5",
            "info score cp 3",
        ];
        let mut line = Line::new(Chess::default());
        for round in 0..2 {
            for text in infos {
                let info = Info::of(text);
                let mut other = Line { variation: Vec::new(), ..line.clone() };
                other.keys.truncate(1 + round);
                assert_eq!(line.fault(&info, true), other.fault(&info, true), "{text}");
                let keys: Vec<Zobrist64> = line
                    .variation
                    .iter()
                    .map(|step| step.after.zobrist_hash(EnPassantMode::Legal))
                    .collect();
                assert_eq!(line.keys[1 + round..], keys, "{text}");
            }
            line.play(line.read(["e2e4", "e7e5"][round]).unwrap());
        }
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
