//! Programs that ponder.

use crate::bench::Bench;
use crate::engine::ponderer::{HIT, OTHER};
use crate::nats::installed::skip;
use crate::real::installed;
use arena::chess::record::{Contender, Termination};
use arena::storage::journal::JournalGame;

crate::tests![
    the_expected_move_is_a_hit,
    another_move_stops_the_engine,
    an_answer_before_its_time_counts_when_the_move_has_come,
    an_engine_that_does_not_stop_pondering_loses,
    an_engine_without_the_option_is_named,
    what_cannot_ponder_is_refused,
    real_engines_ponder,
];

const MATCH: &str = "\
games = 2
concurrency = 1
limits = { time_control = \"60+0.1\" }
openings = { file = \"book.pgn\" }
adjudication = { max_moves = 12 }

[[contender]]
name = \"P\"
ENGINE ponders
ponder = true

[[contender]]
name = \"cheap\"
ENGINE cheap
limits = { time_control = \"7+0\" }
";

/// Nodes of the moves of the first contender.
fn nodes(game: &JournalGame) -> Vec<u64> {
    let record = &game.record;
    let own = record.moves.iter().enumerate().filter(|(ply, _)| {
        let mover = if ply % 2 == 0 { record.first_mover } else { !record.first_mover };
        record.spec.player(mover) == Contender::First
    });
    own.map(|(_, record)| record.nodes).collect()
}

fn the_expected_move_is_a_hit() {
    let bench = Bench::new(MATCH);
    let run = bench.run(&["--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    for game in bench.games() {
        assert_eq!(game.record.termination, Termination::MoveLimit);
        let nodes = nodes(&game);
        // The last search of the game before was stopped.
        assert_eq!(nodes[0], OTHER + u64::from(game.record.spec.game));
        assert!(nodes.len() > 5 && nodes[1..].iter().all(|count| *count == HIT), "{nodes:?}");
        let configuration = game.facts.contenders[0].engine.to_string();
        assert!(configuration.ends_with("; Ponder = true; ponders on its opponent's time"));
    }
    let full = std::fs::read_to_string(bench.path("results/x/report.html")).unwrap();
    assert!(full.contains("ponders on its opponent"));
    // The match that is kept beside the journal is the same.
    let kept = std::fs::read_to_string(bench.path("results/x/match.toml")).unwrap();
    assert!(kept.contains("ponder = true"), "{kept}");
    bench.assert_nothing_is_left();
}

fn another_move_stops_the_engine() {
    let bench = Bench::new(&MATCH.replace("ENGINE ponders", "ENGINE ponders-wrong"));
    let run = bench.run(&["--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    for game in bench.games() {
        // With a single reply the expected move cannot be wrong.
        assert_eq!(game.record.termination, Termination::MoveLimit);
        let nodes = nodes(&game);
        assert!(nodes.iter().filter(|count| **count >= OTHER).count() > 5, "{nodes:?}");
        assert!(nodes.last() > Some(&(OTHER + 4)) || nodes.contains(&HIT), "{nodes:?}");
    }
}

fn an_answer_before_its_time_counts_when_the_move_has_come() {
    let bench = Bench::new(&MATCH.replace("ENGINE ponders", "ENGINE ponders-hastily"));
    let run = bench.run(&["--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    for game in bench.games() {
        assert_eq!(game.record.termination, Termination::MoveLimit);
        assert!(nodes(&game)[1..].iter().all(|count| *count == HIT));
    }
}

fn an_engine_that_does_not_stop_pondering_loses() {
    let text = MATCH.replace("ENGINE ponders", "ENGINE ponders-on");
    let bench = Bench::new(&format!("{text}\n[supervision]\ngrace = \"0.3\"\n"));
    let run = bench.run(&["--quiet"]);
    assert_eq!(run.code, Some(22), "{}", run.errors);
    for game in bench.games() {
        assert!(matches!(game.record.termination, Termination::Abandoned(_)), "{game:?}");
        let incident = game.record.incident.unwrap_or_default();
        assert!(incident.contains("no answer to `stop` while it pondered"), "{incident}");
    }
    // The clocks it received are its own and its opponent's.
    let transcript = bench.evidence(1, "transcript.txt");
    let told = transcript.lines().find(|line| line.contains("go ponder")).unwrap();
    let clock = |key: &str| -> u64 {
        told.split_once(key).unwrap().1.split(' ').next().unwrap().parse().unwrap()
    };
    assert!(clock("wtime ") > 50_000 && clock("btime ") <= 7000, "{told}");
    bench.assert_nothing_is_left();
}

fn an_engine_without_the_option_is_named() {
    let bench = Bench::new(&MATCH.replace("ENGINE ponders", "ENGINE cheap"));
    let run = bench.run(&["--quiet"]);
    assert_eq!(run.code, Some(1));
    assert!(run.errors.contains("x.toml:10: \"P\": "), "{}", run.errors);
    assert!(run.errors.contains("does not ponder: it has no option Ponder"), "{}", run.errors);
}

fn what_cannot_ponder_is_refused() {
    let refused = |from: &str, to: &str| {
        let bench = Bench::new(&MATCH.replacen(from, to, 1));
        let run = bench.run(&["--quiet"]);
        assert_eq!(run.code, Some(1), "{to}");
        run.errors
    };
    let nodes = refused("limits = { time_control = \"60+0.1\" }", "limits = { nodes = 9 }");
    assert!(nodes.contains("x.toml:10: ") && nodes.contains("not by `nodes`"), "{nodes}");
    assert!(nodes.contains("games would not repeat"), "{nodes}");
    let both = "limits = { time_control = \"60+0.1\", depth = 3 }";
    let depth = refused("limits = { time_control = \"60+0.1\" }", both);
    assert!(depth.contains("not by `depth`"), "{depth}");
    let preset = refused("ENGINE ponders", "preset = \"none\"");
    assert!(preset.contains("thinks on its own time alone"), "{preset}");
    let option = refused("ponder = true", "ponder = true\noptions = { ponder = false }");
    assert!(option.contains("the option Ponder is false"), "{option}");
}

fn real_engines_ponder() {
    let (Some(stockfish), Some(ethereal)) = (installed("stockfish"), installed("ethereal-chess"))
    else {
        skip("stockfish and ethereal-chess are not both installed");
        return;
    };
    let text = MATCH
        .replace("ENGINE ponders", &format!("command = {stockfish:?}"))
        .replace("ENGINE cheap", &format!("command = {ethereal:?}\nponder = true"))
        .replace("\"60+0.1\"", "\"4+0.1\"")
        .replace("limits = { time_control = \"7+0\" }\n", "");
    let bench = Bench::new(&text);
    let run = bench.run(&["--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    for game in bench.games() {
        // On a busy machine a flag may fall; nothing else may be wrong.
        let end = game.record.termination;
        let failed = matches!(end, Termination::Abandoned(_) | Termination::IllegalMove(_));
        assert!(!failed, "{:?}", game.record.incident);
    }
    bench.assert_nothing_is_left();
}
