//! A day of an engine author, from two revisions of an engine to the comparison of its matches.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use arena::storage::journal::JournalReader;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

crate::tests![
    the_day_of_an_engine_author,
    results_of_others_start_nothing_and_ones_own_are_resumed,
    a_build_that_fails_is_shown_before_the_first_game,
    a_build_ends_with_the_process_that_began_it,
    revisions_that_search_the_same_nodes_are_told_apart_by_speed_alone,
];

/// The most that the whole day may take.
const A_DAY: Duration = Duration::from_secs(180);
/// Games of a match that is interrupted in its middle.
const GAMES: &str = "4000";

/// A repository with two commits of a small engine, and everything that is done with it.
struct Author {
    directory: TempDir,
}

impl Author {
    fn new() -> Author {
        let author = Author { directory: tempfile::tempdir().unwrap() };
        std::fs::create_dir(author.path("toy")).unwrap();
        author.git(&["init", "--quiet", "--initial-branch=main"]);
        author.write_engine(4821, "cheap");
        author.commit("Play any move");
        author.git(&["branch", "base"]);
        author.write_engine(4907, "moody");
        author.commit("Play on");
        author
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.arg("-C").arg(self.path("toy")).args(["-c", "user.name=T"]);
        git.args(["-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]).args(arguments);
        let output = git.output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
        text(&output).trim_end().to_owned()
    }

    fn commit(&self, subject: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "-m", subject]);
    }

