//! `arena book` as its users run it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use arena::chess::openings::Book;
use arena::report::{BookGames, Books, Measured, Report, ReportFormat, pairs};
use assert_cmd::cargo::cargo_bin;
use lab::book::model::FittedModel;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Bench, match_text};

/// A directory where commands are run.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(cargo_bin!("arena"));
        command.current_dir(self.0.path()).arg("book").args(arguments.split_whitespace());
        command.stdin(Stdio::null());
        command
    }

    fn works(&self, arguments: &str) -> (String, String) {
        let output = self.command(arguments).output().unwrap();
        let (out, err) = texts(&output);
        assert!(output.status.success(), "{arguments}: {err}");
        (out, err)
    }

    fn fails(&self, arguments: &str) -> String {
        let output = self.command(arguments).output().unwrap();
        let (out, err) = texts(&output);
        assert!(!output.status.success(), "{arguments}: {out}");
        err
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).unwrap();
    }
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// Searches of very few nodes.
const QUICK: &str = "--walk-nodes 200 --nodes 400 --hash 1 --quiet";

#[test]
fn the_same_seed_makes_the_same_book_whatever_the_threads() {
    let place = Place::new();
    let make = |rest: &str| {
        place.works(&format!("make --centipawns 0..60 --plies 6 {QUICK} {rest}"));
    };
    make("--count 12 --concurrency 1 --out one.epd");
    make("--count 12 --concurrency 4 --out four.epd");
    make("--count 12 --seed 2 --out other.epd");
    let one = place.read("one.epd");
    assert_eq!(one.replace("\"one ", "\"four "), place.read("four.epd"));
    assert_ne!(one, place.read("other.epd").replace("\"other ", "\"one "));
    let book = Book::read(&place.0.path().join("one.epd"), None).unwrap();
    assert_eq!((book.len(), book.duplicates.len()), (12, 0));
    for line in one.lines() {
        let value = line.split("; ce ").nth(1).and_then(|rest| rest.split(';').next()).unwrap();
        assert!(value.parse::<i32>().unwrap().abs() <= 60, "{line}");
        assert!(line.contains("; acn 400; id \"one ") && line.contains(" c0 \"1. "), "{line}");
    }

    // A larger book begins with the smaller one, whose candidates are not judged again.
    make("--count 15 --out one.epd");
    let larger = place.read("one.epd");
    assert!(larger.starts_with(&one) && larger.lines().count() == 15);
    let problem = place.fails(&format!(
        "make --centipawns 0..60 --plies 6 {QUICK} --count 12 --seed 3 --out one.epd"
    ));
    assert!(problem.contains("--seed is 3, there it is 1"), "{problem}");
}

#[test]
fn a_killed_run_ends_as_one_that_was_left_alone() {
    let place = Place::new();
    let make = |name: &str| {
        format!(
            "make --centipawns 0..60 --plies 6 {QUICK} --count 40 --concurrency 2 --out {name}.epd"
        )
    };
    place.works(&make("whole"));
    let journal = place.0.path().join("killed.jsonl");
    let mut child = place.command(&make("killed")).spawn().unwrap();
    let begun = Instant::now();
    while fs::metadata(&journal).map_or(0, |file| file.len()) < 1200 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing was judged in a minute");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!place.0.path().join("killed.epd").exists(), "it was not killed in time");
    // A line that was not written whole is judged again.
    let torn = fs::read(&journal).unwrap();
    fs::write(&journal, &torn[..torn.len() - 7]).unwrap();
    place.works(&make("killed"));
    let killed = place.read("killed.epd").replace("\"killed ", "\"whole ");
    assert_eq!(killed, place.read("whole.epd"));
}

#[test]
fn chess960_books_begin_at_many_positions_and_can_be_played() {
    let place = Place::new();
    place.works(&format!(
        "make --centipawns 0..100 --chess960 --plies 4 {QUICK} --count 8 --out b.epd"
    ));
    let text = place.read("b.epd");
    assert!(text.lines().all(|line| line.contains("c0 \"Chess960 ")), "{text}");
    let book = Book::read(&place.0.path().join("b.epd"), None).unwrap();
    assert!(book.chess960.is_some_and(|openings| openings.count > 4), "{text}");
    let bench = Bench::with(&match_text(2, "limits = { nodes = 50 }").replace("book.pgn", "b.epd"));
    fs::copy(place.0.path().join("b.epd"), bench.path("b.epd")).unwrap();
    let run = Command::new(cargo_bin!("arena")).arg("run").arg(bench.file()).output().unwrap();
    assert!(run.status.success(), "{}", texts(&run).1);
}

