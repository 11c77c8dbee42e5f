//! `arena suite` and `arena sweep` from the command line.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Two mates, a position to keep quiet in, an ending without a solution, and a middlegame.
const SUITE: &str = "\
# five positions
6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - bm Rd8#; id \"back rank\";
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"scholar\";
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - am f6; id \"keep quiet\";
8/8/8/3k4/8/3K4/3P4/8 w - - id \"no solution\";
r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - bm Nd5; id \"middlegame\";
";

/// A directory with the suite in it, where commands are run.
struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("five.epd"), SUITE).unwrap();
        Bench(directory)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    fn arena(&self, arguments: &[&str]) -> Output {
        let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
        command.current_dir(self.0.path()).args(arguments).output().unwrap()
    }

    /// What a command that works prints on standard output and standard error.
    fn works(&self, arguments: &[&str]) -> (String, String) {
        let output = self.arena(arguments);
        let (out, err) = texts(&output);
        assert!(output.status.success(), "{arguments:?}: {err}");
        (out, err)
    }

    /// What a command that does not work says.
    fn fails(&self, arguments: &[&str]) -> String {
        let output = self.arena(arguments);
        let (out, err) = texts(&output);
        assert!(!output.status.success(), "{arguments:?}: {out}");
        err
    }
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// A report without what depends on the time.
fn untimed(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(object) => {
                for key in ["seconds", "microseconds", "nodes_per_second"] {
                    object.remove(key);
                }
                object.values_mut().for_each(strip);
            }
            Value::Array(array) => array.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut value);
    value
}

const COMPARE: [&str; 6] =
    ["suite", "five.epd", "--depth", "4", "--config", "none,null-move+multi-cut"];

#[test]
fn results_do_not_depend_on_how_many_searches_run_at_a_time() {
    let bench = Bench::new();
    for (threads, out) in [("1", "one"), ("2", "two")] {
        bench.works(&[&COMPARE[..], &["--concurrency", threads, "--out", out]].concat());
    }
    let (one, two) = (bench.json("one/suite.json"), bench.json("two/suite.json"));
    assert_eq!(untimed(one.clone()), untimed(two));
    assert_eq!(one["configurations"][0]["searches"].as_array().unwrap().len(), 5);
    assert_eq!(one["configurations"][0]["searches"][0]["best_move"], "Rd8#");
}

#[test]
fn the_table_has_the_papers_columns() {
    let bench = Bench::new();
    let (text, _) = bench.works(&[&COMPARE[..], &["--out", "out"]].concat());
    let lines: Vec<&str> = text.lines().collect();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    let headings = ["R", "C", "E", "Apply", "at", "Ind.", "Reorder", "Nodes", "%", "Solved", "ID"];
    assert_eq!(words(lines[2]), headings);
    let none = words(lines[4]);
    assert_eq!(none[..6], ["-"; 6]);
    assert_eq!((none[7].as_str(), none[9].as_str()), ("100.0%", "none"));
    assert!(none[8].ends_with("/4"), "the position without a move does not count: {none:?}");
    let multi_cut = words(lines[5]);
    assert_eq!(multi_cut[..6], ["2", "3", "10", "Cut", "Off", "Off"]);
    assert_eq!(bench.read("out/suite.txt"), text);
    assert!(bench.read("out/suite.md").starts_with("# five.epd: 5 positions, depth 4"));

    let json = bench.json("out/suite.json");
    let rows = json["configurations"].as_array().unwrap();
    let nodes = |row: &Value| row["nodes"].as_u64().unwrap();
    let sum: u64 = rows[1]["searches"].as_array().unwrap().iter().map(nodes).sum();
    assert_eq!(nodes(&rows[1]), sum);
    assert!(rows[1]["techniques"]["multi_cut"]["tried"].as_u64().unwrap() > 0);
    let csv = bench.read("out/suite.csv");
    assert!(csv.lines().nth(2).unwrap().contains(&format!(",{sum},")), "{csv}");
}

#[test]
fn nodes_by_depth_stand_side_by_side() {
    let bench = Bench::new();
    let depths = ["suite", "five.epd", "--depths", "2..4", "--config", "none,null-move"];
    let (text, _) = bench.works(&[&depths[..], &["--out", "out"]].concat());
    let rows: Vec<Vec<&str>> =
        text.lines().skip(4).take(3).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["2", "3", "4"]);
    // A search to depth 4 is the same alone and among others.
    bench.works(&["suite", "five.epd", "--depth", "4", "--config", "none", "--out", "four"]);
    let alone = bench.json("four/suite.json")["configurations"][0]["nodes"].as_u64().unwrap();
    let among = bench.json("out/depths.json")["depths"][2]["configurations"][0]["nodes"].as_u64();
    assert_eq!(Some(alone), among);
    assert_eq!(rows[2][1].replace(',', ""), alone.to_string());
}

