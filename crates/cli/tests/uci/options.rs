//! Options of programs in match files, and the errors for wrong ones.

use crate::bench::Bench;

crate::tests![
    options_are_checked_against_what_the_engine_declares,
    mistakes_are_told_with_their_lines,
    an_engine_that_does_not_play_chess960_is_refused_where_it_is_wanted,
    a_program_is_found_beside_the_match_file_and_runs_where_it_is_told_to,
];

const REST: &str = "[[contender]]\nname = \"good\"\npreset = \"none\"\nhash = 1\n";

fn bench(lines: &str) -> Bench {
    Bench::new(&format!(
        "games = 2\nadjudication = {{ max_moves = 2 }}\nlimits = {{ nodes = 9 }}\n\
         openings = {{ file = \"book.pgn\" }}\n[[contender]]\nname = \"bad\"\n{lines}\n{REST}"
    ))
}

fn refused(lines: &str) -> String {
    let bench = bench(lines);
    let run = bench.run(&[]);
    assert_eq!(run.code, Some(1), "{lines}: {}", run.errors);
    assert!(!bench.path("results").exists());
    run.errors.replace(&format!("{}/", bench.directory.path().display()), "")
}

fn options_are_checked_against_what_the_engine_declares() {
    let run =
        bench("ENGINE none\noptions = { Style = \"very wild\", hash = 4, Book = \"\" }").run(&[]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert!(run.report.contains("Style very wild, hash 4"), "{}", run.report);
    let unknown = refused("ENGINE none\noptions = { Hesh = 4 }");
    assert!(unknown.contains("x.toml:8: \"bad\": the engine has no option \"Hesh\""), "{unknown}");
    assert!(unknown.contains("did you mean `Hash`?"), "{unknown}");
    let range = refused("ENGINE none\n[contender.options]\nStyle = \"Solid\"\nHash = 65");
    assert!(
        range.contains(
            "x.toml:10: \"bad\": option \"Hash\": 65 is out of range, the engine takes 1 to 64"
        ),
        "{range}"
    );
    let bench = bench("ENGINE none");
    let run = bench.run(&["--set", "contender.bad.options.Hash=65"]);
    let start = "--set contender.bad.options.Hash=65: \"bad\": option \"Hash\": 65 is out of range";
    assert!(run.errors.contains(start), "{}", run.errors);
}

fn an_engine_that_does_not_play_chess960_is_refused_where_it_is_wanted() {
    let bench = bench("ENGINE none");
    let file = std::fs::read_to_string(bench.path("x.toml")).unwrap();
    std::fs::write(bench.path("x.toml"), file.replace("book.pgn", "book.epd")).unwrap();
    std::fs::write(bench.path("book.epd"), "1k6/ppp5/8/8/8/8/5PPP/5KR1 w G -\n").unwrap();
    let run = bench.run(&[]);
    assert_eq!(run.code, Some(1));
    assert!(run.errors.contains("does not play Chess960 (it has no option UCI_Chess960)"));
    assert!(run.errors.contains("the opening in line 1 of the book"), "{}", run.errors);
}

fn mistakes_are_told_with_their_lines() {
    for (lines, told) in [
        ("ENGINE none\npreset = \"none\"", "x.toml:7: `command`: a contender is a `preset`"),
        ("", "\"bad\" has no engine: add a `preset`, or the `command`"),
        (
            "command = \"no-such-program\"",
            "x.toml:7: `command`: there is no program no-such-program",
        ),
        (r#"command = "eng\z.exe""#, "write a path in single quotes"),
        ("ENGINE none\nhash = 16", "`hash`: `hash` goes with a `preset`"),
        ("preset = \"none\"\nargs = [\"-x\"]", "`args` goes with a `command`"),
        ("ENGINE none\noptions = { Hash = 1.5 }", "a text, a whole number, true or false"),
        ("ENGINE none\ndir = \"nowhere\"", "`dir`: there is no directory nowhere"),
        ("command = \"true\"", "is not a UCI engine: it ends (exit code 0)"),
    ] {
        let errors = refused(lines);
        assert!(errors.contains(told), "{lines}: {errors}");
    }
}

fn a_program_is_found_beside_the_match_file_and_runs_where_it_is_told_to() {
    let bench = bench("command = \"wrapper\"\ndir = \"here\"\nenv = { FAULT = \"no\\\"ne\" }");
    let this = std::env::current_exe().unwrap();
    let script = format!(
        "#!/bin/sh\nprintf %s \"$FAULT\" > ran-here\nexec {} engine none\n",
        this.display()
    );
    std::fs::write(bench.path("wrapper"), script).unwrap();
    std::fs::create_dir(bench.path("here")).unwrap();
    let not_yet = bench.run(&[]);
    assert!(not_yet.errors.contains("cannot be executed"), "{}", not_yet.errors);
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(bench.path("wrapper"), executable).unwrap();
    let run = bench.run(&[]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert_eq!(std::fs::read_to_string(bench.path("here/ran-here")).unwrap(), "no\"ne");
}
