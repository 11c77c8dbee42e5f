//! Errors in match files: each names file, line and key, and a remedy.

use std::sync::Arc;

use crate::common::{Bench, facts, match_text, read, run};
use arena::chess::runner_rules::RunnerRules;
use arena::config::{self, Overrides};
use arena::storage::facts::MatchFacts;
use lab::tune::file as tuning;

/// The message for the match file with one piece of it replaced.
fn mistake(from: &str, to: &str) -> String {
    let text = match_text(10, "limits = { nodes = 100 }");
    assert!(text.contains(from), "{from}");
    Bench::with(&text.replacen(from, to, 1)).mistake()
}

#[test]
fn an_unknown_key_is_named_with_the_nearest_known_one() {
    assert_eq!(
        mistake("limits = ", "concurency = 2\nlimits = "),
        "x.toml:2: unknown key `concurency`, did you mean `concurrency`?\n\n    2 | concurency = 2"
    );
    assert_eq!(
        mistake("nodes = 100", "node = 100"),
        "x.toml:2: unknown key `node`, did you mean `nodes`?\n\n    2 | limits = { node = 100 }"
    );
    let technique = mistake("hash = 1", "search = { nul_move = false }");
    assert!(
        technique.contains(":9: unknown key `nul_move`, did you mean `null_move`?"),
        "{technique}"
    );
}

#[test]
fn mistakes_name_file_line_and_key_and_what_would_be_right() {
    let one = "\n[[contender]]\nname = \"old\"\npreset = \"none\"\nhash = 1\n";
    let program = "command = \"/bin/true\"\nlimits = { soft_nodes = 300 }";
    for (from, to, told) in [
        (
            "games = 10",
            "games = \"ten\"",
            "x.toml:1: `games`: invalid type: string \"ten\", expected a whole number\n\n    1 | games = \"ten\"",
        ),
        (
            "nodes = 100",
            "movetime = 100",
            "x.toml:2: `movetime`: invalid type: integer `100`, expected seconds in quotes such as \"10\", \"0.1\" or",
        ),
        (
            "games = 10",
            "games = 41",
            "x.toml:1: `games`: 41 is odd, but every opening is played twice; try 40 or 42",
        ),
        ("games = 10", "games = 0", "x.toml:1: `games`: 0 is out of range, expected 2 to 1000000"),
        (
            "games = 10",
            "games = -2",
            "x.toml:1: `games`: -2 is out of range, expected 2 to 1000000",
        ),
        ("hash = 1", "hash = 0", "x.toml:9: `hash`: 0 is out of range, expected 1 to 65536"),
        (
            "nodes = 100",
            "nodes = 0",
            "x.toml:2: `nodes`: 0 is out of range, expected 1 to 1000000000000000",
        ),
        ("nodes = 100", "depth = 500", "x.toml:2: `depth`: 500 is out of range, expected 1 to 127"),
        ("limits", "seed = -1\nlimits", "x.toml:2: `seed`: -1 is out of range, expected 0 or more"),
        (
            "limits",
            "concurrency = 0\nlimits",
            "x.toml:2: `concurrency`: 0 is out of range, expected 1 to 1024",
        ),
        (
            "hash = 1",
            "search = { null_move = { reduction = 99 } }",
            "x.toml:9: `null_move`: reduction = 99 is out of range",
        ),
        (
            "book.pgn",
            "no.pgn",
            "x.toml:4: `file`: there is no such opening book: neither no.pgn (beside this file) nor no.pgn (from the \
             current directory); built in are builtin:balanced, builtin:unbalanced, builtin:fifty, \
             builtin:chess960-balanced, builtin:start\n\n    4 | file = \"no.pgn\"",
        ),
        ("\"old\"", "\"new\"", "x.toml:12: `name`: both contenders are named \"new\""),
        ("\"old\"", "\" \"", "x.toml:12: `name`: a name has 1 to 40 characters"),
        (one, "", "x.toml: a match needs two [[contender]] tables or more, there are 1"),
        ("limits = { nodes = 100 }", "", "x.toml:6: \"new\" has no limits: add a [limits] table"),
        ("{ nodes = 100 }", "{}", "x.toml:2: `limits`: no limit is set"),
        (
            "nodes = 100",
            "time_control = \"10s\"",
            "x.toml:2: `time_control`: \"10s\" is not a number of seconds such as 10 or 0.6; a time control is written \
             \"40/300\", \"10+0.1\", \"1:30\" or in stages \"40/10+0.1:20+0.2\"",
        ),
        (
            "nodes = 100",
            "movetime = \"0\"",
            "x.toml:2: `movetime`: a time above zero is needed here",
        ),
        (
            "nodes = 100",
            "movetime = \"0.004\"",
            "x.toml:2: `movetime`: the engine keeps back overhead = 0.005 s of it",
        ),
        (
            "\"book.pgn\"",
            "\"book.pgn\"\norder = \"shufled\"",
            "x.toml:5: `order`: there is no order `shufled`, did you mean `shuffled`?",
        ),
        (
            "\"book.pgn\"",
            "\"book.pgn\"\nstart = 7",
            "x.toml:5: `start`: 7 is out of range, expected 1 to 6",
        ),
        ("games = 10", "", "x.toml: missing key `games`"),
        ("games = 10", "games = = 10", "x.toml:1: "),
        (
            "preset = \"null-move\"\nhash = 1",
            program,
            "x.toml:9: `soft_nodes`: UCI has no such limit: use `nodes` for a program",
        ),
    ] {
        let mistake = mistake(from, to);
        assert!(mistake.starts_with(told), "{mistake}\n{told}");
    }
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let text = "gamse = 10\nseed = \"one\"\nlimits = { node = 100 }\nopenings = { file = \"builtin:fifty\" }\n\
                [[contender]]\nname = \"A\"\npreset = \"none\"\nhsah = 1\n[[contender]]\nname = \"B\"\npreset = \"none\"\n";
    let told = Bench::with(text).mistake();
    for (line, name) in [(1, "`gamse`"), (2, "`seed`"), (3, "`node`"), (8, "`hsah`")] {
        let place = format!("x.toml:{line}: ");
        let (_, rest) = told.split_once(&place).unwrap_or_else(|| panic!("{place}{told}"));
        assert!(rest.lines().next().unwrap().contains(name), "{told}");
    }
    assert_eq!(told.matches("x.toml:").count(), 4, "{told}");
    let alone = Bench::with(
        &text.replace("gamse", "games").replace("\"one\"", "1").replace("node", "nodes"),
    )
    .mistake();
    assert_eq!(alone.matches("x.toml:").count(), 1, "{alone}");
}

