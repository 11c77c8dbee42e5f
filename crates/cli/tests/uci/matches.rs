//! Whole matches between programs.

use std::time::Duration;

use arena::config::OwnEngine;
use arena::storage::facts::EngineFacts;
use arena::storage::journal::{JournalGame, canonical};
use rustix::process::{Pid, Signal, kill_process};

use crate::bench::{Bench, Run, read};

crate::tests![
    games_at_a_node_limit_are_the_same_at_any_concurrency,
    copies_of_a_program_with_the_same_options_are_refused,
    a_changed_engine_is_refused,
    a_changed_script_is_refused,
    an_engine_that_is_replaced_while_it_plays_stops_the_match_until_it_is_back,
    a_new_process_for_every_game_plays_the_same,
    a_trimmed_history_leads_to_the_same_games,
    two_clocks_are_told_and_kept,
    a_program_of_several_threads_is_known_by_its_journal_whoever_sets_them,
    programs_and_presets_meet_in_a_tournament,
    a_program_that_fails_in_a_tournament_fails_alone,
];

fn text(games: u32, concurrency: u32, lines: &str) -> String {
    format!(
        "games = {games}\nconcurrency = {concurrency}\nadjudication = {{ max_moves = 60 }}\n\
         [limits]\nnodes = 1\n[openings]\nfile = \"book.pgn\"\norder = \"shuffled\"\n\
         [[contender]]\nname = \"one\"\nENGINE cheap\n{lines}\n\
         [[contender]]\nname = \"other\"\nENGINE none\n"
    )
}

/// The part that must be equal: all but the times.
fn without_times(mut games: Vec<JournalGame>) -> Vec<JournalGame> {
    for game in &mut games {
        for m in &mut game.record.moves {
            m.time = Duration::ZERO;
        }
        // The engines of two benches have different arguments.
        game.facts_mut().fingerprint.clear();
        for contender in &mut game.facts_mut().contenders {
            let [name, version] = ["any", "any"].map(str::to_owned);
            contender.engine = EngineFacts::Own(OwnEngine { name, version });
        }
    }
    games
}

