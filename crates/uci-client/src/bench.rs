//! The `bench` of an engine: the nodes that it searches by itself.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use system::Program;
use system::guard::Guard;

use crate::run::run;

/// Bytes of the end of the output that are read.
const END: usize = 1 << 16;

/// What a program told when it was run as `PROGRAM bench`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// The nodes that it says it has searched.
    pub nodes: Option<u64>,
    /// How it ended; `None`: it took too long, and was killed.
    pub status: Option<ExitStatus>,
}

/// Runs `PROGRAM bench`, without input, for at most `patience`.
///
/// # Errors
/// The program cannot be started.
pub fn bench(program: &Program, guard: &Guard, patience: Duration) -> io::Result<Bench> {
    let mut program = program.clone();
    program.arguments.push("bench".to_owned());
    let mut end = Vec::new();
    let status = run(&program, guard, patience, &mut |_, bytes| {
        end.extend_from_slice(bytes);
        end.drain(..end.len().saturating_sub(END));
    })?;
    Ok(Bench { nodes: nodes(&String::from_utf8_lossy(&end)), status })
}

/// The nodes in the output of a `bench`: `1234 nodes 567 nps`, or `Nodes searched : 1234`. The last line counts that is
/// not of a search.
fn nodes(output: &str) -> Option<u64> {
    let lines = output.lines().rev().map(str::to_ascii_lowercase);
    lines.filter(|line| !line.starts_with("info")).find_map(|line| {
        let words = line.split([' ', '\t', ':', '=']).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
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
    fn the_common_forms_are_read() {
        let stockfish =
            "Total time (ms) : 1904\nNodes searched  : 2030154\nNodes/second    : 1066257\n";
        for (output, expected) in [
            ("4821 nodes 96000 nps\ninfo depth 3 nodes 17\n", Some(4821)),
            (stockfish, Some(2_030_154)),
            ("OVERALL: 1234 nodes 99 nps", Some(1234)),
            ("Nodes: 1,234\n", Some(1234)),
            ("Nodes/second    : 1234", None),
            ("uciok\n", None),
        ] {
            assert_eq!(nodes(output), expected, "{output}");
        }
    }
}
