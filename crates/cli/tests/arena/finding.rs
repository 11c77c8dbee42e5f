//! Names that a user looks for: presets, techniques, topics, commands.

use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

use crate::common::printed;

fn arena(arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("arena")).args(arguments).output().unwrap()
}

#[test]
fn presets_and_techniques_have_a_line_each() {
    let presets = printed(&["help", "presets"]);
    assert_eq!(presets.lines().count(), engine::PRESETS.len());
    assert_eq!(printed(&["help", "presets"]), presets);
    let techniques = printed(&["help", "techniques"]);
    assert_eq!(techniques.lines().count(), engine::Technique::ALL.len());
    assert_eq!(printed(&["help", "techniques"]), techniques);
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["help", "presets", "--format", "json"])).unwrap();
    let default =
        json.as_array().unwrap().iter().find(|preset| preset["name"] == "default").unwrap();
    assert!(default["techniques"].as_array().unwrap().iter().any(|name| name == "null_move"));
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["help", "techniques", "--format", "json"])).unwrap();
    let null_move =
        json.as_array().unwrap().iter().find(|entry| entry["name"] == "null_move").unwrap();
    let parameters = null_move["parameters"].as_array().unwrap();
    assert!(parameters.iter().any(|parameter| parameter["name"] == "reduction"), "{null_move}");
}

#[test]
fn a_mistyped_command_is_answered_with_the_nearest() {
    for (typed, meant) in [("rnu", "'run'"), ("reprot", "'report'"), ("tnue", "'tune'")] {
        let output = arena(&[typed]);
        assert_eq!(output.status.code(), Some(2), "{typed}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(meant), "{typed}: {told}");
    }
    let far = String::from_utf8(arena(&["zzzzzz"]).stderr).unwrap();
    assert!(!far.contains("similar"), "{far}");
}

#[test]
fn a_shell_completes_presets_books_and_topics() {
    let knows = |shell: &str, name: &str| printed(&["setup", "completions", shell]).contains(name);
    for shell in ["bash", "zsh", "fish"] {
        for name in ["modern+mc-a", "chess960-balanced"] {
            assert!(knows(shell, name), "{shell} does not know {name}");
        }
    }
    // Scripts for fish offer nothing for an argument without an option.
    for shell in ["bash", "zsh"] {
        assert!(knows(shell, "tuning-file") && knows(shell, "techniques"), "{shell}");
    }
    // The names are offered, and stay out of the help.
    assert!(!printed(&["run", "--help"]).contains("turk-uncertainty-unsafe"));
}
