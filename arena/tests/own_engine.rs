//! Engines of the caller's, on a clock.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "tests")]

use std::thread;
use std::time::Duration;

use arena::{Match, MoveRequest, Player, PlayerFailure, ReportFormat, SearchResult};
use shakmaty::Position;

const MATCH: &str = r#"
games = 4
concurrency = 2
limits = { time_control = "0.5+0.01", time_margin = "0.15" }
openings = { file = "builtin:balanced" }
adjudication = { max_moves = 20 }
contender = [{ name = "slow", own = OWN }, { name = "fast", preset = "none" }]
"#;
const VERSION_1: &str = r#"{ name = "Sleeper", version = "1" }"#;

/// Plays the first legal move, after a while. It measures nothing itself.
struct Sleeper(Duration);

impl Player for Sleeper {
    fn new_game(&mut self, _seed: u64) -> Result<(), PlayerFailure> {
        Ok(())
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        thread::sleep(self.0);
        let best_move = request.position.legal_moves().first().copied();
        Ok(SearchResult { best_move, ..SearchResult::default() })
    }
}

fn settings(own: &str) -> Match {
    arena::load_text("match.toml".as_ref(), MATCH.replace("OWN", own)).unwrap()
}

/// Games lost on time by "slow", and by "fast", the engine of this program.
fn time_losses(pause: Duration) -> (u64, u64) {
    let directory = tempfile::tempdir().unwrap();
    let journal = directory.path().join("games.pgn");
    arena::play_with(settings(VERSION_1), &journal, move |_, _| Sleeper(pause)).unwrap();
    let text = std::fs::read_to_string(&journal).unwrap();
    let lost = |name: &str| {
        let games =
            text.split("[Event ").filter(|game| game.contains("[Termination \"time forfeit\"]"));
        games
            .filter(|game| {
                let is_white = game.contains(&format!("[White \"{name}\"]"));
                game.contains(if is_white { "[Result \"0-1\"]" } else { "[Result \"1-0\"]" })
            })
            .count() as u64
    };
    (lost("slow"), lost("fast"))
}

#[test]
fn an_own_engine_that_sleeps_loses_on_time_and_its_rival_does_not() {
    assert_eq!(time_losses(Duration::from_millis(300)), (4, 0));
}

#[test]
fn an_own_engine_that_answers_in_time_loses_no_game_on_time() {
    assert_eq!(time_losses(Duration::ZERO), (0, 0));
}

#[test]
fn a_changed_engine_is_another_one_and_the_report_says_in_which_way() {
    let directory = tempfile::tempdir().unwrap();
    let journal = directory.path().join("games.pgn");
    let play =
        |own: &str| arena::play_with(settings(own), &journal, |_, _| Sleeper(Duration::ZERO));
    let text = play(VERSION_1).unwrap().render(ReportFormat::TEXT).unwrap();
    assert!(text.contains("Differs in: program (Sleeper / ziggurat's search)."), "{text}");
    assert!(play(VERSION_1).is_ok(), "the same engine goes on with its match");
    let error = play(r#"{ name = "Sleeper", version = "2" }"#).unwrap_err().to_string();
    assert!(error.contains("slow's version is 2, there it is 1"), "{error}");
}

#[test]
fn an_own_engine_needs_its_program() {
    let directory = tempfile::tempdir().unwrap();
    let error = arena::play(settings(VERSION_1), &directory.path().join("games.pgn")).unwrap_err();
    assert!(
        error.to_string().contains("\"slow\" is an engine that a program with the library"),
        "{error}"
    );
}
