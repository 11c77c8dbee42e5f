//! The positions of the book: candidates are offered in the order of their numbers, and each
//! accepted one excludes others.

use std::collections::{HashMap, HashSet};

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Board, Chess, Color, EnPassantMode, Position, Role};

use super::summary::Fate;
use arena::chess::openings::Opening;

/// A position of the book.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The moves that lead to it, if known, and its name.
    pub opening: Opening,
    /// Its value in centipawns from the mover's view.
    pub value: i32,
    /// Nominal depth of the search that found it, in plies.
    pub depth: u32,
}

/// The positions taken so far.
#[derive(Clone, Debug)]
pub struct Selection {
    kept: Vec<Kept>,
    /// The least number of squares on which two positions of the book differ.
    distance: u32,
    /// The positions of the book, as indices into `kept`.
    ends: HashMap<Zobrist64, usize>,
    /// The positions that its lines go through before their ends.
    passed: HashSet<Zobrist64>,
}

impl Selection {
    /// An empty book whose positions must differ on at least `distance` squares.
    #[must_use]
    pub fn new(distance: u32) -> Selection {
        Selection { kept: Vec::new(), distance, ends: HashMap::new(), passed: HashSet::new() }
    }

    /// The accepted positions, in the order of the offers.
    #[must_use]
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// Takes a position, or returns its fate: a double, a transposition, or too near.
    ///
    /// # Errors
    /// When a position of the book excludes it.
    pub fn offer(&mut self, candidate: Kept) -> Result<(), Fate> {
        let end = key(&candidate.opening.position);
        let passed = positions_before_the_end(&candidate.opening);
        self.check(&candidate.opening, end, &passed)?;
        self.ends.insert(end, self.kept.len());
        self.passed.extend(passed);
        self.kept.push(candidate);
        Ok(())
    }

    fn check(&self, opening: &Opening, end: Zobrist64, passed: &[Zobrist64]) -> Result<(), Fate> {
        if let Some(&index) = self.ends.get(&end) {
            let other = &self.kept[index].opening;
            let same_line = (&other.start, &other.moves) == (&opening.start, &opening.moves);
            let unknown = other.moves.is_empty() || opening.moves.is_empty();
            return Err(if same_line || unknown { Fate::Double } else { Fate::Transposition });
        }
        if self.passed.contains(&end) || passed.iter().any(|key| self.ends.contains_key(key)) {
            return Err(Fate::Transposition);
        }
        let board = opening.position.board();
        let is_near = |kept: &Kept| distance(kept.opening.position.board(), board) < self.distance;
        if self.distance > 0 && self.kept.iter().any(is_near) {
            return Err(Fate::TooNear);
        }
        Ok(())
    }
}

/// The positions of a line before its last one.
fn positions_before_the_end(opening: &Opening) -> Vec<Zobrist64> {
    let mut position = opening.start.clone();
    let before = opening.moves.iter().map(|&m| {
        let before = key(&position);
        position.play_unchecked(m);
        before
    });
    before.collect()
}

fn key(position: &Chess) -> Zobrist64 {
    position.zobrist_hash(EnPassantMode::Legal)
}

/// The number of squares, 0 to 64, on which two boards differ. One quiet move makes 2, and so two
/// positions that differ in where one piece stands.
fn distance(one: &Board, other: &Board) -> u32 {
    let pieces =
        |board: &Board, color: Color, role: Role| board.by_color(color) & board.by_role(role);
    let mut differing = one.occupied() ^ other.occupied();
    for color in Color::ALL {
        for role in Role::ALL {
            differing |= pieces(one, color, role) ^ pieces(other, color, role);
        }
    }
    u32::try_from(differing.count()).unwrap_or(64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::chess::fen;
    use shakmaty::san::San;

    fn line(text: &str) -> Kept {
        let mut opening = Opening::new(Chess::default(), 0);
        for san in text.split(' ') {
            let m = san.parse::<San>().unwrap().to_move(&opening.position).unwrap();
            opening.push(m);
        }
        Kept { opening, value: 0, depth: 1 }
    }

    fn position(fen: &str) -> Kept {
        Kept { opening: Opening::new(fen::position(fen).unwrap(), 0), value: 0, depth: 1 }
    }

    #[test]
    fn the_same_position_is_taken_once() {
        let mut book = Selection::new(0);
        assert_eq!(book.offer(line("e4 e5 Nf3 Nc6")), Ok(()));
        assert_eq!(book.offer(line("e4 e5 Nf3 Nc6")), Err(Fate::Double));
        assert_eq!(book.offer(line("Nf3 Nc6 e4 e5")), Err(Fate::Transposition));
        let end = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1";
        assert_eq!(book.offer(position(end)), Err(Fate::Double));
        assert_eq!(book.offer(position(&end.replace("KQkq", "Qkq"))), Ok(()));
        assert_eq!(book.kept().len(), 2);
    }

    #[test]
    fn no_line_goes_through_the_end_of_another() {
        let mut book = Selection::new(0);
        assert_eq!(book.offer(line("e4 e5 Nf3 Nc6")), Ok(()));
        assert_eq!(book.offer(line("Nf3 Nc6 e4 e5 Bb5")), Err(Fate::Transposition));
        assert_eq!(book.offer(line("e4 e5 Nf3")), Err(Fate::Transposition));
        assert_eq!(book.offer(line("d4 d5 c4 e6")), Ok(()));
    }

    #[test]
    fn positions_differ_on_enough_squares() {
        let distance_of = |one: &str, other: &str| {
            let [one, other] = [line(one), line(other)];
            distance(one.opening.position.board(), other.opening.position.board())
        };
        assert_eq!(distance_of("e4 e5", "e4 e5"), 0);
        assert_eq!(distance_of("e4 e5", "e3 e5"), 2);
        assert_eq!(distance_of("e4 e5", "d4 e5"), 4);
        assert_eq!(distance_of("e4 d5 exd5", "e4 d5 Nf3"), 4);
        let mut book = Selection::new(4);
        assert_eq!(book.offer(line("e4 e5")), Ok(()));
        assert_eq!(book.offer(line("e3 e5")), Err(Fate::TooNear));
        assert_eq!(book.offer(line("d4 e5")), Ok(()));
        // A refused position excludes no other.
        assert_eq!(book.offer(line("e3 d5")), Ok(()));
    }
}
