//! The start positions of Chess960.

use shakmaty::Chess;

use arena::chess::fen;

/// The number of start positions.
pub const START_POSITIONS: u32 = 960;

/// The files of two knights among the five that bishops and queen leave free.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// White's pieces, from the a-file on, in the position of this number, 0 to 959 (larger ones wrap).
///
/// Scharnagl's scheme: the number's digits in the bases 4, 4, 6 and 10 place the bishop on light
/// squares, that on dark ones, the queen and the knights; rook, king and rook fill the rest. Number
/// 518 is the position of chess.
#[must_use]
pub fn back_rank(number: u32) -> String {
    let number = (number % START_POSITIONS) as usize;
    let mut rank = [' '; 8];
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    rank[2 * light + 1] = 'B';
    rank[2 * dark] = 'B';
    let free = |rank: &[char; 8], nth| (0..8).filter(|&file| rank[file] == ' ').nth(nth);
    let mut place = |nth: usize, piece: char| {
        if let Some(file) = free(&rank, nth) {
            rank[file] = piece;
        }
    };
    place(queen, 'Q');
    let (first, second) = KNIGHTS[knights];
    // One file fewer is free for the second knight.
    place(first, 'N');
    place(second - 1, 'N');
    "RKR".chars().for_each(|piece| place(0, piece));
    rank.iter().collect()
}

/// The position of this number, White to move.
pub(super) fn start_position(number: u32) -> Result<Chess, String> {
    let white = back_rank(number);
    let black = white.to_lowercase();
    fen::position(&format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_are_different_and_one_is_chess() {
        assert_eq!(back_rank(518), "RNBQKBNR");
        assert_eq!(start_position(518), Ok(Chess::default()));
        let all: HashSet<String> = (0..START_POSITIONS).map(back_rank).collect();
        assert_eq!(all.len(), 960);
        assert!((0..START_POSITIONS).all(|number| start_position(number).is_ok()));
    }
}
