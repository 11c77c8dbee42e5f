//! Whole matches, in this process.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use arena::chess::record::{Contender, Termination};
use arena::config::{ContenderSettings, Match};
use arena::player::{self, MoveRequest, PlayerFailure, Reply, Scripted, SearchResult};
use arena::runner::MatchEnding;
use arena::runner::events::{Event, Reporter};
use arena::storage::facts::MatchFacts;
use arena::storage::journal::{GameWriter, JournalGame};
use engine::Stop;
use shakmaty::KnownOutcome;
use stats::anytime::Method;
use stats::stop::{StopCause, Stopped};
use uci_client::Guard;

use crate::common::{Bench, Silent, facts, match_text, read, run, run_by, run_with, without_times};

fn nodes(nodes: u32, concurrency: u32) -> String {
    format!("concurrency = {concurrency}\nlimits = {{ nodes = {nodes} }}")
}

#[tokio::test]
async fn every_opening_is_played_twice_with_colours_reversed() {
    let bench = Bench::new(14, &nodes(1, 2));
    let settings = Arc::new(bench.load());
    let ending = run(&settings, &bench.path("games.pgn")).await.unwrap();
    assert_eq!(ending, MatchEnding::Complete);
    let games = read(&bench.path("games.pgn"));
    let specs: Vec<_> = games.iter().map(|game| game.record.spec).collect();
    assert_eq!(specs.iter().map(|spec| spec.game).collect::<Vec<_>>(), (0..14).collect::<Vec<_>>());
    for (pair, of_pair) in specs.chunks(2).enumerate() {
        assert_eq!(of_pair[0].white, Contender::First);
        assert_eq!(of_pair[1].white, Contender::Second);
        assert_eq!([of_pair[0].opening, of_pair[1].opening], [pair % 6; 2]);
    }
}

#[tokio::test]
async fn the_order_begins_at_start_and_follows_the_seed() {
    let lines = format!("seed = 3\n{}", nodes(1, 2));
    let text = match_text(12, &lines);
    let text = text.replace("\"book.pgn\"", "\"book.pgn\"\norder = \"shuffled\"\nstart = 3");
    let bench = Bench::with(&text);
    let settings = Arc::new(bench.load());
    let order = arena::chess::openings::Order::Shuffled.indices(6, 3);
    run(&settings, &bench.path("games.pgn")).await.unwrap();
    let games = read(&bench.path("games.pgn"));
    let played: Vec<usize> = games.iter().step_by(2).map(|game| game.record.spec.opening).collect();
    assert_eq!(played, [&order[2..], &order[..2]].concat());
}

#[tokio::test]
async fn at_a_node_limit_games_are_the_same_at_any_concurrency() {
    let mut journals = Vec::new();
    for concurrency in [1, 2] {
        let bench = Bench::new(40, &nodes(500, concurrency));
        let settings = Arc::new(bench.load());
        run(&settings, &bench.path("games.pgn")).await.unwrap();
        journals.push(without_times(&read(&bench.path("games.pgn"))));
    }
    assert_eq!(journals[0].len(), 40);
    assert_eq!(journals[0], journals[1]);
}

#[tokio::test]
async fn a_torn_match_goes_on_with_exactly_the_missing_games() {
    let bench = Bench::new(12, &nodes(50, 2));
    let settings = Arc::new(bench.load());
    let path = bench.path("games.pgn");
    run(&settings, &path).await.unwrap();
    let whole = without_times(&read(&path));
    let bytes = fs::read(&path).unwrap();
    for cut in (0..bytes.len()).step_by(bytes.len() / 20) {
        fs::write(&path, &bytes[..cut]).unwrap();
        assert_eq!(run(&settings, &path).await.unwrap(), MatchEnding::Complete);
        assert_eq!(without_times(&read(&path)), whole, "cut at {cut}");
    }
}