#[test]
fn mistakes_of_newcomers_get_the_answer() {
    let unquoted =
        "x.toml:2: `time_control`: a time control is a text: write it in quotes, \"0.1+0.001\"";
    for (from, to, message) in [
        ("nodes = 100", "time_control = 0.1+0.001", unquoted),
        ("nodes = 100", "time_control = 40/60", "write it in quotes, \"40/60\""),
        ("limits", "tc = \"10+0.1\"\nlimits", "x.toml:2: unknown key `tc`: write `time_control`"),
        ("nodes = 100", "st = 1", "x.toml:2: unknown key `st`: write `movetime` in [limits]"),
        ("hash = 1", "cmd = \"x\"", "x.toml:9: unknown key `cmd`: write `command`"),
        ("hash = 1", "proto = \"uci\"", "x.toml:9: unknown key `proto`: leave it out"),
        (
            "hash = 1",
            "option.Hash = 16",
            "x.toml:9: unknown key `option`: write the table `options`",
        ),
        ("limits", "rounds = 5\nlimits", "x.toml:2: unknown key `rounds`: write `games`"),
        (
            "limits",
            "engine = [\"x\"]\nlimits",
            "x.toml:2: unknown key `engine`: write a [[contender]]",
        ),
        (
            "limits",
            "each = { tc = \"1\" }\nlimits",
            "x.toml:2: unknown key `tc`: write `time_control`",
        ),
        ("hash = 1", "nodes = 5", "x.toml:9: `nodes` does not belong here but in [limits]"),
        ("limits", "sprt = [0, 5]\nlimits", "x.toml:2: `sprt` does not belong here but in [stop]"),
        (
            "limits",
            "stop = { sprt = 5 }\nlimits",
            "two hypotheses in nElo, as [0, 5] or { elo0 = 0, elo1 = 5 }",
        ),
        ("limits", "stop = { sprt = [1] }\nlimits", "two hypotheses in nElo, as [0, 5]"),
    ] {
        let mistake = mistake(from, to);
        assert!(mistake.contains(message), "{mistake}\n{message}");
    }
    let brackets = "there are several tables of this kind: write [[contender]], in double brackets";
    let text = match_text(10, "limits = { nodes = 100 }");
    let twice = Bench::with(&text.replace("[[contender]]", "[contender]")).mistake();
    assert!(twice.starts_with("x.toml:") && twice.contains(brackets), "{twice}");
    let once = text.replacen("[[contender]]", "[contender]", 1);
    let (once, _) = once.split_once("\n[[").unwrap();
    let once = Bench::with(once).mistake();
    assert!(once.starts_with("x.toml:6: ") && once.contains(brackets), "{once}");
    let written = "stop = { sprt = { elo0 = 0, elo1 = 5 } }\nlimits = { nodes = 100 }";
    let short = "stop = { sprt = [0, 5] }\nlimits = { nodes = 100 }";
    assert_eq!(Bench::new(10, short).load().stop, Bench::new(10, written).load().stop);
}

