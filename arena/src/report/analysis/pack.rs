//! The moves of a game as few letters.
//!
//! A letter is a digit of six bits, most significant first, from `A`-`Z`, `a`-`z`, `0`-`9`, `-` and
//! `_`. A move is three letters:
//!
//! 1. the square it goes from, a1 = 0, b1 = 1, .. h8 = 63;
//! 2. the square it goes to; in castling that of the rook;
//! 3. `(promotion * 3 + suffix) * 4 + origin`, where the promotion is 0 for none, then 1 to 4 for
//!    knight, bishop, rook and queen; the suffix is 0 for none, 1 for `+`, 2 for `#`; and the origin
//!    is how the notation tells the piece from others: 1 the file, 2 the rank, 3 both.
//!
//! Behind the moves of the book, each move has five more:
//!
//! * 4 and 5: the mover's score, 12 bits. 0 is none; else 2048 and an offset. Up to 1500 it is
//!   centipawns; 1501 to 1900 are steps of 20 centipawns beyond 1500; from 1901 on it is a mate in
//!   offset - 1900 plies.
//! * 6 and 7: thinking time, 12 bits, in units of the game's own.
//! * 8: depth, at most 63.

use std::time::Duration;

use engine::Score;
use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::{Chess, Move, Role};

use crate::chess::notation::san_and_play;
use crate::chess::record::MoveRecord;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The largest number of two letters.
const TWO: u128 = 4095;

/// Offsets of scores: where centipawns end, and where mates begin.
const EXACT: i32 = 1500;
const MATES: i32 = 1900;

/// The moves of a game, from the position it began with: those of the book, and those of the players. With
/// the microseconds of a unit of their times.
#[must_use]
pub fn pack(start: &Chess, book: &[Move], records: &[MoveRecord]) -> (String, u64) {
    let longest = records.iter().map(|record| record.time).max().unwrap_or(Duration::ZERO);
    let unit = longest.as_micros().div_ceil(TWO).max(1);
    let mut text = String::with_capacity(3 * book.len() + 8 * records.len());
    let mut position = start.clone();
    for &m in book {
        push_move(&mut text, &mut position, m);
    }
    for record in records {
        push_move(&mut text, &mut position, record.played);
        push_two(&mut text, level(record.score));
        let units = (record.time.as_micros() + unit / 2) / unit;
        push_two(&mut text, u32::try_from(units.min(TWO)).unwrap_or(0));
        push(&mut text, record.depth.min(63));
    }
    (text, u64::try_from(unit).unwrap_or(u64::MAX))
}

fn push(text: &mut String, digit: u32) {
    text.push(char::from(LETTERS[digit as usize & 63]));
}

fn push_two(text: &mut String, number: u32) {
    push(text, number >> 6);
    push(text, number);
}

fn push_move(text: &mut String, position: &mut Chess, m: Move) {
    let from = m.from().map_or(0, u32::from);
    let SanPlus { san, suffix } = san_and_play(position, m);
    let origin = match san {
        San::Normal { file, rank, .. } => u32::from(file.is_some()) + 2 * u32::from(rank.is_some()),
        _ => 0,
    };
    let promotion = match m.promotion() {
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        _ => 0,
    };
    let suffix = match suffix {
        None => 0,
        Some(Suffix::Check) => 1,
        Some(Suffix::Checkmate) => 2,
    };
    push(text, from);
    push(text, u32::from(m.to()));
    push(text, (promotion * 3 + suffix) * 4 + origin);
}

/// A score in 12 bits.
fn level(score: Option<Score>) -> u32 {
    let Some(score) = score else { return 0 };
    let magnitude = score.centipawns().abs();
    let offset = match score.mate_plies() {
        Some(plies) => MATES + plies.clamp(1, 147),
        None if magnitude <= EXACT => magnitude,
        None => EXACT + ((magnitude - EXACT) / 20).clamp(1, MATES - EXACT),
    };
    (2048 + score.centipawns().signum() * offset).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_their_order_and_fit() {
        let scores = [-32_000, -31_995, -9_000, -1_501, -7, 0, 12, 1_500, 4_000, 31_980, 31_999];
        let levels = scores.map(|score| level(Some(Score(score))));
        assert!(levels.iter().all(|level| (1..=4095).contains(level)), "{levels:?}");
        assert_eq!((levels[4], levels[5], levels[6], levels[7]), (2041, 2048, 2060, 3548));
        // Mates count the plies, so the nearest is the least extreme offset.
        assert_eq!(levels[10], 2048 + 1901);
        assert_eq!(level(None), 0);
    }

    #[test]
    fn a_move_is_three_letters() {
        let mut position = shakmaty::Chess::default();
        let mut text = String::new();
        for san in ["e4", "f6", "d4", "g5", "Qh5#"] {
            let m = san.parse::<San>().unwrap().to_move(&position).unwrap();
            push_move(&mut text, &mut position, m);
        }
        // e2 is 12, e4 28, f7 53, f6 45, d2 11, d4 27, g7 54, g5 38, d1 3, h5 39; mate is 8.
        assert_eq!(text, "McA1tALbA2mADnI");
    }
}
