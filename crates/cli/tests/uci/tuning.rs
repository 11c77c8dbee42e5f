//! Options of a program tuned by games.

use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::bench::Bench;

crate::tests![
    a_tuning_killed_again_and_again_ends_as_one_that_was_left_alone,
    what_is_wrong_with_a_parameter_is_found_before_the_first_game,
    the_tuned_values_are_written_for_other_tools,
];

/// Scores are drawn, too, so that every game is soon resigned by one side or the other.
const TUNING: &str = "\
ENGINE cheap
iterations = 12
pairs = 2
concurrency = 2
limits = { nodes = 1 }
openings = { file = \"book.pgn\", order = \"shuffled\" }
adjudication = { resign = { score = 45, moves = 1 } }

[[parameter]]
option = \"Skill\"
range = [0, 10]

[[parameter]]
option = \"Bold\"

[[parameter]]
option = \"Ratio\"
range = [0.5, 2.0]
start = 1.25
scale = 100
";

fn arena(bench: &Bench, command: &str, file: &str) -> Command {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
    arena.arg(command).arg(bench.path(file)).arg("--quiet");
    arena.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    arena
}

fn works(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn text(bench: &Bench, name: &str) -> String {
    std::fs::read_to_string(bench.path("results/x").join(name)).unwrap()
}

/// The journal without its first line, which contains the arguments of the engine.
fn iterations(bench: &Bench) -> Vec<String> {
    text(bench, "iterations.jsonl").lines().skip(1).map(str::to_owned).collect()
}

fn a_tuning_killed_again_and_again_ends_as_one_that_was_left_alone() {
    let undisturbed = Bench::new(TUNING);
    works(&arena(&undisturbed, "tune", "x.toml").output().unwrap());
    let values = text(&undisturbed, "openbench-spsa.txt");
    assert!(!values.contains("Ratio, float, 1.25, "), "the games have moved nothing: {values}");
    // The engine's own defaults.
    let journal = text(&undisturbed, "iterations.jsonl");
    let begins = |name, start| journal.contains(&format!("\"name\":\"{name}\",\"start\":{start},"));
    assert!(
        begins("Skill", "5.0") && begins("Bold", "0.0") && begins("Ratio", "125.0"),
        "{journal}"
    );
    let page = text(&undisturbed, "parameters.html");
    let headline = page.split_once("id=\"verdict\"").unwrap().1.split_once("</h1>").unwrap().0;
    assert!(headline.contains("Tuned values: Skill = "), "{headline}");
    assert!(
        page.contains("<code>arena run confirm.toml</code>") && !page.contains("`arena"),
        "{page}"
    );

    let disturbed = Bench::new(TUNING);
    for pause in [50, 120, 200, 300, 450] {
        let mut child = arena(&disturbed, "tune", "x.toml").spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    works(&arena(&disturbed, "tune", "x.toml").output().unwrap());
    disturbed.assert_nothing_is_left();
    assert_eq!(iterations(&undisturbed).len(), 12);
    assert_eq!(iterations(&disturbed), iterations(&undisturbed));
    assert_eq!(text(&disturbed, "openbench-spsa.txt"), values);
    assert_eq!(text(&disturbed, "parameters.txt"), text(&undisturbed, "parameters.txt"));
}

fn the_tuned_values_are_written_for_other_tools() {
    let bench = Bench::new(&TUNING.replace("iterations = 12", "iterations = 2"));
    works(&arena(&bench, "tune", "x.toml").output().unwrap());
    let spsa = text(&bench, "openbench-spsa.txt");
    let lines: Vec<Vec<&str>> = spsa.lines().map(|line| line.split(", ").collect()).collect();
    let fixed = |line: &[&str]| [line[0], line[1], line[3], line[4], line[5]].join(" ");
    assert_eq!(fixed(&lines[0]), "Skill int 0 10 0.5");
    assert_eq!(fixed(&lines[1]), "Bold int 0 1 0.5");
    assert_eq!(fixed(&lines[2]), "Ratio float 0.5 2 0.075");
    let factory: serde_json::Value =
        serde_json::from_str(&text(&bench, "weather-factory.json")).unwrap();
    assert_eq!(factory["Ratio"]["max_value"], 2.0);
    assert_eq!(factory["Skill"]["value"].as_f64(), lines[0][2].parse().ok());
    let values = text(&bench, "values.toml");
    assert!(values.contains("[contender.options]") && values.contains("Skill = "), "{values}");
    // The match that confirms the values loads and plays.
    let confirm = std::fs::read_to_string(bench.path("results/x/confirm.toml")).unwrap();
    std::fs::write(bench.path("confirm.toml"), confirm.replace("games = 12", "games = 2")).unwrap();
    works(&arena(&bench, "run", "confirm.toml").output().unwrap());
}

fn what_is_wrong_with_a_parameter_is_found_before_the_first_game() {
    for (from, to, place, told) in [
        ("[0, 10]", "[0, 11]", "x.toml:10: ", "11 is out of range"),
        ("range = [0, 10]\n", "", "x.toml:10: ", "is a whole number: write range = [0, 10]"),
        ("[0, 10]", "[6, 10]", "option \"Skill\" ", "is 5 by default, out of the range 6 to 10"),
        ("\"Bold\"", "\"Bald\"", "x.toml:14: ", "did you mean `Bold`?"),
        ("option = \"Bold\"", "name = \"multi_cut.moves\"", "x.toml:14: ", "is an `option`"),
        ("[0, 10]", "[0, 9.5]", "x.toml:11: ", "fractions of an option have a `scale`"),
        ("\"Bold\"", "\"skill\"", "x.toml:14: ", "this parameter is there twice"),
        ("iterations", "preset = \"none\"\niterations", "x.toml:", "a `revision`: only one"),
        ("iterations", "hash = 4\niterations", "x.toml:2: ", "`hash` goes with a `preset`"),
    ] {
        let bench = Bench::new(&TUNING.replacen(from, to, 1));
        let output = arena(&bench, "tune", "x.toml").output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{to}");
        assert!(errors.contains(place) && errors.contains(told), "{from} -> {to}: {errors}");
    }
}
