//! EPD books: one position a line.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use super::Opening;
use super::book::LineError;

pub(super) fn parse(bytes: &[u8]) -> Result<Vec<Opening>, LineError> {
    let mut openings = Vec::new();
    for (i, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let number = i + 1;
        let line = str::from_utf8(line).map_err(|error| LineError::new(number, error))?.trim();
        if !line.is_empty() && !line.starts_with('#') {
            openings.push(parse_line(line, number)?);
        }
    }
    Ok(openings)
}

fn parse_line(line: &str, number: usize) -> Result<Opening, LineError> {
    let (board, rest) = take_fields(line, 4).ok_or_else(|| {
        let fields = "board, side to move, castling, en passant";
        LineError::new(number, format_args!("a position needs four fields: {fields}"))
    })?;
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let (counters, operations) = match take_fields(rest, 2) {
        Some((counters, operations)) if counters.split(' ').all(is_number) => {
            (counters, operations)
        }
        _ => {
            let halfmoves = operation(rest, "hmvc").unwrap_or("0");
            let move_number = operation(rest, "fmvn").unwrap_or("1");
            (format!("{halfmoves} {move_number}"), rest)
        }
    };
    let fen = Fen::from_ascii(format!("{board} {counters}").as_bytes())
        .map_err(|error| LineError::new(number, error))?;
    let start = fen
        .into_position::<Chess>(CastlingMode::Standard)
        .map_err(|error| LineError::new(number, error))?;
    let mut opening = Opening::new(start, number);
    opening.eco = operation(operations, "eco").map(str::to_owned);
    opening.name = operation(operations, "id").map(str::to_owned);
    Ok(opening)
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

/// The operand of an operation such as `id "name";` or `hmvc 5;`.
fn operation<'a>(operations: &'a str, name: &str) -> Option<&'a str> {
    operations.split(';').find_map(|operation| {
        let operand = operation.trim().strip_prefix(name)?;
        operand.starts_with(char::is_whitespace).then(|| operand.trim().trim_matches('"'))
    })
}
