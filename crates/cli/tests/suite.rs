//! `arena suite` and `arena sweep` from the command line.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod without;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use without::without;

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

    fn arena(&self, line: &str) -> Output {
        let mut command = assert_cmd::Command::cargo_bin("arena").unwrap();
        command.current_dir(self.0.path()).args(line.split(' ')).output().unwrap()
    }

    /// The standard output and standard error of a command that succeeds.
    fn works(&self, line: &str) -> (String, String) {
        let output = self.arena(line);
        let (out, err) = texts(&output);
        assert!(output.status.success(), "{line}: {err}");
        (out, err)
    }

    /// The error of a command that fails.
    fn fails(&self, line: &str) -> String {
        let output = self.arena(line);
        let (out, err) = texts(&output);
        assert!(!output.status.success(), "{line}: {out}");
        err
    }
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// A report without the fields that depend on time.
fn untimed(report: Value) -> Value {
    let times = ["seconds", "microseconds", "nodes_per_second", "seconds_to_solution"];
    without(report, &|key| times.contains(&key))
}

const COMPARE: &str = "suite five.epd --depth 4 --config none,null-move+multi-cut";

#[test]
fn results_do_not_depend_on_how_many_searches_run_at_a_time() {
    let bench = Bench::new();
    for (threads, out) in [("1", "one"), ("2", "two")] {
        bench.works(&format!("{COMPARE} --concurrency {threads} --out {out}"));
    }
    let (one, two) = (bench.json("one/suite.json"), bench.json("two/suite.json"));
    assert_eq!(untimed(one.clone()), untimed(two));
    assert_eq!(one["configurations"][0]["searches"].as_array().unwrap().len(), 5);
    assert_eq!(one["configurations"][0]["searches"][0]["best_move"], "Rd8#");
}

/// The lines behind the title, the answer and its warning.
fn lines_of_table(text: &str) -> Vec<&str> {
    text.splitn(4, "\n\n").nth(3).unwrap().lines().collect()
}

#[test]
fn columns_in_which_no_configuration_differs_are_left_out() {
    let bench = Bench::new();
    let (text, _) = bench.works("suite five.epd --depth 3 --config none,null-move");
    let headings = lines_of_table(&text)[0].split_whitespace();
    assert_eq!(headings.collect::<Vec<&str>>(), ["Nodes", "%", "Solved", "ID"]);
    let answer = text.lines().nth(3).unwrap();
    assert!(answer.starts_with("At depth 3, 'null-move' visits "), "{answer}");
}

#[test]
fn the_table_has_the_papers_columns() {
    let bench = Bench::new();
    let (text, _) = bench.works(&format!("{COMPARE} --out out"));
    let lines = lines_of_table(&text);
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    let headings = ["R", "C", "E", "Apply", "at", "Ind.", "Reorder", "Nodes", "%", "Solved", "ID"];
    assert_eq!(words(lines[0]), headings);
    let none = words(lines[1]);
    assert_eq!(none[..6], ["-"; 6]);
    assert_eq!(none[7..9], ["100.0", "%"]);
    assert_eq!(none[10], "none");
    assert!(none[9].ends_with("/4"), "the position without a move does not count: {none:?}");
    let multi_cut = words(lines[2]);
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
    let (text, _) = bench.works("suite five.epd --depths 2..4 --config none,null-move --out out");
    let rows: Vec<Vec<&str>> =
        lines_of_table(&text)[1..4].iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["2", "3", "4"]);
    // A search to depth 4 is the same alone and among others.
    bench.works("suite five.epd --depth 4 --config none --out four");
    let alone = bench.json("four/suite.json")["configurations"][0]["nodes"].as_u64().unwrap();
    let among = bench.json("out/depths.json")["depths"][2]["configurations"][0]["nodes"].as_u64();
    assert_eq!(Some(alone), among);
    assert_eq!(rows[2][1].replace(',', ""), alone.to_string());
}

