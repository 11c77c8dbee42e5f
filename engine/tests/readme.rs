//! The README's tables name everything that can be switched.

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