#[test]
fn a_preset_that_does_not_exist_is_refused_with_the_list() {
    let mistake = mistake("\"null-move\"", "\"nullmove\"");
    let start = "x.toml:8: `preset`: there is no preset `nullmove`, did you mean `null-move`?; presets are ";
    let list = mistake.strip_prefix(start).and_then(|rest| rest.lines().next());
    let names: Vec<&str> = list.unwrap_or_else(|| panic!("{mistake}")).split(", ").collect();
    let presets: Vec<&str> = engine::PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(names, presets);
}

#[test]
fn a_built_in_book_is_the_book_of_the_file() {
    let with = |book: &str| {
        let text = match_text(10, "limits = { nodes = 100 }").replace("book.pgn", book);
        Bench::with(&text).load()
    };
    let built_in = with("builtin:fifty");
    let file = with(&openings().join("fifty.pgn").to_string_lossy());
    assert_eq!(facts(&built_in).fingerprint, facts(&file).fingerprint);
    assert_eq!(facts(&built_in).book.file, "builtin:fifty");
    assert!(built_in.to_toml().contains("file = \"builtin:fifty\""), "{}", built_in.to_toml());
    assert_eq!(
        mistake("book.pgn", "builtin:sixty"),
        "x.toml:4: `file`: there is no built-in opening book builtin:sixty; there are \
         builtin:balanced, builtin:unbalanced, builtin:fifty, builtin:chess960-balanced, \
         builtin:start\n\n    4 | file = \"builtin:sixty\""
    );
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = config::load("no/such.toml".as_ref(), &Overrides::default()).unwrap_err();
    assert!(error.to_string().starts_with("no/such.toml: cannot read it: "), "{error}");
}

#[test]
fn mistakes_on_the_command_line_name_the_option() {
    let bench = Bench::new(10, "limits = { nodes = 100 }");
    let load = |overrides| config::load(&bench.file(), &overrides).unwrap_err().to_string();
    assert_eq!(
        load(Overrides { games: Some(7), ..Overrides::default() }),
        "--games: 7 is odd, but every opening is played twice; try 6 or 8"
    );
    assert_eq!(
        load(Overrides { concurrency: Some(0), ..Overrides::default() }),
        "--concurrency: 0 is out of range, expected 1 to 1024"
    );
}