    /// The source of the engine: `build.sh` makes a program of it.
    fn write_engine(&self, bench: u32, kind: &str) {
        let engine = std::env::current_exe().unwrap();
        let program = format!(
            "#!/bin/sh\n[ \"$1\" = bench ] && {{ echo {bench} nodes 9 nps; exit; }}\nTOY_MOOD=x exec '{}' engine {kind}\n",
            engine.display()
        );
        self.write("toy/engine.sh", &program);
        self.write("toy/build.sh", "echo x >>\"$COUNT\"; cp engine.sh \"$1\"\n");
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// The program, with a cache of its own.
    fn arena(&self, arguments: &[&str]) -> Command {
        let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
        arena.current_dir(self.directory.path()).args(arguments);
        arena.env("XDG_CACHE_HOME", self.path("cache")).env("COUNT", self.path("count"));
        arena.env("XDG_STATE_HOME", self.path("state"));
        arena.env("ARENA_WAIT", "0");
        arena.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        arena
    }

    /// The output of a command that works.
    fn prints(&self, arguments: &[&str]) -> String {
        let output = self.arena(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", errors(&output));
        text(&output)
    }

    fn builds(&self) -> usize {
        std::fs::read_to_string(self.path("count")).unwrap_or_default().lines().count()
    }

    fn games(&self, directory: &Path) -> usize {
        let journal = std::fs::read_to_string(directory.join("games.pgn")).unwrap_or_default();
        journal.matches("[Event ").count()
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The build of a revision.
const BUILD: &str = "sh build.sh {exe}";

/// The match of a day: two revisions, a sequential test.
fn question<'a>(second: &'a str, build: &'a str, games: &'a str, out: &'a str) -> Vec<&'a str> {
    let engines = ["run", "--first", "HEAD", "--second", second, "--repo", "toy", "--build", build];
    let rules = ["--nodes", "1", "--sprt", "-300,300", "--set", "adjudication.max_moves=40"];
    let ends = ["--games", games, "--out", out, "--concurrency", "2"];
    [&engines[..], &rules, &ends].concat()
}

fn the_day_of_an_engine_author() {
    let begun = Instant::now();
    let author = Author::new();
    let day = author.path("day");
    interrupted(&author, &day);
    let (played, builds) = (author.games(&day), author.builds());
    assert_eq!(builds, 2);

    let resumed = author.arena(&question("base", BUILD, GAMES, "day")).output().unwrap();
    assert!(resumed.status.success(), "{}", errors(&resumed));
    assert!(author.games(&day) > played, "the match is not resumed");
    assert_eq!(author.builds(), builds, "a resume builds again");
    assert!(!errors(&resumed).contains("building"), "{}", errors(&resumed));
    let head = author.git(&["rev-parse", "HEAD"]);
    let mut journal = JournalReader::open(&day.join("games.pgn")).unwrap();
    let [contender, _] = journal.next_game().unwrap().unwrap().facts.contenders.clone();
    let revision = contender.revision.unwrap();
    assert_eq!((revision.commit, revision.bench), (head.clone(), Some(4907)));
    assert_eq!(revision.command, "sh build.sh {exe}");
    assert_eq!(contender.name, format!("HEAD {}", &head[..7]));
    assert_eq!(revision.revision, "HEAD");
    let kept = |name| std::fs::read_to_string(day.join(name)).unwrap();
    let report: serde_json::Value = serde_json::from_str(&kept("report.json")).unwrap();
    let programs = report["origin"]["runs"][0]["programs"].as_array().unwrap();
    assert_eq!(programs[0]["contender"], contender.name);
    assert_eq!(programs[0]["sha256"], revision.sha256, "the journal differs");
    let line = format!("Z, sha256 {}", programs[1]["sha256"].as_str().unwrap());
    assert!(kept("report.html").contains(&line), "{line}");

    assert!(watched(&author, &["day"]).contains(&contender.name));
    let block = author.prints(&["report", "day", "--format", "openbench"]);
    assert!(["Elo", "SPRT", "LLR", "Games"].iter().all(|line| block.contains(line)), "{block}");

    inside_the_repository(&author);
    committed_meanwhile(&author);
    tuned(&author);
    uncommitted(&author);
    without_a_change(&author);
    broken(&author);
    let comparison = author.prints(&["report", "--compare", "day", "again"]);
    assert!(comparison.matches(&contender.name).count() >= 1, "{comparison}");
    assert!(begun.elapsed() < A_DAY, "the day takes {:?}", begun.elapsed());
}

/// Begins the match, and stops it by Ctrl-C in its middle.
fn interrupted(author: &Author, day: &Path) {
    let arena = author.arena(&question("base", BUILD, GAMES, "day")).spawn().unwrap();
    let begun = Instant::now();
    while author.games(day) < 4 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no game is played");
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&arena);
    let output = arena.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", errors(&output));
    let errors = errors(&output);
    assert!(errors.contains("building") && errors.contains("resume it with"), "{errors}");
}

/// The same command in the repository itself, three times, with an uncommitted change: its results are no part of the
/// revision.
fn inside_the_repository(author: &Author) {
    let engine = author.path("toy/engine.sh");
    let committed = std::fs::read_to_string(&engine).unwrap();
    std::fs::write(&engine, format!("{committed}# changed\n")).unwrap();
    let run = |games: &str| {
        let engines =
            ["run", "--first", "HEAD", "--second", "base", "--repo", ".", "--build", BUILD];
        let rules = ["--nodes", "1", "--games", games, "--set", "adjudication.max_moves=20"];
        let mut arena = author.arena(&[&engines[..], &rules].concat());
        let output = arena.current_dir(author.path("toy")).output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
        let results = std::fs::read_dir(author.path("toy/results")).unwrap();
        let results: Vec<PathBuf> = results.map(|entry| entry.unwrap().path()).collect();
        (results.clone(), results.iter().map(|place| author.games(place)).sum::<usize>())
    };
    let (place, games) = run("4");
    let builds = author.builds();
    assert_eq!((place.len(), games), (1, 4));
    assert_eq!(run("6"), (place.clone(), 6), "it goes on in the same directory");
    assert_eq!(run("8"), (place, 8));
    assert_eq!(author.builds(), builds, "nothing is built again");
    assert!(!author.git(&["status", "--porcelain"]).contains("results"));
    std::fs::write(&engine, committed).unwrap();
    std::fs::remove_dir_all(author.path("toy/results")).unwrap();
}

/// A match in the repository's root with its output in a log there, and a commit before it is resumed: by its directory it
/// goes on as it began; by its command another match begins, which names the first.
fn committed_meanwhile(author: &Author) {
    author.git(&["checkout", "--quiet", "-b", "work"]);
    author.write("toy/log.txt", "a line\n");
    let line = |games| {
        let mut line = question("base", BUILD, games, "");
        line.truncate(line.len() - 4);
        line[6] = ".";
        line
    };
    let in_root = |arguments: &[&str]| {
        let mut arena = author.arena(arguments);
        arena.current_dir(author.path("toy"));
        arena
    };
    let arena = in_root(&line(GAMES)).spawn().unwrap();
    let results = author.path("toy/results");
    let place = wait_for("a game", || {
        let places = std::fs::read_dir(&results).ok()?.map(|entry| entry.unwrap().path());
        places.into_iter().find(|place| author.games(place) > 3)
    });
    interrupt(&arena);
    let told = errors(&arena.wait_with_output().unwrap());
    let name = place.file_name().unwrap().to_str().unwrap();
    assert!(told.contains(&format!("resume it with: arena run results/{name}")), "{told}");
    assert!(told.contains("leaves out files that git does not track: log.txt"), "{told}");
    author.write("toy/log.txt", "a line\nand another\n");
    author.write_engine(5000, "cheap");
    author.git(&["commit", "--quiet", "--all", "-m", "Another engine"]);

    let (played, builds) = (author.games(&place), author.builds());
    let whole = (played + 6).next_multiple_of(2).to_string();
    let resumed =
        in_root(&["run", &format!("results/{name}"), "--games", &whole]).output().unwrap();
    assert!(resumed.status.success(), "{}", errors(&resumed));
    assert!(author.games(&place) > played && author.builds() == builds, "it goes on as it began");
    let mut journal = JournalReader::open(&place.join("games.pgn")).unwrap();
    let mut revisions = Vec::new();
    while let Some(game) = journal.next_game().unwrap() {
        revisions.push(
            game.facts.contenders.clone().map(|contender| contender.revision.unwrap().commit),
        );
    }
    revisions.dedup();
    assert_eq!(revisions.len(), 1, "{revisions:?}");

    // Its own command is a question about another commit by now; the match above is decided or complete.
    let other = in_root(&line("4")).output().unwrap();
    assert!(other.status.success() && author.builds() == builds + 1, "{}", errors(&other));
    assert_eq!(std::fs::read_dir(&results).unwrap().count(), 2);
    // A program of another place is started only where the user trusts the directory.
    let file = std::fs::read_to_string(place.join("match.toml")).unwrap();
    let command = file.lines().find(|line| line.starts_with("command = ")).unwrap();
    let program = std::env::current_exe().unwrap();
    let foreign =
        file.replacen(command, &format!("command = {:?}", program.display().to_string()), 1);
    std::fs::write(place.join("match.toml"), foreign).unwrap();
    let refused = in_root(&["run", &format!("results/{name}")]).output().unwrap();
    assert!(
        !refused.status.success() && errors(&refused).contains("add --trust"),
        "{}",
        errors(&refused)
    );
    author.git(&["checkout", "--quiet", "main"]);
    std::fs::remove_dir_all(&results).unwrap();
    std::fs::remove_file(author.path("toy/log.txt")).unwrap();
}

fn interrupt(process: &Child) {
    let id = Pid::from_raw(i32::try_from(process.id()).unwrap()).unwrap();
    kill_process(id, Signal::INT).unwrap();
}

/// The page that `arena watch` serves.
fn watched(author: &Author, arguments: &[&str]) -> String {
    let mut watch =
        author.arena(&["watch"]).args(arguments).args(["--listen", "127.0.0.1:0"]).spawn().unwrap();
    let line = BufReader::new(watch.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    let address = line.split_once("http://").unwrap().1.trim_end_matches('/').to_owned();
    let mut connection = TcpStream::connect(&address).unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(connection, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    connection.read_to_string(&mut page).unwrap();
    watch.kill().unwrap();
    watch.wait().unwrap();
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    page
}

/// Two names of one program, by mistake.
fn without_a_change(author: &Author) {
    let engine = format!("{} engine cheap", std::env::current_exe().unwrap().display());
    let line = ["run", "--first", &engine, "--second", &engine, "--first-name", "new"];
    let limits = ["--nodes", "1", "--games", "2", "--out", "results/same"];
    let line = [&line[..], &limits].concat();
    let refused = author.arena(&line).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(errors(&refused).contains("nothing differs between"), "{}", errors(&refused));
    author.prints(&[&line[..], &["--same"]].concat());
}

/// A change that crashes: the exit codes of its match, fresh and resumed, and its row among all results.
fn broken(author: &Author) {
    let program = std::env::current_exe().unwrap();
    let [good, bad] = ["cheap", "exits"].map(|kind| format!("{} engine {kind}", program.display()));
    let names = ["--first-name", "crashing", "--second-name", "sound"];
    let run = |games: &str, further: &[&str]| {
        let line =
            ["run", "--first", &bad, "--second", &good, "--nodes", "1", "--concurrency", "1"];
        let ends = ["--games", games, "--out", "results/broken"];
        let output = author.arena(&[&line[..], &names, &ends, further].concat()).output().unwrap();
        (output.status.code(), errors(&output) + &text(&output))
    };
    let (fresh, told) = run("2", &[]);
    assert_eq!(fresh, Some(22), "{told}");
    assert!(told.contains("Void: 'crashing' crashed in 2 of 2 games"), "{told}");
    assert_eq!(run("4", &["--exit-code"]).0, Some(22), "resumed");
    assert_eq!(run("4", &[]).0, Some(22), "complete");
    assert_eq!(run("4", &["--strict"]).0, Some(20), "its faults are those of earlier runs");
    let (row, told) = run("100", &[]);
    assert_eq!(row, Some(21), "{told}");
    assert!(told.contains("games in a row by faults"), "{told}");

    let torn = author.path("results/torn");
    std::fs::create_dir(&torn).unwrap();
    std::fs::copy(author.path("day/games.pgn"), torn.join("games.pgn")).unwrap();
    std::fs::write(torn.join("report.json"), "{").unwrap();
    let overview = watched(author, &[]);
    for text in ["Void: 'crashing' crashed in", "report.json cannot be read"] {
        assert!(overview.contains(text), "{text}: {overview}");
    }
}

/// Tunes two options of the newest revision.
fn tuned(author: &Author) {
    let file = "revision = \"HEAD\"\nrepo = \"toy\"\nbuild = \"sh build.sh {exe}\"\niterations = 4\npairs = 2\n\
        limits = { nodes = 1 }\nopenings = { file = \"builtin:balanced\" }\nadjudication = { max_moves = 30 }\n\
        [[parameter]]\noption = \"Skill\"\nrange = [0, 10]\n[[parameter]]\noption = \"Bold\"\n";
    std::fs::write(author.path("tune.toml"), file).unwrap();
    let builds = author.builds();
    let table = author.prints(&["tune", "tune.toml", "--quiet"]);
    assert!(table.contains("Skill") && table.contains("Bold"), "{table}");
    assert_eq!(author.builds(), builds, "the revision is built for the tuning again");
}

/// The same question once more, with changes that are not committed.
fn uncommitted(author: &Author) {
    author.write_engine(4907, "cheap");
    let builds = author.builds();
    let output = author.arena(&question("base", BUILD, "8", "again")).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    assert_eq!(author.builds(), builds + 1, "the changes are built, the branch is not");
    let mut journal = JournalReader::open(&author.path("again/games.pgn")).unwrap();
    let [contender, _] = journal.next_game().unwrap().unwrap().facts.contenders.clone();
    assert!(
        contender.name.starts_with("HEAD ") && contender.name.contains('+'),
        "{}",
        contender.name
    );
    let revision = contender.revision.unwrap();
    assert!(revision.changes.is_some());
    assert_eq!(revision.changed_files, ["engine.sh"]);
}

/// A match of two programs, resumed by its directory as its user began it; then the directory with traps in it, as somebody
/// else may send it.
fn results_of_others_start_nothing_and_ones_own_are_resumed() {
    let author = Author::new();
    let program = std::env::current_exe().unwrap();
    let [one, two] = ["cheap", "moody"].map(|kind| format!("{} engine {kind}", program.display()));
    let rules = ["--nodes", "1", "--set", "adjudication.max_moves=20", "--out", "own", "--games"];
    author.prints(&[&["run", "--first", &one, "--second", &two][..], &rules, &["4"]].concat());
    let file = author.path("own/match.toml");
    let own = std::fs::read_to_string(&file).unwrap();
    author.prints(&["run", "own", "--games", "8"]);
    assert_eq!(author.games(&author.path("own")), 8, "one's own match is resumed");

    let sprung = author.path("sprung");
    let trap = author.path("trap.sh");
    std::fs::write(&trap, format!("#!/bin/sh\ntouch {}\n", sprung.display())).unwrap();
    system::files::allow_execution(&trap, true).unwrap();
    let command = own.lines().find(|line| line.starts_with("command = ")).unwrap();
    let args = own.lines().find(|line| line.starts_with("args = ")).unwrap();
    let trap_line = format!("command = {:?}", trap.display().to_string());
    let traps = [
        own.replacen(command, &trap_line, 1),
        own.replacen(args, "args = [\"engine\", \"cheap\", \"--log=/tmp/x\"]", 1),
        format!("on_end = {:?}\n{own}", trap.display().to_string()),
        own.replacen(
            command,
            "revision = \"HEAD\"\nrepo = \"../toy\"\nbuild = \"touch sprung\"",
            1,
        ),
        own.replacen(
            "[contender.options]",
            "[contender.env]\nLD_PRELOAD = \"x\"\n[contender.options]",
            1,
        ),
    ];
    for trap in traps.iter().filter(|trap| **trap != own) {
        std::fs::write(&file, trap).unwrap();
        let commands: [&[&str]; 4] = [
            &["run", "own"],
            &["run", "own/match.toml", "--out", "own"],
            &["run", "own/match.toml", "--out", "own", "--merge", "own"],
            &["explain", "own", "--games", "8"],
        ];
        for command in commands {
            let output = author.arena(command).output().unwrap();
            assert!(!output.status.success(), "{command:?}: {}", errors(&output));
            let told = errors(&output);
            assert!(
                told.contains("add --trust")
                    || told.contains("nothing was started")
                    || told.contains("match.toml:"),
                "{command:?}: {told}"
            );
        }
        for command in [&["report", "own"][..], &["report", "--compare", "own"]] {
            author.prints(command);
        }
        assert!(!sprung.exists() && !author.path("toy/sprung").exists(), "{trap}");
    }
}

fn a_build_that_fails_is_shown_before_the_first_game() {
    let author = Author::new();
    let failing = "echo 'engine.c:7: no such type' >&2; false";
    let output = author.arena(&question("base", failing, GAMES, "day")).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = errors(&output);
    assert!(told.contains("engine.c:7: no such type") && told.contains("build.log"), "{told}");
    assert!(!author.path("day").exists());
}

fn a_build_ends_with_the_process_that_began_it() {
    for signal in [Signal::TERM, Signal::KILL] {
        let author = Author::new();
        let place = author.path("number");
        let tell = |number| format!("echo {number} >{0}.new; mv {0}.new {0}", place.display());
        let compiler = format!("sh -c '{}; sleep 600; true'; true", tell("$$"));
        assert_ends(&author, &compiler, signal);
        let slow = format!("#!/bin/sh\n{}\nsleep 600\n", tell("$$"));
        author.write("toy/engine.sh", &slow);
        author.commit("Take long for a `bench`");
        assert_ends(&author, BUILD, signal);
        // Git reads a new file by a filter, which lasts as long as git.
        let filter = "for i in $(seq 1000); do kill -0 $PPID || exit 1; sleep 0.2; done";
        author.git(&["config", "filter.slow.clean", &format!("{}; {filter}", tell("$PPID"))]);
        author.write("toy/.gitattributes", "new filter=slow\n");
        author.write("toy/new", "new\n");
        author.git(&["add", "--intent-to-add", "new"]);
        assert_ends(&author, BUILD, signal);
    }
}

/// Asserts that the process whose number appears while a match is begun ends with this signal to the program.
fn assert_ends(author: &Author, build: &str, signal: Signal) {
    let place = author.path("number");
    let mut arena = author.arena(&question("base", build, GAMES, "day")).spawn().unwrap();
    let id = wait_for("its process", || std::fs::read_to_string(&place).ok());
    std::fs::remove_file(place).unwrap();
    let state = format!("/proc/{}/stat", id.trim());
    kill_process(Pid::from_child(&arena), signal).unwrap();
    arena.wait().unwrap();
    wait_for("its end", || match std::fs::read_to_string(&state) {
        // Not every system has a process that takes notice of it at once.
        Ok(state) => state.contains(") Z ").then_some(()),
        Err(_) => Some(()),
    });
}

/// The result of a question that is asked until it has one.
fn wait_for<T>(name: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begun.elapsed() < A_DAY, "no sign of {name}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn revisions_that_search_the_same_nodes_are_told_apart_by_speed_alone() {
    let author = Author::new();
    author.git(&["checkout", "--quiet", "base"]);
    author.write_engine(4907, "cheap");
    author.commit("Speed up");
    let output = author.arena(&question("main", BUILD, "2", "day")).output().unwrap();
    let told = errors(&output);
    assert!(told.contains("search the same 4907 nodes in `bench`"), "{told}");
}
