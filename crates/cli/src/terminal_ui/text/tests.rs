//! The text for events of made-up matches.

use super::*;
use arena::config::{self, Overrides};
use arena::score::tally::{PlayedPair, Scoreboard, Tally};
use stats::Wdl;
use stats::anytime::Method;
use stats::stop::StopRules;
use std::time::Duration;

/// A match of contenders with these names.
fn settings(names: &[&str]) -> Match {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("x.toml");
    let contender = |name| format!("[[contender]]\nname = \"{name}\"\npreset = \"none\"\n");
    let contenders: String = names.iter().map(contender).collect();
    let text = format!(
        "games = 10\nlimits = {{ nodes = 1 }}\nopenings = {{ file = \"book.pgn\" }}\n{contenders}"
    );
    std::fs::write(directory.path().join("book.pgn"), "1. e4 e5 *\n").unwrap();
    std::fs::write(&file, text).unwrap();
    config::load(&file, &Overrides::default()).unwrap()
}

/// A pair with these half points.
fn played(half_points: [u8; 2]) -> PlayedPair {
    PlayedPair { half_points, opening: 0, moves: 0 }
}

#[test]
fn a_progress_line_says_it_all() {
    let mut tally = Tally::default();
    tally.encounter.as_white += Wdl { losses: 29, draws: 51, wins: 40 };
    for pair in 0..60 {
        tally.complete_pair(pair, played([1, if pair % 5 == 0 { 2 } else { 1 }]));
    }
    let (elapsed, scoreboard) = (Duration::from_secs(600), &Scoreboard::from_iter([tally]));
    let progress = MatchProgress { planned: 1000, before: 0, scoreboard, elapsed, deadline: None };
    let settings = settings(&["new", "old"]);
    assert_eq!(
        progress_line(&settings, &progress),
        "120/1000 games  new - old: 66.0 - 54.0 (55.0 %), Elo 34.9 +- 19.1 (95 %, one look) | \
         720 games/h, 1 h 13 min left"
    );
    let fresh =
        MatchProgress { scoreboard: &Scoreboard::from_iter([Tally::default()]), ..progress };
    assert_eq!(
        progress_line(&settings, &fresh),
        "0/1000 games  no games yet | no game finished yet"
    );
    let end = |before| pace(&MatchProgress { planned: 120, before, ..progress });
    assert_eq!(end(0), "720 games/h, took 10 min 00 s");
    assert_eq!(end(120), "all of them played before");
}

#[test]
fn a_contender_without_a_score_is_named_after_ten_games() {
    let settings = settings(&["new", "old"]);
    let line = |games: u64, scores: u64| {
        let mut tally = Tally::default();
        tally.encounter.as_white += Wdl { losses: 0, draws: games, wins: 0 };
        tally.contenders.first.searches.moves = 100;
        tally.contenders.first.searches.scores = scores;
        let (scoreboard, elapsed) = (&Scoreboard::from_iter([tally]), Duration::from_secs(600));
        progress_line(
            &settings,
            &MatchProgress { planned: 1000, before: 0, scoreboard, elapsed, deadline: None },
        )
    };
    let told = "no score told by new: adjudication by score cannot act";
    assert!(line(10, 0).contains(told), "{}", line(10, 0));
    for silent in [line(9, 0), line(10, 1), line(10, 100)] {
        assert!(!silent.contains("no score told"), "{silent}");
    }
}

#[test]
fn a_tournament_has_its_standings_on_the_line() {
    let tally = |wins, losses| {
        let mut tally = Tally::default();
        tally.encounter.as_white += Wdl { losses, draws: 1, wins };
        tally
    };
    let settings = settings(&["a", "b", "c"]);
    let mut scoreboard = Scoreboard::watched_by(3, &[], &Method::default(), false);
    let line = |scoreboard: &Scoreboard| {
        let elapsed = Duration::from_secs(600);
        let progress =
            MatchProgress { planned: 30, before: 0, scoreboard, elapsed, deadline: None };
        progress_line(&settings, &progress)
    };
    assert_eq!(line(&scoreboard), "0/30 games  no games yet | no game finished yet");
    scoreboard = [tally(1, 2), tally(3, 0), tally(2, 1)].into_iter().collect();
    assert_eq!(
        line(&scoreboard),
        "12/30 games  a 62.5 % of 8, b 62.5 % of 8, c 25.0 % of 8 | 72 games/h, 15 min 00 s left"
    );
    let started = games(&settings);
    assert_eq!(started, "round-robin of 3 contenders, 3 pairings of 10 games, 30 games");
}

