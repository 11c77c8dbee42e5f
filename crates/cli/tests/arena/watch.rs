//! `arena watch`: a journal that cannot be read, and hostile browsers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

const JOURNAL: &str = include_str!("../../../../arena/tests/data/match.pgn");

/// A connection that has sent this request, and waits up to a minute for the answer.
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

/// A server that ends with the test.
struct Watch {
    process: Child,
    /// Host and port of the page that it named first.
    address: String,
}

impl Watch {
    fn start(directory: &Path, listen: &str) -> Watch {
        let mut command = Command::new(cargo_bin!("arena"));
        command.arg("watch").arg(directory).args(["--listen", listen]);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut printed = BufReader::new(process.stdout.take().unwrap()).lines();
        let line = printed.next().unwrap().unwrap();
        let address = line.split_once("http://").unwrap().1.trim_end_matches('/').to_owned();
        Watch { process, address }
    }

    /// Its standard error, after it was ended.
    fn end(mut self) -> String {
        self.process.kill().unwrap();
        let mut errors = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        errors
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
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
    let damaged = JOURNAL.replacen("[Round \"1.2\"]", "[Round \"2.2\"]", 1);
    assert_ne!(damaged, JOURNAL);
    std::fs::write(&journal, damaged).unwrap();
    let watch = Watch::start(directory.path(), "127.0.0.1:0");
    let address = watch.address.as_str();

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
    // A page that shows games receives the error too, and then the end of it.
    std::fs::write(directory.path().join("restored"), JOURNAL).unwrap();
    std::fs::rename(directory.path().join("restored"), &journal).unwrap();
    event(&mut events, "reload");
    let status = event(&mut events, "status");
    assert!(status.contains("\"problem\":null") && status.contains("\"finished\":8"), "{status}");
    let page = answer(address, "/", address);
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");

    let errors = watch.end();
    assert_eq!(errors.matches("is damaged").count(), 1, "{errors}");
}

/// A directory with the journal of a match.
fn results() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("games.pgn"), JOURNAL).unwrap();
    directory
}

#[test]
fn neither_idle_connections_nor_too_many_pages_lock_anybody_out() {
    let directory = results();
    let watch = Watch::start(directory.path(), "127.0.0.1:0");
    let address = watch.address.as_str();
    let connect = |_| TcpStream::connect(address).unwrap();
    let mut idle: Vec<TcpStream> = (0..250).map(connect).collect();
    assert!(answer(address, "/", address).starts_with("HTTP/1.1 200 "));
    // Pages take the places of connections that ask for nothing.
    let listening = |_| {
        let mut lines = BufReader::new(ask(address, "/events", address)).lines();
        lines.next().unwrap().map(|line| (line, lines)).unwrap()
    };
    let mut pages: Vec<_> = (0..64).map(listening).collect();
    assert!(pages.iter().all(|(line, _)| line.starts_with("HTTP/1.1 200 ")));
    assert!(answer(address, "/", address).starts_with("HTTP/1.1 503 "));
    pages.truncate(8);
    std::thread::sleep(Duration::from_millis(500));
    assert!(answer(address, "/", address).starts_with("HTTP/1.1 200 "));
    // An unfinished request is waited for, but not for ever.
    let mut slow = TcpStream::connect(address).unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    slow.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    for closed in idle.iter_mut().take(1).chain([&mut slow]) {
        closed.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        // An answer that it took too long, or nothing: in any case the end.
        let ended = closed.read_to_end(&mut Vec::new());
        assert!(ended.map_err(|error| error.kind()) != Err(std::io::ErrorKind::WouldBlock));
    }
}

#[test]
fn a_directory_of_results_has_a_page_of_all_and_one_of_each() {
    let directory = tempfile::tempdir().unwrap();
    let place = |name: &str, file: &str, text: &str| {
        std::fs::create_dir_all(directory.path().join(name)).unwrap();
        std::fs::write(directory.path().join(name).join(file), text).unwrap();
    };
    place("one & more", "games.pgn", JOURNAL);
    place("results/two", "games.pgn", "");
    place("tuned", "iterations.jsonl", "{}\n{}\n{}\n");
    place("solved", "searches.jsonl", "{}\n");
    place("solved", "suite.html", "<p>solved: all</p>");
    place("other", "notes.txt", "no results");
    let watch = Watch::start(directory.path(), "127.0.0.1:0");
    let address = watch.address.as_str();

    let all = answer(address, "/", address);
    assert!(all.starts_with("HTTP/1.1 200 "), "{all}");
    for link in ["m/one%20%26%20more/", "m/two/", "m/tuned/", "m/solved/"] {
        assert!(all.contains(&format!("href=\"{link}\"")), "{link}: {all}");
    }
    assert!(!all.contains(">other<") && all.contains("2 iterations"), "{all}");
    let game = answer(address, "/m/one%20%26%20more/", address);
    assert!(game.contains("<dt>Games</dt>"), "{game}");
    assert!(answer(address, "/m/two/", address).contains("no game is finished yet"));
    assert!(answer(address, "/m/solved/", address).contains("solved: all"));
    assert!(answer(address, "/m/tuned/", address).contains("2 iterations"));
    let mut events = BufReader::new(ask(address, "/m/two/events?since=0", address)).lines();
    event(&mut events, "reload");
    for path in [
        "/m/other/",
        "/m/..%2F/",
        "/m/%2E%2E/",
        "/m/three/events",
        "/m/solved/events",
        "/m/solved/suite.html",
    ] {
        let refused = answer(address, path, address);
        assert!(refused.starts_with("HTTP/1.1 404 "), "{path}: {refused}");
    }
    let refused = answer(address, "/m/solved/", "elsewhere.example");
    assert!(refused.starts_with("HTTP/1.1 403 "), "{refused}");

    // Of two results of one name each has a page.
    place("results/tuned", "iterations.jsonl", "{}\n");
    let all = answer(address, "/", address);
    assert!(all.contains("href=\"m/tuned/\"") && all.contains(">./tuned<"), "{all}");
    assert!(answer(address, "/m/tuned/", address).contains("0 iterations"));
    assert!(answer(address, "/m/.%2Ftuned/", address).contains("2 iterations"));
    let outside = answer(address, "/m/..%2Ftuned/", address);
    assert!(outside.starts_with("HTTP/1.1 404 "), "{outside}");
}

/// A page that is a link is not followed, and a pipe in the place of a file is read by nobody.
#[test]
fn links_and_pipes_among_results_are_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    for name in ["s", "f", "m"] {
        std::fs::create_dir(path(name)).unwrap();
    }
    std::fs::write(path("secret"), "top secret").unwrap();
    std::fs::write(path("s/searches.jsonl"), "{}\n").unwrap();
    std::os::unix::fs::symlink("../secret", path("s/suite.html")).unwrap();
    std::fs::write(path("f/games.pgn"), "").unwrap();
    std::fs::write(path("m/games.pgn"), JOURNAL).unwrap();
    assert!(Command::new("mkfifo").arg(path("f/report.json")).status().unwrap().success());
    let watch = Watch::start(directory.path(), "127.0.0.1:0");
    let address = watch.address.as_str();
    for page in ["/m/s/", "/", "/m/f/", "/m/m/"] {
        let answer = answer(address, page, address);
        assert!(answer.starts_with("HTTP/1.1 200 ") && !answer.contains("secret"), "{page}");
    }
}
