//! Engines of the caller's, on a clock.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::thread;
use std::time::Duration;

use arena::config::{self, ContenderSettings};
use arena::player::{AnyPlayer, MoveRequest, Player, PlayerFailure, SearchResult};
use shakmaty::Position;
use uci_client::Guard;

const MATCH: &str = r#"
games = 4
concurrency = 2
limits = { time_control = "0.5+0.01", time_margin = "0.15" }
openings = { file = "builtin:balanced" }
adjudication = { max_moves = 20 }
contender = [{ name = "slow", preset = "none" }, { name = "fast", preset = "none" }]
"#;

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

/// The report's counts of games lost on time by "slow", and by "fast"; `rival` makes the second player.
fn time_losses(pause: Duration) -> (u64, u64) {
    let directory = tempfile::tempdir().unwrap();
    let settings = config::load_text("match.toml".as_ref(), MATCH.to_owned()).unwrap();
    let journal = directory.path().join("games.pgn");
    // The rival is the engine of this program: players of two types in one match.
    let rival = AnyPlayer::factory(&settings, &Guard::none(), directory.path());
    let make_player = move |contender: &ContenderSettings, stop| -> Box<dyn Player> {
        match contender.name.as_str() {
            "slow" => Box::new(Sleeper(pause)),
            _ => Box::new(rival(contender, stop)),
        }
    };
    arena::play_with(settings, &journal, make_player).unwrap();
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