#[test]
fn a_book_that_has_changed_is_refused_when_its_match_is_resumed() {
    let limits = "limits = { nodes = 50 }";
    let bench = Bench::with(&match_text(4, limits).replace("book.pgn", "b.epd"));
    let book = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\n";
    let run = |text: &str, games: &str| {
        fs::write(bench.path("b.epd"), text).unwrap();
        let mut command = Command::new(cargo_bin!("arena"));
        let run = command.arg("run").arg(bench.file()).args(["--games", games]).output().unwrap();
        (run.status.success(), texts(&run).1)
    };
    let (works, said) = run(book, "2");
    assert!(works, "{said}");
    let (works, said) = run(&book.replace("3P4", "2P5"), "4");
    assert!(!works && said.contains("the text of the opening book differs"), "{said}");
    let (works, said) = run(book, "4");
    assert!(works, "{said}");
}

#[test]
fn nonsense_is_an_error_with_what_would_be_right() {
    let place = Place::new();
    let make = |rest: &str| place.fails(&format!("make --count 5 --out b.epd {QUICK} {rest}"));
    for (arguments, expected) in [
        ("--centipawns 30..10", "the window is empty: the smaller end is first, as in 0..30"),
        ("--centipawns 0..30 --margin 0", "leaves one move, the best"),
        ("--centipawns 0..30 --choices 1", "every line is the same"),
        ("--centipawns 0..30 --plies 0", "after 0 plies there is one position"),
        ("--centipawns 0..30 --seed 1 --seed 2", "cannot be used multiple times"),
        ("--expected-score 0.7..0.8", "--model <FILE>"),
        ("", "a book needs a window"),
    ] {
        let problem = make(arguments);
        assert!(problem.contains(expected), "{arguments}: {problem}");
    }
    let problem = place.fails("make --count 5 --centipawns 0..30 --out b.pgn");
    assert!(problem.contains("its name ends in .epd"), "{problem}");
    place.write("mine.epd", "mine");
    let problem = place.fails("make --count 5 --centipawns 0..30 --out mine.epd");
    assert!(problem.contains("choose another --out"), "{problem}");
    assert_eq!(place.read("mine.epd"), "mine");
}

#[test]
fn a_count_out_of_reach_stops_with_what_would_help() {
    let place = Place::new();
    // After one ply there are at most 20 positions.
    let problem = place.fails(
        "make --count 50 --centipawns 0..200 --plies 1 --distance 0 --walk-nodes 200 --nodes 200 \
         --hash 1 --quiet --out b.epd",
    );
    assert!(problem.contains("of 50 positions, and none among the last 2000"), "{problem}");
    assert!(problem.contains("double; to find more: more --plies"), "{problem}");
    assert!(!place.0.path().join("b.epd").exists());
}

const OTHERS_BOOK: &str = "\
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"King's Pawn\";
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"once more\";
R5k1/5ppp/8/8/8/8/8/4K3 b - - id \"mate\";
rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"a queen up\";
rnbqkb1r/pppppppp/8/8/8/2n5/PPPPPPPP/R1BQKBNR w KQkq - id \"to be taken back\";
rnbqkbnr/pppp1ppp/8/4p3/4P3/7P/PPPP1PP1/RNBQKBNR w KQkq - id \"near the first\";
rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - id \"Queen's Pawn\";
";

#[test]
fn a_filter_says_what_it_dropped_and_why() {
    let place = Place::new();
    place.write("in.epd", OTHERS_BOOK);
    let (text, _) = place.works(
        "filter in.epd --centipawns 0..100 --nodes 3000 --hash 1 --out out.epd --html out.html",
    );
    let count = |name: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        line[name.len() + 2..].split_whitespace().next().unwrap().parse::<u32>().unwrap()
    };
    let expected = [
        ("kept", 2),
        ("game already over", 1),
        ("value outside the window", 1),
        ("not quiet", 1),
        ("double", 1),
        ("too near to another one", 1),
        ("all", 7),
    ];
    for (name, number) in expected {
        assert_eq!(count(name), number, "{name}: {text}");
    }
    assert!(text.contains("values in centipawns, from White's view"), "{text}");
    let kept = place.read("out.epd");
    assert_eq!(kept.lines().count(), 2);
    assert!(kept.contains("id \"King's Pawn\"") && kept.contains("id \"Queen's Pawn\""), "{kept}");
    let page = place.read("out.html");
    assert!(page.contains("<svg") && page.contains("game already over"));

    place.write("in.pgn", "1. e4 e5 2. Nf3 Nc6 *\n\n1. Nf3 Nc6 2. e4 e5 *\n\n1. d4 d5 *\n");
    let (text, _) =
        place.works("filter in.pgn --unquiet --distance 0 --nodes 500 --hash 1 --out p.epd");
    assert!(text.starts_with("in.pgn: 2 of 3 candidates kept"), "{text}");
    assert!(text.lines().any(|line| line.contains("transposition") && line.contains(" 1 ")));
    assert!(place.read("p.epd").contains("c0 \"1. e4 e5 2. Nf3 Nc6\""));
}

