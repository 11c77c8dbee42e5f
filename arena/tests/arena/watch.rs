//! `arena watch` of a journal that cannot be read.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

const JOURNAL: &str = include_str!("../data/match.pgn");

/// A connection that has sent this request, and waits a minute at most for what comes.
fn ask(address: &str, path: &str, host: &str) -> TcpStream {
    let mut connection = TcpStream::connect(address).unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).unwrap();
    connection
}

fn answer(address: &str, path: &str, host: &str) -> String {
    let mut text = String::new();
    ask(address, path, host).read_to_string(&mut text).unwrap();
    text
}

/// The data of the next event of this name.
fn event(lines: &mut impl Iterator<Item = std::io::Result<String>>, name: &str) -> String {
    let named = format!("event: {name}");
    lines.find(|line| line.as_ref().unwrap() == &named).unwrap().unwrap();
    lines.next().unwrap().unwrap()
}

#[test]
fn what_is_wrong_with_a_journal_is_told_once_here_and_to_every_page() {
    let directory = tempfile::tempdir().unwrap();
    let journal = directory.path().join("games.pgn");
    let damaged = JOURNAL.replacen("[Game \"2\"]", "[Game \"4\"]", 1);
    assert_ne!(damaged, JOURNAL);
    std::fs::write(&journal, damaged).unwrap();
    let mut command = Command::new(cargo_bin!("arena"));
    command.arg("watch").arg(directory.path()).args(["--listen", "127.0.0.1:0"]);
    let mut watch = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut printed = BufReader::new(watch.stdout.take().unwrap()).lines();
    let line = printed.next().unwrap().unwrap();
    let address = line.split_once("http://").unwrap().1.trim_end_matches('/');

    for path in ["/", "/events", "/none"] {
        let refused = answer(address, path, "elsewhere.example");
        assert!(refused.starts_with("HTTP/1.1 403 "), "{path}: {refused}");
    }
    for _ in 0..2 {
        let page = answer(address, "/", address);
        assert!(page.starts_with("HTTP/1.1 500 ") && page.contains("is damaged"), "{page}");
    }
    let mut events = BufReader::new(ask(address, "/events?since=0", address)).lines();
    let status = event(&mut events, "status");
    assert!(status.contains("\"problem\":\"") && status.contains("is damaged"), "{status}");
    // A page that knows of games hears the same, and that it is over.
    std::fs::write(directory.path().join("restored"), JOURNAL).unwrap();
    std::fs::rename(directory.path().join("restored"), &journal).unwrap();
    event(&mut events, "reload");
    let status = event(&mut events, "status");
    assert!(status.contains("\"problem\":null") && status.contains("\"finished\":8"), "{status}");
    let page = answer(address, "/", address);
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");

    watch.kill().unwrap();
    let errors = String::from_utf8(watch.wait_with_output().unwrap().stderr).unwrap();
    assert_eq!(errors.matches("is damaged").count(), 1, "{errors}");
}