#[test]
fn a_run_goes_on_from_the_searches_that_are_finished() {
    let bench = Bench::new();
    let sweep = "sweep five.epd --depth 4 --config null-move --vary multi_cut.cutoffs=2,3 --vary \
                 multi_cut.moves=2,4 --out out";
    let (whole, said) = bench.works(sweep);
    assert!(said.contains("1 of 4 combinations are left out"), "{said}");
    let (csv, journal) = (bench.json("out/sweep.json"), bench.read("out/searches.jsonl"));
    // The plan, then 5 positions for the baseline and 3 combinations.
    assert_eq!(journal.lines().count(), 1 + 4 * 5);

    // As if the machine had gone down in the middle of a line.
    let kept: usize = journal.split_inclusive('\n').take(8).map(str::len).sum();
    fs::write(bench.path("out/searches.jsonl"), &journal[..kept + 30]).unwrap();
    let (again, said) = bench.works(sweep);
    assert!(said.contains("7 of 20 searches are done already"), "{said}");
    let resumed = bench.read("out/searches.jsonl");
    assert!(resumed.starts_with(&journal[..kept]) && resumed.lines().count() == 21);
    assert_eq!(untimed(bench.json("out/sweep.json")), untimed(csv));
    let nodes =
        |text: &str| text.lines().nth(4).unwrap().split_whitespace().nth(2).map(str::to_owned);
    assert_eq!(nodes(&whole), nodes(&again));

    // And when nothing is left to search, the journal stays as it is.
    bench.works(sweep);
    assert_eq!(bench.read("out/searches.jsonl"), resumed);
}

