//! Checks that the text of a game is complete, and finds its flaw if not.

use std::path::Path;

use super::tags::{CHECKSUM_START, GAME_START, SITE, checksum};
use uci_client::quoted;

/// The flaw in the text of a game.
pub(super) enum Flaw {
    /// It bears no checksum.
    Foreign(String),
    /// It does not agree with its checksum.
    Damaged(String),
    /// It agrees with its checksum once this is undone.
    Converted(Conversion),
    /// It agrees with its checksum, and so is whole, but cannot be read.
    Unreadable(String),
}

/// Conversions by programs that treat the file as plain text.
#[derive(Clone, Copy)]
pub(super) enum Conversion {
    LineEnds,
    ByteOrderMark,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Conversion {
    /// The conversion that, when undone, makes a game agree with its checksum.
    fn of(game: &[u8]) -> Option<Conversion> {
        let (conversion, rest) = match game.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => (Conversion::ByteOrderMark, rest),
            None => (Conversion::LineEnds, game),
        };
        let mut undone = rest.to_vec();
        undone.retain(|&byte| byte != b'\r');
        (undone.len() < game.len() && check_sum(&undone).is_ok()).then_some(conversion)
    }

    pub(super) fn what(self) -> &'static str {
        match self {
            Conversion::LineEnds => "lines that end with CR LF instead of LF",
            Conversion::ByteOrderMark => "a byte order mark before it",
        }
    }

    pub(super) fn remedy(self, path: &Path) -> String {
        let script = match self {
            Conversion::LineEnds => r"'s/\r$//'",
            Conversion::ByteOrderMark => r"'1s/^\xef\xbb\xbf//'",
        };
        format!("sed -i {script} {}", quoted(&path.to_string_lossy()))
    }
}

impl Flaw {
    /// Whether the last game of a file looks like a write of this program that was cut short. Any
    /// other text was written by another program and is left alone.
    pub(super) fn is_torn(&self, text: &[u8], offset: u64) -> bool {
        let has_movetext = || text.windows(2).any(|window| window == b"\n\n");
        match self {
            Flaw::Unreadable(_) | Flaw::Converted(_) => return false,
            // This program ends its lines with LF only.
            Flaw::Foreign(_) if has_movetext() || text.contains(&b'\r') => return false,
            Flaw::Damaged(_) if has_its_end(text) => return false,
            Flaw::Foreign(_) | Flaw::Damaged(_) => {}
        }
        if offset > 0 {
            return true;
        }
        let start = GAME_START.as_bytes();
        if text.len() <= start.len() {
            return start.starts_with(text);
        }
        let mut lines = text.split(|&byte| byte == b'\n');
        let first_is_ours = lines.next().is_some_and(|line| line.starts_with(start));
        let site = format!("[Site \"{}\"]", SITE);
        let second = lines.next().unwrap_or_default();
        first_is_ours && site.as_bytes().starts_with(second)
    }
}

/// Whether a text ends as a game does, with its result and a blank line, and is text throughout: an
/// interrupted write ends earlier, or leaves zeros behind.
fn has_its_end(text: &[u8]) -> bool {
    let before = text.strip_suffix(b"\n\n").unwrap_or_default();
    let results: [&[u8]; 3] = [b"1-0", b"0-1", b"1/2-1/2"];
    results.iter().any(|result| before.ends_with(result)) && !text.contains(&0)
}

/// Checks that the text is complete: see [`check_sum`].
pub(super) fn check(game: &[u8]) -> Result<(), Flaw> {
    check_sum(game).map_err(|flaw| Conversion::of(game).map_or(flaw, Flaw::Converted))
}

/// Checks that the text ends as a game does and agrees with its checksum.
fn check_sum(game: &[u8]) -> Result<(), Flaw> {
    let start = CHECKSUM_START.as_bytes();
    let line_start = game
        .windows(start.len() + 1)
        .position(|window| window[0] == b'\n' && &window[1..] == start)
        .ok_or_else(|| Flaw::Foreign("it has no checksum".to_owned()))?
        + 1;
    let line = game[line_start..].split_inclusive(|&byte| byte == b'\n').next();
    let line = line.unwrap_or_default();
    let rest = &game[line_start + line.len()..];
    let mut crc = crc32fast::Hasher::new();
    crc.update(&game[..line_start]);
    crc.update(rest);
    if line == checksum(crc.finalize()).as_bytes() && rest.ends_with(b"\n\n") {
        Ok(())
    } else {
        Err(Flaw::Damaged("it does not agree with its checksum".to_owned()))
    }
}