fn played(text: &str) -> Vec<JournalGame> {
    let bench = Bench::new(text);
    let run = bench.run(&[]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    bench.assert_nothing_is_left();
    without_times(bench.games())
}

fn games_at_a_node_limit_are_the_same_at_any_concurrency() {
    let games = played(&text(12, 1, ""));
    assert_eq!(games.len(), 12);
    assert!(games.iter().any(|game| game.record.moves.len() > 20));
    assert_eq!(played(&text(12, 3, "")), games);
}

fn a_new_process_for_every_game_plays_the_same() {
    assert_eq!(played(&text(6, 2, "restart = true")), played(&text(6, 2, "")));
}

fn a_trimmed_history_leads_to_the_same_games() {
    assert_eq!(played(&text(4, 2, "trim_history = true")), played(&text(4, 2, "")));
}

fn copies_of_a_program_with_the_same_options_are_refused() {
    let bench = Bench::new("");
    let [new, old] = ["new", "old"].map(|name| bench.path(name));
    let play = |arguments: &str, more: &[&str]| {
        let engines = [&new, &old].map(|file| format!("{} {arguments}", file.display()));
        let mut arena = std::process::Command::new(env!("CARGO_BIN_EXE_arena"));
        arena.env("ARENA_WAIT", "0");
        arena.current_dir(bench.path("")).args(["run", "--first", &engines[0], "--second"]);
        arena.args([&engines[1], "--nodes", "1", "--games", "2", "--quiet"]).args(more);
        let output = arena.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let engine = std::env::current_exe().unwrap();
    for copy in [&new, &old] {
        std::fs::copy(&engine, copy).unwrap();
    }
    let (code, told) = play("engine cheap", &[]);
    let expected = "nothing differs between \"new\" and \"old\" but their names";
    assert!(code == Some(1) && told.contains(expected), "{told}");
    for more in [&["--same"][..], &["--second-option", "Skill=2"]] {
        let (code, told) = play("engine cheap", more);
        assert!(code == Some(0) && !told.contains("nothing differs"), "{more:?}: {told}");
    }
    // A script may run another program at another place.
    let script = format!("#!/bin/sh\nexec {} engine cheap\n", engine.display());
    for copy in [&new, &old] {
        std::fs::write(copy, &script).unwrap();
    }
    let (code, told) = play("", &[]);
    assert_eq!(code, Some(0), "{told}");
}

fn a_changed_engine_is_refused() {
    let bench = Bench::new(&text(2, 1, ""));
    assert_eq!(bench.run(&[]).code, Some(0));
    let file = bench.path("x.toml");
    let written = std::fs::read_to_string(&file).unwrap();
    // The same program by another name, with a byte more at its end.
    let this = std::env::current_exe().unwrap();
    let changed = bench.path("changed");
    std::fs::copy(&this, &changed).unwrap();
    let journal = std::fs::read(bench.path("results/x/games.pgn")).unwrap();
    let (this, changed_text) = (this.display().to_string(), changed.display().to_string());
    std::fs::write(&file, written.replacen(&this, &changed_text, 1)).unwrap();
    let run = bench.run(&["--games", "4"]);
    assert!(run.errors.contains("one's program is Cheap by Ziggurat"), "{}", run.errors);
    let mut bytes = std::fs::read(&changed).unwrap();
    bytes.push(0);
    std::fs::write(&changed, bytes).unwrap();
    let run = bench.run(&["--games", "4"]);
    assert_eq!(run.code, Some(1));
    assert!(run.errors.contains("the signature of one's engine is"), "{}", run.errors);
    assert_eq!(std::fs::read(bench.path("results/x/games.pgn")).unwrap(), journal);
}

fn a_changed_script_is_refused() {
    let bench = Bench::new(&text(2, 1, "dir = \".\""));
    let file = bench.path("x.toml");
    let written = std::fs::read_to_string(&file).unwrap();
    // The first contender is a script that becomes the engine.
    let command = written.lines().find(|line| line.starts_with("command")).unwrap();
    let words = command.trim_start_matches("command = [").trim_end_matches(']').replace(',', "");
    std::fs::write(bench.path("engine.sh"), format!("exec {words}\n")).unwrap();
    let scripted = "command = [\"sh\", \"engine.sh\"]";
    std::fs::write(&file, written.replacen(command, scripted, 1)).unwrap();
    let run = bench.run(&[]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let journal = bench.path("results/x/games.pgn");
    let bytes = std::fs::read(&journal).unwrap();
    assert_eq!(bench.run(&[]).code, Some(0), "it is the same match");
    std::fs::write(bench.path("engine.sh"), format!("# new\nexec {words}\n")).unwrap();
    let run = bench.run(&["--games", "4"]);
    assert_eq!(run.code, Some(1), "{}", run.errors);
    let found = "the files that one's arguments and options name is engine.sh sha256=";
    assert!(run.errors.contains(found), "{}", run.errors);
    assert_eq!(std::fs::read(&journal).unwrap(), bytes);
}

fn two_clocks_are_told_and_kept() {
    let text = text(2, 1, "").replace("nodes = 1", "time_control = \"20/2+0.05\"");
    let bench = Bench::new(&text);
    let run = bench.run(&["--full"]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let games = read(&bench.path("results/x/games.pgn"));
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!(game.record.thread, Some(1));
        assert!(game.record.incident.is_none(), "{:?}", game.record.incident);
        let told = game.record.moves.iter().filter(|m| m.reported_time.is_some()).count();
        assert!(told > 0 && told < game.record.moves.len() + 1);
    }
    assert!(run.report.contains("the engine's own account"), "{}", run.report);
}

fn a_program_of_several_threads_is_known_by_its_journal_whoever_sets_them() {
    // The engine has four threads by default; an option of another name sets two of them, or one.
    for (options, threads) in
        [("", 4), ("options = { Cores = 2 }", 2), ("options = { Cores = 1 }", 1)]
    {
        let text =
            text(4, 1, "").replace("ENGINE none", &format!("ENGINE four-threads\n{options}"));
        let bench = Bench::new(&text);
        let run = bench.run(&[]);
        assert_eq!(run.code, Some(0), "{}", run.errors);
        assert_eq!(
            run.errors.contains(&format!("with {threads} threads")),
            threads > 1,
            "{}",
            run.errors
        );
        for game in bench.games() {
            assert_eq!(game.facts.contenders[1].engine.threads(), threads);
            assert_eq!(game.facts.may_repeat(), threads == 1);
            // The digest of games is the same as before journals recorded threads.
            assert!(!canonical(&game).contains("Threads"));
        }
        let again = bench.run(&["--games", "6"]);
        assert_eq!((again.code, bench.games().len()), (Some(0), 6), "{}", again.errors);
    }
}

/// Two programs and a preset, everyone against everyone.
fn of_three(concurrency: u32, fault: &str) -> String {
    text(4, concurrency, "").replace("ENGINE none", &format!("ENGINE {fault}"))
        + "[[contender]]\nname = \"preset\"\npreset = \"none\"\nhash = 1\n"
}

fn programs_and_presets_meet_in_a_tournament() {
    let undisturbed = played(&of_three(1, "none"));
    assert_eq!(undisturbed.len(), 12);
    let bench = Bench::new(&of_three(3, "none"));
    for round in 1..=3 {
        let mut runner = bench.start(&[]);
        std::thread::sleep(Duration::from_millis(40 * round));
        kill_process(Pid::from_child(&runner), Signal::KILL).unwrap();
        runner.wait().unwrap();
        bench.assert_nothing_is_left();
    }
    let run = bench.run(&["--full"]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    bench.assert_nothing_is_left();
    assert_eq!(without_times(bench.games()), undisturbed);
    for pairing in ["one - other", "one - preset", "other - preset"] {
        assert!(run.report.contains(pairing), "{}", run.report);
    }
}

fn a_program_that_fails_in_a_tournament_fails_alone() {
    let text = of_three(2, "exits");
    let bench = Bench::new(&format!("{text}\n[supervision]\nfaults_in_a_row = 0\n"));
    let run = bench.run(&["--full"]);
    assert_eq!(run.code, Some(22), "{}", run.errors);
    bench.assert_nothing_is_left();
    let games = bench.games();
    assert_eq!(games.len(), 12);
    for game in &games {
        let failing = game.facts.contenders.iter().position(|contender| contender.name == "other");
        let fault = game.record.termination.fault();
        assert_eq!(fault.map(|color| game.record.spec.player(color) as usize), failing);
    }
    let account = bench.evidence(1, "fault.txt");
    assert!(account.contains("game 1 of x, other as Black"), "{account}");
    assert!(run.report.contains("Forfeits"), "{}", run.report);
}

fn an_engine_that_is_replaced_while_it_plays_stops_the_match_until_it_is_back() {
    let bench = Bench::new(&text(400, 2, "restart = true"));
    let this = std::env::current_exe().unwrap();
    let (engine, other) = (bench.path("engine-of-a-test"), bench.path("other"));
    std::fs::copy(&this, &engine).unwrap();
    let file = std::fs::read_to_string(bench.path("x.toml")).unwrap();
    let command = format!("{:?}", this.display().to_string());
    let file = file.replacen(&command, &format!("{:?}", engine.display().to_string()), 1);
    std::fs::write(bench.path("x.toml"), file).unwrap();
    let running = bench.start(&["--quiet"]);
    let journal = bench.path("results/x/games.pgn");
    let begun = std::time::Instant::now();
    while std::fs::metadata(&journal).map_or(0, |of| of.len()) < 5_000 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no game comes");
        std::thread::sleep(Duration::from_millis(10));
    }
    // Written anew with the same bytes it is the same.
    std::fs::copy(&this, &other).unwrap();
    std::fs::rename(&other, &engine).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let mut bytes = std::fs::read(&this).unwrap();
    bytes.push(0);
    std::fs::copy(&this, &other).unwrap();
    std::fs::write(&other, bytes).unwrap();
    std::fs::rename(&other, &engine).unwrap();
    let run = Run::new(running.wait_with_output().unwrap(), begun.elapsed());
    assert_eq!(run.code, Some(1), "{}", run.errors);
    let said = "the file of the engine is another one than when this began";
    assert_eq!(run.errors.matches(said).count(), 1, "{}", run.errors);
    assert!(run.errors.contains("resume it with"), "{}", run.errors);
    let is_sound = |games: Vec<JournalGame>| {
        games.iter().all(|game| game.record.termination.fault().is_none())
    };
    assert!(is_sound(bench.games()), "nobody loses by it");
    // With the other one the match is refused, and with its own it goes on.
    let refused = bench.run(&["--quiet"]);
    assert_eq!(refused.code, Some(1), "{}", refused.errors);
    std::fs::copy(&this, &other).unwrap();
    std::fs::rename(&other, &engine).unwrap();
    let run = bench.run(&["--quiet"]);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert!(bench.games().len() == 400 && is_sound(bench.games()));
}