#[test]
fn the_command_line_overrides_the_file() {
    let bench = Bench::new(10, "seed = 5\nconcurrency = 1\nlimits = { nodes = 100 }");
    let overrides =
        Overrides { games: Some(20), seed: Some(6), concurrency: Some(3), set: Vec::new() };
    let settings = config::load(&bench.file(), &overrides).unwrap();
    assert_eq!((settings.games, settings.seed, settings.concurrency), (20, 6, 3));
}

/// A match with this rule, beside a directory `tables` with two files that bear the names of
/// tables, and an empty one.
fn with_tables(rule: &str) -> Bench {
    let lines = format!("limits = {{ nodes = 100 }}\nadjudication = {{ tablebase = {rule} }}");
    let bench = Bench::new(10, &lines);
    for directory in ["tables", "empty"] {
        std::fs::create_dir(bench.path(directory)).unwrap();
    }
    for table in ["KQvK.rtbw", "KRPvKR.rtbw", "KQvK.rtbz", "notes.rtbw"] {
        std::fs::write(bench.path("tables").join(table), [0; 80]).unwrap();
    }
    bench
}

#[test]
fn endgame_tables_are_found_and_counted() {
    let bench = with_tables("{ path = \"tables\" }");
    let settings = bench.load();
    assert_eq!(settings.adjudication.rules().to_string(), {
        "tablebase{adjudicate=both,max_pieces=5,fifty_moves=true,tables=2}"
    });
    let warnings = settings.warnings().join("\n");
    assert!(warnings.contains("there are 2 of the 145 endgame tables of up to 5"), "{warnings}");
    let again = Bench::with(&settings.to_toml()).load();
    assert_eq!(again.adjudication, settings.adjudication);
    assert_eq!(facts(&again), facts(&settings));
    let rule =
        "{ path = [\"tables\"], max_pieces = 4, fifty_moves = false, adjudicate = \"wins\" }";
    assert_eq!(with_tables(rule).load().adjudication.rules().to_string(), {
        "tablebase{adjudicate=wins,max_pieces=3,fifty_moves=false,tables=1}"
    });
    assert_eq!(with_tables("false").load().adjudication.rules().to_string(), "none");
}

