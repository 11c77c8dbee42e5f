//! EPD: one position a line, with operations such as `bm Qg6; id "WAC.001";`.

use std::borrow::Cow;
use std::fmt;

use crate::decode;

/// A line of an EPD file by its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd<'a> {
    /// The position as a FEN of six fields with one space between them. Its move counters are those of a FEN, or the
    /// operations `hmvc` and `fmvn`, or else 0 and 1; it may be an invalid position.
    pub fen: Cow<'a, str>,
    /// The operations, in the line's order.
    pub operations: Vec<Operation>,
}

/// An operation: an opcode and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its name, such as `bm`.
    pub opcode: String,
    /// Its operands, without quotes.
    pub operands: Vec<String>,
}

/// The reason that a line is not EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EpdError {
    /// One of the first four fields is missing.
    Fields,
    /// An operand in quotes has no end.
    OpenQuote {
        /// The operation it belongs to.
        opcode: String,
    },
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdError::Fields => f.write_str(
                "a position needs four fields: board, side to move, castling, en passant",
            ),
            EpdError::OpenQuote { opcode } => {
                write!(f, "the text of `{opcode}` has no closing quote")
            }
        }
    }
}

impl std::error::Error for EpdError {}

/// The lines of an EPD file with their numbers, from 1, as UTF-8 or Windows-1252 line by line, without blanks at
/// their ends and without the mark that ends a file to DOS. Blank lines and lines that begin with `#` are passed
/// over. CR, LF and CR LF each end a line.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    placed(bytes).map(|(number, _, line)| (number, line))
}

/// As [`lines`], with the place of each line's first byte among these bytes behind its number.
pub fn placed(bytes: &[u8]) -> impl Iterator<Item = (usize, usize, Cow<'_, str>)> {
    numbered(bytes).filter_map(|(number, at, line)| {
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x1a;
        let from = line.iter().position(|byte| !is_blank(byte))?;
        let to = line.iter().rposition(|byte| !is_blank(byte))?;
        let line = decode(&line[from..=to]);
        (!line.starts_with('#')).then_some((number, at + from, line))
    })
}

fn numbered(bytes: &[u8]) -> impl Iterator<Item = (usize, usize, &[u8])> {
    let mut rest = bytes;
    let lines = std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let at = bytes.len() - rest.len();
        let (line, behind) = rest.split_at(end);
        rest = behind.strip_prefix(b"\r\n").unwrap_or_else(|| behind.get(1..).unwrap_or_default());
        Some((at, line))
    });
    (1..).zip(lines).map(|(number, (at, line))| (number, at, line))
}

/// A line by its parts. A field ends at a blank or a semicolon, an operation at a semicolon, which the last one
/// may lack. Names of operations are read in lower case; operands may be set apart by commas; a hyphen by itself, which
/// some files have behind the en passant square, is no operation.
///
/// # Errors
/// When a field is missing or a quote has no end.
pub fn parse(line: &str) -> Result<Epd<'_>, EpdError> {
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((fen, rest)) = take_fields(line, 6)
        && fen.rsplit(' ').take(2).all(is_number)
    {
        return Ok(Epd { fen, operations: operations(rest)? });
    }
    let (fields, rest) = take_fields(line, 4).ok_or(EpdError::Fields)?;
    let operations = operations(rest)?;
    let operand = |opcode, default: &str| {
        let operation = operations.iter().find(|operation| operation.opcode == opcode);
        operation.map_or_else(|| default.to_owned(), |found| found.operands.join(" "))
    };
    let fen = format!("{fields} {} {}", operand("hmvc", "0"), operand("fmvn", "1"));
    Ok(Epd { fen: fen.into(), operations })
}

fn ends_field(c: char) -> bool {
    c == ';' || c.is_whitespace()
}

fn ends_operand(c: char) -> bool {
    c == ',' || ends_field(c)
}

/// The first fields of a text with one space between them, and the rest of it.
fn take_fields(text: &str, count: usize) -> Option<(Cow<'_, str>, &str)> {
    let text = text.trim_start();
    let (mut end, mut has_single_spaces) = (0, true);
    for number in 0..count {
        let rest = &text[end..];
        let field = rest.trim_start();
        let gap = &rest[..rest.len() - field.len()];
        has_single_spaces &= number == 0 || gap == " ";
        let length = field.find(ends_field).unwrap_or(field.len());
        end += gap.len() + length;
        if length == 0 {
            return None;
        }
    }
    let (fields, rest) = text.split_at(end);
    let fields = match has_single_spaces {
        true => fields.into(),
        false => fields.split_whitespace().collect::<Vec<_>>().join(" ").into(),
    };
    Some((fields, rest))
}

