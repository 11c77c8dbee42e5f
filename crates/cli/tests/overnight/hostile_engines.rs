//! Engines with hostile names, and matches in directories with strange names. These names reach
//! terminals and reports only as harmless text.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::bench::Bench;
use crate::trials::Trials;

crate::tests![
    an_engine_with_a_hostile_name_plays_and_is_named,
    a_match_may_be_in_a_directory_of_any_name,
];

/// Asserts that a text may be shown on a terminal.
fn assert_harmless(what: &str, text: &str) {
    let harmful = |c: char| {
        (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c) || c == '\u{2066}'
    };
    let found = text.chars().find(|&c| harmful(c));
    assert!(found.is_none(), "{what}: {found:?} in {text}");
}

fn outputs(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

fn an_engine_with_a_hostile_name_plays_and_is_named(trials: &Trials) {
    let games = trials.count(4, 40);
    let bench = Bench::new(&format!(
        "question = \"\\u001b[31m<script>alert(1)</script>\"\ngames = {games}\nconcurrency = 2\n\
         pin = false\nadjudication = {{ max_moves = 40 }}\nlimits = {{ movetime = \"5\" }}\n\
         [openings]\nfile = \"book.pgn\"\n\
         [[contender]]\nname = \"<b>one</b> | *x*\\u202e\"\nENGINE hostile\n\
         [[contender]]\nname = \"other\"\nENGINE cheap\n"
    ));
    trials.survive(games, || {
        let run = bench.run(&["--log", bench.path("log.txt").to_str().unwrap()]);
        assert_eq!(run.code, Some(0), "{}", run.errors);
        assert_harmless("standard output", &run.report);
        assert_harmless("standard error", &run.errors);
        for game in bench.games() {
            assert_eq!(game.record.incident, None);
            assert!(game.record.termination.fault().is_none());
        }
        for name in ["report.txt", "report.md"] {
            assert_harmless(name, &fs::read_to_string(bench.path("results/x").join(name)).unwrap());
        }
        let journal = fs::read_to_string(bench.path("results/x/games.pgn")).unwrap();
        assert!(!journal.contains('\x1b'));
        let markdown = fs::read_to_string(bench.path("results/x/report.md")).unwrap();
        assert!(!markdown.contains("<script>") && !markdown.contains("<b>"), "{markdown}");
        let json = fs::read_to_string(bench.path("results/x/report.json")).unwrap();
        assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
        for format in ["text", "markdown", "json"] {
            let mut report = Command::new(env!("CARGO_BIN_EXE_arena"));
            report.arg("report").arg(bench.path("results/x/games.pgn")).args(["--format", format]);
            let [text, errors] = outputs(&report.output().unwrap());
            assert_harmless(format, &text);
            assert!(errors.is_empty(), "{errors}");
        }
    });
}

/// A directory with this name.
fn place(parent: &Path, name: &[u8]) -> PathBuf {
    parent.join(OsString::from_vec(name.to_vec()))
}

fn a_match_may_be_in_a_directory_of_any_name(trials: &Trials) {
    let names: [&[u8]; 6] = [
        b"with blanks  and 'quotes\" $HOME `id` ; rm -rf x",
        b"line\nbreak\r\n",
        b"\x1b[31mred\x07",
        b"-dash --out",
        "将棋 \u{202e}♞".as_bytes(),
        b"no \xff\xfe utf-8",
    ];
    let bench = Bench::new(
        "games = 2\nconcurrency = 1\npin = false\nlimits = { nodes = 1 }\n\
         adjudication = { max_moves = 4 }\n[openings]\nfile = \"book.pgn\"\n\
         [[contender]]\nname = \"one\"\nENGINE cheap\n[[contender]]\nname = \"other\"\nENGINE hostile\n",
    );
    trials.survive(names.len(), || {
        for name in names {
            let directory = place(bench.directory.path(), name);
            fs::create_dir(&directory).unwrap();
            let file = directory.join(OsString::from_vec([name, b".toml"].concat()));
            fs::copy(bench.path("x.toml"), &file).unwrap();
            fs::copy(bench.path("book.pgn"), directory.join("book.pgn")).unwrap();
            // Played, and then only reported.
            for _ in 0..2 {
                let mut run = Command::new(env!("CARGO_BIN_EXE_arena"));
                let output = run.arg("run").arg(&file).output().unwrap();
                let [text, errors] = outputs(&output);
                assert_eq!(output.status.code(), Some(0), "{errors}");
                assert_harmless("standard output", &text);
                assert_harmless("standard error", &errors);
            }
            // An error in a file is reported without its name doing any harm.
            fs::write(&file, "games = 3\n\x1b[31m = 4\n").unwrap();
            let mut run = Command::new(env!("CARGO_BIN_EXE_arena"));
            let output = run.arg("run").arg(&file).output().unwrap();
            assert_eq!(output.status.code(), Some(1));
            assert_harmless("standard error", &outputs(&output)[1]);
        }
    });
}
