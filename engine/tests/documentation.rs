//! The guide's tables are those of the engine's lists, and the README names only tests that there are.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p ziggurat-engine --test documentation` writes the tables.
#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Display;
use std::fs;

use engine::{PRESETS, Parameter, SearchConfig, Technique};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const PAGE: &str = "docs/guide/src/techniques.md";
const UPDATE: &str = "UPDATE_SNAPSHOTS";

#[test]
fn the_guide_has_the_tables_of_the_engine() {
    let path = format!("{ROOT}/{PAGE}");
    let written = fs::read_to_string(&path).unwrap();
    let page = [("techniques", techniques()), ("presets", presets()), ("parameters", parameters())]
        .into_iter()
        .fold(written.clone(), |page, (name, table)| with_table(&page, name, &table));
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&path, page).unwrap();
    } else {
        assert!(page == written, "{PAGE} is not up to date: {UPDATE}=1 renews it");
    }
}

/// The page with the table between the markers of this name.
fn with_table(page: &str, name: &str, table: &str) -> String {
    let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->\n"));
    let (before, rest) = page.split_once(&begin).expect("a marker where the table begins");
    let (_, after) = rest.split_once(&end).expect("a marker where the table ends");
    format!("{before}{begin}{table}{end}{after}")
}

fn table<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut table = row(&head.map(str::to_owned));
    table.push_str(&format!("|{}\n", "---|".repeat(N)));
    table.extend(rows.map(|cells| row(&cells)));
    table
}

fn code(text: impl Display) -> String {
    format!("`{text}`")
}

fn techniques() -> String {
    let row = |technique: &Technique| {
        let summary = technique.summary().to_owned();
        [code(technique.name()), summary, presets_with(*technique), technique.source().to_owned()]
    };
    let head = ["key", "what it does", "presets with it", "source"];
    table(head, Technique::ALL.iter().map(row))
}

/// The presets in which a technique is on, or those in which it is not, if these are fewer.
fn presets_with(technique: Technique) -> String {
    let (with, without): (Vec<_>, Vec<_>) =
        PRESETS.iter().partition(|preset| preset.config().values(technique).is_some());
    let names = |presets: &[&engine::Preset]| {
        presets.iter().map(|preset| code(preset.name)).collect::<Vec<_>>().join(", ")
    };
    match (with.len(), without.len()) {
        (0, _) => "none".to_owned(),
        (_, 0) => "all".to_owned(),
        (on, off) if on > off => format!("all but {}", names(&without)),
        _ => names(&with),
    }
}

fn presets() -> String {
    let row = |preset: &engine::Preset| [code(preset.name), preset.description.to_owned()];
    table(["preset", "what it is"], PRESETS.iter().map(row))
}

fn parameters() -> String {
    let defaults = SearchConfig::everything();
    let rows = Technique::ALL.iter().flat_map(|technique| {
        let values = defaults.values(*technique).unwrap();
        technique.parameters().iter().zip(values).map(|(parameter, default)| {
            let key = code(format!("{}.{}", technique.name(), parameter.name));
            [key, code(default), values_of(parameter), parameter.meaning.to_owned()]
        })
    });
    table(["key", "default", "values", "meaning"], rows)
}

fn values_of(parameter: &Parameter) -> String {
    match parameter.range {
        Some((low, high)) => format!("{low} to {high}"),
        None => parameter.choices.iter().map(code).collect::<Vec<_>>().join(", "),
    }
}