#[test]
fn a_sweep_leaves_a_table_and_a_picture() {
    let bench = Bench::new();
    let (text, _) = bench.works("sweep five.epd --depth 4 --config null-move --out out --vary multi_cut.cutoffs=2,3 --vary multi_cut.moves=2..8/2");
    assert!(text.contains("Fewest nodes: multi_cut.cutoffs="), "{text}");
    assert!(
        text.contains("  multi_cut.cutoffs=3 multi_cut.moves=2  multi_cut would need 3 cutoffs"),
        "{text}"
    );
    let csv = bench.read("out/sweep.csv");
    assert_eq!(
        csv.lines().next(),
        Some(
            "multi_cut.cutoffs,multi_cut.moves,nodes,percent,solved,solvable,seconds,\
             nodes_per_second,nodes_to_solution,seconds_to_solution"
        )
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
fn a_sweep_calls_fewest_nodes_no_more_than_that() {
    let bench = Bench::new();
    let sweep = "sweep five.epd --depth 4 --config modern --vary null_move.reduction=2..4";
    let (text, _) = bench.works(&format!("{sweep} --out plain"));
    let text = text.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(text.contains("better only where the moves are as good"), "{text}");
}

#[test]
fn nothing_is_overwritten() {
    let bench = Bench::new();
    bench.works(&format!("{COMPARE} --out out"));
    let journal = bench.read("out/searches.jsonl");
    let other = |line: &str| bench.fails(&format!("{line} --out out"));
    let limit = other(&COMPARE.replace("--depth 4", "--depth 3"));
    assert!(limit.contains("the limit is depth 3, there it is depth 4"), "{limit}");
    assert!(limit.contains("--out DIR"), "{limit}");
    let config = other("suite five.epd --depth 4 --config none");
    assert!(config.contains("the list of configurations is none, there it is"), "{config}");
    fs::write(bench.path("five.epd"), SUITE.replace("am f6", "am f6 d6")).unwrap();
    assert!(other(COMPARE).contains("the suite is five.epd"));
    assert_eq!(bench.read("out/searches.jsonl"), journal);

    fs::create_dir(bench.path("mine")).unwrap();
    fs::write(bench.path("mine/suite.txt"), "mine").unwrap();
    let foreign = bench.fails(&format!("{COMPARE} --out mine"));
    assert!(foreign.contains("no searches.jsonl"), "{foreign}");
    assert_eq!(bench.read("mine/suite.txt"), "mine");
}

#[test]
fn without_a_directory_equal_commands_share_one() {
    let bench = Bench::new();
    let directories = || fs::read_dir(bench.path("results")).unwrap().count();
    bench.works(COMPARE);
    let (_, said) = bench.works(COMPARE);
    assert!(said.contains("10 of 10 searches are done already"), "{said}");
    assert_eq!(directories(), 1);
    bench.works("suite five.epd --nodes 500 --config none");
    assert_eq!(directories(), 2);
}

#[test]
fn ctrl_c_stops_and_says_how_to_go_on() {
    let bench = Bench::new();
    let line = "suite five.epd --movetime 30 --config none --out out";
    let arena = Command::new(env!("CARGO_BIN_EXE_arena"))
        .current_dir(bench.0.path())
        .args(line.split(' '))
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
    assert!(said.trim_end().ends_with(line), "{said}");
    assert_eq!(lines(), 3);
}

#[test]
fn the_whole_file_is_checked_before_anything_is_searched() {
    let bench = Bench::new();
    fs::write(bench.path("bad.epd"), format!("{SUITE}4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;\n"))
        .unwrap();
    let error = bench.fails("suite bad.epd --depth 4 --config none");
    assert!(error.contains("bad.epd:7: `bm`: e5 is not legal here; legal are"), "{error}");
    assert!(!bench.path("results").exists());
    let preset = bench.fails("suite five.epd --depth 4 --config nul-move");
    assert!(preset.contains("did you mean `null-move`?"), "{preset}");
    let missing = bench.fails("suite six.epd --depth 4 --config none");
    assert!(missing.contains("cannot read the suite six.epd: No such file"), "{missing}");
    let limit = bench.fails("suite five.epd --config none");
    assert!(limit.contains("--depth <N>|--nodes <N>"), "{limit}");
}

#[test]
fn the_suite_in_the_repository_can_be_solved_and_tells_configurations_apart() {
    let bench = Bench::new();
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../arena/suites/self-play.epd");
    let suite = suite.to_str().unwrap();
    let line = format!("suite {suite} --nodes 20000 --config default,none --out own");
    let (report, _) = bench.works(&line);
    let json = bench.json("own/suite.json");
    let solved = |i: usize| json["configurations"][i]["solved"].as_u64().unwrap();
    assert_eq!(json["configurations"][0]["solvable"], 64, "{report}");
    assert!(solved(0) > solved(1) && solved(0) < 64, "{report}");
}

/// Two blocks of nodes by depth, the second on a sample, with their shared keys at the top.
const BLOCKS: &str = "\
question = \"Does the null move save nodes?\"
hash = 1

[suite]
file = \"five.epd\"

[limits]
depths = \"2..4\"

[[configuration]]
preset = \"none\"

[[configuration]]
name = \"R = 3\"
preset = \"null-move\"
search = { null_move = { reduction = 3 } }

[[block]]
name = \"all\"

[[block]]
name = \"some\"
suite = { file = \"five.epd\", sample = 2 }
limits = { depths = \"3..4\" }
";

const VARY: &str = "\
hash = 1
suite = { file = \"five.epd\" }
limits = { depth = 3 }

[[configuration]]
preset = \"null-move\"

[[configuration]]
name = \"beside\"
preset = \"none\"

[[vary]]
multi_cut = { moves = \"2..6/2\", cutoffs = [2, 3] }

[[vary]]
multi_cut = { moves = 3, cutoffs = 3 }
";

#[test]
fn an_experiment_has_its_blocks_below_each_other_and_side_by_side() {
    let bench = Bench::new();
    fs::write(bench.path("x.toml"), BLOCKS).unwrap();
    let (text, said) = bench.works("run x.toml");
    assert!(said.contains("block 2 of 2: some"), "{said}");
    assert!(text.contains("all (five.epd: 5 positions, depth 2 to 4"), "{text}");
    assert!(text.contains("some (five.epd: 2 positions, depth 3 to 4"), "{text}");
    // The last table has a column for each block with such a depth.
    let last: Vec<&str> = text.lines().rev().take(3).collect();
    let words: Vec<&str> = last[2].split_whitespace().collect();
    assert!(words.first() == Some(&"2") && words.last() == Some(&"-"), "{text}");
    let json = bench.json("results/x/experiment.json");
    let row = &json["blocks"][0]["depths"]["depths"][2];
    assert_eq!(row["limit"], "depth 4");
    let percent = row["configurations"][1]["percent"].as_f64().unwrap();
    assert!(last[0].contains(&format!("{percent:.1} %")), "{percent}: {text}");
    // The same as the command for a single suite finds.
    bench.works("suite five.epd --depth 4 --hash 1 --config none --out s");
    let alone = bench.json("s/suite.json")["configurations"][0]["nodes"].clone();
    assert_eq!(row["configurations"][0]["nodes"], alone);
    // Two configurations at three and at two depths.
    assert_eq!(bench.read("results/x/experiment.csv").lines().count(), 1 + 2 * 3 + 2 * 2);
    let picture = bench.read("results/x/depths.svg");
    assert!(picture.contains("all") && picture.contains("some") && picture.contains("% of none"));
}

#[test]
fn an_experiment_sweeps_sets_of_combinations() {
    let bench = Bench::new();
    fs::write(bench.path("x.toml"), VARY).unwrap();
    let (text, said) = bench.works("run x.toml --concurrency 1");
    assert!(said.contains("left out: multi_cut.moves=2 multi_cut.cutoffs=3: "), "{said}");
    let sweep = &bench.json("results/x/experiment.json")["blocks"][0]["sweep"];
    let values = |combination: &Value| combination["values"].to_string();
    let points: Vec<String> =
        sweep["combinations"].as_array().unwrap().iter().map(values).collect();
    assert_eq!(points, ["[2,2]", "[4,2]", "[4,3]", "[6,2]", "[6,3]", "[3,3]"]);
    assert_eq!(sweep["references"][0]["name"], "beside");
    assert!(text.lines().any(|line| line.ends_with("beside")), "{text}");
    let picture = bench.read("results/x/experiment.svg");
    assert!(picture.contains("beside") && picture.contains("without multi_cut"));
}

#[test]
fn the_command_line_makes_an_experiment_smaller_and_names_its_suite() {
    let bench = Bench::new();
    fs::write(bench.path("x.toml"), BLOCKS.replace("file = \"five.epd\"\n", "sample = 4\n"))
        .unwrap();
    let missing = bench.fails("run x.toml");
    assert!(missing.contains("x.toml:4: this suite has no `file`"), "{missing}");
    assert!(missing.contains("--positions FILE.epd"), "{missing}");
    let (text, _) = bench.works("run x.toml --positions five.epd --sample 3 --max-depth 2");
    assert!(text.contains("all (five.epd: 3 positions, depth 2,"), "{text}");
    let games = bench.fails("run x.toml --games 2");
    assert!(games.contains("--games is for a match, but x.toml is an experiment"), "{games}");
    let workers = bench.fails("run x.toml --workers nats://localhost");
    assert!(workers.contains("--workers is for a match, but x.toml is"), "{workers}");
    let absent = bench.fails("run x.toml --positions six.epd");
    assert!(absent.contains("--positions: cannot read the suite six.epd"), "{absent}");
}

#[test]
fn mistakes_in_an_experiment_name_line_and_key() {
    let bench = Bench::new();
    for (text, from, to, place, told) in [
        (BLOCKS, "[suite]", "[suit]", 4, "unknown key `suit`, did you mean `suite`?"),
        (BLOCKS, "sample = 2", "samples = 2", 23, "did you mean `sample`?"),
        (BLOCKS, "five.epd", "six.epd", 5, "`file`: there is no such suite: six.epd"),
        (BLOCKS, "\"2..4\"", "\"4..2\"", 8, "`depths`: from 4 to 2 there is no depth"),
        (BLOCKS, "depths = \"2..4\"", "depth = 3\nnodes = 5", 0, "have one limit, here are 2"),
        (BLOCKS, "\"null-move\"", "\"nul-move\"", 15, "did you mean `null-move`?"),
        (BLOCKS, "\"R = 3\"", "\"none\"", 14, "`name`: two configurations are named \"none\""),
        (BLOCKS, "name = \"some\"", "", 0, "a block needs a `name`"),
        (VARY, "multi_cut =", "multicut =", 13, "did you mean `multi_cut`?"),
        (VARY, "moves = \"", "move = \"", 13, "did you mean `moves`?"),
        (VARY, "[2, 3]", "[0, 3]", 13, "expected 1 to 64"),
        (VARY, "\"2..6/2\"", "\"2..x\"", 13, "is not a value such as 3"),
        (VARY, "moves = 3, cutoffs = 3", "moves = 3", 16, "the same parameters"),
        (VARY, "depth = 3", "depths = \"2..3\"", 3, "a sweep has one limit"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(bench.path("x.toml"), text.replacen(from, to, 1)).unwrap();
        let error = bench.fails("run x.toml");
        let place = if place > 0 { format!("x.toml:{place}: ") } else { String::new() };
        assert!(error.contains(&place) && error.contains(told), "{from} -> {to}: {error}");
    }
    assert!(!bench.path("results").exists(), "nothing is searched where something is wrong");
}

#[test]
fn a_series_plays_its_matches_and_sets_them_side_by_side() {
    let bench = Bench::new();
    fs::write(bench.path("book.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - -\n").unwrap();
    for (name, nodes) in [("fast", 20), ("slow", 40)] {
        let text = format!(
            "games = 2\nlimits = {{ nodes = {nodes} }}\nopenings = {{ file = \"book.epd\" }}\n\
             adjudication = {{ max_moves = 5 }}\n\n\
             [[contender]]\nname = \"new {nodes}\"\npreset = \"null-move\"\nhash = 1\n\n\
             [[contender]]\nname = \"old\"\npreset = \"none\"\nhash = 1\n"
        );
        fs::write(bench.path(&format!("{name}.toml")), text).unwrap();
    }
    let series = "question = \"More with time?\"\nmatches = [\"fast.toml\", \"slow.toml\"]\n";
    fs::write(bench.path("x.toml"), series).unwrap();
    let (text, said) = bench.works("run x.toml");
    assert!(said.contains("match 2 of 2: slow.toml"), "{said}");
    let comparison = bench.json("results/x/comparison.json");
    let names: Vec<&Value> = comparison["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["match"]["name"])
        .collect();
    assert_eq!(names, ["fast", "slow"]);
    assert!(text.contains("winning %") && text.contains("new 40 vs. old"), "{text}");
    assert!(bench.path("results/slow/games.pgn").is_file());
    // Again, with one directory for all matches.
    bench.works("run x.toml");
    bench.works("run x.toml --out out --quiet");
    assert!(bench.path("out/fast/games.pgn").is_file());
    assert!(bench.path("out/comparison/comparison.md").is_file());

    fs::write(bench.path("x.toml"), series.replace("slow", "slower")).unwrap();
    let absent = bench.fails("run x.toml");
    assert!(absent.contains("x.toml:2: there is no such match file: slower.toml"), "{absent}");
    let option = bench.fails("run x.toml --sample 2");
    assert!(option.contains("--sample is for an experiment, but x.toml is a series"), "{option}");
}
