//! Parses a line of input into a command.
//!
//! The messages are [`UciMessage`]'s. A thin layer around its parser accepts
//! lines that the parser refuses: words before the command (skipped, as the protocol wants), words after a
//! command that has no arguments, FENs with two to five fields or with the rook files of Chess960,
//! and `go` lines (see [`Go`]).

use std::ops::RangeInclusive;

use engine::{PRESETS, Preset};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty_uci::UciMessage;

use super::go::Go;
use super::output::excerpt;

/// The command of a line.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// A message of the protocol, other than `go`.
    Message(UciMessage),
    /// A search.
    Go(Go),
    /// A debug command.
    Debug(DebugCommand),
}

/// Debug commands, which the protocol does not have.
#[derive(Clone, Debug)]
pub(crate) enum DebugCommand {
    /// Search a fixed list of positions.
    Bench { depth: u32, preset: &'static Preset },
    /// Count the move sequences of a length.
    Perft { depth: u32 },
    /// Show the board.
    Display,
    /// Show the static evaluation.
    Evaluate,
    /// List the debug commands.
    Help,
}

/// Depths of a count: more than can ever be finished, and few enough for the stack.
const PERFT: RangeInclusive<u32> = 1..=100;

/// Commands of the protocol; a line may begin with other words, which are skipped.
const WORDS: [&str; 10] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
];

impl Command {
    /// The command of a line; `None` if it is blank.
    pub(crate) fn parse(line: &str) -> Result<Option<Command>, String> {
        let mut tokens: Vec<&str> = line.split_whitespace().collect();
        let Some(&first) = tokens.first() else { return Ok(None) };
        if let Some(command) = DebugCommand::parse(first, &tokens[1..])? {
            return Ok(Some(Command::Debug(command)));
        }
        let Some(begin) = tokens.iter().position(|word| is_command(word)) else {
            let line = excerpt(line.trim());
            return Err(format!("there is no command in `{line}`; `help` lists them"));
        };
        tokens.drain(..begin);
        let command = match tokens[0] {
            "go" => match tokens.get(1) {
                Some(&"perft") => Command::Debug(DebugCommand::perft(&tokens[2..])?),
                _ => Command::Go(Go::parse(tokens[1..].iter().copied())),
            },
            "position" => Command::Message(position(&tokens[1..])?),
            "setoption" => message(&tokens, "setoption name NAME [value VALUE]")?,
            "debug" => message(&tokens, "debug on or debug off")?,
            "register" => message(&tokens, "register later")?,
            word => message(&[word], "a command without arguments")?,
        };
        Ok(Some(command))
    }
}

fn is_command(word: &str) -> bool {
    WORDS.contains(&word) || word == "quit"
}

/// A message as shakmaty-uci reads it.
fn message(tokens: &[&str], expected: &str) -> Result<Command, String> {
    let line = tokens.join(" ");
    match line.parse() {
        Ok(message) => Ok(Command::Message(message)),
        Err(_) => Err(unreadable(&line, expected)),
    }
}

fn unreadable(line: &str, expected: &str) -> String {
    format!("cannot read `{}`; expected {expected}", excerpt(line))
}

/// Reads the text after `position`.
fn position(tokens: &[&str]) -> Result<UciMessage, String> {
    let end = tokens.iter().position(|token| *token == "moves").unwrap_or(tokens.len());
    let (start, moves) = tokens.split_at(end);
    let fen = match start {
        ["startpos"] => None,
        ["fen", fields @ ..] if !fields.is_empty() => {
            let fen = fields.join(" ");
            let read = fen.parse::<Fen>();
            Some(read.map_err(|problem| {
                format!("position: `{}` is not a FEN: {problem}", excerpt(&fen))
            })?)
        }
        _ => {
            let line = format!("position {}", tokens.join(" "));
            let expected = "position startpos [moves MOVE...] or position fen FEN [moves MOVE...]";
            return Err(unreadable(&line, expected));
        }
    };
    let moves = moves.iter().skip(1).map(|text| {
        text.parse::<UciMove>().map_err(|_| {
            let text = excerpt(text);
            format!("position: `{text}` is not a move; expected one like e2e4 or a7a8q")
        })
    });
    let moves = moves.collect::<Result<_, _>>()?;
    Ok(UciMessage::Position { startpos: fen.is_none(), fen, moves })
}

impl DebugCommand {
    /// The debug command of this name, if there is one.
    fn parse(name: &str, arguments: &[&str]) -> Result<Option<DebugCommand>, String> {
        Ok(Some(match name {
            "bench" => DebugCommand::bench(arguments)?,
            "perft" => DebugCommand::perft(arguments)?,
            "d" => DebugCommand::Display,
            "eval" => DebugCommand::Evaluate,
            "help" => DebugCommand::Help,
            _ => return Ok(None),
        }))
    }

