//! The contents of every format, and their form.

use std::path::Path;

use arena::report::analysis::Divergences;
use arena::report::{self, Comparison, Origin, Report, ReportBuilder, ReportFormat};
use arena::storage::journal::JournalReader;

use crate::common::{changed_match, data, format, formats, small_match, snapshot};

#[test]
fn a_journal_reads_well_in_every_format() {
    let report = small_match();
    for (extension, format) in formats() {
        let text = report.render(format).unwrap();
        // A release is not to change the snapshots.
        let version = format!("\"arena\": \"{}\"", env!("CARGO_PKG_VERSION"));
        snapshot(&format!("match.{extension}"), &text.replace(&version, "\"arena\": \"\""));
    }
    snapshot("match.epd", &report.positions().unwrap());
}

#[test]
fn evidence_that_was_left_out_is_told_in_every_format() {
    let place = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &[u8]| {
        let path = place.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    file("games.pgn", &std::fs::read(data("match.pgn")).unwrap());
    file("faults/left-out.txt", b"140 faults are left out here\n");
    file("stderr/one-1.end.txt", b"9000000 bytes are left out; the last of process 7:\nbye\n");
    file("stderr/one-2.end.txt", b"1 bytes are left out; the last of process 8:\n");
    file("stderr/one-2.txt", b"12345\n");
    let report = report::read(&place.path().join("games.pgn"), |_| {}).unwrap().unwrap();
    for format in ["text", "markdown", "html"].map(format) {
        let text = report.render(format).unwrap().replace('\n', " ");
        assert!(text.contains("of 140 faults"), "{text}");
        assert!(text.contains("9,000,001 bytes of standard error"), "{text}");
    }
    let json = report.render(ReportFormat::Json).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let expected = serde_json::json!({ "faults": 140, "stderr_bytes": 9_000_001 });
    assert_eq!(json["evidence_left_out"], expected);
}

#[test]
fn matches_stand_side_by_side_in_every_format() {
    let Report::Match(report) = small_match() else { panic!("two contenders") };
    let names = ["monday.pgn", "tuesday.pgn"].map(Path::new);
    let comparison = Comparison::of(names.map(|name| (name, &report.summary)));
    let report = Report::Comparison(Box::new(comparison));
    for (extension, format) in formats() {
        snapshot(&format!("compared.{extension}"), &report.render(format).unwrap());
    }
    assert!(
        report
            .render(ReportFormat::Html)
            .unwrap()
            .contains("<th class=\"words\" scope=\"row\">match: null_move"),
        "a row a match"
    );
}

#[test]
fn every_opening_pair_and_game_of_the_journal_is_in_the_report() {
    let Report::Match(report) = small_match() else { panic!("two contenders") };
    let analysis = &report.analysis;
    let games: usize = analysis.by_opening.iter().map(|row| row.games.len()).sum();
    assert_eq!((games, report.appendix.replays.rows.len()), (8, 8));
    let divergences = &analysis.divergences;
    let Divergences { identical_pairs, diverged_pairs, median_move, won, list, .. } = divergences;
    assert_eq!((identical_pairs + diverged_pairs, *diverged_pairs), (4, list.len() as u64));
    for places in [&divergences.by_move, &divergences.by_phase, &divergences.by_depth] {
        assert_eq!(places.iter().map(|place| place.pairs).sum::<u64>(), *diverged_pairs);
    }
    assert_eq!(divergences.untouched(), Some(0.75));
    let won_in_list =
        |by: fn(u8) -> bool| list.iter().filter(|swing| by(swing.half_points)).count();
    assert_eq!((won.first, won.second), {
        (won_in_list(|half| half > 2) as u64, won_in_list(|half| half < 2) as u64)
    });
    let parted_by = |move_number| {
        list.iter().filter(|divergence| divergence.move_number <= move_number).count()
    };
    let median = median_move.unwrap();
    assert!(2 * parted_by(median) >= list.len() && 2 * parted_by(median - 1) < list.len());
    assert_eq!(analysis.course.points.len(), 4);
    let last = analysis.course.points.last().unwrap();
    assert_eq!(last.elo, report.summary.on_pairs.elo);
    assert_eq!(last.anytime.unwrap().elo_lo, report.summary.anytime.ends.elo_lo);
    let lengths: u64 = analysis.game_lengths.iter().map(|bin| bin.games.games()).sum();
    assert_eq!(lengths, 8);
    let of_first = &analysis.searches[0];
    let moves: u64 = of_first.by_move_number.iter().map(|step| step.means.moves).sum();
    assert_eq!([moves, of_first.means.moves], [report.summary.contenders.first.moves; 2]);
    let scored: u64 = analysis.calibration.second.iter().map(|bin| bin.moves).sum();
    assert_eq!(scored, report.summary.contenders.second.moves);
}

#[test]
fn the_order_in_which_games_were_finished_does_not_matter() {
    let mut games = Vec::new();
    let mut reader = JournalReader::open(&data("match.pgn")).unwrap();
    while let Some(game) = reader.next_game().unwrap() {
        games.push(game);
    }
    let json = |order: &[usize]| {
        let mut builder = ReportBuilder::default();
        order.iter().for_each(|&i| builder.add(games[i].clone()));
        builder.report(Origin::default()).unwrap().render(ReportFormat::Json).unwrap()
    };
    assert_eq!(json(&[0, 1, 2, 3, 4, 5, 6, 7]), json(&[5, 2, 7, 0, 6, 1, 3, 4]));
}

/// A journal whose names and question are hostile.
fn hostile_match() -> Report {
    changed_match(|game| {
        let first = game
            .facts
            .contenders
            .iter()
            .position(|contender| contender.name.contains('&'))
            .unwrap();
        game.facts_mut().contenders[first].name = "<script>alert(1)</script>".to_owned();
        game.facts_mut().contenders[1 - first].name =
            "\u{1b}[31m\"><img src=x onerror=alert(2)>".to_owned();
        game.facts_mut().question = Some("</title></script><b>?\u{9b}2J".to_owned());
        game.opening.name = Some("</script><script>alert(3)</script>".to_owned());
    })
}

#[test]
fn names_are_neither_markup_nor_escape_sequences() {
    let report = hostile_match();
    for (_, format) in ReportFormat::kept() {
        let text = report.render(format).unwrap();
        let control = text.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(control, None, "{format:?}");
    }
    let page = report.render(ReportFormat::Html).unwrap();
    for markup in ["<script>alert", "<img", "<b>?", "</script><script>alert"] {
        assert!(!page.contains(markup), "{markup}");
    }
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

#[test]
fn names_in_csv_are_no_formulas() {
    let report = changed_match(|game| {
        game.facts_mut().contenders[0].name = "=cmd|' /C calc'!A0".to_owned();
        game.opening.name = Some("@SUM(1)".to_owned());
    });
    let text = report.render(ReportFormat::Csv).unwrap();
    let cells = text.split(['\n', ',']);
    assert!(!cells.clone().any(|cell| cell.trim_matches('"').starts_with(['=', '@'])), "{text}");
    assert!(text.contains("'=cmd|") && text.contains("'@SUM(1)"), "{text}");
}

#[test]
fn a_run_ends_with_a_dozen_lines_that_fit_the_terminal() {
    for (name, journal) in [("match", "match.pgn"), ("round-robin", "round-robin.pgn")] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(journal);
        let report = report::read(&path, |_| ()).unwrap().unwrap();
        let mut all = String::new();
        for columns in [60, 80, 120] {
            let text = report.brief(columns);
            let longest = text.lines().map(document::terminal::width).max().unwrap();
            assert!(longest <= columns && text.lines().count() <= 18, "{columns}:\n{text}");
            all += &format!("{columns} columns\n\n{text}\n");
        }
        snapshot(&format!("{name}-brief.txt"), &all);
        for format in [ReportFormat::OpenBench, ReportFormat::Ordo] {
            let text = report.render(format).unwrap();
            snapshot(&format!("{name}-{}.txt", format.name()), &text);
        }
    }
}