#[test]
fn a_run_goes_on_from_the_searches_that_are_finished() {
    let bench = Bench::new();
    let sweep = [
        &["sweep", "five.epd", "--depth", "4", "--config", "null-move"][..],
        &["--vary", "multi_cut.cutoffs=2,3", "--vary", "multi_cut.moves=2,4", "--out", "out"],
    ]
    .concat();
    let (whole, said) = bench.works(&sweep);
    assert!(said.contains("1 of 4 combinations are left out"), "{said}");
    let (csv, journal) = (bench.json("out/sweep.json"), bench.read("out/searches.jsonl"));
    // The plan, then 5 positions for the baseline and 3 combinations.
    assert_eq!(journal.lines().count(), 1 + 4 * 5);

    // As if the machine had gone down in the middle of a line.
    let kept: usize = journal.split_inclusive('\n').take(8).map(str::len).sum();
    fs::write(bench.path("out/searches.jsonl"), &journal[..kept + 30]).unwrap();
    let (again, said) = bench.works(&sweep);
    assert!(said.contains("7 of 20 searches are done already"), "{said}");
    let resumed = bench.read("out/searches.jsonl");
    assert!(resumed.starts_with(&journal[..kept]) && resumed.lines().count() == 21);
    assert_eq!(untimed(bench.json("out/sweep.json")), untimed(csv));
    let nodes =
        |text: &str| text.lines().nth(4).unwrap().split_whitespace().nth(2).map(str::to_owned);
    assert_eq!(nodes(&whole), nodes(&again));

    // And when nothing is left to search, the journal stays as it is.
    bench.works(&sweep);
    assert_eq!(bench.read("out/searches.jsonl"), resumed);
}

#[test]
fn a_sweep_leaves_a_table_and_a_picture() {
    let bench = Bench::new();
    let (text, _) = bench.works(&[
        "sweep",
        "five.epd",
        "--depth",
        "4",
        "--config",
        "null-move",
        "--out",
        "out",
        "--vary",
        "multi_cut.cutoffs=2,3",
        "--vary",
        "multi_cut.moves=2..8/2",
    ]);
    assert!(text.contains("Fewest nodes: multi_cut.cutoffs="), "{text}");
    assert!(text.contains("skipped multi_cut.cutoffs=3 multi_cut.moves=2: "), "{text}");
    let csv = bench.read("out/sweep.csv");
    assert_eq!(
        csv.lines().next(),
        Some("multi_cut.cutoffs,multi_cut.moves,nodes,percent,solved,solvable,seconds")
    );
    assert_eq!(csv.lines().count(), 1 + 1 + 7);
    let picture = bench.read("out/sweep.svg");
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    for word in ["multi_cut.moves", "cutoffs=2", "cutoffs=3", "without multi_cut"] {
        assert!(picture.contains(word), "{word}");
    }
    assert_eq!(picture.matches("<circle").count(), 7);
}

#[test]
fn nothing_is_overwritten() {
    let bench = Bench::new();
    bench.works(&[&COMPARE[..], &["--out", "out"]].concat());
    let journal = bench.read("out/searches.jsonl");
    let other = |arguments: &[&str]| bench.fails(&[arguments, &["--out", "out"]].concat());
    let limit =
        other(&["suite", "five.epd", "--depth", "3", "--config", "none,null-move+multi-cut"]);
    assert!(limit.contains("the limit is depth 3, there it is depth 4"), "{limit}");
    assert!(limit.contains("--out DIR"), "{limit}");
    let config = other(&["suite", "five.epd", "--depth", "4", "--config", "none"]);
    assert!(config.contains("the list of configurations is none, there it is"), "{config}");
    fs::write(bench.path("five.epd"), SUITE.replace("am f6", "am f6 d6")).unwrap();
    assert!(other(&COMPARE).contains("the suite is five.epd"));
    assert_eq!(bench.read("out/searches.jsonl"), journal);

    fs::create_dir(bench.path("mine")).unwrap();
    fs::write(bench.path("mine/suite.txt"), "mine").unwrap();
    let foreign = bench.fails(&[&COMPARE[..], &["--out", "mine"]].concat());
    assert!(foreign.contains("no searches.jsonl"), "{foreign}");
    assert_eq!(bench.read("mine/suite.txt"), "mine");
}