    fn bench(arguments: &[&str]) -> Result<DebugCommand, String> {
        let (mut depth, mut preset) = (super::bench::DEPTH, &PRESETS[0]);
        for &argument in arguments {
            if let Ok(number) = argument.parse() {
                depth = number;
            } else if let Some(named) = PRESETS.iter().find(|preset| preset.name == argument) {
                preset = named;
            } else {
                let argument = excerpt(argument);
                return Err(format!("bench: `{argument}` is neither a depth nor a preset"));
            }
        }
        Ok(DebugCommand::Bench { depth, preset })
    }

    fn perft(arguments: &[&str]) -> Result<DebugCommand, String> {
        let depth = match arguments {
            [depth] => depth.parse().ok().filter(|depth| PERFT.contains(depth)),
            _ => None,
        };
        depth.map(|depth| DebugCommand::Perft { depth }).ok_or_else(|| {
            let line = format!("perft {}", arguments.join(" "));
            unreadable(&line, "perft DEPTH, a depth of 1 to 100")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message(line: &str) -> UciMessage {
        match Command::parse(line) {
            Ok(Some(Command::Message(message))) => message,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn error(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn messages_without_arguments_are_read_whatever_surrounds_them() {
        assert_eq!(message("uci"), UciMessage::Uci);
        assert_eq!(message("  isready \r\n"), UciMessage::IsReady);
        assert_eq!(message("stop now"), UciMessage::Stop);
        assert_eq!(message("joho debug on"), UciMessage::Debug(true));
        assert_eq!(message("ponderhit"), UciMessage::PonderHit);
        assert_eq!(message("ucinewgame"), UciMessage::UciNewGame);
        assert_eq!(message("quit"), UciMessage::Quit);
        assert!(matches!(Command::parse(" \t\r\n"), Ok(None)));
    }

    #[test]
    fn options_have_names_and_perhaps_values() {
        let option = |line| match message(line) {
            UciMessage::SetOption { name, value } => (name, value),
            other => panic!("{other:?}"),
        };
        assert_eq!(option("setoption name Clear Hash"), ("Clear Hash".to_owned(), None));
        let hash = ("Hash".to_owned(), Some("64".to_owned()));
        assert_eq!(option("setoption  name\tHash   value  64 \r\n"), hash);
        let spaced = ("Move Overhead".to_owned(), Some("5".to_owned()));
        assert_eq!(option("setoption name Move Overhead value 5"), spaced);
        assert!(error("setoption Hash 5").contains("setoption name NAME"));
    }

    #[test]
    fn positions_come_with_and_without_moves_and_with_any_fen() {
        let moves = |line| match message(line) {
            UciMessage::Position { fen, moves, .. } => (fen.is_some(), moves.len()),
            other => panic!("{other:?}"),
        };
        assert_eq!(moves("position startpos"), (false, 0));
        assert_eq!(moves("position startpos moves"), (false, 0));
        assert_eq!(moves("position  startpos   moves e2e4  e7e5"), (false, 2));
        assert_eq!(moves("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"), (true, 0));
        assert_eq!(moves("position fen 4k3/8/8/8/8/8/8/4K3 w - - moves e1e2"), (true, 1));
        assert_eq!(moves("position fen 4k2r/8/8/8/8/8/8/R3K3 w Ah - 0 1"), (true, 0));
    }

    #[test]
    fn errors_say_what_was_wrong_and_what_would_be_right() {
        assert!(error("xyzzy").contains("`xyzzy`"));
        assert!(error("position").contains("position startpos"));
        assert!(error("position fen").contains("position fen FEN"));
        assert!(error("position fen hello").contains("`hello` is not a FEN"));
        assert!(error("position startpos moves e2e4 e7-e5").contains("`e7-e5`"));
        assert!(error("debug maybe").contains("debug on"));
        assert!(error("bench 5 unheard-of").contains("`unheard-of`"));
        for line in ["perft", "perft 0", "perft 101", "go perft 100000", "perft 1 2"] {
            assert!(error(line).contains("perft DEPTH, a depth of 1 to 100"), "{line}");
        }
        let long = "x".repeat(1 << 20) + "\0";
        assert!(error(&long).len() < 300);
    }

    #[test]
    fn bench_takes_a_depth_and_a_preset_in_any_order() {
        for line in ["bench 3 none", "bench none 3"] {
            let Ok(Some(Command::Debug(DebugCommand::Bench { depth, preset }))) =
                Command::parse(line)
            else {
                panic!("{line}")
            };
            assert_eq!((depth, preset.name), (3, "none"));
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(line in ".*") {
            let _ = Command::parse(&line);
        }

        #[test]
        fn no_row_of_familiar_words_makes_the_parser_panic(
            words in proptest::collection::vec(
                prop_oneof![
                    proptest::sample::select(vec![
                        "go", "position", "startpos", "fen", "moves", "setoption", "name", "value",
                        "searchmoves", "depth", "wtime", "-1", "0", "e2e4", "a7a8q", "0000", "N@e4",
                        "8/8/8/8/8/8/8/8", "w", "KQkq", "-", "bench", "perft", "debug", "register",
                        "99999999999999999999", "\0", "é",
                    ]).prop_map(str::to_owned),
                    ".{0,5}",
                ],
                0..12,
            )
        ) {
            let _ = Command::parse(&words.join(" "));
        }
    }
}
