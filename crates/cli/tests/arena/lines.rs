//! The budget of lines: `.ci/lines` has the most that the workspace may have of code, of scripts, and of tests.
//!
//! Code is Rust without blank lines, comments and tests. Tests are files below `tests`, `benches` and `examples` or with
//! a name of tests, modules that are declared only for tests, and whatever stands behind `#[cfg(test)]`. Scripts are
//! JavaScript, CSS, Python and shell, without blank lines and lines of comments.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Lines that are written wider, or otherwise, would be fewer.
const RUSTFMT: &str = "max_width = 100\nuse_small_heuristics = \"Max\"\n";

/// Directories that builds and matches write.
const WRITTEN: [&str; 7] =
    [".git", "target", "fuzz/target", "results", "matches/results", "dist", "docs/guide/book"];

/// Lines of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lines {
    code: usize,
    scripts: usize,
    tests: usize,
}

impl Lines {
    fn add(&mut self, other: Lines) {
        self.code += other.code;
        self.scripts += other.scripts;
        self.tests += other.tests;
    }

    fn named(&self) -> [(&'static str, usize); 3] {
        [("code", self.code), ("scripts", self.scripts), ("tests", self.tests)]
    }
}

/// The endings of files that are read; scripts may have none.
const ENDINGS: [&str; 7] = ["", "rs", "js", "css", "py", "sh", "toml"];

/// The texts of the files below a directory, by their paths from it.
pub(crate) fn files(root: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut directories = vec![root.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let entry = entry.unwrap();
            let path = entry.path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            let kind = entry.file_type().unwrap();
            if kind.is_dir() && !WRITTEN.contains(&name.as_str()) {
                directories.push(path);
            } else if kind.is_file()
                && ENDINGS.iter().any(|ending| path.extension().unwrap_or_default() == *ending)
                && let Ok(text) = fs::read_to_string(&path)
            {
                found.insert(name, text);
            }
        }
    }
    found
}

/// The rest of a text after the attributes that it begins with.
fn after_attributes(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        match text.strip_prefix("#[").and_then(|rest| rest.split_once(']')) {
            Some((_, rest)) => text = rest,
            None => return text,
        }
    }
}

/// The places, without `.rs`, of the modules that a file declares only for tests.
pub(crate) fn test_modules<'a>(
    path: &str,
    text: &'a str,
) -> impl Iterator<Item = String> + use<'a> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let is_root = ["lib.rs", "main.rs", "mod.rs"].contains(&name);
    let inside = if is_root { folder } else { path.trim_end_matches(".rs") }.to_owned();
    text.split("#[cfg(test)]").skip(1).filter_map(move |after| {
        let declared = after_attributes(after);
        let declared = match declared.strip_prefix("pub") {
            Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
            Some(rest) => rest.trim_start(),
            None => declared,
        };
        let (module, _) = declared.strip_prefix("mod ")?.split_once(';')?;
        let is_name = module.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name.then(|| format!("{inside}/{module}"))
    })
}

/// Whether all of a file is tests.
fn is_test(path: &str, test_modules: &BTreeSet<String>) -> bool {
    let place = path.trim_end_matches(".rs");
    let ends = place.match_indices('/').map(|(at, _)| at).chain([place.len()]);
    let name = path.rsplit('/').next().unwrap_or(path);
    ends.into_iter().any(|end| test_modules.contains(&place[..end]))
        || ["tests", "benches", "examples"]
            .iter()
            .any(|folder| format!("/{path}").contains(&format!("/{folder}/")))
        || name.ends_with("tests.rs")
        || name.contains("test_")
}

/// The lines of a Rust file that is not a test as a whole.
fn of_rust(text: &str) -> Lines {
    /// The lines behind `#[cfg(test)]`.
    enum Behind {
        Nothing,
        Attribute,
        Item { depth: i64, opened: bool },
    }
    let braces = |line: &str| {
        let count = |brace| i64::try_from(line.matches(brace).count()).unwrap();
        count('{') - count('}')
    };
    let mut lines = Lines::default();
    let mut behind = Behind::Nothing;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        behind = match behind {
            Behind::Nothing if line.starts_with("#[cfg(test)]") => Behind::Attribute,
            Behind::Nothing => {
                lines.code += usize::from(!line.starts_with("//"));
                Behind::Nothing
            }
            Behind::Attribute if line.starts_with("#[") => Behind::Attribute,
            Behind::Attribute if line.starts_with("mod ") && line.ends_with(';') => Behind::Nothing,
            Behind::Attribute => {
                lines.tests += 1;
                let (depth, opened) = (braces(line), line.contains('{'));
                match depth > 0 || (!opened && !line.ends_with(';')) {
                    true => Behind::Item { depth, opened },
                    false => Behind::Nothing,
                }
            }
            Behind::Item { depth, opened } => {
                lines.tests += 1;
                let (depth, opened) = (depth + braces(line), opened || line.contains('{'));
                match depth > 0 || !opened {
                    true => Behind::Item { depth, opened },
                    false => Behind::Nothing,
                }
            }
        };
    }
    lines
}

