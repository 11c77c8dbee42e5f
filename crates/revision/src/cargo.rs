//! Cargo's account of a build: one JSON message a line.

use serde::Deserialize;
use std::path::PathBuf;

/// The command that builds a Cargo project.
pub(crate) const COMMAND: &str = "cargo build --release";
/// The option by which it reports its programs on standard output.
pub(crate) const MESSAGES: &str = "--message-format=json-render-diagnostics";

#[derive(Deserialize)]
struct Message {
    executable: Option<PathBuf>,
    target: Option<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

/// The programs that a build has made.
pub(crate) fn programs(messages: &str) -> Vec<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok());
    let program = |message: Message| {
        let is_program = message.target?.kind.iter().any(|kind| kind == "bin");
        message.executable.filter(|_| is_program)
    };
    messages.filter_map(program).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_from_libraries_and_examples() {
        let messages = r#"{"reason":"compiler-artifact","target":{"kind":["lib"]},"executable":null}
{"reason":"compiler-artifact","target":{"kind":["bin"]},"executable":"/t/release/engine"}
{"reason":"compiler-artifact","target":{"kind":["example"]},"executable":"/t/release/examples/x"}
no message
{"reason":"build-finished","success":true}"#;
        assert_eq!(programs(messages), [PathBuf::from("/t/release/engine")]);
    }
}