#[test]
fn without_a_directory_equal_commands_share_one() {
    let bench = Bench::new();
    let directories = || fs::read_dir(bench.path("results")).unwrap().count();
    bench.works(&COMPARE);
    let (_, said) = bench.works(&COMPARE);
    assert!(said.contains("10 of 10 searches are done already"), "{said}");
    assert_eq!(directories(), 1);
    bench.works(&["suite", "five.epd", "--nodes", "500", "--config", "none"]);
    assert_eq!(directories(), 2);
}

#[test]
fn ctrl_c_stops_and_says_how_to_go_on() {
    let bench = Bench::new();
    let arguments = ["suite", "five.epd", "--movetime", "30", "--config", "none", "--out", "out"];
    let arena = Command::new(env!("CARGO_BIN_EXE_arena"))
        .current_dir(bench.0.path())
        .args(arguments)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The two mates are found at once; the other positions take their time.
    let begin = Instant::now();
    let lines = || {
        fs::read_to_string(bench.path("out/searches.jsonl")).map_or(0, |text| text.lines().count())
    };
    while lines() < 3 {
        assert!(begin.elapsed() < Duration::from_secs(25), "no search is finished");
        thread::sleep(Duration::from_millis(20));
    }
    let process = rustix::process::Pid::from_child(&arena);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let output = arena.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(25), "it stops at once");
    let (_, said) = texts(&output);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("2 of 5 searches are finished; to go on: "), "{said}");
    assert!(said.trim_end().ends_with(&arguments.join(" ")), "{said}");
    assert_eq!(lines(), 3);
}

#[test]
fn a_damaged_journal_is_named_with_its_line() {
    let bench = Bench::new();
    bench.works(&[&COMPARE[..], &["--out", "out"]].concat());
    let journal = bench.read("out/searches.jsonl");
    let damaged = journal.replacen("\"nodes\":", "\"nods\":", 1);
    fs::write(bench.path("out/searches.jsonl"), &damaged).unwrap();
    let error = bench.fails(&[&COMPARE[..], &["--out", "out"]].concat());
    assert!(
        error.contains("searches.jsonl:") && error.contains("missing field `nodes`"),
        "{error}"
    );
    assert_eq!(bench.read("out/searches.jsonl"), damaged);
}

#[test]
fn the_whole_file_is_checked_before_anything_is_searched() {
    let bench = Bench::new();
    fs::write(bench.path("bad.epd"), format!("{SUITE}4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;\n"))
        .unwrap();
    let error = bench.fails(&["suite", "bad.epd", "--depth", "4", "--config", "none"]);
    assert!(error.contains("bad.epd:7: `bm`: e5 is not legal here; legal are"), "{error}");
    assert!(!bench.path("results").exists());
    let preset = bench.fails(&["suite", "five.epd", "--depth", "4", "--config", "nul-move"]);
    assert!(preset.contains("did you mean `null-move`?"), "{preset}");
    let missing = bench.fails(&["suite", "six.epd", "--depth", "4", "--config", "none"]);
    assert!(missing.contains("cannot read the suite six.epd: No such file"), "{missing}");
    let limit = bench.fails(&["suite", "five.epd", "--config", "none"]);
    assert!(limit.contains("--depth <N>|--nodes <N>"), "{limit}");
}

#[test]
fn win_at_chess_is_searched() {
    let wac = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/suites/wac.epd");
    if !wac.is_file() {
        println!("skipped: there is no ../shared/suites/wac.epd beside the project");
        return;
    }
    let bench = Bench::new();
    let lines: Vec<String> =
        fs::read_to_string(wac).unwrap().lines().take(20).map(str::to_owned).collect();
    fs::write(bench.path("wac.epd"), lines.join("\n")).unwrap();
    bench.works(&[
        "suite",
        "wac.epd",
        "--depth",
        "5",
        "--config",
        "null-move,default",
        "--out",
        "out",
    ]);
    let json = bench.json("out/suite.json");
    for row in json["configurations"].as_array().unwrap() {
        assert_eq!(row["solvable"], 20);
        assert!(row["solved"].as_u64().unwrap() >= 10, "{}: {}", row["name"], row["solved"]);
    }
}

#[test]
fn the_suite_in_the_repository_can_be_solved_and_tells_configurations_apart() {
    let bench = Bench::new();
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites/self-play.epd");
    let suite = suite.to_str().unwrap();
    let (report, _) = bench.works(&[
        "suite",
        suite,
        "--nodes",
        "20000",
        "--config",
        "default,none",
        "--out",
        "own",
    ]);
    let json = bench.json("own/suite.json");
    let solved = |i: usize| json["configurations"][i]["solved"].as_u64().unwrap();
    assert_eq!(json["configurations"][0]["solvable"], 64, "{report}");
    assert!(solved(0) > solved(1) && solved(0) < 64, "{report}");
}