/// The lines of a script, or none if the file is none.
fn of_script(path: &str, text: &str) -> usize {
    let ends = |endings: &[&str]| endings.iter().any(|ending| path.ends_with(ending));
    let is_run = text.starts_with("#!") && !text.starts_with("#![");
    let comment: &[&str] = match () {
        () if ends(&[".js", ".css"]) => &["//", "/*", "*"],
        () if ends(&[".py", ".sh"]) || is_run => &["#"],
        () => return 0,
    };
    let is_comment = |line: &str| comment.iter().any(|start| line.starts_with(start));
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_comment(line)).count()
}

/// The lines of each crate, and of each directory beside the crates.
fn counted(files: &BTreeMap<String, String>) -> BTreeMap<String, Lines> {
    let rust = || files.iter().filter(|(path, _)| path.ends_with(".rs"));
    let test_modules: BTreeSet<String> =
        rust().flat_map(|(path, text)| test_modules(path, text)).collect();
    let mut counted: BTreeMap<String, Lines> = BTreeMap::new();
    for (path, text) in files {
        let lines = match path.ends_with(".rs") {
            true if is_test(path, &test_modules) => {
                let tests = text.lines().filter(|line| !line.trim().is_empty()).count();
                Lines { tests, ..Lines::default() }
            }
            true => of_rust(text),
            false => Lines { scripts: of_script(path, text), ..Lines::default() },
        };
        let mut parts = path.split('/');
        let first = parts.next().unwrap_or_default();
        let name = match (first, parts.next()) {
            ("crates", Some(krate)) => format!("crates/{krate}"),
            (_, Some(_)) => first.to_owned(),
            (_, None) => ".".to_owned(),
        };
        counted.entry(name).or_default().add(lines);
    }
    counted.retain(|_, lines| *lines != Lines::default());
    counted
}

/// A sentence for each sum that exceeds its limit, and for each limit that is missing.
fn mistakes(limits: &str, counted: &BTreeMap<String, Lines>) -> Vec<String> {
    let mut sum = Lines::default();
    counted.values().for_each(|lines| sum.add(*lines));
    let limit = |kind: &str| -> Option<usize> {
        let rest = limits.lines().find_map(|line| line.strip_prefix(kind)?.strip_prefix(' '))?;
        rest.parse().ok()
    };
    let check = |(kind, lines): (&str, usize)| match limit(kind) {
        None => Some(format!("no limit for {kind}")),
        Some(most) if lines > most => {
            Some(format!("{lines} lines of {kind}, {} more than {most}", lines - most))
        }
        Some(_) => None,
    };
    sum.named().into_iter().filter_map(check).collect()
}

/// A row for each crate.
fn table(counted: &BTreeMap<String, Lines>) -> String {
    let mut table = format!("{:20} {:>8} {:>8} {:>8}\n", "", "code", "scripts", "tests");
    for (name, lines) in counted {
        writeln!(table, "{name:20} {:8} {:8} {:8}", lines.code, lines.scripts, lines.tests)
            .unwrap();
    }
    table
}

#[test]
fn the_workspace_stays_within_its_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let limits = fs::read_to_string(root.join(".ci/lines")).unwrap();
    let counted = counted(&files(root));
    let mistakes = mistakes(&limits, &counted);
    println!("{}", table(&counted));
    assert!(mistakes.is_empty(), ".ci/lines: {}\n{}", mistakes.join("; "), table(&counted));
}

#[test]
fn the_format_of_lines_is_frozen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let found: Vec<(String, String)> =
        files(root).into_iter().filter(|(path, _)| path.ends_with("rustfmt.toml")).collect();
    assert_eq!(found, [("rustfmt.toml".to_owned(), RUSTFMT.to_owned())]);
}

#[test]
fn lines_are_counted_by_what_they_are_and_one_too_many_is_told() {
    let code = "//! Counts.\n\nuse std::fs;\n#[cfg(test)]\nmod apart;\n\n// Why.\nfn count() {}\n\
                #[cfg(test)]\n#[expect(dead_code)]\nmod tests {\n    fn a() {\n    }\n}\nfn more() {}\n";
    let tree = [
        ("crates/a/src/lib.rs", code),
        ("crates/a/src/apart.rs", "fn helper() {}\n\n// Counted with its comments.\n"),
        ("crates/a/src/apart/deeper.rs", "fn helper() {}\n"),
        ("crates/a/tests/whole.rs", "fn test() {}\n"),
        ("engine/src/lib.rs", "fn search() {}\n"),
        ("page.js", "// Draws.\n\nlet a = 1;\n"),
        (".ci/run", "#!/bin/sh\n# Why.\necho\n"),
        ("notes.md", "Not counted.\n"),
    ];
    let tree = tree.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    let counted = counted(&tree);
    assert_eq!(counted["crates/a"], Lines { code: 3, scripts: 0, tests: 8 });
    assert_eq!(counted["engine"], Lines { code: 1, scripts: 0, tests: 0 });
    assert_eq!((counted["."].scripts, counted[".ci"].scripts, counted.len()), (1, 1, 4));
    let told = |limits| mistakes(limits, &counted);
    assert_eq!(told("# Limits\ncode 4\nscripts 2\ntests 8\n"), [""; 0]);
    assert_eq!(told("code 3\nscripts 2\ntests 8\n"), ["4 lines of code, 1 more than 3"]);
    assert_eq!(
        told("code 4\nscripts 1\n"),
        ["2 lines of scripts, 1 more than 1", "no limit for tests"]
    );
}