#[tokio::test]
async fn a_finished_match_is_left_alone_and_a_longer_one_goes_on() {
    let bench = Bench::new(6, &nodes(1, 1));
    let path = bench.path("games.pgn");
    run(&Arc::new(bench.load()), &path).await.unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(run(&Arc::new(bench.load()), &path).await.unwrap(), MatchEnding::Complete);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let longer = Bench::new(10, &nodes(1, 1));
    run(&Arc::new(longer.load()), &path).await.unwrap();
    assert!(fs::read(&path).unwrap().starts_with(&bytes));
    let games = read(&path);
    assert_eq!(games.len(), 10);
    // The anytime-valid interval stays tuned for the three pairs that were planned first.
    assert_eq!(facts(&longer.load()).anytime, Method::tuned_for(5));
    assert!(games.iter().all(|game| game.facts.anytime == Method::tuned_for(3)));
}

#[tokio::test]
async fn a_journal_keeps_the_method_of_its_interval() {
    let bench = Bench::new(6, &nodes(1, 1));
    let path = bench.path("games.pgn");
    run(&Arc::new(bench.load()), &path).await.unwrap();
    assert!(read(&path).iter().all(|game| game.facts.anytime == Method::tuned_for(3)));
    let written_before = |JournalGame { record, facts, opening, .. }| {
        let facts = MatchFacts { anytime: Method::Mixture, ..(*facts).clone() };
        GameWriter::new(&facts).text(&record, &opening, "2026.11.21").full()
    };
    let old: String = read(&path).into_iter().map(written_before).collect();
    fs::write(&path, &old).unwrap();
    run(&Arc::new(Bench::new(10, &nodes(1, 1)).load()), &path).await.unwrap();
    assert!(fs::read_to_string(&path).unwrap().starts_with(&old));
    let games = read(&path);
    assert!(games.len() == 10 && games.iter().all(|game| game.facts.anytime == Method::Mixture));
}

/// Counts the events it receives.
#[derive(Default)]
struct Counting {
    finished: u32,
    draining: u32,
    replayed: u32,
    aborting: u32,
    ending: Option<MatchEnding>,
}

impl Reporter for Counting {
    fn report(&mut self, event: &Event<'_>) {
        match event {
            Event::GameFinished { .. } => self.finished += 1,
            Event::Draining { .. } => self.draining += 1,
            Event::Aborting => self.aborting += 1,
            Event::Ended { ending, .. } => self.ending = Some(*ending),
            Event::Replayed { .. } => self.replayed += 1,
            Event::Started { .. }
            | Event::GameStarted { .. }
            | Event::Progress(_)
            | Event::Warning { .. } => {}
        }
    }
}

#[tokio::test]
async fn an_engine_that_panics_loses_that_game_only() {
    let bench = Bench::new(8, &nodes(1, 1));
    let settings = Arc::new(bench.load());
    let made = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&made);
    let make_player = move |contender: &ContenderSettings, _: Stop| {
        let first = contender.name == "old" && count.fetch_add(1, Ordering::Relaxed) == 0;
        let script = if first { vec![Reply::Panic("out of bounds")] } else { Vec::new() };
        Scripted::new(script)
    };
    let mut heard = Counting::default();
    let ending = run_with(&settings, &bench.path("games.pgn"), make_player, &mut heard, &[]).await;
    assert_eq!(ending.unwrap(), MatchEnding::Complete);
    assert_eq!((heard.finished, heard.ending), (8, Some(MatchEnding::Complete)));
    assert_eq!(made.load(Ordering::Relaxed), 2, "the contender gets a new player");
    let games = read(&bench.path("games.pgn"));
    let abandoned = |game: &&arena::storage::journal::JournalGame| {
        matches!(game.record.termination, Termination::Abandoned(_))
    };
    assert_eq!(games.iter().filter(abandoned).count(), 1);
    let lost = &games[0].record;
    assert_eq!(lost.outcome, KnownOutcome::Decisive { winner: shakmaty::Color::White });
    assert!(lost.incident.as_ref().unwrap().ends_with("out of bounds"));
}

/// Players that take a millisecond a move, so that a signal comes in time.
fn slow(_: &ContenderSettings, _: Stop) -> Slow {
    Slow(Scripted::default())
}

struct Slow(Scripted);

impl arena::player::Player for Slow {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        self.0.new_game(seed)
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        std::thread::sleep(Duration::from_millis(1));
        self.0.think(request)
    }
}

/// Players from whom the machine takes all time of the first move, and one later move
/// illegal.
struct Troubled {
    inner: Scripted,
    /// The number of requests for moves, over all players.
    asked: Arc<AtomicU32>,
    /// The number of the move that is not legal, from 0.
    illegal: u32,
}

