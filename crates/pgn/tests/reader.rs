//! Games in all the ways in which files write them.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::io::{self, Read};

use pgn::{FaultKind, LONGEST_COMMENT, LONGEST_TAG, Reader, Token};
use proptest::prelude::*;

/// Hands a text out in pieces of one size.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.1.min(buffer.len());
        (&mut self.0).take(piece as u64).read(buffer)
    }
}

/// The tokens of a text in short: `<` and `>` are the ends of a game.
fn short_of(source: impl Read) -> String {
    let mut reader = Reader::new(source);
    let mut short = String::new();
    while let Some((line, token)) = reader.next().unwrap() {
        match token {
            Token::Begin => write!(short, "<{line}"),
            Token::Tag { name, value } => write!(short, " {name}={value}"),
            Token::Move(written) => write!(short, " {written}"),
            Token::Comment(comment) => write!(short, " {{{}}}", comment.text().trim()),
            Token::End(Some(outcome)) => write!(short, " {outcome}>"),
            Token::End(None) => write!(short, ">"),
            Token::Fault(fault) => write!(short, " [{fault}]"),
        }
        .unwrap();
    }
    short
}

/// The same, whole and in pieces.
fn short(text: impl AsRef<[u8]>) -> String {
    let text = text.as_ref();
    let whole = short_of(text);
    for size in [1, 2, 7] {
        assert_eq!(short_of(Pieces(text, size)), whole, "in pieces of {size}");
    }
    whole
}

#[test]
fn blank_lines_are_white_space() {
    let game = "<1 A=a {c} e4 e5 Nf3 1-0>";
    assert_eq!(short("[A \"a\"]\n\n{c}\n\n1. e4\n\n e5 2.\n\nNf3\n\n1-0\n"), game);
    assert_eq!(short("[A \"a\"]\r\r{c}\r\r1. e4 e5\r\r2. Nf3 1-0\r"), game);
    assert_eq!(short("[A \"a\"]\r\n\r\n{c}\r\n1. e4 e5 2. Nf3\r\n\r\n1-0"), game);
    assert_eq!(short("[A \"a\"] {c} 1. e4 e5 2. Nf3 1-0"), game);
    assert_eq!(short("<"), " [line 1: a line that belongs to no game]");
}

#[test]
fn a_marker_or_a_tag_behind_moves_ends_a_game() {
    assert_eq!(short("1. e4 * 1. d4 *"), "<1 e4 *><1 d4 *>");
    assert_eq!(short("[A \"a\"]\n1. e4\n[A \"b\"]\n1. d4"), "<1 A=a e4><3 A=b d4>");
    assert_eq!(short("[A \"a\"]\n\n*\n\n[A \"b\"]\n1/2-1/2"), "<1 A=a *><5 A=b 1/2-1/2>");
    assert_eq!(short("1. e4 1-0 1-0"), "<1 e4 1-0> [line 1: a result that belongs to no game]");
}

#[test]
fn tag_sections_without_movetext_are_games() {
    let text = "[A \"1\"]\n[B \"1\"]\n[A \"2\"]\n[B \"2\"]\n\n[B \"3\"]\n{c}\n[A \"3\"]\n";
    assert_eq!(short(text), "<1 A=1 B=1><3 A=2 B=2><6 B=3 {c} A=3>");
}

#[test]
fn comments_and_variations_are_passed_over_wherever_they_are() {
    assert_eq!(
        short(
            "; top\n%escape\n[A \"a\"] ; side\n1. e4 ; e5 {\ne5 {[A \"b\"]\n[B\n(;} (d5 (c5) {)}) *"
        ),
        " {top}<3 A=a {side} e4 {e5 {} e5 {[A \"b\"]\n[B\n(;} *>"
    );
    assert_eq!(short("1. e4 {a { b} e5 *"), "<1 e4 {a { b} e5 *>");
    assert_eq!(short("1. e4 (1. d4 ; ) 1-0\n% )\n) e5 *"), "<1 e4 e5 *>");
}

#[test]
fn tokens_need_no_blanks_between_them() {
    let game = "<1 e4 {main} e5 Nf3 Nc6 Bc4 *>";
    assert_eq!(short("1.e4{main}e5 2.Nf3$1Nc6(2...d6 3.d4)3.Bc4*"), game);
    assert_eq!(short("1.e4!{main}1...e5?! 2 Nf3± Nc6= $14 ± 3Bc4 N *"), game);
    assert_eq!(short("1. e4 e51-0"), "<1 e4 e5 1-0>");
    assert_eq!(short("1. Nf3 Rd80-1"), "<1 Nf3 Rd8 0-1>");
    assert_eq!(short("1. exd6e.p.1...exd6 e.p.2.Kd2"), "<1 exd6 exd6 Kd2>");
    assert_eq!(short("1. e4 --1-0"), "<1 e4 -- 1-0>");
    assert_eq!(short("1. e4 e5 =1/2-1/2"), "<1 e4 e5 1/2-1/2>");
    assert_eq!(short("9. 0-01/2-1/2"), "<1 O-O 1/2-1/2>");
    assert_eq!(short("9. 0-0-0 0-0 ½-½"), "<1 O-O-O O-O 1/2-1/2>");
    assert_eq!(short(b"9. e4 \xb1\xbd-\xbd"), "<1 e4 1/2-1/2>");
    assert_eq!(short("9. e4 ±½-½"), "<1 e4 1/2-1/2>");
    assert_eq!(short(b"9. e4\xb1 e5 \xbd-\xbd"), "<1 e4 e5 1/2-1/2>");
    assert_eq!(short("1. exd6e.p. e7e8q Ng1-f3 exd6 e.p. -- *"), "<1 exd6 e7e8q Ng1f3 exd6 -- *>");
}

