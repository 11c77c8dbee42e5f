//! Completions and manual pages, as seen by a shell and its user.

use std::fs;
use std::process::Command;

use crate::common::printed;

/// The commands that `arena --help` lists.
fn commands() -> Vec<String> {
    let help = printed(&["--help"]);
    let lines = help.lines().take_while(|line| *line != "Options:");
    let rows = lines.filter_map(|line| line.strip_prefix("  "));
    let names = rows.filter_map(|line| line.split([' ', ',']).next());
    names.map(str::to_owned).filter(|name| name != "help").collect()
}

#[test]
fn bash_completes_commands_and_options() {
    let script = printed(&["setup", "completions", "bash"]);
    // The words that bash offers for the last of these words.
    let offered = |words: &str| -> Vec<String> {
        let last = words.split(' ').count() - 1;
        let ask = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={last}\n\
             _arena arena \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{}]}}\"\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            last - 1
        );
        let output = Command::new("bash").args(["-c", &ask]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    for command in commands() {
        assert!(offered(&format!("arena {command}")).contains(&command), "{command}");
    }
    assert!(offered("arena run --concurr").contains(&"--concurrency".to_owned()));
    assert!(!script.contains("__launch") && !script.contains("__warden"));
}

#[test]
fn every_shell_gets_every_command() {
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["setup", "completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = tempfile::tempdir().unwrap();
    let pages = directory.path().join("man1");
    printed(&["setup", "man", pages.to_str().unwrap()]);
    let page = |name: &str| fs::read_to_string(pages.join(name)).unwrap();
    let main = page("arena.1");
    for command in commands() {
        assert!(main.contains(&format!("arena\\-{command}(1)")), "arena.1 has no {command}");
        assert!(page(&format!("arena-{command}.1")).contains(".SH OPTIONS"), "{command}");
    }
    assert!(page("arena-queue-serve.1").contains("NATS"));
    assert!(page("arena-run.1").contains(".SH EXAMPLES\n.nf\nExamples:\n"));
    assert!(!main.contains("__warden") && !pages.join("arena-__warden.1").exists());
}
