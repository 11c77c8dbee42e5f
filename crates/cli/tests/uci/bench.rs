//! A match in a directory of its own, run by the program as its users run it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use arena::storage::journal::{JournalGame, JournalReader};
use tempfile::TempDir;

/// Numbers the benches: each engine has its bench's number among its arguments, so that its
/// processes can be found.
static BENCHES: AtomicU32 = AtomicU32::new(1);

pub(crate) struct Bench {
    pub(crate) directory: TempDir,
    token: String,
}

/// A run that has ended.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) report: String,
    pub(crate) errors: String,
    pub(crate) took: Duration,
}

impl Bench {
    /// A directory with a book and a match file. In the text `ENGINE` stands for this binary as an
    /// engine, to be followed by its fault.
    pub(crate) fn new(text: &str) -> Bench {
        let directory = tempfile::tempdir().unwrap();
        let number = BENCHES.fetch_add(1, Ordering::Relaxed);
        let token = format!("token-{}-{number}", std::process::id());
        std::fs::write(directory.path().join("book.pgn"), BOOK).unwrap();
        let bench = Bench { directory, token };
        bench.rewrite(text);
        bench
    }

    pub(crate) fn rewrite(&self, text: &str) {
        let this = std::env::current_exe().unwrap();
        let mut out = String::new();
        for line in text.lines() {
            match line.strip_prefix("ENGINE ") {
                Some(fault) => out.push_str(&format!(
                    "command = [{:?}, \"engine\", {fault:?}, {:?}]\n",
                    this.display().to_string(),
                    self.token
                )),
                None => {
                    out.push_str(line);
                    out.push('\n');
                }
            }
        }
        std::fs::write(self.path("x.toml"), out).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The token among its engines' arguments.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
        arena.arg("run").arg(self.path("x.toml")).args(arguments);
        // Tests run beside each other.
        arena.env("XDG_CACHE_HOME", self.path("cache")).env("ARENA_WAIT", "0");
        arena.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        arena.spawn().unwrap()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let begun = Instant::now();
        let output = self.start(arguments).wait_with_output().unwrap();
        Run::new(output, begun.elapsed())
    }

    /// All games of the journal, in the order of the schedule.
    pub(crate) fn games(&self) -> Vec<JournalGame> {
        read(&self.path("results/x/games.pgn"))
    }

    /// The text of a file in the only fault bundle there is of this game.
    pub(crate) fn evidence(&self, game: u32, file: &str) -> String {
        let faults = std::fs::read_dir(self.path("results/x/faults")).unwrap();
        let mut bundles = faults.map(|entry| entry.unwrap().path()).filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            name.starts_with(&format!("{game:03}-"))
        });
        std::fs::read_to_string(bundles.next().unwrap().join(file)).unwrap()
    }

    /// Processes of this bench's engines that are left, in words.
    pub(crate) fn left(&self) -> Vec<String> {
        let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
            let path = entry.ok()?.path();
            let command = std::fs::read(path.join("cmdline")).ok()?;
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            command.contains(&self.token).then(|| format!("{}: {command}", path.display()))
        });
        processes.collect()
    }

    /// The same by their numbers.
    pub(crate) fn numbers_of_left(&self) -> Vec<u32> {
        let left = self.left().into_iter();
        left.filter_map(|name| name.strip_prefix("/proc/")?.split(':').next()?.parse().ok())
            .collect()
    }

    /// Asserts that no engine of this bench is left; they have a moment.
    pub(crate) fn assert_nothing_is_left(&self) {
        let begun = Instant::now();
        while !self.left().is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(2), "left: {:?}", self.left());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Run {
    pub(crate) fn new(output: Output, took: Duration) -> Run {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Run {
            code: output.status.code(),
            report: text(output.stdout),
            errors: text(output.stderr),
            took,
        }
    }
}

pub(crate) fn read(path: &Path) -> Vec<JournalGame> {
    let mut reader = JournalReader::open(path).unwrap();
    let mut games: Vec<JournalGame> = std::iter::from_fn(|| reader.next_game().unwrap()).collect();
    games.sort_by_key(|game| game.record.spec.game);
    games
}

/// The processes that this one has started, in this state if one is given.
pub(crate) fn children_of(parent: u32, state: Option<&str>) -> Vec<u32> {
    let children = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let number: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(") ")?;
        let mut fields = rest.split(' ');
        let in_state =
            fields.next().filter(|found| state.is_none_or(|state| *found == state)).is_some();
        let of_parent = fields.next()?.parse() == Ok(parent);
        (in_state && of_parent).then_some(number)
    });
    children.collect()
}

const BOOK: &str = "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 e6 *\n\n1. e4 c5 2. Nf3 d6 *\n\n\
    1. d4 Nf6 2. c4 g6 *\n\n1. c4 e5 2. Nc3 Nf6 *\n\n1. e4 c6 2. d4 d5 *\n";
