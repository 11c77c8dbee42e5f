//! Names that a user looks for: presets, techniques, topics, commands.

use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

fn arena(arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("arena")).args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = arena(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn presets_and_techniques_have_a_line_each() {
    let presets = printed(&["presets"]);
    assert_eq!(presets.lines().count(), engine::PRESETS.len());
    assert_eq!(printed(&["help", "presets"]), presets);
    let techniques = printed(&["techniques"]);
    assert_eq!(techniques.lines().count(), engine::Technique::ALL.len());
    assert_eq!(printed(&["help", "techniques"]), techniques);
    let json: serde_json::Value = serde_json::from_str(&printed(&["presets", "--json"])).unwrap();
    let default =
        json.as_array().unwrap().iter().find(|preset| preset["name"] == "default").unwrap();
    assert!(default["techniques"].as_array().unwrap().iter().any(|name| name == "null_move"));
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["techniques", "--json"])).unwrap();
    let null_move =
        json.as_array().unwrap().iter().find(|entry| entry["name"] == "null_move").unwrap();
    assert_eq!(
        null_move["parameters"][0]["name"],
        engine::Technique::ALL
            .iter()
            .find(|technique| technique.name() == "null_move")
            .unwrap()
            .parameters()[0]
            .name
    );
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
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        for name in ["modern+mc-a", "chess960-balanced", "tuning-file", "techniques"] {
            assert!(script.contains(name), "{shell} does not know {name}");
        }
    }
    // The names are offered, and stay out of the help.
    assert!(!printed(&["run", "--help"]).contains("modern+mc-a"));
}
