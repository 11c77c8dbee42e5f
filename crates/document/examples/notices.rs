//! The notices of the crates that programs are made of: names, licences and their texts, each text once.
//!
//! `cargo metadata --format-version 1 --filter-platform TARGET | notices PACKAGE..` writes those of these packages of the
//! workspace and everything that they are built with, tests and build scripts apart.

#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;
use std::{env, fs, io};

use serde_json::Value;

/// The beginnings of the names of files with licences and notices.
const NAMES: [&str; 5] = ["licen", "copying", "copyright", "notice", "unlicense"];

fn main() -> Result<(), Box<dyn Error>> {
    let metadata: Value = serde_json::from_reader(io::stdin().lock())?;
    let wanted: Vec<String> = env::args().skip(1).collect();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: BTreeMap<String, Value> = list(&metadata["packages"])
        .into_iter()
        .map(|package| (text(&package["id"]), package))
        .collect();
    let nodes: BTreeMap<String, Value> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|node| (text(&node["id"]), node))
        .collect();
    let mut open: Vec<String> = packages
        .iter()
        .filter(|(_, package)| wanted.contains(&text(&package["name"])))
        .map(|(id, _)| id.clone())
        .collect();
    if open.len() != wanted.len() || wanted.is_empty() {
        return Err(format!(
            "usage: cargo metadata | notices PACKAGE..; not all there are: {wanted:?}"
        )
        .into());
    }
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        let is_normal =
            |edge: &Value| list(&edge["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let edges = list(&nodes[&id]["deps"]);
        open.extend(
            edges
                .iter()
                .filter(|edge| is_normal(edge))
                .map(|edge| text(&edge["pkg"]))
                .filter(|id| !found.contains(id)),
        );
        found.insert(id);
    }
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut names = Vec::new();
    for package in
        found.iter().map(|id| &packages[id]).filter(|package| !package["source"].is_null())
    {
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        let Some(licence) = package["license"].as_str() else {
            return Err(format!("{name} names no licence").into());
        };
        let manifest = text(&package["manifest_path"]);
        let directory = Path::new(&manifest).parent().unwrap_or(Path::new("."));
        let authors =
            list(&package["authors"]).iter().map(text).collect::<Vec<String>>().join(", ");
        let files = texts_in(directory)?;
        let note = if files.is_empty() { ", no text in its package" } else { "" };
        let address = text(&package["repository"]);
        names.push((name.clone(), format!("{name}: {licence}{note}. {authors} {address}")));
        for file in files {
            texts.entry(file).or_default().push(name.clone());
        }
    }
    names.sort();
    println!(
        "The programs contain the Rust standard library, MIT OR Apache-2.0, The Rust Project Contributors, \
         https://www.rust-lang.org, and these crates:\n"
    );
    names.iter().for_each(|(_, line)| println!("{}", line.trim_end()));
    for (text, packages) in &texts {
        println!("\n{}\n{}\n\n{}", "=".repeat(78), packages.join(", "), text.trim_end());
    }
    Ok(())
}

/// The texts of licences and notices in a directory.
fn texts_in(directory: &Path) -> io::Result<Vec<String>> {
    let mut paths: Vec<_> =
        fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    let is_wanted = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        path.is_file() && NAMES.iter().any(|begin| name.starts_with(begin))
    };
    let texts = paths.iter().filter(|path| is_wanted(path)).map(fs::read);
    texts.map(|text| Ok(String::from_utf8_lossy(&text?).replace("\r\n", "\n"))).collect()
}
