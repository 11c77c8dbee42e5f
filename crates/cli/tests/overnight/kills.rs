//! `kill -9` of the runner at random instants. A match that is restarted ends as if it had been
//! left alone.

use std::collections::BTreeMap;
use std::time::Duration;

use arena::storage::journal::JournalGame;
use rand::RngExt;
use rustix::process::Signal;

use crate::bench::{Bench, read};
use crate::process::{assert_gone, descendants, send};
use crate::trials::Trials;
use crate::without::without;

crate::tests![
    one_game_at_a_time_in_process,
    two_games_at_a_time_in_process,
    four_games_at_a_time_in_process,
    one_game_at_a_time_of_programs,
    two_games_at_a_time_of_programs,
    four_games_at_a_time_of_programs,
    a_sequential_test,
    a_lost_or_changed_game_is_seen,
];

/// Contenders of a match.
pub(crate) enum Contenders {
    InProcess,
    Programs,
}

impl Contenders {
    /// A match of this many games that are the same at every attempt.
    pub(crate) fn text(&self, games: usize, concurrency: usize) -> String {
        let (nodes, one, other) = match self {
            Contenders::InProcess => {
                (300, "preset = \"null-move\"\nhash = 1", "preset = \"none\"\nhash = 1")
            }
            Contenders::Programs => (1, "ENGINE cheap", "ENGINE cheap"),
        };
        format!(
            "games = {games}\nsame = true\nconcurrency = {concurrency}\npin = false\nlimits = {{ nodes = {nodes} }}\n\
             adjudication = {{ max_moves = 40 }}\n\
             [openings]\nfile = \"book.pgn\"\norder = \"shuffled\"\n\
             [[contender]]\nname = \"one\"\n{one}\n[[contender]]\nname = \"other\"\n{other}\n"
        )
    }
}

/// A match that was left alone, and the place for one that is disturbed.
pub(crate) struct Twins {
    pub(crate) bench: Bench,
    games: Vec<JournalGame>,
    statistics: serde_json::Value,
    /// The time of the whole run, and the part before the first game and after the last.
    pub(crate) took: Duration,
    pub(crate) around: Duration,
}

impl Twins {
    pub(crate) fn new(text: &str) -> Twins {
        let bench = Bench::new(text);
        let undisturbed = bench.path("undisturbed");
        let out = ["--out", undisturbed.to_str().unwrap()];
        let [first, second] = [(), ()].map(|()| bench.run(&out));
        assert_eq!((first.code, second.code), (Some(0), Some(0)), "{}", first.errors);
        assert_eq!(first.report, second.report);
        let games = without_times(read(&undisturbed.join("games.pgn")));
        let statistics = statistics(&undisturbed);
        Twins { bench, games, statistics, took: first.took, around: second.took }
    }

    /// Asserts that the journal of the disturbed match is intact but for a torn tail, that no game
    /// in it has changed, and that it has all games known so far; records its games.
    pub(crate) fn assert_sound(&self, known: &mut BTreeMap<u32, JournalGame>) {
        let journal = self.bench.path("results/x/games.pgn");
        if !journal.exists() {
            assert!(known.is_empty(), "the journal is gone");
            return;
        }
        is_sound(read(&journal), known).unwrap();
    }

    /// Asserts that the disturbed match, resumed to its end, has the games and the statistics of its twin. Where a test
    /// has decided, time decides how many games were under way: these are left out.
    pub(crate) fn assert_equal(&self) {
        let run = self.bench.run(&[]);
        assert_eq!(run.code, Some(0), "{}", run.errors);
        self.bench.assert_nothing_is_left();
        let (games, statistics) =
            (without_times(self.bench.games()), statistics(&self.bench.path("results/x")));
        let Some(pairs) = self.statistics["stop"]["pairs"].as_u64() else {
            assert_eq!(games, self.games);
            assert_eq!(statistics, self.statistics);
            return;
        };
        let counted = 2 * pairs as usize;
        assert_eq!(games[..counted], self.games[..counted]);
        for key in ["outcome", "rule", "pairs"] {
            assert_eq!(statistics["stop"][key], self.statistics["stop"][key], "{key}");
        }
        for key in ["answer", "sentence"] {
            assert_eq!(statistics["verdict"][key], self.statistics["verdict"][key], "{key}");
        }
    }
}

/// Checks that a journal has all games known so far, unchanged; records its games. A reader refuses one that has a game
/// twice.
fn is_sound(
    journal: Vec<JournalGame>,
    known: &mut BTreeMap<u32, JournalGame>,
) -> Result<(), String> {
    let now: BTreeMap<u32, JournalGame> =
        journal.into_iter().map(|game| (game.record.spec.game, game)).collect();
    match known.iter().find(|(number, game)| now.get(number) != Some(game)) {
        Some((number, _)) => Err(format!("game {number} is lost, or was played again")),
        None => {
            *known = now;
            Ok(())
        }
    }
}

