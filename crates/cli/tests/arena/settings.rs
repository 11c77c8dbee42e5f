//! Settings of the command line that change a file, and keys shared by contenders.

use std::process::Command;

use arena::config::{self, EngineSettings, Match, Overrides, Setting};
use assert_cmd::cargo::cargo_bin;
use lab::suite::file::{self as experiment, ExperimentOverrides};
use lab::suite::plan::SuiteLimit;
use lab::tune::file as tuning;
use uci_client::OptionValue;

use crate::common::{Bench, facts, match_text};

fn settings(texts: &[&str]) -> Vec<Setting> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

/// The match of a file with these settings, or the error.
fn load(bench: &Bench, set: &[&str]) -> Result<Match, String> {
    let overrides = Overrides { set: settings(set), ..Overrides::default() };
    let loaded = config::load(&bench.file(), &overrides);
    let place = format!("{}/", bench.directory.path().display());
    loaded.map_err(|error| error.to_string().replace(&place, ""))
}

fn bench() -> Bench {
    Bench::new(10, "limits = { nodes = 100 }\n[adjudication]\ndraw = true")
}

#[test]
fn a_set_file_is_the_file_with_that_written_in_it() {
    let text = match_text(10, "limits = { nodes = 100 }\n[adjudication]\ndraw = true");
    for (set, from, to) in [
        (&["games=40"][..], "games = 10", "games = 40"),
        (&["limits.nodes=200"], "nodes = 100", "nodes = 200"),
        (&["limits={ depth = 3 }"], "nodes = 100", "depth = 3"),
        (&["limits.time_control=10+0.1"], "nodes = 100", "nodes = 100, time_control = \"10+0.1\""),
        (&["limits.movetime=0.25"], "nodes = 100", "nodes = 100, movetime = \"0.25\""),
        (&["contender.1.preset=modern"], "\"null-move\"", "\"modern\""),
        (&["contender.new.preset=modern"], "\"null-move\"", "\"modern\""),
        (&["contender.2.name=7"], "\"old\"", "\"7\""),
        (
            &["contender.2.search.multi_cut.cutoffs=4"],
            "preset = \"none\"",
            "preset = \"none\"\nsearch = { multi_cut = { cutoffs = 4 } }",
        ),
        (&["adjudication.draw.moves=3"], "draw = true", "draw = { moves = 3 }"),
        (
            &["stop.sprt={ elo0 = 0, elo1 = 5 }", "stop.sprt.alpha=0.1", "stop.games=4"],
            "draw = true",
            "draw = true\n[stop]\nsprt = { elo0 = 0, elo1 = 5, alpha = 0.1 }\ngames = 4",
        ),
        (&["question=why?", "seed=2", "seed=3"], "limits", "question = \"why?\"\nseed = 3\nlimits"),
    ] {
        let changed = load(&bench(), set).unwrap();
        let written = Bench::with(&text.replacen(from, to, 1)).load();
        let place = |settings: &Match| settings.openings.book.path.display().to_string();
        let without_place = |settings: &Match| settings.to_toml().replace(&place(settings), "");
        assert_eq!(without_place(&changed), without_place(&written), "{set:?}");
        assert_eq!(facts(&changed), facts(&written), "{set:?}");
    }
}

#[test]
fn another_set_is_another_match() {
    let bench = bench();
    let fingerprint = |set: &[&str]| facts(&load(&bench, set).unwrap()).fingerprint;
    assert_eq!(fingerprint(&[]), fingerprint(&["limits.nodes=100", "games=400"]));
    for set in ["limits.nodes=101", "contender.1.hash=2", "seed=4", "adjudication.draw=false"] {
        assert_ne!(fingerprint(&[]), fingerprint(&[set]), "{set}");
    }
}