#[test]
fn mistakes_with_endgame_tables_are_told() {
    let mistake = |rule: &str| {
        let mistake = with_tables(rule).mistake();
        mistake.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(mistake("true"), {
        "x.toml:3: `tablebase`: say where the tables are: tablebase = { path = \"DIRECTORY\" }"
    });
    assert_eq!(mistake("{ path = \"no\" }"), {
        "x.toml:3: `path`: there is no such directory: neither no (beside the match file) nor no \
         (from the current directory)"
    });
    assert_eq!(mistake("{ path = [\"tables\", \"empty\"] }"), {
        "x.toml:3: `path`: empty: there is no WDL table (such as KQvK.rtbw) of 3 to 7 pieces in it"
    });
    assert_eq!(mistake("{ path = \"tables\", max_pieces = 8 }"), {
        "x.toml:3: `max_pieces`: 8 is out of range, expected 3 to 7"
    });
    assert_eq!(mistake("{ path = \"tables\", adjudicate = \"win\" }"), {
        "x.toml:3: `adjudicate`: there is no kind of result `win`, did you mean `wins`?; kinds are wins, draws, both"
    });
    assert!(mistake("{ path = 5 }").contains("a directory or an array of them"));
    assert!(mistake("7").contains("a table of path, max_pieces, fifty_moves, adjudicate"));
    let torn = with_tables("{ path = \"tables\" }");
    std::fs::write(torn.path("tables/KNvK.rtbw"), [0; 81]).unwrap();
    let torn = torn.mistake();
    assert!(torn.contains("tables/KNvK.rtbw: no table has this file size"), "{torn}");
}

#[test]
fn defaults_are_what_the_documentation_says() {
    let settings = Bench::new(10, "limits = { nodes = 100 }").load();
    assert_eq!(settings.seed, 1);
    assert_eq!(settings.concurrency, arena::system::processor::physical_cores());
    assert_eq!(settings.adjudication.rules().to_string(), "none");
    let text =
        match_text(10, "limits = { nodes = 100 }\nadjudication = { draw = true, resign = true }");
    assert_eq!(
        Bench::with(&text).load().adjudication.rules().to_string(),
        "draw{score=20,moves=8,from_move=34} resign{score=600,moves=3,two_sided=false}"
    );
}

#[test]
fn a_short_book_is_warned_of_and_counted() {
    let settings = Bench::new(16, "limits = { nodes = 100 }").load();
    assert_eq!(settings.pairs_on_a_used_opening(), 2);
    let warnings = settings.warnings().join("\n");
    assert!(
        warnings.contains("the book's 6 openings are fewer than the 8 pairs: 2 pairs"),
        "{warnings}"
    );
    assert!(warnings.contains("repeat their games move for move"), "{warnings}");
    assert!(warnings.contains("games = 12 says as much"), "{warnings}");
    let varied = "limits = { nodes = 100 }\neach = { search = { random_evaluation = true } }";
    for varied in ["limits = { time_control = \"1+1\" }", varied] {
        let warnings = Bench::new(16, varied).load().warnings().join("\n");
        assert!(!warnings.contains("move for move"), "{warnings}");
        assert!(warnings.contains("resemble each other"), "{warnings}");
    }
}

/// The warning uses the match, the statistics use the journal.
#[test]
fn match_and_journal_agree_whether_games_repeat() {
    let text = |limits: &str, first: &str| {
        match_text(16, limits).replace("preset = \"null-move\"\nhash = 1", first)
    };
    let (nodes, preset) = ("limits = { nodes = 100 }", "preset = \"null-move\"");
    let random = format!("{preset}\nsearch = {{ random_evaluation = true }}");
    let program = |threads| format!("command = \"/bin/true\"\noptions = {{ Threads = {threads} }}");
    for (text, repeats) in [
        (text(nodes, preset), true),
        (text("limits = { depth = 3 }", preset), true),
        (text("limits = { time_control = \"1+1\" }", preset), false),
        (text("limits = { movetime = \"0.1\" }", preset), false),
        (text(nodes, &random), false),
        (text(nodes, &program(1)), true),
        (text(nodes, &program(2)), false),
    ] {
        let settings = Bench::with(&text).load();
        assert_eq!(settings.repeats_games(), repeats, "{text}");
        assert_eq!(facts(&settings).may_repeat(), repeats, "{text}");
        let of_fastchess = MatchFacts { runner_rules: RunnerRules::Fastchess, ..facts(&settings) };
        assert!(!of_fastchess.may_repeat(), "{text}");
    }
}

#[test]
fn a_match_against_itself_is_refused_unless_it_is_meant() {
    let text = match_text(10, "limits = { nodes = 100 }").replace("\"null-move\"", "\"none\"");
    let problem = |text: &str| Bench::with(text).load().nothing_differs();
    let told = problem(&text).unwrap();
    assert!(
        told.starts_with("nothing differs between \"new\" and \"old\" but their names"),
        "{told}"
    );
    assert_eq!(problem(&format!("same = true\n{text}")), None);
    assert_eq!(problem(&text.replacen("hash = 1", "hash = 2", 1)), None);
}

#[test]
fn more_cutoffs_than_moves_are_warned_of() {
    let with = |cutoffs: &str| {
        let preset = format!("\"none\"\nsearch = {{ multi_cut = {{ {cutoffs} }} }}");
        let text = match_text(10, "limits = { nodes = 100 }").replacen("\"null-move\"", &preset, 1);
        Bench::with(&text).load().warnings()
    };
    assert_eq!(
        with("cutoffs = 5, moves = 4"),
        [
            "\"new\": multi_cut needs 5 cutoffs and searches 4 moves at most: the number of cutoffs never prunes"
        ]
    );
    assert!(with("cutoffs = 4, moves = 4").is_empty());
}

#[test]
fn play_that_cannot_be_meant_is_warned_of() {
    let warnings_of = |limits: &str, options: &str| {
        let text = match_text(10, &format!("limits = {{ {limits} }}"));
        let program = format!("command = \"/bin/sh\"\noptions = {{ {options} }}");
        let bench = Bench::with(&text.replace("preset = \"null-move\"\nhash = 1", &program));
        let mut warnings = bench.load().warnings();
        // The number of cores depends on the machine.
        warnings.retain(|text| !text.starts_with("concurrency = "));
        warnings
    };
    assert_eq!(
        warnings_of("movetime = \"0.03\"", "Threads = 4, \"Move Overhead\" = 30"),
        [
            "\"new\" searches with 4 threads and \"old\" with 1: unless that is the question, set the \
         option Threads of both",
            "\"new\" keeps back 0.03 s of each move (its option Move Overhead) and has some 0.03 s for \
         one: if it does so of a fixed time too, it will hardly search"
        ]
    );
    let reserve = "\"Move Overhead\" = 30";
    assert_eq!(warnings_of("time_control = \"0.2+0.002\"", reserve).len(), 1);
    assert!(warnings_of("time_control = \"10+0.1\"", reserve).is_empty());
    assert!(warnings_of("nodes = 100", reserve).is_empty());
}

#[test]
fn a_game_in_which_one_ponders_takes_the_cores_of_both() {
    let match_with = |keys: &str, more: &str| {
        let text = match_text(10, &format!("limits = {{ movetime = \"0.1\" }}\n{more}"));
        let program = format!("command = \"/bin/sh\"\n{keys}");
        Bench::with(&text.replace("preset = \"null-move\"\nhash = 1", &program)).load()
    };
    let threads = "options = { Threads = 3 }";
    assert_eq!(match_with("", "").cores_a_game(), 1);
    assert_eq!(match_with(threads, "").cores_a_game(), 3);
    assert_eq!(match_with("ponder = true", "").cores_a_game(), 2);
    let settings = match_with(&format!("{threads}\nponder = true"), "");
    assert_eq!(settings.cores_a_game(), 4);
    assert!(
        settings.concurrency <= match_with(threads, "").concurrency.div_ceil(4),
        "{settings:?}"
    );
    let many = match_with("ponder = true", "concurrency = 1000");
    assert_eq!(many.concurrency, 1000, "what is written holds");
    let told = many.warnings();
    assert!(told[0].starts_with("concurrency = 1000 at 2 cores a game is more than"), "{told:?}");
}

/// A match file of three contenders with these lines at the top level.
fn of_three(lines: &str) -> Bench {
    let third = "[[contender]]\nname = \"third\"\npreset = \"modern\"\nhash = 1\n";
    Bench::with(&(match_text(10, &format!("limits = {{ nodes = 100 }}\n{lines}")) + third))
}

#[test]
fn rules_for_two_contenders_are_refused_where_there_are_more() {
    for rule in ["sprt = { elo0 = 0, elo1 = 5 }", "confidence = 0.95"] {
        let mistake = of_three(&format!("stop = {{ {rule} }}")).mistake();
        let expected = "this rule decides between two contenders, and there are 3; games, until and \
                        budget end a match of any number";
        assert!(mistake.starts_with("x.toml:3: ") && mistake.contains(expected), "{mistake}");
    }
    let others = "stop = { games = 4, until = \"07:00\", budget = \"6h\" }";
    assert_eq!(of_three(others).load().planned(), 12);
}

#[test]
fn a_format_is_read_back_and_one_that_does_not_exist_is_refused() {
    assert_eq!(
        of_three("format = \"gauntlett\"").mistake(),
        "x.toml:3: `format`: there is no format `gauntlett`, did you mean `gauntlet`?; formats are \
         round-robin, gauntlet\n\n    3 | format = \"gauntlett\""
    );
    let bench = of_three("format = \"gauntlet\"");
    let gauntlet = bench.load();
    assert_eq!(gauntlet.pairings, [[0, 1], [0, 2]]);
    let resolved = Bench::with(&gauntlet.to_toml());
    let again = resolved.load();
    assert_eq!((again.format, &again.pairings), (gauntlet.format, &gauntlet.pairings));
    assert_eq!(of_three("").load().pairings, [[0, 1], [0, 2], [1, 2]]);
}

#[test]
fn contenders_that_are_the_same_are_named_where_there_are_more_than_two() {
    let text = std::fs::read_to_string(of_three("").file()).unwrap();
    let told = Bench::with(&text.replace("\"modern\"", "\"none\"")).load().nothing_differs();
    assert!(told.unwrap().contains("between \"old\" and \"third\""));
    let mistake = Bench::with(&text.replace("\"third\"", "\"old\"")).mistake();
    assert!(mistake.contains("two contenders are named \"old\""), "{mistake}");
}

#[test]
fn the_matches_in_the_repository_are_valid() {
    let matches = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../matches");
    let mut checked = 0;
    for entry in std::fs::read_dir(matches).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let question = match name.as_str() {
            tuning if tuning.starts_with("tune-") => {
                tuning::load(&path, &Overrides::default()).unwrap().base.question
            }
            "regression" => regression_match(&path).question,
            "uci-engines" | "one-engine" | "classics" | "classics-clock" => {
                match_of_others(&path).question
            }
            _ => config::load(&path, &Overrides::default()).unwrap().question,
        };
        assert!(question.is_some(), "{}: asks no question", path.display());
        checked += 1;
    }
    assert!(checked >= 3);
}

