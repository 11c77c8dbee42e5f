//! Tag lines: `[Name "value"]`.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr3;

use crate::decode;

/// The name of a tag, and where its value begins.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) name: Range<usize>,
    pub(crate) value: usize,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The bytes of names.
static IS_NAME: [bool; 256] = {
    let mut is_name = [false; 256];
    let mut byte = 0;
    while byte < is_name.len() {
        is_name[byte] = (byte as u8).is_ascii_alphanumeric()
            || byte >= 0x80
            || matches!(byte as u8, b'_' | b'+' | b'#' | b'=' | b':' | b'-' | b'.');
        byte += 1;
    }
    is_name
};

/// The head of a line that begins as a tag does, up to the quote: `[`, a name and a quote, with blanks between
/// them.
pub(crate) fn head(line: &[u8]) -> Option<Head> {
    let after_blanks =
        |from: usize| from + line[from..].iter().take_while(|&&byte| is_blank(byte)).count();
    let from = after_blanks(1);
    let length = line[from..].iter().take_while(|&&byte| IS_NAME[usize::from(byte)]).count();
    let name = from..from + length;
    let quote = after_blanks(name.end);
    (!name.is_empty() && line.get(quote) == Some(&b'"')).then_some(Head { name, value: quote + 1 })
}

/// The end of a tag, as far as its line is known.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Close {
    /// The ends of the value and of the tag.
    At(usize, usize),
    /// The line ends before the tag.
    Open,
    /// More bytes must be known.
    More,
}

/// The end of a tag: at the first quote before a bracket that no backslash escapes, or else at the
/// last escaped one. `text` may continue after the line; `is_all` means that nothing follows it.
pub(crate) fn close(text: &[u8], value: usize, is_all: bool) -> Close {
    // Nearly always the first quote ends it.
    if let Some(end) = memchr3(b'"', b'\n', b'\r', &text[value..]).map(|end| value + end)
        && text[end..].starts_with(b"\"]")
        && text[end - 1] != b'\\'
    {
        return Close::At(end, end + 2);
    }
    let mut otherwise = Close::Open;
    let mut backslashes = 0;
    for (at, &byte) in text.iter().enumerate().skip(value) {
        match byte {
            b'\n' | b'\r' => return otherwise,
            b'\\' => backslashes += 1,
            b'"' => {
                let blanks = text[at + 1..].iter().take_while(|&&byte| is_blank(byte)).count();
                let bracket = at + 1 + blanks;
                if text.get(bracket) == Some(&b']') {
                    match backslashes % 2 {
                        0 => return Close::At(at, bracket + 1),
                        _ => otherwise = Close::At(at, bracket + 1),
                    }
                }
                backslashes = 0;
            }
            _ => backslashes = 0,
        }
    }
    if is_all { otherwise } else { Close::More }
}

/// A value without the backslashes before quotes and backslashes.
pub(crate) fn unescape(value: &[u8]) -> Cow<'_, str> {
    if !value.contains(&b'\\') {
        return decode(value);
    }
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.iter();
    while let Some(&byte) = rest.next() {
        match (byte, rest.as_slice().first()) {
            (b'\\', Some(&escaped @ (b'"' | b'\\'))) => {
                bytes.push(escaped);
                rest.next();
            }
            _ => bytes.push(byte),
        }
    }
    Cow::Owned(decode(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(line: &str) -> Option<String> {
        let head = head(line.as_bytes())?;
        let Close::At(end, _) = close(line.as_bytes(), head.value, true) else { return None };
        Some(unescape(&line.as_bytes()[head.value..end]).into_owned())
    }

    #[test]
    fn values_have_quotes_and_backslashes_escaped_or_not() {
        assert_eq!(value(r#"[White "A"]"#).unwrap(), "A");
        assert_eq!(value("[ White\t \"A\" ]").unwrap(), "A");
        assert_eq!(value(r#"[White "The "A" team"]"#).unwrap(), r#"The "A" team"#);
        assert_eq!(value(r#"[White "The \"A\" team"]"#).unwrap(), r#"The "A" team"#);
        assert_eq!(value(r#"[White "say \"A\""]"#).unwrap(), r#"say "A""#);
        assert_eq!(value(r#"[Book "C:\books\"]"#).unwrap(), r"C:\books\");
        assert_eq!(value(r#"[Book "C:\\books\\"]"#).unwrap(), r"C:\books\");
        assert_eq!(value(r#"[White "a]b"]"#).unwrap(), "a]b");
        assert_eq!(value(r#"[White "a""#), None);
        assert_eq!(value(r#"[White a]"#), None);
    }
}
