//! The structure of the source: no circle of imports among the modules of any folder, here and in the
//! crates below.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module's path from the crate's root: `["runner", "queue"]`.
type ModulePath = Vec<String>;

/// What a module's file imports from elsewhere in the crate, without its tests.
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

/// All modules below a directory with the text of their files, but those of tests alone.
fn modules(source: &Path) -> BTreeMap<ModulePath, String> {
    let mut modules = BTreeMap::new();
    let mut directories: Vec<PathBuf> = vec![source.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|of| of == "rs") {
                let relative = path.strip_prefix(source).unwrap().with_extension("");
                let name: ModulePath =
                    relative.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                let is_tests = name.last().is_some_and(|last| last == "tests");
                if name != ["lib"] && name != ["main"] && !is_tests {
                    modules.insert(name, fs::read_to_string(&path).unwrap());
                }
            }
        }
    }
    modules
}

/// For every folder the arrows between its modules, those of their submodules included.
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
        if let Some(begin) = path.iter().position(|of| of == at) {
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

#[test]
fn no_folder_has_a_circle_of_imports() {
    let modules = modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let arrows = arrows(&modules);
    let rooms = &arrows[&Vec::new()];
    assert!(
        rooms.len() > 10 && rooms["cli"].contains("runner"),
        "the imports are not found: {rooms:?}"
    );
    assert_no_circles("arena", &arrows);
}

#[test]
fn no_crate_below_has_a_circle_of_imports() {
    for (name, from, to) in [
        ("uci-client", "session", "process"),
        ("stats", "stop", "anytime"),
        ("document", "format", "terminal"),
    ] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(name).join("src");
        let arrows = arrows(&modules(&source));
        let root = &arrows[&Vec::new()];
        assert!(root[from].contains(to), "{name}: the imports are not found: {root:?}");
        assert_no_circles(name, &arrows);
    }
}

fn assert_no_circles(
    name: &str,
    arrows: &BTreeMap<ModulePath, BTreeMap<String, BTreeSet<String>>>,
) {
    let circles: Vec<String> = arrows
        .iter()
        .filter_map(|(folder, graph)| {
            Some(format!("in {name}, src/{}: {}", folder.join("/"), circle(graph)?.join(" -> ")))
        })
        .collect();
    assert!(circles.is_empty(), "modules import each other in a circle\n{}", circles.join("\n"));
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
