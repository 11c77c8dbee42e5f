//! A match in a directory of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use arena::config::{self, ConfigError, ContenderSettings, Match, Overrides};
use arena::player::{self, MakePlayer, Player};
use arena::runner::events::{Event, Reporter};
use arena::runner::{self, MatchEnding, Signal};
use arena::storage::facts::MatchFacts;
use arena::storage::journal::{JournalGame, JournalReader};
use assert_cmd::cargo::cargo_bin;
use engine::Stop;
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::mpsc;
use uci_client::Guard;

pub(crate) const BOOK: &str = "\
[ECO \"C60\"]\n[Opening \"Ruy Lopez\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n\
[ECO \"D37\"]\n[Opening \"Queen's Gambit \\\"Declined\\\"\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n\n\
[ECO \"B90\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 *\n\n\
1. c4 e5 2. Nc3 Nf6 *\n\n1. d4 Nf6 2. c4 g6 *\n\n1. e4 e6 2. d4 d5 *\n";

/// Two bare kings and a pawn or a queen: White has it, Black has not.
pub(crate) const PAWN_ENDING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

/// A directory with a book and a match file.
pub(crate) struct Bench {
    pub(crate) directory: TempDir,
}

impl Bench {
    /// A match of this many games and with these lines at the top level.
    pub(crate) fn new(games: u32, lines: &str) -> Bench {
        Bench::with(&match_text(games, lines))
    }

    pub(crate) fn with(text: &str) -> Bench {
        let bench = Bench { directory: tempfile::tempdir().unwrap() };
        std::fs::write(bench.path("book.pgn"), BOOK).unwrap();
        std::fs::write(bench.file(), text).unwrap();
        bench
    }

    /// A match of two games from one position.
    pub(crate) fn from_position(position: &str, lines: &str) -> Bench {
        let text = match_text(2, lines).replace("book.pgn", "book.epd");
        let bench = Bench::with(&text);
        std::fs::write(bench.path("book.epd"), position).unwrap();
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.path("x.toml")
    }

    /// The binary's journal.
    pub(crate) fn journal(&self) -> PathBuf {
        self.path("results/x/games.pgn")
    }

    /// The program with these words, in this directory.
    pub(crate) fn arena(&self, line: &str) -> Output {
        let mut command = Command::new(cargo_bin!("arena"));
        command.current_dir(self.directory.path()).args(line.split(' ')).output().unwrap()
    }

    /// The standard output of a command that succeeds.
    pub(crate) fn printed(&self, line: &str) -> String {
        let Output { status, stdout, stderr } = self.arena(line);
        assert!(status.success(), "{line}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    }

    /// The error of a command that is refused.
    pub(crate) fn refused(&self, line: &str) -> String {
        let Output { status, stderr, .. } = self.arena(line);
        let errors = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(1), "{line}: {errors}");
        errors
    }

    /// The report of a run in this directory.
    pub(crate) fn report(&self, directory: &str) -> Value {
        let text = std::fs::read_to_string(self.path(directory).join("report.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    pub(crate) fn load(&self) -> Match {
        self.try_load().unwrap()
    }

    pub(crate) fn try_load(&self) -> Result<Match, ConfigError> {
        config::load(&self.file(), &Overrides::default())
    }

    /// The error for the match file, without its directory.
    pub(crate) fn mistake(&self) -> String {
        let error = self.try_load().expect_err("a mistake");
        error.to_string().replace(&format!("{}/", self.directory.path().display()), "")
    }
}

/// The standard output of the program with these arguments, which succeeds.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let output = Command::new(cargo_bin!("arena")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

pub(crate) fn match_text(games: u32, lines: &str) -> String {
    format!(
        "games = {games}\n{lines}\n{}",
        "[openings]\nfile = \"book.pgn\"\n\n\
         [[contender]]\nname = \"new\"\npreset = \"null-move\"\nhash = 1\n\n\
         [[contender]]\nname = \"old\"\npreset = \"none\"\nhash = 1\n"
    )
}

/// The facts of a match of two contenders.
pub(crate) fn facts(settings: &Match) -> MatchFacts {
    pairing_facts(settings).remove(0)
}

/// The facts of every pairing.
pub(crate) fn pairing_facts(settings: &Match) -> Vec<MatchFacts> {
    let signatures: Vec<u64> = (1..=settings.contenders.len() as u64).collect();
    MatchFacts::of(settings, &signatures)
}

/// All games of a journal, in the order of the schedule.
pub(crate) fn read(path: &Path) -> Vec<JournalGame> {
    let mut reader = JournalReader::open(path).unwrap();
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().unwrap() {
        games.push(game);
    }
    games.sort_by_key(|game| game.record.spec.game);
    games
}

/// The part that must be equal in two runs of a match at a node limit: everything but the times.
pub(crate) fn without_times(games: &[JournalGame]) -> Vec<JournalGame> {
    let mut games = games.to_vec();
    for game in &mut games {
        for m in &mut game.record.moves {
            m.time = std::time::Duration::ZERO;
        }
    }
    games
}

/// The text of a game after a change, with the checksum that its writer would have given it.
pub(crate) fn rewritten(game: &str, from: &str, to: &str) -> String {
    assert!(game.contains(from), "{game}");
    let (head, rest) = game.split_once("[Checksum \"").unwrap();
    let (_, movetext) = rest.split_once('\n').unwrap();
    let [head, movetext] = [head, movetext].map(|part| part.replace(from, to));
    let crc = crc32fast::hash(format!("{head}{movetext}").as_bytes());
    format!("{head}[Checksum \"{crc:08x}\"]\n{movetext}")
}

/// Discards all events.
pub(crate) struct Silent;

impl Reporter for Silent {
    fn report(&mut self, _: &Event<'_>) {}
}

/// Runs a match on the project's engine.
pub(crate) async fn run(settings: &Arc<Match>, journal: &Path) -> anyhow::Result<MatchEnding> {
    let stderr = journal.with_file_name("stderr");
    let make_player = player::factory(settings, &Guard::none(), &stderr);
    run_by(settings, journal, make_player, &mut Silent, &[]).await
}

/// Runs a match on these players; the signals are there from the beginning.
pub(crate) async fn run_with<P: Player + 'static>(
    settings: &Arc<Match>,
    journal: &Path,
    make_player: impl Fn(&ContenderSettings, Stop) -> P + Send + Sync + 'static,
    reporter: &mut dyn Reporter,
    signals: &[Signal],
) -> anyhow::Result<MatchEnding> {
    let boxed = Arc::new(move |contender: &ContenderSettings, stop| {
        Box::new(make_player(contender, stop)) as Box<dyn Player>
    });
    run_by(settings, journal, boxed, reporter, signals).await
}

/// The same with the players of a factory.
pub(crate) async fn run_by(
    settings: &Arc<Match>,
    journal: &Path,
    make_player: MakePlayer,
    reporter: &mut dyn Reporter,
    signals: &[Signal],
) -> anyhow::Result<MatchEnding> {
    let facts = pairing_facts(settings);
    let (sender, receiver) = mpsc::channel(8);
    for signal in signals {
        sender.try_send(*signal).unwrap();
    }
    let resumed = runner::open(journal, &facts)?;
    runner::run(settings, &facts, resumed, make_player, receiver, reporter).await
}