#[test]
fn mistakes_name_the_setting_and_what_would_be_right() {
    for (set, message) in [
        ("games=7", "--set games=7: 7 is odd, but every opening is played twice; try 6 or 8"),
        ("games=1", "--set games=1: 1 is odd, but every opening is played twice; try 2"),
        ("games=ten", "--set games=ten: invalid type: string \"ten\", expected a whole number"),
        (
            "games=1.5",
            "--set games=1.5: invalid type: floating point `1.5`, expected a whole number",
        ),
        ("gamse=10", "--set gamse=10: unknown key `gamse`, did you mean `games`?"),
        ("limits.nodes=0", "--set limits.nodes=0: 0 is out of range, expected 1 to"),
        ("limits.node=5", "--set limits.node=5: unknown key `node`, did you mean `nodes`?"),
        (
            "contender.3.hash=4",
            "--set contender.3.hash=4: there is no \"3\": say a number from 1 to 2",
        ),
        ("contender.1.preset=moden", "--set contender.1.preset=moden: there is no preset `moden`"),
        ("games.x=4", "--set games.x=4: `x` cannot be set: its parent is a value, not a table"),
        ("limits={ nodes = 0 }", "--set limits={ nodes = 0 }: `nodes`: 0 is out of range"),
        ("stop={ sprt = [0, 5", "--set stop={ sprt = [0, 5: { sprt = [0, 5 is not a value in TOML"),
        ("openings.file=no.pgn", "--set openings.file=no.pgn: there is no such opening book"),
        ("limits.tc=10+0.1", "--set limits.tc=10+0.1: unknown key `tc`: write `time_control`"),
    ] {
        let error = load(&bench(), &[set]).unwrap_err();
        assert!(error.starts_with(message), "{error}\n{message}");
    }
    let late = load(&bench(), &["seed=2", "limits.nodes=0", "pin=true"]).unwrap_err();
    assert!(late.starts_with("--set limits.nodes=0: "), "{late}");
    let of_the_file = load(&Bench::new(11, "limits = { nodes = 1 }"), &["seed=2"]).unwrap_err();
    assert!(of_the_file.starts_with("x.toml:1: `games`: 11 is odd"), "{of_the_file}");
}