#[test]
fn the_ablation_leaves_out_every_technique_of_the_default_preset_in_turn() {
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../matches/ablation.sh");
    let script = std::fs::read_to_string(script).unwrap();
    let (_, list) = script.split_once("|| techniques=(").unwrap();
    let (list, _) = list.split_once(')').unwrap();
    let mut listed: Vec<&str> = list.split_whitespace().collect();
    let default = engine::SearchConfig::preset("default").unwrap();
    let used =
        engine::Technique::ALL.iter().filter(|technique| default.values(**technique).is_some());
    let mut used: Vec<&str> = used.map(|technique| technique.name()).collect();
    listed.sort_unstable();
    used.sort_unstable();
    assert_eq!(listed, used);
}

/// The match against the last tag, which need not exist here; other programs replace the two revisions.
fn regression_match(path: &std::path::Path) -> config::Match {
    let text = std::fs::read_to_string(path).unwrap();
    let script = std::fs::read_to_string(path.with_extension("sh")).unwrap();
    assert!(script.contains("contender.2.revision="), "the script names another contender");
    assert_eq!(text.lines().filter(|line| line.starts_with("revision = ")).count(), 2);
    let of_revisions = ["repo = ", "build = ", "engine = "];
    let mut with_others = String::new();
    for line in text.lines().filter(|line| !of_revisions.iter().any(|key| line.starts_with(key))) {
        let is_revision = line.starts_with("revision = ");
        with_others.push_str(if is_revision { "command = \"/bin/sh\"" } else { line });
        with_others.push('\n');
    }
    Bench::with(&with_others.replace("../openings", &openings().to_string_lossy())).load()
}