impl arena::player::Player for Troubled {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        self.inner.new_game(seed)
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        let result = self.inner.think(request)?;
        let in_time = SearchResult { time: Some(Duration::ZERO), ..result };
        match self.asked.fetch_add(1, Ordering::Relaxed) {
            0 => {
                let time = Duration::from_secs(5);
                Ok(SearchResult { time: Some(time), stolen: time, ..result })
            }
            asked if asked == self.illegal => Ok(SearchResult { best_move: None, ..in_time }),
            _ => Ok(in_time),
        }
    }
}

#[tokio::test]
async fn a_void_game_does_not_stop_a_strict_match_and_a_fault_does() {
    let lines = "concurrency = 1\nlimits = { movetime = \"1\" }";
    for (illegal, expected, games) in
        [(u32::MAX, MatchEnding::Complete, 4), (9, MatchEnding::Faulted, 1)]
    {
        let bench = Bench::new(4, lines);
        let path = bench.path("games.pgn");
        let settings = Arc::new(Match { strict: true, ..bench.load() });
        let asked = Arc::new(AtomicU32::new(0));
        let make_player = move |_: &ContenderSettings, _: Stop| {
            let asked = Arc::clone(&asked);
            Troubled { inner: Scripted::default(), asked, illegal }
        };
        let mut heard = Counting::default();
        let ending = run_with(&settings, &path, make_player, &mut heard, &[]).await;
        assert_eq!(ending.unwrap(), expected);
        assert_eq!((heard.replayed, heard.draining), (1, u32::from(games == 1)));
        let games_on_disk = read(&path);
        assert_eq!(games_on_disk.len(), games);
        let attempts = u32::from(games > 1);
        assert_eq!(games_on_disk[0].record.replays.attempts, attempts);
        assert!(games_on_disk.iter().skip(2).all(|game| game.record.replays.attempts == 0));
    }
}

#[tokio::test]
async fn a_held_journal_is_refused() {
    let bench = Bench::new(2, &nodes(1, 1));
    let settings = Arc::new(bench.load());
    let path = bench.path("games.pgn");
    let facts = crate::common::pairing_facts(&settings);
    let _held = arena::runner::open(&path, &facts).unwrap();
    let refused = run_with(&settings, &path, slow, &mut Silent, &[]).await.unwrap_err();
    assert!(refused.to_string().contains("another arena process"), "{refused}");
}

/// The second contender fails at its first move, so the first one wins every game.
fn one_sided(contender: &ContenderSettings, _: Stop) -> Scripted {
    let fails = contender.name == "old";
    Scripted::new(if fails { vec![Reply::Panic("out of bounds")] } else { Vec::new() })
}

/// Games by pair: whole pairs only.
fn assert_whole_pairs(path: &std::path::Path) -> usize {
    let games = read(path);
    let numbers: Vec<u32> = games.iter().map(|game| game.record.spec.game).collect();
    let whole = numbers.chunks(2).all(|pair| pair[0] % 2 == 0 && pair[1..] == [pair[0] + 1]);
    assert!(whole, "{numbers:?}");
    numbers.len()
}

