//! Lines of EPD as positions, with operations such as `bm Qg6; id "WAC.001";`.

pub use pgn::epd::Operation;
use shakmaty::Chess;

use crate::chess::fen;

/// A line of an EPD file.
#[derive(Clone, Debug)]
pub struct EpdLine {
    /// The line as it is written, without blanks at its ends.
    pub written: String,
    /// The position, of Chess960 if its castling rights require it. Its move counters are those of
    /// a FEN, or the operations `hmvc` and `fmvn`.
    pub position: Chess,
    /// The operations, in the line's order.
    pub operations: Vec<Operation>,
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
        let operation = self.operations.iter().find(|operation| operation.opcode == opcode)?;
        Some(operation.operands.join(" "))
    }
}

/// The lines of an EPD file with their numbers, from 1; blank lines and lines that begin with `#`
/// are skipped. Errors are sentences.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Result<EpdLine, String>)> {
    pgn::epd::lines(bytes).map(|(number, line)| (number, self::line(&line)))
}

/// A line by itself, without blanks at its ends.
///
/// # Errors
/// The problem, in words.
pub fn line(line: &str) -> Result<EpdLine, String> {
    let pgn::epd::Epd { fen, operations } =
        pgn::epd::parse(line).map_err(|error| error.to_string())?;
    let position =
        fen::position(&fen).map_err(|problem| format!("{problem}: {:?}", fen::shown(&fen)))?;
    Ok(EpdLine { written: line.to_owned(), position, operations })
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;

    fn line(text: &str) -> EpdLine {
        lines(text.as_bytes()).next().unwrap().1.unwrap()
    }

    #[test]
    fn operations_have_operands_and_counters() {
        let epd = line("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; id \"a; b\"; hmvc 5;c0");
        assert_eq!(epd.operands("bm").collect::<Vec<_>>(), ["e4", "Kd2"]);
        assert_eq!(epd.text("id").as_deref(), Some("a; b"));
        assert_eq!(epd.position.halfmoves(), 5);
        assert_eq!(epd.text("c0").as_deref(), Some(""));
        assert_eq!(epd.text("am"), None);
    }

    #[test]
    fn counters_may_end_at_a_semicolon() {
        let epd = line("4k3/8/8/8/8/8/4P3/4K3 w - - 5 49; id \"x\";");
        assert_eq!((epd.position.halfmoves(), epd.position.fullmoves().get()), (5, 49));
        assert_eq!(line("4k3/8/8/8/8/8/4P3/4K3 w - -; id \"x\";").text("id").as_deref(), Some("x"));
    }
}
