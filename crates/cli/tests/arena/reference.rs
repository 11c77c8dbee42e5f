//! The reference of the files' keys: its defaults are true, the templates of `arena new` load, and
//! the manual's page is up to date.

use std::path::Path;
use std::process::Command;

use arena::config::reference::{Absent, Section};
use arena::config::{self, MATCH_FILE, Overrides};
use assert_cmd::cargo::cargo_bin;
use lab::suite::file::{self as experiment, ExperimentOverrides};
use lab::tune::file as tuning;

use crate::common::{BOOK, Bench, printed};

/// A match in which every key of the reference has an effect, with all optional values left out.
fn bench() -> Bench {
    Bench::with(
        "games = 10\nlimits = { movetime = \"1\" }\nopenings = { file = \"book.pgn\" }\n\
         adjudication = { draw = true, resign = true }\nstop = { sprt = [0, 5], confidence = 0.9 }\n\n\
         [[contender]]\nname = \"a\"\npreset = \"none\"\n\n\
         [[contender]]\nname = \"b\"\ncommand = \"/bin/sh\"\n",
    )
}

/// The defaults of a table's values, as settings with this before the key.
fn defaults(section: &Section, before: &str) -> Vec<String> {
    let is = |default: &Absent| match default {
        Absent::Is(value) => Some(*value),
        _ => None,
    };
    let values = section.keys.iter().filter_map(|key| Some((key.name, is(&key.default)?)));
    values.map(|(name, value)| format!("{before}{name}={value}")).collect()
}

#[test]
fn the_defaults_of_the_reference_change_nothing() {
    let section = |title: &str| {
        let all = MATCH_FILE.all();
        *all.iter().find(|section| section.title == title).unwrap()
    };
    let mut settings = defaults(&MATCH_FILE, "");
    for (title, before) in [
        ("[limits]", "limits."),
        ("[openings]", "openings."),
        ("adjudication.draw", "adjudication.draw."),
        ("adjudication.resign", "adjudication.resign."),
        ("[supervision]", "supervision."),
    ] {
        settings.extend(defaults(section(title), before));
    }
    settings.extend(["stop.margin=0".to_owned()]);
    settings.extend(["contender.a.hash=16", "contender.b.restart=false"].map(str::to_owned));
    settings.push("contender.b.trim_history=false".to_owned());
    settings.push("contender.b.ponder=false".to_owned());
    let known = defaults(section("[[contender]]"), "");
    assert_eq!(known, ["hash=16", "restart=false", "trim_history=false", "ponder=false"]);
    assert_eq!(defaults(section("[stop]"), "stop."), ["stop.margin=0"]);
    assert_eq!(settings.len(), 24, "{settings:?}");
    let bench = bench();
    let expected = bench.load().to_toml();
    for setting in settings {
        let set = vec![setting.parse().unwrap()];
        let overrides = Overrides { set, ..Overrides::default() };
        let changed = config::load(&bench.file(), &overrides).unwrap();
        assert_eq!(changed.to_toml(), expected, "{setting}");
    }
    let sprt =
        "stop.sprt={ elo0 = 0, elo1 = 5, alpha = 0.05, beta = 0.05, model = \"normalized\" }";
    let set = vec![sprt.parse().unwrap()];
    let changed = config::load(&bench.file(), &Overrides { set, ..Overrides::default() }).unwrap();
    assert_eq!(changed.to_toml(), expected);
}

/// A directory with the files that the examples name, and the template that `arena new` prints.
fn new(kind: &str) -> Bench {
    let bench = Bench::with(&printed(&["new", kind]));
    std::fs::create_dir(bench.path("openings")).unwrap();
    std::fs::write(bench.path("openings/fifty.pgn"), BOOK).unwrap();
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../arena/suites/self-play.epd");
    std::fs::copy(suite, bench.path("wac.epd")).unwrap();
    for name in ["5-minutes.toml", "15-minutes.toml"] {
        std::fs::write(bench.path(name), "").unwrap();
    }
    bench
}

#[test]
fn what_new_prints_loads_and_has_every_key() {
    let bench = new("match-file");
    let settings = bench.load();
    assert_eq!((settings.games, settings.contenders.len()), (1000, 2));
    tuning::load(&new("tuning-file").file(), &Overrides::default()).unwrap();
    let experiment =
        experiment::load(&new("experiment-file").file(), &ExperimentOverrides::default());
    assert_eq!(experiment.unwrap().blocks.len(), 1);
    let series = config::series::load(&new("series-file").file()).unwrap();
    assert_eq!(series.matches.len(), 2);

    let text = std::fs::read_to_string(bench.file()).unwrap();
    for section in MATCH_FILE.all() {
        for key in section.names() {
            let is_documented = text.lines().any(|line| {
                let line = line.trim_start_matches(['#', ' ', '[']);
                line.strip_prefix(key).is_some_and(|rest| rest.starts_with([' ', ':', ']']))
            });
            assert!(is_documented, "{key} of {}", section.title);
        }
    }
    assert_eq!(printed(&["new"]), text);
}

