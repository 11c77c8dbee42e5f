//! The keys that a job may have. All others are refused, so that nothing travels that nobody has thought of: a key that
//! runs a program, writes a file or changes this machine has no place here, and a new key has none until it gets one.

use toml::{Table, Value};

use super::JobError;

/// The keys of a match; `.*` stands for all keys of a table.
const MATCH: &[&str] = &[
    "question",
    "games",
    "format",
    "seed",
    // It is thrown away.
    "concurrency",
    "pin",
    "supervision.startup",
    "supervision.ready",
    "supervision.new_game",
    "supervision.hang",
    "supervision.grace",
    "supervision.faults_in_a_row",
    // A book that is thrown away takes the place of the coordinator's.
    "openings.file",
    "openings.order",
    "openings.plies",
    "openings.start",
    "adjudication.draw",
    "adjudication.draw.score",
    "adjudication.draw.moves",
    "adjudication.draw.from_move",
    "adjudication.resign",
    "adjudication.resign.score",
    "adjudication.resign.moves",
    "adjudication.resign.two_sided",
    "adjudication.tablebase",
    // The worker's own take its place.
    "adjudication.tablebase.path",
    "adjudication.tablebase.max_pieces",
    "adjudication.tablebase.fifty_moves",
    "adjudication.tablebase.adjudicate",
    "adjudication.max_moves",
    "stop.*",
    "contender.name",
    "contender.preset",
    "contender.hash",
    "contender.search.*",
    "contender.evaluation",
    // The worker's own of the same digest take its place.
    "contender.network",
    "contender.command",
    // Each of these is allowed by the worker's operator, or the job is refused.
    "contender.args",
    "contender.env.*",
    "contender.options.*",
    "contender.restart",
    "contender.trim_history",
    "contender.ponder",
    "contender.limits.time_control",
    "contender.limits.movetime",
    "contender.limits.nodes",
    "contender.limits.soft_nodes",
    "contender.limits.depth",
    "contender.limits.time_margin",
    "contender.limits.overhead",
    "contender.time_margin",
];

/// Refuses a file with a key that no job of a match has.
pub(super) fn check(file: &Table) -> Result<(), JobError> {
    check_table("", file)
}

fn check_table(prefix: &str, table: &Table) -> Result<(), JobError> {
    table.iter().try_for_each(|(key, value)| {
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        check_value(&path, value)
    })
}

fn check_value(path: &str, value: &Value) -> Result<(), JobError> {
    let holds_all = |key: &&str| key.strip_suffix(".*") == Some(path);
    match value {
        Value::Table(_) if MATCH.iter().any(holds_all) => Ok(()),
        Value::Table(table) => check_table(path, table),
        Value::Array(array) if array.iter().any(Value::is_table) => {
            array.iter().try_for_each(|value| check_value(path, value))
        }
        _ if MATCH.contains(&path) => Ok(()),
        _ => Err(JobError(format!("a job has no key `{path}`"))),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use arena::config::MATCH_FILE;
    use arena::config::reference::Section;

    use super::*;

    /// Keys of a match file that no job has: a coordinator writes every contender out, with all that it shares, builds
    /// revisions and explains a match itself, and runs the command at its end.
    const NEVER: [&str; 13] = [
        "limits",
        "each",
        "same",
        "explain",
        "on_end",
        "contender.own.name",
        "contender.own.version",
        "contender.dir",
        "contender.revision",
        "contender.repo",
        "contender.build",
        "contender.engine",
        "contender.take",
    ];

    fn paths(prefix: &str, section: &'static Section, into: &mut BTreeSet<String>) {
        for key in section.keys {
            let path =
                if prefix.is_empty() { key.name.into() } else { format!("{prefix}.{}", key.name) };
            match key.kind.section() {
                Some(below) => paths(&path, below, into),
                None => drop(into.insert(path)),
            }
        }
    }

    #[test]
    fn every_key_of_a_match_file_travels_or_never_does() {
        let mut known = BTreeSet::new();
        paths("", &MATCH_FILE, &mut known);
        let is_below = |path: &str, keys: &[&str]| {
            keys.iter().any(|key| {
                let key = key.strip_suffix(".*").unwrap_or(key);
                path == key || path.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'))
            })
        };
        for path in &known {
            let travels = is_below(path, MATCH);
            assert_ne!(travels, is_below(path, &NEVER), "{path}: say whether it travels in a job");
        }
        for key in MATCH {
            let key = key.strip_suffix(".*").unwrap_or(key);
            let is_known = known.iter().any(|path| {
                path == key || path.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'))
            });
            assert!(is_known, "{key} is no key of a match file");
        }
    }

    #[test]
    fn other_keys_are_refused_at_every_depth() {
        let refused = |text: &str| check(&text.parse().unwrap()).unwrap_err().to_string();
        for (text, key) in [
            ("on_end = \"reboot\"", "on_end"),
            ("build = [\"make\"]", "build"),
            ("[each]\ncommand = \"/bin/sh\"", "each.command"),
            ("[[contender]]\ndir = \"/\"", "contender.dir"),
            ("[[contender]]\nlimits = { nodes = 1, hook = \"x\" }", "contender.limits.hook"),
            ("[openings]\nfile = \"x\"\nunpack = \"x\"", "openings.unpack"),
            ("contender = [1, { dir = \"x\" }]", "contender"),
        ] {
            assert_eq!(refused(text), format!("a job has no key `{key}`"));
        }
        let fine = "games = 2\n[[contender]]\nenv = { A = \"1\" }\nsearch = { null_move = { reduction = 3 } }";
        assert_eq!(check(&fine.parse().unwrap()), Ok(()));
    }
}