/// A match between programs that this machine may not have, with another program for them.
fn match_of_others(path: &std::path::Path) -> config::Match {
    let text = std::fs::read_to_string(path).unwrap();
    let mut with_others = String::new();
    for line in text.lines() {
        let line = if line.starts_with("command = ") { "command = \"/bin/sh\"" } else { line };
        with_others.push_str(line);
        with_others.push('\n');
    }
    Bench::with(&with_others.replace("../openings", &openings().to_string_lossy())).load()
}

fn openings() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openings")
}

/// The error for this `stop` key.
fn stop_mistake(value: &str) -> String {
    mistake("limits = ", &format!("stop = {value}\nlimits = "))
}

#[test]
fn stop_rules_that_cannot_be_meant_are_refused() {
    for (stop, message) in [
        (
            "{ sprt = { elo0 = 5, elo1 = 5 } }",
            "`elo1`: elo0 is 5 and elo1 is 5; elo1 must be the larger one",
        ),
        (
            "{ sprt = { elo0 = 0, elo1 = 5, alpha = 0.5, beta = 0.5 } }",
            "`beta`: alpha and beta add up to 1; together they must stay below 1",
        ),
        (
            "{ sprt = { elo0 = 0, elo1 = 5, alpha = 5 } }",
            "`alpha`: alpha is 5; it must be more than 0 and less than 1",
        ),
        (
            "{ sprt = { elo0 = 0, elo1 = 5, model = \"normalised\" } }",
            "`model`: there is no model `normalised`, did you mean `normalized`?; models are \
             logistic, normalized",
        ),
        ("{ sprt = { elo0 = 0 } }", "`sprt`: missing key `elo1`"),
        ("{ confidence = 95 }", "`confidence`: 95 is out of range, expected more than 0 and less"),
        ("{ margin = 3 }", "`margin`: `margin` belongs to a confidence, and there is none"),
        (
            "{ no_difference = 3 }",
            "`no_difference`: `no_difference` belongs to a confidence, and there is none",
        ),
        (
            "{ confidence = 0.9, margin = 4, no_difference = 3 }",
            "`no_difference`: 3 is out of range, expected more than 4",
        ),
        ("{ confidence = 0.9, margin = -3 }", "`margin`: -3 is out of range, expected 0 to 1000"),
        ("{ games = 41 }", "`games`: 41 is odd, but every opening is played twice; try 40 or 42"),
        (
            "{ until = \"7 o'clock\" }",
            "`until`: \"7 o'clock\" is not a time of day such as \"07:00\"",
        ),
        ("{ budget = \"six\" }", "`budget`: \"six\" is not a time above zero such as \"6h\""),
        ("{ budget = \"-6h\" }", "`budget`: \"-6h\" is not a time above zero"),
        ("{ sptr = { elo0 = 0, elo1 = 5 } }", "unknown key `sptr`, did you mean `sprt`?"),
    ] {
        let mistake = stop_mistake(stop);
        assert!(mistake.starts_with("x.toml:2: "), "{mistake}");
        assert!(mistake.contains(message), "{mistake}");
    }
}