#[test]
fn a_test_is_followed_to_its_decision() {
    let rules: StopRules =
        "sprt{elo0=0,elo1=40,alpha=0.05,beta=0.05,model=logistic}".parse().unwrap();
    let mut tally = Tally::watched_by(&rules.sequential, &Method::default(), false);
    let until = StopCause::Until("07:00".parse().unwrap());
    let line = |tally: &Tally, deadline| {
        let (elapsed, scoreboard) =
            (Duration::from_secs(600), &Scoreboard::from_iter([tally.clone()]));
        tests(&MatchProgress { planned: 1000, before: 0, scoreboard, elapsed, deadline })
    };
    assert_eq!(line(&tally, None), ["LLR 0.00 [-2.94, 2.94]"]);
    for pair in 0..30 {
        tally.complete_pair(pair, played([1, [1, 2, 0][pair as usize % 3]]));
        tally.encounter.as_white += Wdl { losses: 0, draws: 2, wins: 0 };
    }
    let level = line(&tally, None);
    assert!(level[0].contains("; if the estimate of 0.0 Elo holds about "), "{level:?}");
    assert!(level[0].ends_with(" % chance to decide in the 940 left"), "{level:?}");
    let soon = Some(Deadline { left: Duration::from_secs(1200), cause: until });
    let level = line(&tally, soon);
    assert!(level[2].ends_with(" % by 07:00"), "{level:?}");
    for pair in 30..200 {
        tally.complete_pair(pair, played([2, 1]));
    }
    let [decided] = line(&tally, soon).try_into().unwrap();
    assert!(decided.ends_with("]: H1 is accepted"), "{decided}");
}

#[test]
fn no_line_is_longer_than_the_terminal() {
    let rules: StopRules =
        "sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic}".parse().unwrap();
    let mut tally = Tally::watched_by(&rules.sequential, &Method::default(), false);
    for pair in 0..120 {
        tally.complete_pair(pair, played([1, [1, 2, 0, 2, 0][pair as usize % 5]]));
        tally.encounter.as_white += Wdl { losses: 1, draws: 0, wins: 1 };
    }
    let (elapsed, scoreboard) = (Duration::from_secs(600), &Scoreboard::from_iter([tally]));
    let progress = MatchProgress { planned: 2000, before: 0, scoreboard, elapsed, deadline: None };
    let at = |settings: &Match, columns| {
        let mut all = vec![counter(&progress, columns)];
        all.extend(lines(settings, &progress, columns));
        assert!(all.iter().all(|line| terminal::width(line) <= columns), "{all:?}");
        all
    };
    let usual = settings(&["stockfish-dev", "stockfish-15.1"]);
    assert_eq!(
        at(&usual, 60),
        [
            "240/2000 games, at most 1 h 13 min left",
            "stockfish-dev: 120.0 - 120.0 | 50.0 % | Elo 0.0 +- 28.0",
            "LLR -0.06 [-2.94, 2.94]; at 0.0 Elo ~10,070 more games"
        ]
    );
    assert_eq!(
        at(&usual, 80)[1..],
        [
            "stockfish-dev - stockfish-15.1: 120.0 - 120.0 (50.0 %), Elo 0.0 +- 28.0",
            "LLR -0.06 [-2.94, 2.94]; at 0.0 Elo ~10,070 more games; 1.0 % in the 1,760 left"
        ]
    );
    assert_eq!(
        at(&usual, 120)[1..],
        [
            "stockfish-dev - stockfish-15.1: 120.0 - 120.0 (50.0 %), Elo 0.0 +- 28.0 (95 %, one look)",
            "LLR -0.06 [-2.94, 2.94]; at 0.0 Elo about 10,070 more games; 1.0 % chance to decide in the \
             1,760 left"
        ]
    );
    let names = ["x".repeat(40), "another name of forty characters".to_owned()];
    for columns in 60..130 {
        at(&settings(&[&names[0], &names[1]]), columns);
    }
}

#[test]
fn only_who_has_pressed_ctrl_c_is_told_to_press_it_again() {
    let rule = DrainCause::Rule(StopCause::Games(8));
    assert_eq!(
        draining(2, DrainCause::Interrupt),
        "stopping after the 2 games in progress; press Ctrl-C again to give them up"
    );
    assert_eq!(
        draining(1, DrainCause::Fault),
        "stopped by a fault; stopping after the game in progress; press Ctrl-C to give it up"
    );
    assert_eq!(draining(0, rule), "stopped by the limit of 8 games; no game is in progress");
    assert_eq!(draining(0, DrainCause::Interrupt), "no game is in progress");
}
