//! Decodes bytes into text.

use std::borrow::Cow;

/// The characters of the bytes 0x80 to 0x9f in Windows-1252. The five that it leaves open are control
/// characters, as in ISO 8859-1.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A value as text: UTF-8, or Windows-1252 if it is not UTF-8. No byte is lost or replaced, so
/// different values never become one unless they mean the same text.
#[must_use]
#[inline]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| character(byte)).collect()),
    }
}

fn character(byte: u8) -> char {
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_utf_8_or_windows_1252() {
        assert_eq!(decode("Müller".as_bytes()), "Müller");
        assert_eq!(decode(b"M\xfcller"), "Müller");
        assert_eq!(decode(b"\x80 \x85 \x9f"), "€ … Ÿ");
        assert_eq!(decode(b"\xbd-\xbd"), "½-½");
    }

    #[test]
    fn no_two_bytes_are_one_character() {
        let characters: std::collections::BTreeSet<char> = (0..=255).map(character).collect();
        assert_eq!(characters.len(), 256);
    }
}