#[test]
fn stop_rules_read_back_the_same_and_are_no_part_of_the_fingerprint() {
    let text = "limits = { nodes = 100 }\n[stop]\nsprt = { elo0 = -1.75, elo1 = 0.25, alpha = 0.1, \
                model = \"normalized\" }\nconfidence = 0.95\nmargin = 2\ngames = 8\n\
                until = \"07:00\"\nbudget = \"1h30m\"";
    let settings = Bench::new(10, text).load();
    assert_eq!(
        settings.stop.to_string(),
        "sprt{elo0=-1.75,elo1=0.25,alpha=0.1,beta=0.05,model=normalized} \
         confidence{level=0.95,margin=2} games{8} until{07:00} budget{1h 30m}"
    );
    let again = Bench::with(
        &settings.to_toml().replace(&*settings.openings.book.path.to_string_lossy(), "book.pgn"),
    );
    assert_eq!(again.load().stop, settings.stop);
    let without = Bench::new(10, "limits = { nodes = 100 }").load();
    assert_eq!(facts(&without).fingerprint, facts(&settings).fingerprint);
}

#[tokio::test]
async fn a_search_with_soft_nodes_ends_with_a_complete_iteration() {
    let bench = Bench::new(4, "limits = { soft_nodes = 300 }");
    let journal = bench.path("games.pgn");
    run(&Arc::new(bench.load()), &journal).await.unwrap();
    let games = read(&journal);
    let summary = games[0].facts.contenders[0].summary();
    assert_eq!(summary, "ziggurat's search, Hash 1, 300 soft nodes");
    let nodes = || games.iter().flat_map(|game| &game.record.moves).map(|m| m.nodes);
    assert!(nodes().any(|nodes| nodes > 300), "no search finished its iteration");
    let too_few = nodes().filter(|nodes| *nodes < 300).count();
    assert!(10 * too_few < nodes().count(), "only a forced mate ends a search before");
}