/// The part that must be equal: all but the times.
fn without_times(mut games: Vec<JournalGame>) -> Vec<JournalGame> {
    for game in &mut games {
        game.record.overruns = shakmaty::ByColor::default();
        for m in &mut game.record.moves {
            m.time = Duration::ZERO;
        }
    }
    games
}

/// Every statistic of a report that is not a time.
fn statistics(results: &std::path::Path) -> serde_json::Value {
    let text = std::fs::read_to_string(results.join("report.json")).unwrap();
    // The packed games have times in them; their moves are compared in the journal.
    let times = ["timing", "runs", "replays", "node_time"];
    without(serde_json::from_str(&text).unwrap(), &|key| {
        times.contains(&key) || key.contains("second") || key.contains("overrun")
    })
}

fn kill(trials: &Trials, contenders: &Contenders, concurrency: usize) {
    let games = match contenders {
        Contenders::InProcess => trials.count(12, 200),
        Contenders::Programs => trials.count(40, 1000),
    };
    let text = contenders.text(games, concurrency);
    disturb(trials, &Twins::new(&text), games, &format!("{concurrency} {games}"));
}

/// Kills the runner of this match again and again.
#[expect(clippy::print_stdout, reason = "figures are what the full form is for")]
fn disturb(trials: &Trials, twins: &Twins, games: usize, name: &str) {
    let kills = trials.count(2, 34);
    let mut random = trials.random(name);
    // So that the last kills still find a match under way, whenever the first ones come.
    let share = (twins.took.saturating_sub(twins.around)).mul_f64(1.6 / kills as f64);
    trials.survive(kills, || {
        let (mut known, mut in_play) = (BTreeMap::new(), 0);
        for _ in 0..kills {
            let mut runner = twins.bench.start(&[]);
            std::thread::sleep((twins.around + share).mul_f64(random.random_range(0.0..1.0)));
            let started = descendants(runner.id());
            send(&runner, Signal::KILL);
            runner.wait().unwrap();
            assert_gone(&started);
            twins.bench.assert_nothing_is_left();
            twins.assert_sound(&mut known);
            in_play += usize::from((1..games).contains(&known.len()));
        }
        println!("{in_play} of {kills} kills left a match that was begun and not finished");
        twins.assert_equal();
        twins.assert_sound(&mut known);
    });
}

fn one_game_at_a_time_in_process(trials: &Trials) {
    kill(trials, &Contenders::InProcess, 1);
}

fn two_games_at_a_time_in_process(trials: &Trials) {
    kill(trials, &Contenders::InProcess, 2);
}

fn four_games_at_a_time_in_process(trials: &Trials) {
    kill(trials, &Contenders::InProcess, 4);
}

fn one_game_at_a_time_of_programs(trials: &Trials) {
    kill(trials, &Contenders::Programs, 1);
}

fn two_games_at_a_time_of_programs(trials: &Trials) {
    kill(trials, &Contenders::Programs, 2);
}

fn four_games_at_a_time_of_programs(trials: &Trials) {
    kill(trials, &Contenders::Programs, 4);
}

/// A test that is resumed decides after the same pair.
fn a_sequential_test(trials: &Trials) {
    let (most, elo) = (400, trials.count(60, 30));
    let rule =
        format!("stop = {{ sprt = {{ elo0 = -{elo}, elo1 = {elo}, model = \"logistic\" }} }}\n");
    let text = rule + &Contenders::InProcess.text(most, 1);
    // Pairs that repeat earlier ones are no evidence.
    let twins = Twins::new(&text.replace("book.pgn", "builtin:balanced"));
    let games = twins.games.len();
    assert!((20..most).contains(&games), "{games}");
    disturb(trials, &twins, games, "test");
    // A decided test is not decided again, by further games.
    let journal = || read(&twins.bench.path("results/x/games.pgn"));
    let decided = journal();
    twins.assert_equal();
    assert!(journal() == decided);
}

fn a_lost_or_changed_game_is_seen(trials: &Trials) {
    let twins = Twins::new(&Contenders::InProcess.text(6, 2));
    let known: BTreeMap<u32, JournalGame> =
        twins.games.iter().map(|game| (game.record.spec.game, game.clone())).collect();
    let is_seen = |change: &dyn Fn(&mut Vec<JournalGame>)| {
        let mut journal = twins.games.clone();
        change(&mut journal);
        is_sound(journal, &mut known.clone()).is_err()
    };
    trials.survive(3, || {
        assert!(!is_seen(&|_| ()));
        assert!(is_seen(&|journal| drop(journal.remove(2))));
        assert!(is_seen(&|journal| journal[2].record.moves.truncate(3)));
    });
}
