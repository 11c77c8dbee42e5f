use super::*;
use stats::{Pentanomial, Wdl};

fn game(players: [&str; 2], round: &str, result: &str, opening: &str) -> String {
    let [white, black] = players;
    format!(
        "[Event \"?\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [Result \"{result}\"]\n{opening}\n1. e4 {{+0.10/9 0.1s}} e5 {{0.00/9 0.1s}} {result}\n\n"
    )
}

fn read(files: &[String]) -> PgnScores {
    let mut tournament = PgnScores::default();
    for text in files {
        tournament.read("games.pgn", text.as_bytes(), |_, _| ()).unwrap();
    }
    tournament.finish();
    tournament
}

const FEN: &str = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n";

#[test]
fn games_are_counted_from_the_view_of_the_player_named_first() {
    let text = game(["A", "B"], "1", "1-0", "") + &game(["B", "A"], "1", "1/2-1/2", "");
    let tournament = read(&[text + &game(["B", "A"], "2", "*", "")]);
    assert_eq!(tournament.players, ["A", "B"]);
    let encounter = &tournament.encounters[0];
    assert_eq!(encounter.games(), Wdl { losses: 0, draws: 1, wins: 1 });
    assert_eq!(encounter.pairs, Pentanomial { wd: 1, ..Pentanomial::default() });
    assert_eq!((tournament.games(), tournament.unfinished), (2, 1));
}

#[test]
fn rounds_of_many_games_fall_into_pairs() {
    let text: String = (1..=4)
        .map(|i| {
            let players = if i % 2 == 1 { ["A", "B"] } else { ["B", "A"] };
            game(players, &format!("1.{i}"), "1-0", "")
        })
        .collect();
    let pairs = read(&[text]).encounters[0].pairs;
    assert_eq!(pairs, Pentanomial { wl: 2, ..Pentanomial::default() });
}

#[test]
fn without_rounds_equal_openings_make_a_pair() {
    for rounds in [["?", "?"], ["7", "8"]] {
        let text = game(["A", "B"], rounds[0], "1-0", FEN)
            + &game(["B", "A"], rounds[1], "0-1", &FEN.replace("0 1", "3 9"));
        let encounter = &read(&[text]).encounters[0];
        assert_eq!(encounter.pairs.ww, 1, "{rounds:?}");
        assert_eq!(encounter.openings.len(), 1);
    }
    let apart = game(["A", "B"], "1", "1-0", FEN)
        + &game(["B", "A"], "1", "0-1", &FEN.replace("4P3", "3P4"));
    assert_eq!(read(&[apart]).encounters[0].pairs.pairs(), 0);
    let same_colours = game(["A", "B"], "1", "1-0", FEN) + &game(["A", "B"], "1", "0-1", FEN);
    let encounter = &read(&[same_colours]).encounters[0];
    assert_eq!((encounter.pairs.pairs(), encounter.singles().games()), (0, 2));
}

#[test]
fn the_moves_of_a_book_are_an_opening_too() {
    let moves = |players: [&str; 2], moves: &str, result: &str| {
        let [white, black] = players;
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves} \
             Nf3 {{+0.31/12 0.103s}} a6 {{-0.31/12 0.1s}} {result}\n\n"
        )
    };
    let (open, closed) = ("1. e4 {book} e5 {book}", "1. d4 {book} d5 {book}");
    let text = moves(["A", "B"], open, "1-0")
        + &moves(["A", "B"], closed, "0-1")
        + &moves(["B", "A"], closed, "1-0")
        + &moves(["B", "A"], open, "0-1");
    let encounter = &read(&[text]).encounters[0];
    assert_eq!(encounter.pairs, Pentanomial { ll: 1, ww: 1, ..Pentanomial::default() });
}

#[test]
fn rounds_of_different_files_are_different_rounds() {
    let file = game(["A", "B"], "1", "1-0", "");
    let other = game(["B", "A"], "1", "1-0", "");
    let tournament = read(&[file, other]);
    assert_eq!(tournament.encounters[0].pairs.pairs(), 0);
    assert_eq!(tournament.games(), 2);
}

#[test]
fn a_tag_of_any_length_is_no_reason_to_refuse_a_file() {
    let long = format!("[Annotation \"{}\"]\n", "x".repeat(70_000));
    let torn = "[Event \"?\"]\n[White \"A";
    let text = game(["A", "B"], "1", "1-0", &long) + &game(["B", "A"], "1", "1-0", "") + torn;
    let tournament = read(&[text]);
    assert_eq!((tournament.games(), tournament.nameless), (2, 1));
    let faults: Vec<(FaultReason, &FaultCount)> = tournament.faults.iter().collect();
    let [(FaultReason::OpenTag, found)] = faults[..] else { panic!("{faults:?}") };
    assert_eq!((found.times, found.line), (1, 19));
    assert_eq!(found.first, "the tag White has no closing quote and bracket on its line");
}

#[test]
fn many_games_without_partners_are_not_kept() {
    let mut text: String = (0..6000).map(|i| game(["A", "B"], &i.to_string(), "1-0", "")).collect();
    text += &game(["B", "A"], "5999", "1-0", "");
    let tournament = read(&[text]);
    assert_eq!(tournament.encounters[0].pairs, Pentanomial { wl: 1, ..Pentanomial::default() });
    assert_eq!(tournament.encounters[0].singles().games(), 5999);
}

#[test]
fn games_of_other_variants_are_left_out_and_counted() {
    let variant = |name: &str| format!("[Variant \"{name}\"]\n");
    let text: String = ["Crazyhouse", "King of the Hill", "chess 960", "Najdorf", "Standard"]
        .map(|name| game(["A", "B"], "?", "1-0", &variant(name)))
        .concat();
    let tournament = read(&[text]);
    assert_eq!((tournament.games(), tournament.unfinished), (3, 0));
    let faults: Vec<_> = tournament.faults.iter().collect();
    let [(FaultReason::Variant, found)] = faults[..] else { panic!("{faults:?}") };
    assert_eq!((found.times, found.first.as_str()), (2, "Crazyhouse"));
}
