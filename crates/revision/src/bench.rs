//! The signature of a program: the nodes that its `bench` searches.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time that a `bench` may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// The time between two looks at it.
const LOOK: Duration = Duration::from_millis(20);

/// The nodes that `PROGRAM bench` searches; `None` if it has no such command or does not end in a minute. Its output
/// goes to a file in this directory, which is removed.
pub(crate) fn signature(program: &Path, directory: &Path) -> Option<u64> {
    let path = directory.join("bench.txt");
    let output = File::create(&path).ok()?;
    let errors = output.try_clone().ok()?;
    let mut child = Command::new(program)
        .arg("bench")
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .spawn()
        .ok()?;
    let deadline = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(LOOK),
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
        }
    };
    let text = fs::read(&path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let _ = fs::remove_file(&path);
    nodes(&text.ok()?).filter(|_| status.is_some_and(|status| status.success()))
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
