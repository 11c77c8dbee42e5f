//! `report.json`: its values and its keys.

use std::path::Path;

use arena::report::{self, Comparison, CountsReport, Report, ReportFormat};
use stats::sprt::{Model, Sprt};

use crate::common::{data, foreign, ruled, small_match, summary_of_pairs};

#[test]
fn nothing_in_json_is_rounded_or_a_number_in_a_text() {
    let text = small_match().render(ReportFormat::Json).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["games"]["winning_percentage"], 56.25);
    assert!(json["match"]["contenders"][0]["signature"].is_string());
    assert!(json["swings"].as_array().unwrap().iter().all(|swing| {
        [&swing["before"], &swing["after"]]
            .iter()
            .all(|swing| swing["cp"].is_i64() || swing["mate"].is_i64())
    }));
    assert_eq!(json["swings"][0]["after"], serde_json::json!({ "mate": -2 }));
    assert_eq!(json["divergences"]["list"][0]["choices"]["first"]["score"]["cp"], -171);
    let level: Vec<[u8; 2]> = (0..7).map(|i| [2, [0, 2, 1][i % 3]]).collect();
    let level: Vec<[u8; 2]> = level.iter().flat_map(|&[a, b]| [[a, b], [2 - a, 2 - b]]).collect();
    let json: serde_json::Value =
        serde_json::from_str(&report::json(&summary_of_pairs(&level)).unwrap()).unwrap();
    for key in ["on_games", "on_pairs", "headline"] {
        assert_eq!(json[key]["elo"], 0.0, "{key}");
    }
}

/// The keys that the document of report.json names for the objects at each place.
fn documented() -> Vec<(Vec<String>, Vec<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/src/report-json.md");
    let document = std::fs::read_to_string(path).unwrap();
    let quoted = |line: &str| -> Vec<String> {
        line.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let sections = document.split("\n### ").skip(1).map(|section| {
        let (heading, rest) = section.split_once('\n').unwrap();
        let rows =
            rest.split("\n## ").next().unwrap().lines().filter(|line| line.starts_with("| `"));
        let first_cell = |row: &str| row.split('|').nth(1).unwrap().to_owned();
        (quoted(heading), rows.flat_map(|row| quoted(&first_cell(row))).collect())
    });
    sections.collect()
}

/// Every object of a JSON text, with the keys that lead to it. Numbers are no keys.
fn objects(
    path: &mut Vec<String>,
    value: &serde_json::Value,
    visit: &mut dyn FnMut(&[String], &str),
) {
    match value {
        serde_json::Value::Array(list) => list.iter().for_each(|value| objects(path, value, visit)),
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                let is_number = key.parse::<u32>().is_ok();
                if !is_number {
                    visit(path, key);
                    path.push(key.clone());
                }
                objects(path, value, visit);
                if !is_number {
                    path.pop();
                }
            }
        }
        _ => {}
    }
}

#[test]
fn every_key_of_report_json_is_documented() {
    let sections = documented();
    let read = |name: &str| report::read(&data(name), |_| {}).unwrap().unwrap();
    let Report::Match(small) = small_match() else { panic!("two contenders") };
    let comparison = Comparison::of([(Path::new("games.pgn"), &small.summary)]);
    let everyone = Report::PgnResults(Box::new(foreign("round-robin.pgn")));
    let foreign = foreign("fastchess.pgn");
    let sprt = "sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic}";
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Logistic).unwrap();
    let counts = CountsReport::of("4,5,6,7,8,9".parse().ok(), None, Some(test));
    let reports = [
        ("match report", small_match().render(ReportFormat::Json).unwrap()),
        ("match report", report::json(&ruled(sprt, 1000, &[[2, 1]])).unwrap()),
        ("counts report", report::json(&counts).unwrap()),
        ("tournament report", read("round-robin.pgn").render(ReportFormat::Json).unwrap()),
        (
            "comparison",
            Report::Comparison(Box::new(comparison)).render(ReportFormat::Json).unwrap(),
        ),
        ("PGN report", everyone.render(ReportFormat::Json).unwrap()),
        ("PGN report", Report::PgnResults(Box::new(foreign)).render(ReportFormat::Json).unwrap()),
    ];
    let mut missing = std::collections::BTreeSet::new();
    for (root, text) in reports {
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        objects(&mut vec![root.to_owned()], &json, &mut |path, key| {
            let path = path.join(".");
            // Techniques and their parameters have the keys of a match file.
            if path.contains(".search.techniques") {
                return;
            }
            let length = |place: &String| {
                (path == *place || path.ends_with(&format!(".{place}"))).then_some(place.len())
            };
            let nearest = sections
                .iter()
                .filter_map(|(places, keys)| Some((places.iter().filter_map(length).max()?, keys)));
            let is_there = nearest.max_by_key(|(length, _)| *length);
            if !is_there.is_some_and(|(_, keys)| keys.iter().any(|known| known == key)) {
                missing.insert(format!("{path}: {key}"));
            }
        });
    }
    assert!(missing.is_empty(), "docs/guide/src/report-json.md lacks {missing:#?}");
}
