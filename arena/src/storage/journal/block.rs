//! The text of a game: the lines between two games of a file.

use std::io::{self, BufRead, Read};

use super::tags::GAME_START;

/// The limit of a game in bytes: ten times the longest that the rules allow. Anything longer is not
/// a game, and is not read to its end.
pub const LONGEST_GAME: usize = 1 << 24;

/// Reads the lines of one game into `game`: up to the blank line after its movetext, or to the
/// first line of another game, which is left in `next`; no more than [`LONGEST_GAME`]. Returns the
/// number of lines read.
pub(super) fn read_block(
    source: &mut impl BufRead,
    game: &mut Vec<u8>,
    next: &mut Vec<u8>,
) -> io::Result<u64> {
    game.clear();
    std::mem::swap(game, next);
    let mut lines = u64::from(!game.is_empty());
    let mut blank_lines = 0;
    while blank_lines < 2 {
        let begun = game.len();
        let left = LONGEST_GAME.saturating_sub(begun) as u64;
        if source.by_ref().take(left).read_until(b'\n', game)? == 0 {
            break;
        }
        if begun > 0 && game[begun..].starts_with(GAME_START.as_bytes()) {
            next.extend_from_slice(&game[begun..]);
            game.truncate(begun);
            break;
        }
        lines += 1;
        blank_lines += u32::from(&game[begun..] == b"\n");
    }
    Ok(lines)
}
