//! Pawn structure, with a cache: it changes in few of the moves a search makes.

use shakmaty::{Bitboard, Color, File, Square, attacks};

use crate::position::board_state::BoardState;
use crate::position::tapered::{Tapered, tapered};

/// No own pawn on the files beside it.
const ISOLATED: Tapered = tapered(-12, -14);
/// Another own pawn further up the same file.
const DOUBLED: Tapered = tapered(-10, -22);
/// Cannot be defended by a pawn, nor step forward without being taken by one.
const BACKWARD: Tapered = tapered(-9, -8);
/// Defended by a pawn, or beside one; grows with the rank.
const CONNECTED: [Tapered; 8] = [
    Tapered::ZERO,
    tapered(2, 0),
    tapered(8, 4),
    tapered(12, 8),
    tapered(22, 18),
    tapered(42, 36),
    tapered(70, 70),
    Tapered::ZERO,
];
/// No enemy pawn can stop it; by the owner's rank.
const PASSED: [Tapered; 8] = [
    Tapered::ZERO,
    tapered(-2, 12),
    tapered(-4, 18),
    tapered(4, 38),
    tapered(26, 66),
    tapered(52, 112),
    tapered(84, 168),
    Tapered::ZERO,
];
/// A passed pawn whose next square is occupied, by the owner's rank from the fourth.
const BLOCKED: Tapered = tapered(-8, -28);
/// Each step of the enemy king, and of the own king, from the square before a passed pawn.
const ENEMY_KING_DISTANCE: i32 = 8;
const OWN_KING_DISTANCE: i32 = 5;

/// What the pawns alone decide.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Structure {
    key: u64,
    /// White minus black.
    pub(super) value: Tapered,
    /// Passed pawns of both colours.
    pub(super) passed: Bitboard,
}

/// Structures computed before, by pawn key.
#[derive(Debug)]
pub(crate) struct PawnTable(Box<[Structure]>);

const PAWN_TABLE_SIZE: usize = 1 << 12;

impl PawnTable {
    pub(crate) fn new() -> PawnTable {
        PawnTable(vec![Structure::default(); PAWN_TABLE_SIZE].into_boxed_slice())
    }

    /// The structure of the position's pawns.
    #[inline(always)]
    pub(super) fn structure(&mut self, state: &BoardState) -> Structure {
        let entry = &mut self.0[state.pawn_key as usize % PAWN_TABLE_SIZE];
        // An empty entry has key 0, which is also the right one for a board without pawns.
        if entry.key != state.pawn_key {
            *entry = structure(state);
        }
        *entry
    }
}

fn structure(state: &BoardState) -> Structure {
    let pawns = state.board.pawns();
    let mut structure =
        Structure { key: state.pawn_key, value: Tapered::ZERO, passed: Bitboard::EMPTY };
    for color in Color::ALL {
        let own = pawns & state.board.by_color(color);
        let enemy = pawns & !own;
        let mut value = Tapered::ZERO;
        for square in own {
            let pawn = Pawn { square, color, own, enemy };
            value += pawn.value();
            if pawn.is_passed() {
                structure.passed.add(square);
            }
        }
        structure.value += color.fold_wb(value, -value);
    }
    structure
}

struct Pawn {
    square: Square,
    color: Color,
    own: Bitboard,
    enemy: Bitboard,
}

impl Pawn {
    fn value(&self) -> Tapered {
        let beside = adjacent_files(self.square.file());
        let mut value = Tapered::ZERO;
        let rank_mates = self.own & beside & Bitboard::from_rank(self.square.rank());
        let defenders = attacks::pawn_attacks(!self.color, self.square) & self.own;
        if (defenders | rank_mates).any() {
            value += CONNECTED[relative_rank(self.square, self.color)];
        } else if self.own.is_disjoint(beside) {
            value += ISOLATED;
        } else if self.is_backward(beside) {
            value += BACKWARD;
        }
        if (self.own & Bitboard::from_file(self.square.file()) & ahead(self.square, self.color))
            .any()
        {
            value += DOUBLED;
        }
        value
    }

    fn is_backward(&self, beside: Bitboard) -> bool {
        let behind_or_level = !ahead(self.square, self.color);
        let Some(stop) = self.square.offset(self.color.fold_wb(8, -8)) else { return false };
        self.own.is_disjoint(beside & behind_or_level)
            && attacks::pawn_attacks(self.color, stop).intersects(self.enemy)
    }

    fn is_passed(&self) -> bool {
        let file = self.square.file();
        let front = ahead(self.square, self.color);
        let lanes = adjacent_files(file) | Bitboard::from_file(file);
        self.enemy.is_disjoint(front & lanes)
            && self.own.is_disjoint(front & Bitboard::from_file(file))
    }
}

/// Passed pawns, which also depend on the pieces around them; white minus black.
#[inline(always)]
pub(super) fn passed_pawns(state: &BoardState, passed: Bitboard) -> Tapered {
    let mut total = Tapered::ZERO;
    for square in passed {
        let color = Color::from_white(state.board.white().contains(square));
        let rank = relative_rank(square, color);
        let mut value = PASSED[rank];
        if let (Some(stop), true) = (square.offset(color.fold_wb(8, -8)), rank >= 3) {
            if state.board.occupied().contains(stop) {
                value += BLOCKED;
            }
            let enemy_distance = state.king(!color).distance(stop) as i32;
            let own_distance = state.king(color).distance(stop) as i32;
            let race = ENEMY_KING_DISTANCE * enemy_distance - OWN_KING_DISTANCE * own_distance;
            value += tapered(0, race * (rank as i32 - 2) / 2);
        }
        total += color.fold_wb(value, -value);
    }
    total
}

/// The owner's rank of a square, from 0 to 7.
fn relative_rank(square: Square, color: Color) -> usize {
    color.relative_rank(square.rank()).to_usize()
}

/// All squares on higher ranks, seen by this colour.
fn ahead(square: Square, color: Color) -> Bitboard {
    let rank = square.rank().to_u32();
    match color {
        Color::White => Bitboard(u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0)),
        Color::Black => Bitboard((1 << (8 * rank)) - 1),
    }
}

fn adjacent_files(file: File) -> Bitboard {
    let mut files = Bitboard::EMPTY;
    for neighbour in [file.offset(-1), file.offset(1)].into_iter().flatten() {
        files |= Bitboard::from_file(neighbour);
    }
    files
}