#[test]
fn a_match_tells_the_model_that_a_window_goes_by() {
    let place = Place::new();
    let bench = Bench::with(
        &match_text(60, "limits = { nodes = 100 }")
            .replace(
                "preset = \"none\"\nhash = 1",
                "preset = \"null-move\"\nhash = 1\nlimits = { nodes = 110 }",
            )
            .replace("book.pgn", "random-1000.epd"),
    );
    let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openings/random-1000.epd");
    fs::copy(openings, bench.path("random-1000.epd")).unwrap();
    let run = Command::new(cargo_bin!("arena")).arg("run").arg(bench.file()).output().unwrap();
    assert!(run.status.success(), "{}", texts(&run).1);
    let results = bench.path("results/x");
    let (text, _) = place.works(&format!("model {} --out model.json", results.display()));
    assert!(text.contains("w: value where the mover wins half of its games"), "{text}");
    assert!(text.contains("60 games") && text.contains("predicted"), "{text}");
    let fitted = FittedModel::read(&place.0.path().join("model.json")).unwrap();
    assert!(fitted.model.is_sound() && fitted.log_likelihood > fitted.null_log_likelihood);

    let (_, warnings) = place.works(
        "make --expected-score 0.51..0.58 --model model.json --count 4 --plies 6 --margin 100 \
         --walk-nodes 200 --nodes 400 --hash 1 --out u.epd",
    );
    assert!(
        warnings.contains("warning: the model was fitted to a match with nodes=100"),
        "{warnings}"
    );
    for line in place.read("u.jsonl").lines().skip(1) {
        let candidate: Value = serde_json::from_str(line).unwrap();
        if candidate["finding"] == "fit" {
            let score = fitted.model.expected_score(candidate["value"].as_i64().unwrap() as i32);
            assert!((0.51..=0.58).contains(&score.max(1.0 - score)), "{line}");
        }
    }
}

#[test]
fn the_books_of_the_project_are_what_they_say() {
    let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openings");
    for (name, count, window) in [
        ("balanced.epd", 5000, 0..=30),
        ("unbalanced.epd", 5000, 90..=150),
        ("chess960-balanced.epd", 1000, 0..=30),
    ] {
        let path = openings.join(name);
        let book = Book::read(&path, None).unwrap();
        assert_eq!((book.len(), book.duplicates.len()), (count, 0), "{name}");
        assert!(fs::metadata(&path).unwrap().len() < 1_000_000, "{name}");
        let bytes = fs::read(&path).unwrap();
        for (number, line) in arena::chess::epd::lines(&bytes) {
            let value: i32 = line.unwrap().text("ce").unwrap().parse().unwrap();
            assert!(window.contains(&value.abs()), "{name}:{number}: {value}");
        }
        let is_960 = book.chess960.is_some();
        assert_eq!(is_960, name.contains("960"), "{name}");
    }
    let text = |name: &str| fs::read_to_string(openings.join(name)).unwrap();
    let first = |name: &str, lines: usize| -> String {
        text(name).split_inclusive('\n').take(lines).collect()
    };
    assert!(text("mixed.epd") == first("balanced.epd", 2000) + &first("random-1000.epd", 500));
    assert_eq!(Book::read(&openings.join("mixed.epd"), None).unwrap().len(), 2500);
}

#[test]
fn what_is_said_of_the_books_follows_from_the_results_of_their_pairs() {
    let reductions = ["default", "without late move reductions"];
    said_follows_from_pairs("reductions", "What are late move reductions worth?", reductions);
    let nodes = ["40,000 nodes", "20,000 nodes"];
    said_follows_from_pairs("nodes", "What are twice the nodes worth?", nodes);
}

/// Holds the page of the books, and the report kept in `docs/books`, against the results that are kept there.
fn said_follows_from_pairs(directory: &str, question: &str, contenders: [&str; 2]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let kept = root.join("docs/books").join(directory);
    let games = [
        ("balanced.epd", 5000),
        ("unbalanced.epd", 5000),
        ("random-1000.epd", 1000),
        ("fifty.pgn", 50),
    ]
    .map(|(name, openings)| {
        let stem = Path::new(name).with_extension("txt");
        let text = fs::read_to_string(kept.join(stem)).unwrap();
        let kept = pairs::read(&text).unwrap();
        let [scheduled] = &kept.pairings[..] else { panic!("one pairing") };
        let pairs: Vec<[u8; 2]> = scheduled.pairs.iter().copied().flatten().collect();
        BookGames { name: name.to_owned(), openings, pairs: pairs::counts(&pairs) }
    });
    let contenders = contenders.map(str::to_owned);
    let books = Books::of(Some(question.to_owned()), contenders, &games);
    let page = fs::read_to_string(root.join("openings/README.md")).unwrap();
    for book in &books.books {
        let numbers = |measured: &Measured| {
            format!(
                "{:.1} [{:.1}, {:.1}]",
                measured.value.0.unwrap(),
                measured.lo.0.unwrap(),
                measured.hi.0.unwrap()
            )
        };
        let row = format!("| {} | {} |", numbers(&book.elo), numbers(&book.nelo));
        assert!(page.contains(&row), "{}: {row}", book.name);
    }
    let report = Report::Books(Box::new(books));
    let markdown = report.render(ReportFormat::named("markdown").unwrap()).unwrap();
    assert_eq!(markdown, fs::read_to_string(kept.join("report.md")).unwrap());
}