#[test]
fn the_program_plays_what_is_set_and_refuses_what_is_no_setting() {
    let bench = Bench::new(10, "limits = { nodes = 100 }");
    let run = |set: &[&str]| {
        let mut command = Command::new(cargo_bin!("arena"));
        command.arg("run").arg(bench.file()).arg("--quiet");
        let output = command.args(set.iter().flat_map(|set| ["--set", set])).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let small = ["games=2", "limits.nodes=1", "contender.2.preset=modern"];
    assert_eq!(run(&small).0, Some(0));
    let written = std::fs::read_to_string(bench.path("results/x/match.toml")).unwrap();
    assert!(
        written.contains("preset = \"modern\"") && written.contains("nodes = 1\n"),
        "{written}"
    );
    let (code, errors) = run(&["games=2", "limits.nodes=1"]);
    assert_eq!(code, Some(1));
    assert!(errors.contains("the journal of another match: "), "{errors}");
    assert!(errors.contains("old's check_extension is off, there it is on"), "{errors}");
    assert!(errors.contains("more values of old differ"), "{errors}");
    assert!(!errors.contains("late_move_reductions{"), "a whole configuration is told: {errors}");
    let (code, errors) = run(&["games"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("it is KEY=VALUE, such as limits.nodes=2000"), "{errors}");
}

#[test]
fn a_tuning_file_is_set_in_the_same_way() {
    let text = "preset = \"default\"\niterations = 5\nlimits = { nodes = 300 }\n\
                openings = { file = \"book.pgn\" }\n\n[[parameter]]\nname = \"futility.margin\"\n";
    let bench = Bench::with(text);
    let load = |set: &[&str]| {
        let overrides = Overrides { set: settings(set), ..Overrides::default() };
        tuning::load(&bench.file(), &overrides)
    };
    let set =
        ["iterations=9", "parameter.1.range=[20, 300]", "parameter.1.name=null_move.reduction"];
    let error = load(&set).unwrap_err().to_string();
    assert!(error.starts_with("--set parameter.1.range=[20, 300]: "), "{error}");
    let tuned = load(&set[..2]).unwrap();
    assert_eq!((tuned.iterations(), tuned.dimensions()[0].high), (9, 300));
}

#[test]
fn an_experiment_file_is_set_in_the_same_way() {
    let text = "limits = { depth = 2 }\n[suite]\nfile = \"five.epd\"\n\n\
                [[configuration]]\npreset = \"none\"\n\n[[configuration]]\npreset = \"modern\"\n";
    let bench = Bench::with(text);
    std::fs::write(bench.path("five.epd"), "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - bm Rd8#;\n")
        .unwrap();
    let set =
        ["limits.depth=4", "configuration.modern.name=new", "configuration.1.preset=null-move"];
    let load = |set: &[&str]| {
        let overrides =
            ExperimentOverrides { set: settings(set), ..ExperimentOverrides::default() };
        experiment::load(&bench.file(), &overrides).map_err(|error| error.to_string())
    };
    let error = load(&set).unwrap_err();
    assert!(error.contains("there is no \"modern\": say a number from 1 to 2"), "{error}");
    let set = ["limits.depth=4", "configuration.2.name=new", "configuration.1.preset=null-move"];
    let loaded = load(&set).unwrap();
    let plan = &loaded.blocks[0].plan;
    let names: Vec<&str> =
        plan.configurations.iter().map(|configuration| configuration.name.as_str()).collect();
    assert_eq!(
        (names, plan.limits.as_slice()),
        (vec!["null-move", "new"], &[SuiteLimit::Depth(4)][..])
    );
}

/// A match file with these keys shared, and these of the second contender.
fn shared(each: &str, own: &str) -> Bench {
    Bench::with(&format!(
        "games = 10\nopenings = {{ file = \"book.pgn\" }}\n\n[each]\n{each}\n\n\
         [[contender]]\nname = \"a\"\n\n[[contender]]\nname = \"b\"\n{own}\n"
    ))
}

#[test]
fn contenders_have_what_all_share_and_their_own_wins() {
    let each = "preset = \"modern\"\nhash = 8\nlimits = { nodes = 100 }\n\
                search = { null_move = { reduction = 3 }, futility = false }";
    let own = "hash = 4\nlimits = { depth = 4 }\n\
               search = { null_move = { verified = true }, futility = true }";
    let read = shared(each, own).load();
    let written = Bench::with(
        "games = 10\nopenings = { file = \"book.pgn\" }\n\n\
         [[contender]]\nname = \"a\"\npreset = \"modern\"\nhash = 8\nlimits = { nodes = 100 }\n\
         search = { null_move = { reduction = 3 }, futility = false }\n\n\
         [[contender]]\nname = \"b\"\npreset = \"modern\"\nhash = 4\nlimits = { depth = 4 }\n\
         search = { null_move = { reduction = 3, verified = true }, futility = true }\n",
    );
    assert_eq!(read.contenders, written.load().contenders);
    assert_eq!(facts(&read), facts(&written.load()));
}

#[test]
fn programs_share_options_one_by_one_and_presets_pass_them_over() {
    let each = "command = \"/bin/sh\"\nargs = [\"x\"]\nlimits = { nodes = 100 }\ntime_margin = \"0.5\"\n\
                options = { Hash = 16, Threads = 1 }\nenv = { A = \"1\", B = \"2\" }\nhash = 8";
    let own = "options = { hash = 32, Ponder = false }\nenv = { B = \"3\" }\n\n\
               [[contender]]\nname = \"c\"\npreset = \"none\"\nlimits = { nodes = 5, time_margin = \"1\" }";
    let read = shared(each, own).load();
    let program = |i: usize| match &read.contenders[i].engine {
        EngineSettings::Uci(program) => program,
        _ => panic!("a preset"),
    };
    let options = |i: usize| -> Vec<(&str, &OptionValue)> {
        program(i).options.iter().map(|option| (option.name.as_str(), &option.value)).collect()
    };
    let number = OptionValue::Number;
    assert_eq!(options(0), [("Hash", &number(16)), ("Threads", &number(1))]);
    let flag = OptionValue::Flag(false);
    assert_eq!(options(1), [("Threads", &number(1)), ("hash", &number(32)), ("Ponder", &flag)]);
    assert_eq!(
        program(1).program.environment,
        [("A", "1"), ("B", "3")].map(|(n, v)| (n.into(), v.into()))
    );
    let margins: Vec<u128> =
        read.contenders.iter().map(|contender| contender.limits.time_margin.as_millis()).collect();
    assert_eq!(margins, [500, 500, 1000]);
    match &read.contenders[2].engine {
        EngineSettings::InProcess(search) => assert_eq!(search.hash, 8),
        _ => panic!("a program"),
    }
}

#[test]
fn what_nobody_can_share_is_refused() {
    let mistake = |each: &str| shared(&format!("{each}\nlimits = {{ nodes = 1 }}"), "").mistake();
    let error = mistake("preset = \"none\"\noptions = { Hash = 1 }");
    assert!(error.starts_with("x.toml:6: `options`: `options` goes with a `command`"), "{error}");
    let error = mistake("command = \"/bin/sh\"\nhash = 4");
    assert!(error.starts_with("x.toml:6: `hash`: `hash` goes with a `preset`"), "{error}");
    let error = mistake("preset = \"none\"\nname = \"a\"");
    assert!(
        error.starts_with("x.toml:6: `name`: every contender has a name of its own"),
        "{error}"
    );
    let error = mistake("preset = \"nope\"");
    assert!(error.starts_with("x.toml:5: `preset`: there is no preset `nope`"), "{error}");
}
