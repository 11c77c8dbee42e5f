//! EPD: one position a line, with operations such as `bm Qg6; id "WAC.001";`.

use shakmaty::Chess;

use crate::chess::fen;

/// A line of an EPD file.
#[derive(Clone, Debug)]
pub struct EpdLine {
    /// The line as it is written, without blanks at its ends.
    pub written: String,
    /// The position, of Chess960 where its castling rights need it. Its move counters are those of a FEN, or the operations `hmvc` and `fmvn`.
    pub position: Chess,
    /// The operations, in the line's order.
    pub operations: Vec<Operation>,
}

/// An operation: an opcode and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// What it says, such as `bm`.
    pub opcode: String,
    /// Of what, without quotes.
    pub operands: Vec<String>,
}

impl EpdLine {
    /// The operands of all operations with this opcode.
    pub fn operands<'a>(&'a self, opcode: &'a str) -> impl Iterator<Item = &'a str> {
        let named = self.operations.iter().filter(move |operation| operation.opcode == opcode);
        named.flat_map(|operation| operation.operands.iter().map(String::as_str))
    }

    /// The operands of an operation that is there, as one text.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<String> {
        text(&self.operations, opcode)
    }
}

/// The lines of an EPD file with their numbers, from 1; blank lines and lines that begin with `#`
/// are passed over. What is wrong with a line is told in words.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Result<EpdLine, String>)> {
    let numbered = bytes.split(|&byte| byte == b'\n').zip(1..);
    numbered.filter_map(|(line, number)| match str::from_utf8(line).map(str::trim) {
        Ok(line) if line.is_empty() || line.starts_with('#') => None,
        Ok(line) => Some((number, self::line(line))),
        Err(error) => Some((number, Err(error.to_string()))),
    })
}

/// A line by itself, without blanks at its ends.
///
/// # Errors
/// What is wrong with it, in words.
pub fn line(line: &str) -> Result<EpdLine, String> {
    let (board, rest) = take_fields(line, 4).ok_or_else(|| {
        "a position needs four fields: board, side to move, castling, en passant".to_owned()
    })?;
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let (counters, rest) = match take_fields(rest, 2) {
        Some((counters, rest)) if counters.split(' ').all(is_number) => (Some(counters), rest),
        _ => (None, rest),
    };
    let operations = parse_operations(rest)?;
    let counters = counters.unwrap_or_else(|| {
        let halfmoves = text(&operations, "hmvc").unwrap_or_else(|| "0".to_owned());
        let move_number = text(&operations, "fmvn").unwrap_or_else(|| "1".to_owned());
        format!("{halfmoves} {move_number}")
    });
    let position = fen::position(&format!("{board} {counters}"))?;
    Ok(EpdLine { written: line.to_owned(), position, operations })
}

/// The first fields of a text, joined by single spaces, and the rest of it.
fn take_fields(text: &str, count: usize) -> Option<(String, &str)> {
    let mut fields = Vec::with_capacity(count);
    let mut rest = text.trim_start();
    for _ in 0..count {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        fields.push(rest.get(..end).filter(|field| !field.is_empty())?);
        rest = rest[end..].trim_start();
    }
    Some((fields.join(" "), rest))
}

/// Operations end with a semicolon, which the last one may lack.
fn parse_operations(mut text: &str) -> Result<Vec<Operation>, String> {
    let mut operations = Vec::new();
    loop {
        text = text.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
        if text.is_empty() {
            return Ok(operations);
        }
        let end = text.find(|c: char| c == ';' || c.is_whitespace()).unwrap_or(text.len());
        let opcode = text[..end].to_owned();
        let (operands, rest) = parse_operands(&text[end..], &opcode)?;
        operations.push(Operation { opcode, operands });
        text = rest;
    }
}

/// The operands before the next semicolon, and what follows them. A semicolon between quotes is
/// part of the operand.
fn parse_operands<'a>(mut text: &'a str, opcode: &str) -> Result<(Vec<String>, &'a str), String> {
    let mut operands = Vec::new();
    loop {
        text = text.trim_start();
        if text.is_empty() || text.starts_with(';') {
            return Ok((operands, text));
        }
        let (operand, rest) = match text.strip_prefix('"') {
            Some(quoted) => quoted
                .split_once('"')
                .ok_or_else(|| format!("the text of `{opcode}` has no closing quote"))?,
            None => {
                let end = text.find(|c: char| c == ';' || c.is_whitespace()).unwrap_or(text.len());
                text.split_at(end)
            }
        };
        operands.push(operand.to_owned());
        text = rest;
    }
}

fn text(operations: &[Operation], opcode: &str) -> Option<String> {
    let operation = operations.iter().find(|operation| operation.opcode == opcode)?;
    Some(operation.operands.join(" "))
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;

    fn line(text: &str) -> Result<EpdLine, String> {
        lines(text.as_bytes()).next().unwrap().1
    }

    #[test]
    fn operations_have_operands_quotes_and_semicolons() {
        let text = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; id \"a; b\"; hmvc 5;c0";
        let epd = line(text).unwrap();
        assert_eq!(epd.operands("bm").collect::<Vec<_>>(), ["e4", "Kd2"]);
        assert_eq!(epd.text("id").as_deref(), Some("a; b"));
        assert_eq!(epd.position.halfmoves(), 5);
        assert_eq!(epd.text("c0").as_deref(), Some(""));
        assert_eq!(epd.text("am"), None);
    }

    #[test]
    fn operations_follow_the_counters_of_a_fen() {
        let epd = line("4k3/8/8/8/8/8/4P3/4K3 w - - 3 20 ;D1 6 ;D2 30").unwrap();
        assert_eq!((epd.position.halfmoves(), epd.position.fullmoves().get()), (3, 20));
        assert_eq!(epd.operands("D2").collect::<Vec<_>>(), ["30"]);
    }

    #[test]
    fn a_quote_that_is_not_closed_is_an_error() {
        let error = line("4k3/8/8/8/8/8/4P3/4K3 w - - id \"a;").unwrap_err();
        assert_eq!(error, "the text of `id` has no closing quote");
    }

    #[test]
    fn lines_are_numbered_as_an_editor_does() {
        let text = b"# suite\r\n\r\n4k3/8/8/8/8/8/4P3/4K3 w - -\r\n";
        let numbers: Vec<usize> = lines(text).map(|(number, _)| number).collect();
        assert_eq!(numbers, [3]);
    }
}
