//! The structure of the source: no circle of imports among the modules of any folder of any crate, and the floors
//! of arena.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::lines::{files, test_modules};

/// A module's path from the crate's root: `["runner", "queue"]`.
pub(crate) type ModulePath = Vec<String>;

/// The imports of a module's file from the rest of the crate, without its tests.
fn imports(module: &[String], text: &str, known: &BTreeSet<ModulePath>) -> BTreeSet<ModulePath> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let names = |path: &str| -> Vec<String> {
        let letters = |c: char| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit();
        path.split("::")
            .take_while(|name| !name.is_empty() && name.chars().all(letters))
            .map(str::to_owned)
            .collect()
    };
    let absolute = |path: Vec<String>| {
        (0..=path.len()).rev().map(|end| path[..end].to_vec()).find(|path| known.contains(path))
    };
    let mut found = BTreeSet::new();
    for (start, keyword) in [("crate::", 0), ("super::", 1)] {
        for (at, _) in code.match_indices(start) {
            // The second `super` of `super::super::` is counted with the first.
            if code[..at].ends_with("::") {
                continue;
            }
            let mut rest = &code[at + start.len()..];
            let mut up = keyword;
            while let Some(further) = rest.strip_prefix("super::") {
                rest = further;
                up += 1;
            }
            let base =
                if keyword == 0 { &[][..] } else { &module[..module.len().saturating_sub(up)] };
            let path: String = rest
                .chars()
                .take_while(|&c| c.is_ascii_alphanumeric() || c == '_' || c == ':')
                .collect();
            let ends = match rest[path.len()..].strip_prefix('{') {
                // A group: every first name in it.
                Some(group) => {
                    let group = group.split('}').next().unwrap_or_default();
                    group.split(',').map(|name| format!("{path}{}", name.trim())).collect()
                }
                None => vec![path],
            };
            found.extend(ends.iter().filter_map(|end| absolute([base, &names(end)[..]].concat())));
        }
    }
    found.remove(module);
    found
}

/// All modules below a directory with the text of their files, except those only for tests.
pub(crate) fn modules(source: &Path) -> BTreeMap<ModulePath, String> {
    let files = files(source);
    let files = || files.iter().filter_map(|(path, text)| Some((path.strip_suffix(".rs")?, text)));
    let of = |path: &str| -> ModulePath { path.split('/').map(str::to_owned).collect() };
    let places = files().flat_map(|(path, text)| test_modules(&format!("src/{path}.rs"), text));
    let tests: Vec<ModulePath> = places.map(|place| of(place.trim_start_matches("src/"))).collect();
    let modules = files().map(|(path, text)| (of(path), text.clone()));
    modules.filter(|(module, _)| !tests.iter().any(|test| module.starts_with(test))).collect()
}

/// The arrows between the modules of every folder, including those of their submodules.
fn arrows(
    modules: &BTreeMap<ModulePath, String>,
) -> BTreeMap<ModulePath, BTreeMap<String, BTreeSet<String>>> {
    let known: BTreeSet<ModulePath> = modules.keys().cloned().collect();
    let mut arrows: BTreeMap<ModulePath, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (from, text) in modules {
        for to in imports(from, text, &known) {
            let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            // A module and its own submodules are one thing here.
            if common < from.len() && common < to.len() {
                let folder = arrows.entry(from[..common].to_vec()).or_default();
                folder.entry(from[common].clone()).or_default().insert(to[common].clone());
            }
        }
    }
    arrows
}

/// A circle in a graph, from any of its members back to it.
fn circle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn walk(
        at: &str,
        graph: &BTreeMap<String, BTreeSet<String>>,
        path: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(begin) = path.iter().position(|module| module == at) {
            return Some(path[begin..].iter().cloned().chain([at.to_owned()]).collect());
        }
        if !done.insert(at.to_owned()) {
            return None;
        }
        path.push(at.to_owned());
        let found =
            graph.get(at).into_iter().flatten().find_map(|next| walk(next, graph, path, done));
        path.pop();
        found
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| walk(start, graph, &mut Vec::new(), &mut done))
}

/// The source of every crate.
pub(crate) fn sources() -> Vec<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let crates = fs::read_dir(project.join("crates")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().path());
    [project.join("arena"), project.join("engine")]
        .into_iter()
        .chain(crates)
        .map(|krate| krate.join("src"))
        .collect()
}

#[test]
fn no_folder_has_a_circle_of_imports() {
    let mut circles = Vec::new();
    for source in sources() {
        for (folder, graph) in &arrows(&modules(&source)) {
            if let Some(circle) = circle(graph) {
                circles.push(format!(
                    "{}: {}",
                    source.join(folder.join("/")).display(),
                    circle.join(" -> ")
                ));
            }
        }
    }
    assert!(circles.is_empty(), "modules import each other in a circle\n{}", circles.join("\n"));
}

/// The rooms of arena, each above the rooms that it may import; ARCHITECTURE.md describes them.
const FLOORS: [&[&str]; 7] = [
    &["play"],
    &["report", "runner"],
    &["storage"],
    &["player"],
    &["config", "score"],
    &["chess"],
    &["system"],
];

#[test]
fn rooms_import_only_rooms_on_lower_floors() {
    let floor = |room: &str| FLOORS.iter().position(|rooms| rooms.contains(&room));
    let rooms = rooms("arena");
    let mut wrong = Vec::new();
    for (from, imported) in rooms.iter().filter(|(from, _)| *from != "lib") {
        let floor_of_room = floor(from).unwrap_or_else(|| panic!("{from} has no floor"));
        let higher = imported.iter().filter(|to| floor(to).is_none_or(|to| to <= floor_of_room));
        wrong.extend(higher.map(|to| format!("{from} imports {to}")));
    }
    assert!(wrong.is_empty(), "against the floors of arena: {wrong:?}");
}

/// The modules at the root of a crate, each with those it imports.
fn rooms(krate: &str) -> BTreeMap<String, BTreeSet<String>> {
    let source = sources().into_iter().find(|source| source.parent().unwrap().ends_with(krate));
    arrows(&modules(&source.unwrap())).remove(&Vec::new()).unwrap()
}

#[test]
fn the_imports_of_every_crate_are_found() {
    let [arena, engine, client] = ["arena", "engine", "uci-client"].map(rooms);
    assert!(arena.len() > 5 && arena["runner"].contains("storage"), "{arena:?}");
    assert!(engine["search"].contains("techniques"), "{engine:?}");
    assert!(client["session"].contains("lines"), "{client:?}");
    assert!(sources().len() > 5);
}

#[test]
fn a_circle_is_found_and_a_way_down_is_none() {
    let graph = |arrows: &[(&str, &str)]| {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in arrows {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        circle(&graph)
    };
    assert_eq!(graph(&[("a", "b"), ("a", "c"), ("b", "c")]), None);
    assert_eq!(graph(&[("a", "b"), ("b", "c"), ("c", "b")]).unwrap(), ["b", "c", "b"]);
    let known = [vec!["a".to_owned()], vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned()]];
    let text = "use super::c::{D, E};\nuse crate::a::b::F;\n// use crate::nothing;";
    let found = imports(&["c".to_owned()], text, &known.clone().into());
    assert_eq!(found, [known[1].clone()].into());
    let found =
        imports(&known[1], "use super::super::c::D; use crate::{a, c::G};", &known.clone().into());
    assert_eq!(found, [known[0].clone(), known[2].clone()].into());
}
