//! Suites, sweeps and experiments searched by programs.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::bench::Bench;
use crate::without::without;

crate::tests![
    a_program_solves_beside_a_preset,
    a_program_that_hangs_or_dies_has_not_solved_the_position,
    searches_killed_again_and_again_give_the_report_of_those_left_alone,
    options_of_a_program_are_swept,
    options_that_are_no_numbers_are_swept,
    what_a_program_does_not_take_is_found_before_the_first_search,
    a_journal_knows_its_program,
];

/// Two mates in one, the second one not by the first legal move; and an endgame.
const SUITE: &str = "\
6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - bm Rd8#; id \"back rank\";
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"scholar\";
8/8/8/3k4/8/3K4/3P4/8 w - - bm Kc3; id \"ending\";
";

const EXPERIMENT: &str = "\
concurrency = 2
suite = { file = \"three.epd\" }
limits = { depths = \"1..8\" }
supervision = { hang = \"0.3\" }

[[configuration]]
name = \"S\"
ENGINE solver

[[configuration]]
name = \"H\"
ENGINE solver-hangs
options = { Effort = 4 }
";

fn bench() -> Bench {
    let bench = Bench::new(EXPERIMENT);
    std::fs::write(bench.path("three.epd"), SUITE).unwrap();
    bench
}

/// A configuration of this binary as an engine, for the command line.
fn config(bench: &Bench, name: &str, fault: &str) -> String {
    let this = std::env::current_exe().unwrap();
    format!("{name}={} engine {fault} {}", this.display(), bench.token())
}

fn command(bench: &Bench, arguments: &[&str]) -> Command {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
    arena.current_dir(bench.directory.path()).args(arguments);
    arena.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    arena
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The standard output and standard error of a command that succeeds.
fn works(bench: &Bench, arguments: &[&str]) -> (String, String) {
    let Output { status, stdout, stderr } = command(bench, arguments).output().unwrap();
    assert!(status.success(), "{arguments:?}: {}", text(&stderr));
    (text(&stdout), text(&stderr))
}

fn fails(bench: &Bench, arguments: &[&str]) -> String {
    let output = command(bench, arguments).output().unwrap();
    assert!(!output.status.success(), "{arguments:?}: {}", text(&output.stdout));
    text(&output.stderr)
}

fn json(bench: &Bench, name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(bench.path(name)).unwrap()).unwrap()
}

fn a_program_solves_beside_a_preset() {
    let bench = bench();
    let config = format!("{},none", config(&bench, "S", "solver"));
    let (report, _) =
        works(&bench, &["suite", "three.epd", "--depth", "3", "--config", &config, "--out", "o"]);
    bench.assert_nothing_is_left();
    let json = json(&bench, "o/suite.json");
    let solver = &json["configurations"][0];
    assert_eq!((solver["solved"].as_u64(), solver["nodes"].as_u64()), (Some(2), Some(900)));
    let searches = solver["searches"].as_array().unwrap();
    assert_eq!(searches[0]["best_move"], "Rd8#");
    // From depth 2 on, by its own account.
    assert_eq!(
        searches[0]["solution"],
        serde_json::json!({ "nodes": 200, "microseconds": 20_000 })
    );
    assert_eq!(searches[2]["solved"], false);
    assert_eq!(searches[2]["solution"], Value::Null);
    // Both mates are solved by the engine in this process, too.
    let none = &json["configurations"][1];
    assert_eq!(json["solved_by_all"], 2, "{report}");
    assert_eq!(solver["nodes_to_solution"], 400);
    assert_eq!(solver["seconds_to_solution"], 0.04);
    assert!(none["nodes_to_solution"].as_u64() <= none["nodes"].as_u64(), "{report}");
    assert!(report.contains("Nodes to solution") && report.contains("hash 16 MiB"), "{report}");

    // By nodes and by time as well.
    let config = self::config(&bench, "S", "solver");
    for limit in [["--nodes", "300"], ["--movetime", "0.03"]] {
        let arguments = ["suite", "three.epd", limit[0], limit[1], "--config", &config];
        let (report, _) = works(&bench, &arguments);
        assert!(report.contains("2/3") && !report.contains("hash"), "{report}");
    }
}

fn a_program_that_hangs_or_dies_has_not_solved_the_position() {
    let bench = bench();
    for (fault, told) in [("solver-hangs", "no answer to `go`"), ("solver-dies", "it ends: exit")] {
        let config = config(&bench, "F", fault);
        let begun = Instant::now();
        let out = ["--hang", "0.5", "--out", fault, "--concurrency", "2"];
        let arguments = ["suite", "three.epd", "--depth", "3", "--config", &config];
        let (report, said) = works(&bench, &[&arguments[..], &out].concat());
        assert!(begun.elapsed() < Duration::from_secs(20), "it waited too long");
        bench.assert_nothing_is_left();
        let json = json(&bench, &format!("{fault}/suite.json"));
        let configuration = &json["configurations"][0];
        assert_eq!(
            (configuration["solved"].as_u64(), configuration["solvable"].as_u64()),
            (Some(2), Some(3)),
            "{report}"
        );
        assert_eq!(json["faults"][0]["position"], "3 (ending)");
        assert!(json["faults"][0]["fault"].as_str().unwrap().contains(told), "{report}");
        assert!(report.contains(told) && said.contains("F, depth 3, position 3 (ending): "));
        let bundles = std::fs::read_dir(bench.path(fault).join("faults")).unwrap();
        let bundles: Vec<_> = bundles.map(|bundle| bundle.unwrap().path()).collect();
        assert_eq!(bundles.len(), 1);
        let transcript = std::fs::read_to_string(bundles[0].join("transcript.txt")).unwrap();
        assert!(transcript.contains("go depth 3"), "{transcript}");
        // Once more: it is not searched again.
        let (again, said) = works(&bench, &[&arguments[..], &out].concat());
        assert_eq!(again, report);
        assert!(said.contains("3 of 3 searches are done already"), "{said}");
    }
}

/// A report without the fields that depend on time or place.
fn untimed(report: Value) -> Value {
    let of_run = ["seconds", "nodes_per_second", "search", "parts"];
    without(report, &|key| of_run.contains(&key))
}

fn searches_killed_again_and_again_give_the_report_of_those_left_alone() {
    let undisturbed = bench();
    let (report, _) = works(&undisturbed, &["run", "x.toml"]);
    assert!(report.contains("Searches in which a program failed") && report.contains("no answer"));

    let disturbed = bench();
    for pause in [100, 250, 400, 600] {
        let mut arena = command(&disturbed, &["run", "x.toml"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        arena.kill().unwrap();
        arena.wait().unwrap();
    }
    works(&disturbed, &["run", "x.toml"]);
    disturbed.assert_nothing_is_left();
    let experiment_of = |bench: &Bench| untimed(json(bench, "results/x/experiment.json"));
    assert_eq!(experiment_of(&disturbed), experiment_of(&undisturbed));
    let depths = &experiment_of(&disturbed)["blocks"][0]["depths"]["depths"];
    assert_eq!(depths[0]["configurations"][0]["solved"], 0, "not before depth 2");
    assert_eq!(depths[3]["configurations"][1]["solved"], 2, "not before depth 4");
    assert_eq!(depths[7]["configurations"][0]["nodes"], 2400);
    let to_solution = |depth: usize, configuration: usize| {
        &depths[depth]["configurations"][configuration]["nodes_to_solution"]
    };
    assert_eq!([to_solution(7, 0), to_solution(7, 1)], [400, 800], "two mates, at depths 2 and 4");
    assert_eq!(to_solution(2, 0), &Value::Null, "the other has solved none before depth 4");
}

/// A value of every combination of a sweep.
fn column<'a>(sweep: &'a Value, key: &str) -> Vec<&'a Value> {
    sweep["combinations"].as_array().unwrap().iter().map(|combination| &combination[key]).collect()
}

fn options_of_a_program_are_swept() {
    let bench = bench();
    let config = config(&bench, "S", "solver");
    let arguments = ["sweep", "three.epd", "--depth", "5", "--config", &config, "--out", "o"];
    let vary = ["--vary", "options.Effort=1..3,9"];
    let (report, _) = works(&bench, &[&arguments[..], &vary].concat());
    let json = json(&bench, "o/sweep.json");
    assert_eq!(json["baseline"]["name"], "S");
    let column = |key: &str| column(&json, key);
    assert_eq!(column("solved"), [2, 2, 2, 0], "{report}");
    // A position that one of them does not solve is not solved by all.
    assert_eq!(column("nodes_to_solution"), [&Value::Null; 4]);
    let vary = ["--vary", "options.Effort=1..3"];
    let arguments = ["sweep", "three.epd", "--nodes", "500", "--config", &config, "--out", "p"];
    works(&bench, &[&arguments[..], &vary].concat());
    let json = self::json(&bench, "p/sweep.json");
    assert_eq!(self::column(&json, "nodes_to_solution"), [200, 400, 600]);
    assert_eq!(json["baseline"]["nodes_to_solution"], 400, "its default is 2");
}

fn options_that_are_no_numbers_are_swept() {
    let bench = bench();
    let config = config(&bench, "S", "solver");
    let arguments = ["sweep", "three.epd", "--nodes", "900", "--config", &config, "--out", "o"];
    let vary = ["options.Bold=false,true", "options.Style=Solid,Wild", "options.Ratio=0.5,1"];
    let vary = vary.iter().flat_map(|axis| ["--vary", axis]).collect::<Vec<&str>>();
    let (report, _) = works(&bench, &[&arguments[..], &vary].concat());
    let json = json(&bench, "o/sweep.json");
    let column = |key: &str| column(&json, key);
    // Two mates, each found from the ply on that is half of 2, 4, 5 or 7, or all of it.
    assert_eq!(column("nodes_to_solution"), [200, 400, 400, 800, 600, 1000, 800, 1400], "{report}");
    assert_eq!(column("values")[1], &serde_json::json!([false, "Solid", "1"]));
    assert_eq!(column("values")[6], &serde_json::json!([true, "Wild", "0.5"]));
    assert!(report.contains("Wild") && report.contains("0.5"), "{report}");
    let plot = std::fs::read_to_string(bench.path("o/sweep.svg")).unwrap();
    let labels: Vec<&str> = plot.lines().map(str::trim).collect();
    assert!(labels.contains(&"false") && labels.contains(&"true"), "{plot}");
    let told = fails(
        &bench,
        &[
            "sweep",
            "three.epd",
            "--depth",
            "1",
            "--config",
            &config,
            "--vary",
            "options.Style=Mild",
        ],
    );
    assert!(told.contains("Mild"), "{told}");
    bench.rewrite(
        &(EXPERIMENT.replace("depths = \"1..8\"", "depth = 8").replace("solver-hangs", "solver")
            + "\n[[vary]]\noptions = { Style = [\"Solid\", \"Wild\"], Ratio = [0.5, 1.0], Bold = true }\n"),
    );
    let (report, _) = works(&bench, &["run", "x.toml"]);
    assert!(report.contains("Solid") && report.contains("1.0"), "{report}");
}

fn what_a_program_does_not_take_is_found_before_the_first_search() {
    let bench = bench();
    let config = format!("{}:{{options={{Efort=3}}}}", config(&bench, "S", "solver"));
    let told = fails(&bench, &["suite", "three.epd", "--depth", "1", "--config", &config]);
    assert!(
        told.contains("--config: \"S\": ") && told.contains("did you mean `Effort`?"),
        "{told}"
    );
    assert!(!bench.path("results").exists());
    bench.rewrite(&EXPERIMENT.replace("Effort = 4", "Effort = 40"));
    let told = fails(&bench, &["run", "x.toml"]);
    assert!(told.contains("x.toml:13: \"H\": ") && told.contains("40 is out of range"), "{told}");
    bench.rewrite(&EXPERIMENT.replace("hang = \"0.3\"", "faults_in_a_row = 3"));
    let told = fails(&bench, &["run", "x.toml"]);
    assert!(
        told.contains("x.toml:4: ") && told.contains("`faults_in_a_row` is of games"),
        "{told}"
    );
    bench.rewrite(&EXPERIMENT.replace("name = \"S\"", "name = \"S\"\npreset = \"none\""));
    let told = fails(&bench, &["run", "x.toml"]);
    assert!(told.contains("is a `preset`, a `command` or a `revision`: only one"), "{told}");
}

fn a_journal_knows_its_program() {
    let bench = bench();
    let arguments = |config: &str| {
        let fixed = ["suite", "three.epd", "--depth", "1", "--out", "o", "--config", config];
        fixed.map(str::to_owned).to_vec()
    };
    let run = |config: &str, check: fn(&Bench, &[&str]) -> String| {
        let arguments = arguments(config);
        check(&bench, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let config = config(&bench, "S", "solver");
    run(&config, |bench, arguments| works(bench, arguments).0);
    let told = run(&format!("{config}:{{options={{Effort=3}}}}"), fails);
    assert!(
        told.contains("results of another command") && told.contains("S's Effort is 3"),
        "{told}"
    );
}
