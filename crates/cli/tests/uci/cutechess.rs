//! `arena cutechess`: schedules, books and options of cutechess-cli. `crates/fastchess/reference/cutechess.py` holds whole
//! matches against the program itself.

use crate::fastchess::{Table, told};

crate::tests![
    each_encounter_of_several_engines_has_an_opening_of_its_own,
    what_an_engine_is_told_and_says_is_where_it_was_wanted,
];

/// White, black and first position of each game of a file.
fn games(text: &str) -> Vec<[String; 3]> {
    let tag = |game: &str, name: &str| {
        let line = game.lines().find_map(|line| line.strip_prefix(&format!("[{name} \"")));
        line.unwrap_or_default().trim_end_matches("\"]").to_owned()
    };
    let games = text.split("[Event ").skip(1);
    games.map(|game| ["White", "Black", "FEN"].map(|name| tag(game, name))).collect()
}

/// Four engines, one round: six encounters of two games, in the order in which everybody plays in turn.
fn each_encounter_of_several_engines_has_an_opening_of_its_own() {
    let table = Table::new();
    let book: String = (1..=7)
        .map(|file| {
            format!("4k3/pppppppp/8/8/8/8/{}P{}/4K3 w - - 4 9\n", file, 7 - file).replace('0', "")
        })
        .collect();
    std::fs::write(table.path("book.epd"), book).unwrap();
    let line = "A:none B:none C:none D:none -each nodes=1 -rounds 1 -games 2 -repeat -maxmoves 2 -pgnout g.pgn \
                -openings file=book.epd format=epd order=sequential";
    let (text, code) = told(&table.command("cutechess", line).output().unwrap());
    assert_eq!(code, Some(0), "{text}");
    let games = games(&table.read("g.pgn"));
    let pairs: Vec<[&str; 2]> = games.iter().map(|game| [&*game[0], &*game[1]]).collect();
    let [a, b, c, d] = ["A", "B", "C", "D"];
    let expected = [
        [a, d],
        [d, a],
        [b, c],
        [c, b],
        [a, c],
        [c, a],
        [d, b],
        [b, d],
        [a, b],
        [b, a],
        [c, d],
        [d, c],
    ];
    assert_eq!(pairs, expected);
    let openings: Vec<&str> = games
        .chunks(2)
        .map(|pair| {
            assert_eq!(pair[0][2], pair[1][2]);
            &*pair[0][2]
        })
        .collect();
    assert!((1..6).all(|at| !openings[..at].contains(&openings[at])), "{openings:?}");
}

fn what_an_engine_is_told_and_says_is_where_it_was_wanted() {
    let table = Table::new();
    let mut command = table.command("cutechess", "A:stderr-flood");
    command.args(["stderr=errors.txt", "initstr=setoption name Hash value 3"]);
    let second = table.command("cutechess", "B:none");
    command.args(second.get_args().skip(1));
    let line = "-each nodes=1 -rounds 1 -maxmoves 12 -debug all -openings file=book.epd format=epd";
    let (text, code) = told(&command.args(line.split_whitespace()).output().unwrap());
    assert_eq!(code, Some(0), "{text}");
    assert!(table.read("errors.txt").len() > 1000);
    let place = |line: &str| text.find(line).unwrap_or_else(|| panic!("{line}: {text}"));
    assert!(place(" >A: setoption name Hash value 3\n") < place(" >A: uci\n"));
    assert!(place(" <A: uciok\n") < place(" >A: go nodes 1\n"));
    assert!(!table.path("config.json").exists(), "nothing could go on from it");
}
