//! Pawn structure, with a cache: it changes in few of the moves a search makes. The shelter of the
//! kings, which depends on pawns and kings alone, is kept with it.

use shakmaty::{Bitboard, Color, File, Square};

use super::shelter::shelter;
use super::side::Side;
use crate::position::board_state::BoardState;
use crate::weights::tapered::Tapered;
use crate::weights::values::{
    BACKWARD, CANDIDATE, DEFENDED, DOUBLED, EXPOSED, ISOLATED, PASSED, PHALANX, RAMMED,
};

/// The part of the evaluation that pawns and kings decide.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Structure {
    key: u64,
    /// White minus black.
    pub(super) value: Tapered,
    /// Passed pawns of both colours.
    pub(super) passed: Bitboard,
    /// Those of white's king and black's.
    shelters: [Shelter; 2],
}

/// The worth of the pawns around a king.
#[derive(Clone, Copy, Debug, Default)]
struct Shelter {
    /// Where the king stood.
    king: Option<Square>,
    worth: Tapered,
    danger: Tapered,
}

impl Structure {
    /// The worth of the kings' shelters, white minus black.
    #[inline(always)]
    pub(super) fn shelter(&self) -> Tapered {
        let [white, black] = &self.shelters;
        white.worth - black.worth
    }

    /// The danger to a side's king by the pawns around it.
    #[inline(always)]
    pub(super) fn shelter_danger(&self, color: Color) -> Tapered {
        self.shelters[color.fold_wb(0, 1)].danger
    }
}

/// Structures computed before, by pawn key.
#[derive(Clone, Debug)]
pub(crate) struct PawnTable(Box<[Structure]>);

const PAWN_TABLE_SIZE: usize = 1 << 12;

impl PawnTable {
    pub(crate) fn new() -> PawnTable {
        PawnTable(vec![Structure::default(); PAWN_TABLE_SIZE].into_boxed_slice())
    }

    /// The structure of the position's pawns, and the shelter of its kings.
    #[inline(always)]
    pub(super) fn structure(&mut self, state: &BoardState) -> Structure {
        let entry = &mut self.0[state.pawn_key as usize % PAWN_TABLE_SIZE];
        // An empty entry has key 0, which is also the right one for a board without pawns.
        if entry.key != state.pawn_key {
            *entry = both_structures(state);
        }
        for (shelter, color) in entry.shelters.iter_mut().zip([Color::White, Color::Black]) {
            if shelter.king != Some(state.king(color)) {
                *shelter = shelter_of(state, color);
            }
        }
        *entry
    }
}

fn both_structures(state: &BoardState) -> Structure {
    let (white, black) = (Side::new(state, Color::White), Side::new(state, Color::Black));
    let (mut own, mut enemy) = (Tapered::ZERO, Tapered::ZERO);
    let passed = structure(&white, &black, &mut own) | structure(&black, &white, &mut enemy);
    let key = state.pawn_key;
    Structure { key, value: own - enemy, passed, ..Structure::default() }
}

fn shelter_of(state: &BoardState, color: Color) -> Shelter {
    let (side, enemy) = (Side::new(state, color), Side::new(state, !color));
    let mut of_king = Shelter { king: Some(side.king), ..Shelter::default() };
    shelter(&side, &enemy, &mut of_king.worth, &mut of_king.danger);
    of_king
}

/// Accounts for the pawns of a side; returns its passed pawns.
pub(super) fn structure(side: &Side, enemy: &Side, sum: &mut Tapered) -> Bitboard {
    let mut passed = Bitboard::EMPTY;
    for square in side.pawns {
        let pawn = Pawn { square, side, enemy };
        pawn.place(sum);
        if pawn.is_passed() {
            sum.add_weight(PASSED + side.rank(square), 1);
            passed.add(square);
        } else if pawn.is_candidate() {
            sum.add_weight(CANDIDATE + side.rank(square), 1);
        }
    }
    passed
}

struct Pawn<'a> {
    square: Square,
    side: &'a Side<'a>,
    enemy: &'a Side<'a>,
}

impl Pawn<'_> {
    fn place(&self, sum: &mut Tapered) {
        let own = self.side.pawns;
        let file = Bitboard::from_file(self.square.file());
        let front = ahead(self.square, self.side.color);
        let beside = adjacent_files(self.square.file());
        let rank = self.side.rank(self.square);
        let defended = self.side.pawn_attacks.contains(self.square);
        let phalanx = own.intersects(beside & Bitboard::from_rank(self.square.rank()));
        sum.add_weight(DEFENDED + rank, i32::from(defended));
        sum.add_weight(PHALANX + rank, i32::from(phalanx));
        if !defended && !phalanx {
            let isolated = own.is_disjoint(beside);
            let backward = !isolated && self.is_backward(beside & !front);
            let exposed = self.enemy.pawns.is_disjoint(file & front);
            sum.add_weight(ISOLATED, i32::from(isolated));
            sum.add_weight(BACKWARD, i32::from(backward));
            sum.add_weight(EXPOSED, i32::from((isolated || backward) && exposed));
        }
        sum.add_weight(DOUBLED, i32::from(own.intersects(file & front)));
        let stop = self.side.forward(Bitboard::from(self.square));
        sum.add_weight(RAMMED + rank, i32::from(stop.intersects(self.enemy.pawns)));
    }

    /// Whether no pawn stands before it, and as many own pawns can help it past the enemy's on the
    /// files beside it as those are.
    fn is_candidate(&self) -> bool {
        let file = Bitboard::from_file(self.square.file());
        let front = ahead(self.square, self.side.color);
        let beside = adjacent_files(self.square.file());
        let helpers = self.side.pawns & beside & !front;
        let guards = self.enemy.pawns & beside & front;
        (self.side.pawns | self.enemy.pawns).is_disjoint(front & file)
            && helpers.count() >= guards.count()
    }

    fn is_backward(&self, beside_and_behind: Bitboard) -> bool {
        let stop = self.side.forward(Bitboard::from(self.square));
        self.side.pawns.is_disjoint(beside_and_behind) && stop.intersects(self.enemy.pawn_attacks)
    }

    fn is_passed(&self) -> bool {
        let file = Bitboard::from_file(self.square.file());
        let front = ahead(self.square, self.side.color);
        let lanes = adjacent_files(self.square.file()) | file;
        self.enemy.pawns.is_disjoint(front & lanes) && self.side.pawns.is_disjoint(front & file)
    }
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