#[test]
fn help_tells_of_files_and_of_commands() {
    let text = printed(&["help", "match-file"]);
    for line in
        ["games: whole number, 2 to 1000000; required", "time_control = \"10+0.1\"", "null_move"]
    {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(printed(&["help", "tuning-file"]).contains("late_move_reductions.divisor"));
    assert!(printed(&["help", "experiment-file"]).contains("depths = \"5..10\""));
    assert!(printed(&["help", "series-file"]).contains("15-minutes.toml"));
    let every = printed(&["--help"]);
    let every = every.lines().take_while(|line| *line != "Options:");
    let commands: Vec<&str> =
        every.filter_map(|line| line.strip_prefix("  ")?.split([' ', ',']).next()).collect();
    assert_eq!(commands.len(), 17);
    for command in commands {
        let help = printed(&["help", command]);
        assert_eq!(help, printed(&[command, "--help"]));
        assert!(help.contains(command), "{command}: {help}");
    }
    assert_eq!(printed(&["help", "queue", "add"]), printed(&["queue", "add", "--help"]));
    assert_eq!(printed(&["help"]), printed(&["--help"]));
    let output = Command::new(cargo_bin!("arena")).args(["help", "matchfile"]).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("no topic `matchfile`, did you mean `match-file`?"), "{errors}");
}

#[test]
fn the_pages_of_the_manual_are_what_help_prints() {
    for file in ["match-file", "tuning-file", "experiment-file"] {
        let page = format!("../../docs/guide/src/{file}-reference.md");
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let expected = printed(&["help", file, "--format", "markdown"]);
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::create_dir_all(page.parent().unwrap()).unwrap();
            std::fs::write(&page, &expected).unwrap();
        }
        let written = std::fs::read_to_string(&page).unwrap_or_default();
        assert!(written == expected, "{}: renew it with UPDATE_SNAPSHOTS=1", page.display());
    }
}

#[test]
fn exit_codes_and_words_are_told_by_one_table() {
    let page = |name: &str| {
        let page = format!("../../docs/guide/src/{name}.md");
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap()
    };
    assert!(page("exit-codes").contains(&printed(&["help", "exit-codes", "--format", "markdown"])));
    assert_eq!(page("glossary"), printed(&["help", "glossary", "--format", "markdown"]));
    let whole = printed(&["run", "--help-all"]);
    assert!(whole.contains(printed(&["help", "exit-codes"]).trim_end()), "{whole}");
    let short = printed(&["run", "--help"]);
    let (lines, all) = (short.lines().count(), whole.lines().count());
    assert!(lines <= 80 && all > lines, "{lines} of {all} lines:\n{short}");
    assert!(whole.contains("--same") && !short.contains("--same"));
    for line in page("glossary").lines().skip(4) {
        let word = line.trim_start_matches("| ").split(" |").next().unwrap();
        let words: Vec<&str> = ["help"].into_iter().chain(word.split(' ')).collect();
        assert!(printed(&words).starts_with(&format!("{word}: ")), "{word}");
    }
    assert!(printed(&["help", "SPRT"]).starts_with("sprt: The sequential probability ratio test"));
}

#[test]
fn the_examples_of_the_other_runners_manuals_are_matches() {
    for (command, program) in [("fastchess", "fastchess"), ("cutechess", "cutechess-cli")] {
        let manual = printed(&[command, "--help"]);
        let (_, example) = manual.split_once(&format!("  {program} ")).unwrap();
        let (example, rest) = example.split_once("\n\n").unwrap();
        let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openings/balanced.epd");
        let line: Vec<String> =
            example.split_whitespace().map(|word| word.replace("book.epd", book)).collect();
        let line: Vec<&str> = [command, "--print-match-file"]
            .into_iter()
            .chain(line.iter().map(String::as_str))
            .collect();
        let settings = printed(&line);
        assert!(
            settings.contains("games = 200") && settings.contains("name = \"Base\""),
            "{settings}"
        );
        let chapter = rest.split('"').nth(1).unwrap();
        let summary = include_str!("../../../../docs/guide/src/SUMMARY.md");
        assert!(
            summary.to_lowercase().contains(&format!("[{}]", chapter.to_lowercase())),
            "{chapter}"
        );
    }
}
