//! The program as its users run it.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use game_data::ScoredGame;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Color, KnownOutcome, Position, Role};

/// Random games, valued by their pawns.
fn write_games(path: &Path, games: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut file = fs::File::create(path).unwrap();
    for _ in 0..games {
        let start = Chess::default();
        let mut position = start.clone();
        let mut moves = Vec::new();
        while moves.len() < 60 && !position.is_game_over() {
            let legal = position.legal_moves();
            let m = legal[random.random_range(0..legal.len())];
            let pawns = |color: Color| position.board().by_piece(Role::Pawn.of(color)).count();
            moves.push((m, 100 * (pawns(Color::White) as i16 - pawns(Color::Black) as i16)));
            position.play_unchecked(m);
        }
        let winner = if random.random_bool(0.5) { Color::White } else { Color::Black };
        let outcome = KnownOutcome::Decisive { winner };
        game_data::write(&ScoredGame { start, outcome, moves }, &mut file).unwrap();
    }
}

fn trainer(directory: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
    command.current_dir(directory).args(arguments.split_whitespace()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The validation losses of the epochs, at most nine.
fn losses(report: &str) -> Vec<f64> {
    let rows =
        report.lines().filter_map(|line| line.trim().strip_prefix(|c: char| c.is_ascii_digit()));
    rows.filter_map(|row| row.split_whitespace().last()?.parse().ok()).collect()
}

#[test]
fn games_become_a_network_with_its_losses() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    write_games(&place.join("x.viriformat"), 200);
    let quick = "--hidden 32 --outputs 2 --epochs 3 --batch 512 --rate 0.01 --quiet";
    let train = format!("train x.viriformat --scale 300 --results 0 {quick}");
    let output = trainer(place, &format!("{train} --out a.network --threads 1"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("Scale 300 centipawns, given"), "{said}");
    assert!(said.contains("the classical evaluation, at its best scale of"), "{said}");
    let losses = losses(&said);
    assert!(losses.len() == 3 && losses[2] < losses[0], "{said}");
    assert_eq!(fs::read_to_string(place.join("a.network.txt")).unwrap(), said);
    assert!(fs::read_to_string(place.join("a.network.svg")).unwrap().contains("validation"));
    // The last epoch is the network.
    let network = fs::read(place.join("a.network")).unwrap();
    assert!(fs::read(place.join("a.network.epochs/003.network")).unwrap() == network);
    assert!(fs::read(place.join("a.network.epochs/002.network")).unwrap() != network);
    assert!(trainer(place, &format!("{train} --out b.network --threads 2")).status.success());
    assert!(fs::read(place.join("b.network")).unwrap() == network);
    // A training that continues from a network begins where that ended.
    let more = "--scale 300 --results 0 --epochs 1 --batch 512 --rate 0.001 --quiet";
    let output =
        trainer(place, &format!("train x.viriformat --from a.network {more} --out c.network"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(self::losses(&said)[0] < 1.05 * losses[2], "{said}");
    assert!(said.contains("It continues from a.network"), "{said}");
    // The engine takes it.
    assert!(engine::Network::read(&network).is_ok());
    let described = text(&trainer(place, "describe a.network").stdout);
    assert!(described.contains("hidden size") && described.contains("300"), "{described}");
}

#[test]
fn what_cannot_be_learned_from_is_refused_with_the_reason() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    let fails = |arguments: &str| {
        let output = trainer(place, arguments);
        assert!(!output.status.success(), "{arguments}");
        text(&output.stderr)
    };
    let error = fails("train none.viriformat --out x.network -q");
    assert!(error.contains("cannot learn from none.viriformat"), "{error}");
    write_games(&place.join("one.viriformat"), 1);
    let error = fails("train one.viriformat --out x.network -q");
    assert!(error.contains("1 games with") && error.contains("more games are needed"), "{error}");
    let error = fails("train one.viriformat --out x.network --hidden 40 -q");
    assert!(error.contains("--hidden 40: expected a multiple of 32"), "{error}");
    let mut games = fs::read(place.join("one.viriformat")).unwrap();
    games[33] ^= 4;
    fs::write(place.join("bent.viriformat"), &games).unwrap();
    let error = fails("train bent.viriformat --out x.network -q");
    assert!(error.contains("game 1 (from 1), at byte 32: ply 1"), "{error}");
    let error = fails("describe one.viriformat");
    assert!(error.contains("it does not begin with ZIGGNET1"), "{error}");
}
