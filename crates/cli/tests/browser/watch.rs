//! The page of a match that runs.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::SystemTime;

use assert_cmd::cargo::cargo_bin;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::driver::Browser;

const MATCH: &str = "\
games = 2000
limits = { nodes = 3000 }
concurrency = 1
openings = { file = \"book.pgn\" }

[[contender]]
name = \"<img src=x onerror=alert(1)>\"
preset = \"null-move\"
hash = 1

[[contender]]
name = \"old\"
preset = \"none\"
hash = 1
";

/// A process that ends with the test.
struct Running(Child);

impl Running {
    fn arena(directory: &Path, arguments: &[&str]) -> Running {
        let mut command = Command::new(cargo_bin!("arena"));
        command.current_dir(directory).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        Running(command.spawn().unwrap())
    }

    fn end(mut self) {
        kill_process(Pid::from_child(&self.0), Signal::TERM).unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Every file below a directory, with the time it was written at.
fn files(directory: &Path) -> BTreeMap<String, SystemTime> {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap());
    let name = |entry: &std::fs::DirEntry| entry.file_name().into_string().unwrap();
    entries.map(|entry| (name(&entry), entry.metadata().unwrap().modified().unwrap())).collect()
}

#[test]
fn the_page_of_a_running_match_grows() {
    let Some(browser) = Browser::start() else { return };
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("book.pgn"), "1. e4 e5 *\n\n1. d4 d5 *\n").unwrap();
    std::fs::write(directory.path().join("x.toml"), MATCH).unwrap();
    let results = directory.path().join("results/x");

    std::fs::create_dir_all(&results).unwrap();
    let mut watch =
        Running::arena(directory.path(), &["watch", "results/x", "--listen", "127.0.0.1:0"]);
    let mut lines = BufReader::new(watch.0.stdout.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    let address = line.split_once("results/x: ").unwrap().1.to_owned();
    browser.open(&address);
    let text = "document.getElementById('pulse').textContent";
    browser.wait_for(&format!("{text} === 'not running'"));

    // It was there before the match, and shows it from its first game on.
    let game = Running::arena(directory.path(), &["run", "x.toml"]);
    browser.wait_for(&format!("{text} === 'running'"));
    browser.wait_for("document.querySelectorAll('#tables svg.board use').length > 3");
    // Beside the numbers, with the names in their colours.
    browser.look("light", 1300);
    browser.wait_for(
        "document.querySelector('#tables .ink-0') && document.querySelector('#tables .ink-1')",
    );
    browser.wait_for(
        "document.getElementById('tables').getBoundingClientRect().left >= document.querySelector('.figures').getBoundingClientRect().right",
    );
    browser.wait_for("document.querySelectorAll('#list a').length > 2");
    browser.run("window.isTheSamePage = true");
    let shown = browser.run("return document.querySelectorAll('#list a').length");
    browser.wait_for(&format!("document.querySelectorAll('#list a').length > {shown}"));
    browser.wait_for("window.isTheSamePage && document.querySelector('#course-content svg')");
    browser
        .wait_for("/games\\/h.*left/.test(document.getElementById('progress-text').textContent)");
    assert_eq!(browser.run("return document.images.length"), json!(0));

    game.end();
    browser.wait_for(&format!("{text} === 'not running'"));
    let before = files(&results);
    browser.open(&address);
    browser.wait_for(&format!("{text} === 'not running'"));
    assert_eq!(files(&results), before, "watching writes nothing");
    assert_eq!(browser.complaints(), Vec::<String>::new());
    watch.end();
}