#[test]
fn marks_of_systems_are_no_text() {
    assert_eq!(short(b"\xef\xbb\xbf[A \"a\"]\n1. e4 *\n\x1a"), "<1 A=a e4 *>");
    assert_eq!(short(b"1. e4 *\n\xef\xbb\xbf[A \"a\"]\n*\x1a\x1a"), "<1 e4 *><2 A=a *>");
}

#[test]
fn tags_have_blanks_quotes_and_other_encodings() {
    assert_eq!(short("[ A\t\"a\" ] [B\"b\"][C   \"\"]*"), "<1 A=a B=b C= *>");
    assert_eq!(short(r#"[A "the "x" y"][B "\"\\"]*"#), r#"<1 A=the "x" y B="\ *>"#);
    assert_eq!(short(b"[A \"M\xfcller\"][B \"M\xc3\xb6ller\"]*"), "<1 A=Müller B=Möller *>");
}

#[test]
fn what_cannot_be_read_has_its_line_and_reading_goes_on() {
    assert_eq!(short("1. e4 Zc6 d4 *"), "<1 e4 [line 1: \"Zc6\" is not a move] d4 *>");
    assert_eq!(
        short("[A \"a\n[B \"b\"]\n\n1. e4\n\n*"),
        "<1 [line 1: the tag A has no closing quote and bracket on its line] B=b e4 *>"
    );
    assert_eq!(short("[A a]\n[B \"b\"] *"), " [line 1: a bracket that begins no tag]<2 B=b *>");
    assert_eq!(
        short("1. e4 (1. d4\nd5 1-0\n[A \"a\"]\n*"),
        "<1 e4 [line 1: a variation that is never closed]><3 A=a *>"
    );
    assert_eq!(
        short("1. e4\n{ open\n[Event \"a\"]\n[Event \"b\"]\n*"),
        "<1 e4 [line 2: a comment that is never closed]>"
    );
    assert_eq!(short("A preface.\n\n1. e4 } *"), {
        " [line 1: a line that belongs to no game]<3 e4 [line 3: \"}\" is not a move] *>"
    });
}

#[test]
fn long_values_are_read_up_to_a_bound() {
    let long = "x".repeat(LONGEST_TAG - 10);
    assert_eq!(short_of(format!("[A \"{long}\"]\n*").as_bytes()), format!("<1 A={long} *>"));
    assert_eq!(short_of(format!("[A \"{long}{long}\"]\n1. e4 *").as_bytes()), {
        "<1 [line 1: the line of the tag A has more than 1048576 bytes] e4 *>"
    });
    let comment = "x".repeat(LONGEST_COMMENT + 1);
    assert_eq!(short_of(format!("1. e4 {{{comment}}} e5 *").as_bytes()), {
        "<1 e4 [line 1: a comment of more than 1048576 bytes] e5 *>"
    });
}

#[test]
fn games_in_a_comment_are_counted() {
    let text = "1. e4 {\n[Event \"a\"]\n[Result \"*\"]\n [Event \"b\"]\r[Event \"c\"]\r[Result \"*\"]} \
                {\n[Event \"d\"]} *";
    let mut reader = Reader::new(text.as_bytes());
    let mut sections = 0;
    while let Some((_, token)) = reader.next().unwrap() {
        if let Token::Comment(comment) = token {
            sections += comment.tag_sections();
        }
    }
    assert_eq!(sections, 2);
}

proptest! {
    #[test]
    fn any_bytes_are_games_that_begin_and_end(
        text in prop::collection::vec(
            prop::sample::select(b"[]{}();%$*\"\\ \n\re4N1-0/.AB\x1a\xbd\xef\xbb\xbf".to_vec()),
            0..100,
        ),
        size in 1usize..9,
    ) {
        prop_assert_eq!(short_of(Pieces(&text, size)), short_of(&text[..]));
        let mut reader = Reader::new(&text[..]);
        let (mut is_open, mut last) = (false, 1);
        while let Some((line, token)) = reader.next().unwrap() {
            match &token {
                Token::Begin => prop_assert!(!std::mem::replace(&mut is_open, true)),
                Token::End(_) => prop_assert!(std::mem::take(&mut is_open)),
                Token::Tag { .. } | Token::Move(_) => prop_assert!(is_open),
                Token::Comment(_) | Token::Fault(_) => {}
            }
            let is_late = matches!(&token, Token::Fault(fault) if fault.kind == FaultKind::OpenVariation);
            prop_assert!(is_late || line >= last);
            last = line.max(last);
        }
        prop_assert!(!is_open);
    }
}