fn operations(mut text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    loop {
        text = text.trim_start_matches(ends_field);
        if text.is_empty() {
            return Ok(operations);
        }
        let end = text.find(ends_field).unwrap_or(text.len());
        if &text[..end] == "-" {
            text = &text[end..];
            continue;
        }
        let opcode = text[..end].to_ascii_lowercase();
        let (operands, rest) = operands(&text[end..], &opcode)?;
        operations.push(Operation { opcode, operands });
        text = rest;
    }
}

/// The operands before the next semicolon, and the rest. A semicolon between quotes is part of the
/// operand.
fn operands<'a>(mut text: &'a str, opcode: &str) -> Result<(Vec<String>, &'a str), EpdError> {
    let mut operands = Vec::new();
    loop {
        text = text.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        if text.is_empty() || text.starts_with(';') {
            return Ok((operands, text));
        }
        let (operand, rest) = match text.strip_prefix('"') {
            Some(quoted) => quoted
                .split_once('"')
                .ok_or_else(|| EpdError::OpenQuote { opcode: opcode.to_owned() })?,
            None => text.split_at(text.find(ends_operand).unwrap_or(text.len())),
        };
        operands.push(operand.to_owned());
        text = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w";

    fn fen(rest: &str) -> String {
        let line = format!("{KINGS} {rest}");
        let epd = parse(&line).unwrap();
        epd.fen.strip_prefix(KINGS).unwrap().trim_start().to_owned()
    }

    fn operation(opcode: &str, operands: &[&str]) -> Operation {
        let operands = operands.iter().map(|&operand| operand.to_owned()).collect();
        Operation { opcode: opcode.to_owned(), operands }
    }

    #[test]
    fn a_field_ends_at_a_semicolon_as_at_a_blank() {
        assert_eq!(fen("- - 5 49; id \"x\";"), "- - 5 49");
        assert_eq!(fen("- - 5 49 ;D1 6"), "- - 5 49");
        assert_eq!(fen("- -; id \"x\";"), "- - 0 1");
        assert_eq!(fen("- -;"), "- - 0 1");
        assert_eq!(fen("- - hmvc 5; fmvn 20;"), "- - 5 20");
        assert_eq!(fen("-\t-  3\t17"), "- - 3 17");
        assert_eq!(fen("- e3;hmvc 2;"), "- e3 2 1");
    }

    #[test]
    fn operands_in_quotes_may_hold_semicolons() {
        let line = format!("{KINGS} - - bm e4 Kd2; id \"a; b\";c0");
        let epd = parse(&line).unwrap();
        let expected =
            [operation("bm", &["e4", "Kd2"]), operation("id", &["a; b"]), operation("c0", &[])];
        assert_eq!(epd.operations, expected);
    }

    #[test]
    fn operations_are_read_as_suites_write_them() {
        let line = format!("{KINGS} - - - BM e4, Kd2,Kf1; id \"a, b\"");
        let epd = parse(&line).unwrap();
        let expected = [operation("bm", &["e4", "Kd2", "Kf1"]), operation("id", &["a, b"])];
        assert_eq!(
            (&*epd.fen, epd.operations.as_slice()),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", expected.as_slice())
        );
    }

    #[test]
    fn what_is_no_epd_is_told() {
        assert_eq!(parse("8/8 w -"), Err(EpdError::Fields));
        assert_eq!(parse("8/8 w; - -"), Err(EpdError::Fields));
        let open = parse(&format!("{KINGS} - - id \"a;")).unwrap_err();
        assert_eq!(open.to_string(), "the text of `id` has no closing quote");
    }

    #[test]
    fn lines_are_numbered_as_an_editor_does() {
        let text = b"# suite\r\n\r\nA\r\nB\rC\n \nR\xe9ti \x1a\n\x1a";
        let lines: Vec<(usize, Cow<'_, str>)> = lines(text).collect();
        let expected = [(3, "A"), (4, "B"), (5, "C"), (7, "Réti")];
        assert_eq!(lines, expected.map(|(number, line)| (number, Cow::Borrowed(line))));
    }
}
