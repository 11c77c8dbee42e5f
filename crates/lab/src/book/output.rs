//! The book as EPD, one position a line:
//!
//! ```text
//! BOARD SIDE CASTLING EN-PASSANT hmvc 1; fmvn 5; ce 23; acd 9; acn 20000; id "NAME"; c0 "1. e4 e5 ..";
//! ```
//!
//! `hmvc` and `fmvn` are the counters of a FEN, `ce` is the value in centipawns from the side to
//! move, `acd` and `acn` are depth and nodes of the search that found it, `c0` is the line of moves.

use shakmaty::Position;

use super::selection::Kept;
use arena::chess::notation;

/// The book; positions without a name get this one and their number.
#[must_use]
pub fn epd(kept: &[Kept], nodes: u64, name: &str) -> String {
    let lines = kept.iter().zip(1..).map(|(kept, number)| line(kept, number, nodes, name));
    lines.collect()
}

fn line(kept: &Kept, number: usize, nodes: u64, book: &str) -> String {
    let Kept { opening, value, depth } = kept;
    let position = &opening.position;
    let mut line = format!(
        "{} hmvc {}; fmvn {}; ce {value}; acd {depth}; acn {nodes};",
        notation::epd(position),
        position.halfmoves(),
        position.fullmoves()
    );
    let mut add = |opcode: &str, text: &str| {
        // A quote would end the text.
        line.push_str(&format!(" {opcode} \"{}\";", text.replace('"', "'")));
    };
    let moves = notation::line(&opening.start, &opening.moves);
    match &opening.name {
        // The number of a start position does not name the position reached from it.
        Some(start) if opening.line == 0 => {
            add("id", &format!("{book} {number}"));
            add("c0", &format!("{start}: {moves}"));
        }
        name => {
            if let Some(eco) = &opening.eco {
                add("eco", eco);
            }
            add("id", &name.clone().unwrap_or_else(|| format!("{book} {number}")));
            if !moves.is_empty() {
                add("c0", &moves);
            }
        }
    }
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::start_positions::start_position;
    use arena::chess::openings::Opening;
    use shakmaty::Chess;
    use shakmaty::san::San;

    fn kept(mut opening: Opening, line: &str) -> Kept {
        for san in line.split(' ') {
            let m = san.parse::<San>().unwrap().to_move(&opening.position).unwrap();
            opening.push(m);
        }
        Kept { opening, value: -23, depth: 9 }
    }

    #[test]
    fn a_line_has_value_and_moves() {
        let book = [kept(Opening::new(Chess::default(), 0), "e4 e5 Nf3")];
        let expected = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - hmvc 1; \
                        fmvn 2; ce -23; acd 9; acn 20000; id \"b 1\"; c0 \"1. e4 e5 2. Nf3\";\n";
        assert_eq!(epd(&book, 20_000, "b"), expected);
    }

    #[test]
    fn a_name_stays_and_its_quotes_do_no_harm() {
        let mut opening = Opening::new(Chess::default(), 7);
        opening.name = Some("Bird's \"From\" Gambit".to_owned());
        opening.eco = Some("A02".to_owned());
        let text = epd(&[kept(opening, "f4 e5")], 1, "b");
        assert!(
            text.contains(" eco \"A02\"; id \"Bird's 'From' Gambit\"; c0 \"1. f4 e5\";"),
            "{text}"
        );
        let read = arena::chess::epd::lines(text.as_bytes()).next().unwrap().1.unwrap();
        assert_eq!(read.text("id").as_deref(), Some("Bird's 'From' Gambit"));
    }

    #[test]
    fn chess960_reads_back_with_its_rights() {
        let mut opening = Opening::new(start_position(0).unwrap(), 0);
        opening.name = Some("Chess960 0".to_owned());
        let kept = kept(opening, "e4 e5 f4 f5");
        let text = epd(std::slice::from_ref(&kept), 1, "b");
        assert!(text.contains("c0 \"Chess960 0: 1. e4 e5 2. f4 f5\""), "{text}");
        let read = arena::chess::epd::lines(text.as_bytes()).next().unwrap().1.unwrap();
        assert_eq!(read.position, kept.opening.position);
        assert_eq!(read.position.halfmoves(), kept.opening.position.halfmoves());
        assert_eq!(read.position.fullmoves(), kept.opening.position.fullmoves());
    }
}
