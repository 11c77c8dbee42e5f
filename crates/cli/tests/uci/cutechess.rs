//! `arena cutechess`: schedules, books and options of cutechess-cli. `crates/fastchess/reference/cutechess.py` holds whole
//! matches against the program itself.

use crate::fastchess::{GAMES, Table, told};

crate::tests![
    games_are_counted_as_cutechess_counts_them,
    each_encounter_of_several_engines_has_an_opening_of_its_own,
    a_book_of_positions_has_counters_in_its_operations_alone,
    what_an_engine_is_told_and_says_is_where_it_was_wanted,
    an_option_without_an_effect_is_told_on_standard_error,
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

fn games_are_counted_as_cutechess_counts_them() {
    let table = Table::new();
    for (counts, games) in [("-games 4", 4), ("-games 2 -rounds 3", 6), ("-rounds 3", 3)] {
        let line = format!("A:none B:none {GAMES} {counts} -pgnout {games}.pgn");
        let output = table.command("cutechess", &line).output().unwrap();
        let (text, code) = told(&output);
        assert!(text.contains(&format!("Started game {games} of {games} ")), "{text}");
        assert_eq!(code, Some(0));
        let played = self::games(&table.read(&format!("{games}.pgn")));
        assert!(played.chunks(2).all(|pair| pair.iter().all(|game| game[2] == pair[0][2])));
        assert!(played.chunks_exact(2).all(|pair| pair[0][0] == pair[1][1]), "{played:?}");
    }
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

fn a_book_of_positions_has_counters_in_its_operations_alone() {
    let table = Table::new();
    let position = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -";
    let lines = [" 3 9", "", " hmvc 3; fmvn 9;"].map(|rest| format!("{position}{rest}\n"));
    std::fs::write(table.path("book.epd"), lines.concat()).unwrap();
    let line = "A:none B:none -each nodes=1 -rounds 3 -maxmoves 2 -pgnout g.pgn -openings file=book.epd format=epd";
    let (text, code) = told(&table.command("cutechess", line).output().unwrap());
    assert_eq!(code, Some(0), "{text}");
    let starts: Vec<String> =
        games(&table.read("g.pgn")).into_iter().map(|game| game[2].clone()).collect();
    assert_eq!(starts, ["0 1", "0 1", "3 9"].map(|counters| format!("{position} {counters}")));
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

fn an_option_without_an_effect_is_told_on_standard_error() {
    let line = format!("A:none B:none {GAMES} -rounds 1 -games 2 -bookmode disk");
    let output = Table::new().command("cutechess", &line).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("-bookmode disk changes nothing: "), "{errors}");
}
