//! Opening books: those of the project, and one that changes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use arena::chess::openings::Book;
use arena::report::pairs;
use assert_cmd::cargo::cargo_bin;
use stats::{
    CONFIDENCE, Pentanomial, ScoreCounts, elo, empirical_likelihood, normalized_elo, ratios,
};

use crate::common::{Bench, match_text};

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("openings/README.md")).unwrap();
    for measurement in ["reductions", "nodes"] {
        let kept = root.join("docs/books").join(measurement);
        let report = fs::read_to_string(kept.join("report.md")).unwrap();
        for name in ["balanced", "unbalanced", "random-1000", "fifty"] {
            let text = fs::read_to_string(kept.join(name).with_extension("txt")).unwrap();
            let [scheduled] = &pairs::read(&text).unwrap().pairings[..] else { panic!("{name}") };
            let pairs: Vec<[u8; 2]> = scheduled.pairs.iter().copied().flatten().collect();
            let [elo, nelo] = elo_and_normalized(pairs::counts(&pairs));
            let row = format!("| {elo} | {nelo} |");
            assert!(page.contains(&row), "{name}: {row}");
            let row = row.replace('[', "\\[").replace(']', "\\]");
            assert!(report.contains(&row), "{name}: {row}");
        }
    }
}

/// Elo and normalized Elo with their 95 % intervals.
fn elo_and_normalized(pairs: Pentanomial) -> [String; 2] {
    let scores = ScoreCounts::from(pairs);
    let elo = elo::elo(ratios::score(pairs.games()).unwrap());
    let interval = empirical_likelihood::interval(&scores, CONFIDENCE).elo();
    let nelo = normalized_elo::normalized_elo(&scores).unwrap();
    let half = normalized_elo::half_width(&scores, CONFIDENCE).unwrap();
    [(elo, interval.low, interval.high), (nelo, nelo - half, nelo + half)]
        .map(|(value, low, high)| format!("{value:.1} [{low:.1}, {high:.1}]"))
}
