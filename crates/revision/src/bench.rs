//! The signature of a program: the nodes that its `bench` searches.

use std::path::Path;
use std::time::Duration;

use uci_client::{Guard, Program};

use crate::log;

/// The time that a `bench` may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// The nodes that `PROGRAM bench` searches in this directory; `None` if it has no such command or does not end in time.
pub(crate) fn signature(program: &Path, directory: &Path, guard: &Guard) -> Option<u64> {
    let program = Program { directory: Some(directory.to_owned()), ..Program::new(program) };
    let mut end = Vec::new();
    let program = program.with_arguments(["bench"]);
    let ended = uci_client::run(&program, guard, PATIENCE, &mut |_, bytes| {
        log::append(&mut end, bytes);
    });
    let is_success = matches!(ended, Ok(Some(status)) if status.success());
    nodes(&String::from_utf8_lossy(&end)).filter(|_| is_success)
}

/// The nodes in the output of a `bench`: `1234 nodes 567 nps`, or `Nodes searched : 1234`. The last line counts.
fn nodes(output: &str) -> Option<u64> {
    output.lines().rev().find_map(|line| {
        let line = line.to_ascii_lowercase();
        let words: Vec<&str> =
            line.split([' ', '\t', ':', '=']).filter(|word| !word.is_empty()).collect();
        let at = words.iter().position(|word| *word == "nodes")?;
        let number = |word: &&str| word.replace([',', '_'], "").parse::<u64>().ok();
        let before = at.checked_sub(1).and_then(|at| number(&words[at]));
        before.or_else(|| words[at + 1..].iter().take(2).find_map(number))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_common_forms_are_read() {
        assert_eq!(nodes("info depth 3 nodes 17\n4821 nodes 96000 nps\n"), Some(4821));
        let stockfish =
            "Total time (ms) : 1904\nNodes searched  : 2030154\nNodes/second    : 1066257\n";
        assert_eq!(nodes(stockfish), Some(2_030_154));
        assert_eq!(nodes("Nodes: 1,234\n"), Some(1234));
        assert_eq!(nodes("uciok\n"), None);
    }
}
