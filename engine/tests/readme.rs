//! The README's tables name everything that can be switched, and only tests that there are.

use engine::{PRESETS, Technique};

const README: &str = include_str!("../../README.md");

#[test]
fn every_technique_has_a_row_that_names_its_parameters() {
    for technique in Technique::ALL {
        let row =
            README.lines().find(|line| line.starts_with(&format!("| `{}` |", technique.name())));
        let Some(row) = row else { panic!("no row for {}", technique.name()) };
        for parameter in technique.parameters() {
            assert!(row.contains(&format!("`{}`", parameter.name)), "{}: {row}", parameter.name);
        }
    }
}

#[test]
fn every_preset_is_named() {
    for preset in PRESETS {
        assert!(README.contains(&format!("`{}`", preset.name)), "{}", preset.name);
    }
}

#[test]
fn every_promise_names_tests_that_are_there() {
    let (_, table) = README.split_once("| promise | test |\n").unwrap();
    let rows: Vec<&str> = table.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 20);
    for row in rows {
        let tests = row.trim_end_matches('|').rsplit('|').next().unwrap();
        for test in tests.split(", ") {
            let quoted: Vec<&str> = test.split('`').skip(1).step_by(2).collect();
            let [file, name] = quoted[..] else { panic!("no file and test: {row}") };
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
            let source = std::fs::read_to_string(format!("{path}{file}")).unwrap();
            assert!(source.contains(&format!("fn {name}(")), "{file} has no {name}");
        }
    }
}