#[tokio::test]
async fn a_clear_result_stops_the_match_for_good() {
    let stop = "stop = { sprt = { elo0 = 0, elo1 = 100 }, games = 500 }\n";
    // Of a small book's openings, the test would see no more pairs than there are openings.
    // The second contender fails in every game.
    let stop = stop.to_owned() + "supervision = { faults_in_a_row = 0 }\n";
    let text = match_text(1000, &(stop + &nodes(1, 2)));
    let bench = Bench::with(&text.replace("book.pgn", "builtin:balanced"));
    let settings = Arc::new(bench.load());
    let path = bench.path("games.pgn");
    let run = |path: std::path::PathBuf| {
        let settings = Arc::clone(&settings);
        async move { run_with(&settings, &path, one_sided, &mut Silent, &[]).await.unwrap() }
    };
    let ending = run(path.clone()).await;
    let MatchEnding::Stopped(StopCause::Decision(Stopped { decision, pairs, .. })) = ending else {
        panic!("{ending:?}");
    };
    assert_eq!(decision.to_string(), "H1 is accepted");
    let games = assert_whole_pairs(&path);
    assert!(games >= 2 * pairs as usize && games < 500, "{games} games, {pairs} pairs");
    assert_eq!(read(&path)[0].facts.stop, settings.stop);
    // Run again it just says so; a pair that lost a game after the decision is made whole, and
    // nothing else is played.
    let bytes = fs::read(&path).unwrap();
    assert_eq!(run(path.clone()).await, ending);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    let text = String::from_utf8(bytes).unwrap();
    let lost = format!("[Game \"{games}\"]");
    let kept = text.split_inclusive("\n\n").collect::<Vec<_>>();
    let kept = kept.chunks(2).map(<[&str]>::concat).filter(|game| !game.contains(&lost));
    fs::write(&path, kept.collect::<String>()).unwrap();
    assert_eq!(run(path.clone()).await, ending);
    assert_eq!(assert_whole_pairs(&path), games);
}

#[tokio::test]
async fn a_limit_of_games_is_met_exactly() {
    let bench = Bench::new(14, &("stop = { games = 6 }\n".to_owned() + &nodes(1, 2)));
    let settings = Arc::new(bench.load());
    let path = bench.path("games.pgn");
    let ending = run(&settings, &path).await.unwrap();
    assert_eq!(ending, MatchEnding::Stopped(StopCause::Games(6)));
    assert_eq!(assert_whole_pairs(&path), 6);
}

#[tokio::test]
async fn a_spent_budget_ends_the_run_on_whole_pairs_and_the_next_goes_on() {
    let stop = "stop = { budget = \"300ms\", until = \"07:00\" }\n";
    let bench = Bench::new(1000, &(stop.to_owned() + &nodes(1, 2)));
    let settings = Arc::new(bench.load());
    let path = bench.path("games.pgn");
    for _ in 0..2 {
        let before = if path.exists() { read(&path).len() } else { 0 };
        let ending = run_with(&settings, &path, slow, &mut Silent, &[]).await.unwrap();
        assert!(matches!(ending, MatchEnding::Stopped(StopCause::Budget(_))), "{ending:?}");
        let games = assert_whole_pairs(&path);
        assert!(games > before && games < 1000, "{games}");
    }
}

/// Keeps the warnings it receives.
#[derive(Default)]
struct Warnings(Vec<String>);

impl Reporter for Warnings {
    fn report(&mut self, event: &Event<'_>) {
        if let Event::Warning { text } = event {
            self.0.push((*text).to_owned());
        }
    }
}

#[tokio::test]
async fn a_stop_rule_that_is_changed_after_games_is_warned_of() {
    let bench = Bench::new(4, "");
    let journal = bench.path("games.pgn");
    let mut heard = Vec::new();
    for (games, stop) in [
        (4, "sprt = { elo0 = 0, elo1 = 5 }"),
        (6, "sprt = { elo0 = 0, elo1 = 5 }, until = \"07:00\", budget = \"6h\""),
        (8, "sprt = { elo0 = 0, elo1 = 10 }"),
        (10, "sprt = { elo0 = 0, elo1 = 10 }"),
    ] {
        let lines = format!("{}\nstop = {{ {stop} }}", nodes(1, 1));
        fs::write(bench.file(), match_text(games, &lines)).unwrap();
        let settings = Arc::new(bench.load());
        let make_player = player::factory(&settings, &Guard::none(), &bench.path("stderr"));
        let mut warnings = Warnings::default();
        run_by(&settings, &journal, make_player, &mut warnings, &[]).await.unwrap();
        heard.push(warnings.0);
    }
    assert_eq!([heard[0].len(), heard[1].len(), heard[2].len(), heard[3].len()], [0, 0, 1, 0]);
    let expected = "The stop rule was changed after 6 games, from SPRT [0, 5] nElo";
    assert!(heard[2][0].starts_with(expected), "{heard:?}");
    // Both are in the journal.
    let rules: Vec<String> =
        read(&journal).iter().map(|game| game.facts.stop.to_string()).collect();
    assert!(rules[0].contains("elo1=5,") && rules[9].contains("elo1=10,"), "{rules:?}");
}
