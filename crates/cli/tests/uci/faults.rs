//! Every fault: the game is decided in time, the match goes on, and no process remains.

use std::time::{Duration, Instant};

use arena::chess::record::{Contender, GameRecord, Termination};
use arena::storage::journal::JournalGame;
use rustix::process::{Pid, Signal, kill_process};

use crate::bench::{Bench, Run, children_of};

crate::tests![
    an_engine_that_is_late_by_five_seconds_is_not_waited_for,
    an_engine_that_never_stops_talking_is_cut_off,
    an_engine_that_writes_without_end_after_its_move_is_cut_off,
    an_engine_that_hangs_at_a_node_limit_is_cut_off,
    an_engine_that_exits_loses,
    an_engine_that_crashes_loses_and_leaves_its_last_words,
    an_engine_that_closes_its_input_loses,
    an_engine_that_leaves_a_child_behind_loses_at_once,
    an_engine_that_is_never_ready_for_a_new_game_loses,
    an_engine_that_is_not_ready_when_the_match_is_stopped_loses_nothing,
    illegal_moves_lose,
    noise_is_no_fault,
    a_flood_of_errors_is_no_fault,
    a_move_too_many_is_never_taken_for_an_answer,
    a_pair_of_a_runner_that_was_stopped_is_played_again,
    engines_that_cannot_take_part_are_refused_before_the_first_game,
    nothing_survives_a_runner_that_is_killed,
    nothing_survives_that_leaves_its_session,
    wardens_that_are_killed_lose_games_and_nothing_else,
    no_engine_survives_its_runner_and_its_warden,
    a_strict_match_stops_at_the_first_fault,
    a_match_stops_after_faults_in_a_row_unless_it_is_told_to_go_on,
    nothing_an_engine_writes_reaches_the_terminal_unescaped;
    night: an_engine_that_is_late_by_five_milliseconds_loses_on_time,
];

const GAMES: u32 = 4;

fn bench(fault: &str, limits: &str) -> Bench {
    Bench::new(&format!(
        "games = {GAMES}\nconcurrency = 2\nadjudication = {{ max_moves = 6 }}\n\
         [supervision]\nstartup = \"10\"\nready = \"1\"\nnew_game = \"1\"\nhang = \"0.4\"\ngrace = \"0.3\"\n\
         [openings]\nfile = \"book.pgn\"\n\
         [[contender]]\nname = \"bad\"\nlimits = {{ {limits} }}\nENGINE {fault}\n\
         [[contender]]\nname = \"good\"\npreset = \"none\"\nhash = 1\nlimits = {{ nodes = 50 }}\n"
    ))
}

const TIMED: &str = "movetime = \"0.1\"";
const NODES: &str = "nodes = 100";

/// Runs a match in which the bad engine loses every game in this way.
fn lost(fault: &str, limits: &str, incident: &str, kind: &str) -> (Bench, Run) {
    let bench = bench(fault, limits);
    let run = bench.run(&[]);
    assert_eq!(run.code, Some(22), "{fault}: {}", run.errors);
    let games = bench.games();
    assert_eq!(games.len(), GAMES as usize);
    for game in &games {
        let (record, number) = (&game.record, game.record.spec.game + 1);
        let loser = match record.termination {
            Termination::TimeForfeit(side) if kind == "time" => side,
            Termination::Abandoned(side) if matches!(kind, "crash" | "stall") => side,
            Termination::IllegalMove(side) if kind == "illegal-move" => side,
            other => panic!("{fault}: game {number} ends by {other:?}"),
        };
        assert_eq!(record.spec.player(loser), Contender::First, "{fault}: game {number}");
        let side = loser.fold_wb("White", "Black");
        let expected = incident.replace("SIDE", side);
        let found = record.incident.as_deref().unwrap_or_default();
        assert!(found.starts_with(&expected), "{fault}: {found:?}, not {expected:?}");
        let account = bench.evidence(number, "fault.txt");
        assert!(account.contains(found), "{fault}: {account}");
        assert!(bench.evidence(number, "reproduce.sh").contains("printf '%s\\n' uci"), "{fault}");
        let transcript = bench.evidence(number, "transcript.txt");
        assert!(transcript.contains("> ucinewgame"), "{fault}: {transcript}");
        let deepest = games.iter().map(|game| game.record.moves.len()).max();
        assert!(deepest <= Some(8), "{fault}");
    }
    // Two games one after the other at each table, each with its deadlines and two seconds more; and those that a busy
    // machine has them play again.
    let again = run.errors.matches("is played again").count();
    let bound = Duration::from_secs(6 + 3 * again as u64);
    assert!(run.took < bound, "{fault}: took {:?}", run.took);
    bench.assert_nothing_is_left();
    (bench, run)
}

/// Runs a match in which the engine's oddity does no harm.
fn harmless(fault: &str) -> Bench {
    let bench = bench(fault, NODES);
    let run = bench.run(&[]);
    assert_eq!(run.code, Some(0), "{fault}: {}", run.errors);
    for game in bench.games() {
        assert_eq!(game.record.termination, Termination::MoveLimit, "{fault}");
        assert_eq!(game.record.incident, None, "{fault}");
    }
    assert!(!bench.path("results/x/faults").exists(), "{fault}");
    bench.assert_nothing_is_left();
    bench
}

/// The overrun in milliseconds of a game lost on time, from its incident.
fn overrun(record: &GameRecord) -> f64 {
    let incident = record.incident.as_deref().unwrap_or_default();
    let (_, rest) = incident.split_once('(').unwrap();
    rest.split_once("ms overrun").unwrap().0.parse().unwrap()
}

fn an_engine_that_is_late_by_five_milliseconds_loses_on_time() {
    // A pair that the machine disturbed is played again; a late move that it excuses, with the whole match.
    let is_told = |_| {
        // Enough time that no stall of the machine makes an immediate answer late.
        let bench = bench("late-5ms", "movetime = \"0.5\"");
        let run = bench.run(&[]);
        assert_eq!(run.code, Some(22), "{}", run.errors);
        let (mut games, mut told) = (bench.games(), 0);
        games.retain(|game| matches!(game.record.termination, Termination::TimeForfeit(_)));
        for JournalGame { record, .. } in &games {
            let loser = record.termination.fault().unwrap();
            assert_eq!(record.spec.player(loser), Contender::First);
            let overrun = overrun(record);
            assert!((5.0..60.0).contains(&overrun), "{overrun} ms");
            assert_eq!(record.late.into_iter().map(|late| late.moves).sum::<u32>(), 1);
            told += 1;
        }
        told == GAMES
    };
    assert!((0..6).any(is_told), "no match in which every late move is told");
}

fn an_engine_that_is_late_by_five_seconds_is_not_waited_for() {
    let (bench, _) = lost("late-5000ms", TIMED, "SIDE loses on time (", "time");
    for game in bench.games() {
        let overrun = overrun(&game.record);
        // The grace is 300 ms; how much later the runner looks is the machine's business.
        assert!((300.0..2500.0).contains(&overrun), "{overrun} ms");
    }
}

fn an_engine_that_never_stops_talking_is_cut_off() {
    lost("chatter", TIMED, "SIDE loses on time (", "time");
    lost("chatter", NODES, "SIDE's connection stalls", "stall");
}

fn an_engine_that_writes_without_end_after_its_move_is_cut_off() {
    lost("floods", NODES, "SIDE's connection stalls: ", "stall");
}

fn an_engine_that_hangs_at_a_node_limit_is_cut_off() {
    lost("hang", NODES, "SIDE's connection stalls: no answer to `go`", "stall");
    lost("garbage", NODES, "SIDE's connection stalls", "stall");
}

fn an_engine_that_exits_loses() {
    lost("exits", NODES, "SIDE disconnects: exit code 3", "crash");
}

fn an_engine_that_crashes_loses_and_leaves_its_last_words() {
    let (bench, run) = lost("segfaults", NODES, "SIDE disconnects: signal 11, SIGSEGV", "crash");
    let headline =
        "Void: 'bad' crashed in 4 of 4 games (signal 11, SIGSEGV: about to \\u{1b}[31mcrash).";
    let brief = run.report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(brief.ends_with(headline), "{}", run.report);
    for file in ["report.txt", "report.md", "report.html"] {
        let text = std::fs::read_to_string(bench.path("results/x").join(file)).unwrap();
        assert!(
            text.contains("Void: 'bad' crashed in 4 of 4 games (signal 11, SIGSEGV: "),
            "{file}"
        );
        assert!(!text.contains("are the same ("), "{file}: {text}");
    }
    let words = bench.evidence(1, "stderr.txt");
    assert!(words.contains("about to \\u{1b}[31mcrash"), "{words}");
    assert!(bench.evidence(2, "transcript.txt").contains("> go nodes 100"));
    assert!(bench.evidence(2, "reproduce.sh").contains("'position startpos moves "));
    // Successive programs share a file; concurrent ones have one each.
    let logs = std::fs::read_dir(bench.path("results/x/stderr")).unwrap();
    let texts: Vec<String> =
        logs.map(|log| std::fs::read_to_string(log.unwrap().path()).unwrap()).collect();
    assert!((1..=2).contains(&texts.len()), "{texts:?}");
    let processes = texts.iter().map(|text| text.matches("== process ").count()).sum::<usize>();
    assert_eq!(processes, GAMES as usize);
}

fn an_engine_that_closes_its_input_loses() {
    lost("closes-stdin", NODES, "SIDE disconnects: it closed a pipe and went on running", "crash");
}

fn an_engine_that_leaves_a_child_behind_loses_at_once() {
    let (_, run) = lost("leaves-a-child", NODES, "SIDE disconnects: exit code 0", "crash");
    assert!(run.took < Duration::from_secs(3), "took {:?}", run.took);
}

fn an_engine_that_is_never_ready_for_a_new_game_loses() {
    let bench = bench("no-new-game", NODES);
    let run = bench.run(&[]);
    assert_eq!(run.code, Some(22), "{}", run.errors);
    for game in bench.games() {
        assert!(matches!(game.record.termination, Termination::Abandoned(_)));
        assert!(game.record.incident.unwrap().contains("connection stalls"));
    }
    bench.assert_nothing_is_left();
}

fn an_engine_that_is_not_ready_when_the_match_is_stopped_loses_nothing() {
    // It hangs in `ucinewgame`, or before the first game when it is started for it.
    for fault in ["no-new-game", "starts-once"] {
        let bench = bench(fault, NODES);
        let text = std::fs::read_to_string(bench.path("x.toml")).unwrap();
        let text = text.replace("new_game = \"1\"", "new_game = \"60\"");
        let text = text.replace("startup = \"10\"", "startup = \"60\"");
        let text = text.replace("\nname = \"bad\"", "\nname = \"bad\"\ndir = \".\"");
        std::fs::write(bench.path("x.toml"), text).unwrap();
        let runner = bench.start(&[]);
        let begun = Instant::now();
        while !bench.path("results/x/match.toml").exists() || bench.left().len() < 2 {
            assert!(begun.elapsed() < Duration::from_secs(60), "the engines do not start");
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(200));
        kill_process(Pid::from_child(&runner), Signal::TERM).unwrap();
        let run = Run::new(runner.wait_with_output().unwrap(), begun.elapsed());
        assert_eq!(run.code, Some(143), "{fault}: {}", run.errors);
        assert!(bench.games().is_empty(), "{fault}: {}", run.errors);
        assert!(!bench.path("results/x/faults").exists(), "{fault}");
        bench.assert_nothing_is_left();
    }
}

fn a_match_stops_after_faults_in_a_row_unless_it_is_told_to_go_on() {
    // Its games take a moment, so that some more are played before the row is noticed.
    for (key, code, games) in [("", 21, 5..100), ("faults_in_a_row = 0", 22, 100..101)] {
        let bench = bench("exits", NODES);
        let text = std::fs::read_to_string(bench.path("x.toml")).unwrap();
        let text = text
            .replace("games = 4\nconcurrency = 2", "games = 100\nconcurrency = 1")
            .replace("[supervision]", &format!("[supervision]\n{key}"));
        std::fs::write(bench.path("x.toml"), text).unwrap();
        let run = bench.run(&[]);
        assert_eq!(run.code, Some(code), "{key}: {}", run.errors);
        let played = bench.games().len();
        assert!(games.contains(&played), "{key}: {played} games");
        let headline = format!("Void: 'bad' crashed in {played} of {played} games (exit code 3).");
        assert!(run.report.contains(&headline), "{key}: {}", run.report);
        // A line each for the first five, and a count.
        let told = run.errors.lines().filter(|line| line.contains(": bad failed (")).count();
        assert_eq!(told, 5, "{key}: {}", run.errors);
        let rest = match played - 5 {
            0 => String::new(),
            1 => "and 1 more game ended by a fault".to_owned(),
            more => format!("and {more} more games ended by a fault"),
        };
        assert!(run.errors.contains(&rest), "{key}: {}", run.errors);
        assert_eq!(run.errors.contains("lost 5 games in a row by faults"), code == 21);
        bench.assert_nothing_is_left();
    }
}

fn illegal_moves_lose() {
    lost("illegal", NODES, "SIDE makes an illegal move: e1e8", "illegal-move");
    lost("null", NODES, "SIDE makes an illegal move: 0000", "illegal-move");
    lost("nothing", TIMED, "SIDE makes an illegal move: none named", "illegal-move");
}

fn noise_is_no_fault() {
    for noise in ["empty-line", "megabyte", "nul", "crlf", "split"] {
        harmless(noise);
    }
}

fn a_flood_of_errors_is_no_fault() {
    let bench = harmless("stderr-flood");
    let logs = std::fs::read_dir(bench.path("results/x/stderr")).unwrap();
    for log in logs {
        let log = log.unwrap();
        let size = log.metadata().unwrap().len();
        // Output beyond the size limit of a file is kept beside it, as its last part.
        let is_end = log.file_name().to_string_lossy().ends_with(".end.txt");
        let expected = if is_end { 1..100_000 } else { 1_000_000..20_000_000 };
        assert!(expected.contains(&size), "{size}");
    }
}

fn a_move_too_many_is_never_taken_for_an_answer() {
    harmless("twice");
    harmless("twice-late");
    harmless("unasked");
}

/// A match whose runner is stopped while an engine answers in time; `None` if it was stopped
/// between two moves instead.
fn held_up() -> Option<(Bench, Run)> {
    let bench = bench("slow", "movetime = \"0.4\"");
    let text = std::fs::read_to_string(bench.path("x.toml")).unwrap();
    let text = text.replace("games = 4\nconcurrency = 2", "games = 2\nconcurrency = 1");
    std::fs::write(bench.path("x.toml"), text).unwrap();
    let begun = Instant::now();
    let runner = bench.start(&[]);
    while !bench.path("results/x/match.toml").exists() {
        assert!(begun.elapsed() < Duration::from_secs(10), "the match does not start");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    kill_process(Pid::from_child(&runner), Signal::STOP).unwrap();
    std::thread::sleep(Duration::from_millis(700));
    kill_process(Pid::from_child(&runner), Signal::CONT).unwrap();
    let run = Run::new(runner.wait_with_output().unwrap(), begun.elapsed());
    assert_eq!(run.code, Some(0), "{}", run.errors);
    bench.assert_nothing_is_left();
    run.errors.contains("the machine took 0.").then_some((bench, run))
}

fn a_pair_of_a_runner_that_was_stopped_is_played_again() {
    let (bench, run) = (0..5).find_map(|_| held_up()).expect("a move seen too late");
    assert!(run.errors.contains("pair 1 is played again"), "{}", run.errors);
    let games = bench.games();
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(game.record.termination, Termination::MoveLimit, "{}", run.errors);
        assert_eq!(game.record.replays.attempts, 1);
    }
}

fn engines_that_cannot_take_part_are_refused_before_the_first_game() {
    for (fault, problem) in [("mute", "no `uciok` within"), ("unready", "no `readyok` within")] {
        let bench = bench(fault, NODES);
        let text = std::fs::read_to_string(bench.path("x.toml")).unwrap();
        let text = text.replace("startup = \"10\"", "startup = \"0.5\"");
        std::fs::write(bench.path("x.toml"), text).unwrap();
        let run = bench.run(&[]);
        assert_eq!(run.code, Some(1), "{}", run.errors);
        assert!(
            run.errors.contains("is not a UCI engine") && run.errors.contains(problem),
            "{}",
            run.errors
        );
        assert!(!bench.path("results").exists());
        bench.assert_nothing_is_left();
    }
}

fn nothing_survives_a_runner_that_is_killed() {
    for fault in ["hang", "chatter", "leaves-a-child", "leaves-a-session", "none"] {
        let bench = bench(fault, "movetime = \"100\"");
        let text = std::fs::read_to_string(bench.path("x.toml")).unwrap();
        let text = text.replace("games = 4", "games = 100000");
        let text = text.replace("[supervision]", "[supervision]\nfaults_in_a_row = 0");
        std::fs::write(bench.path("x.toml"), text).unwrap();
        let mut runner = bench.start(&[]);
        let begun = Instant::now();
        while bench.left().len() < 2 {
            assert!(begun.elapsed() < Duration::from_secs(60), "{fault}: the engines do not start");
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(200));
        let zombies = children_of(runner.id(), Some("Z"));
        assert!(zombies.len() <= 2, "{zombies:?}");
        kill_process(Pid::from_child(&runner), Signal::KILL).unwrap();
        runner.wait().unwrap();
        bench.assert_nothing_is_left();
    }
}

fn nothing_survives_that_leaves_its_session() {
    harmless("leaves-a-session");
}

/// Starts a match without end, and waits until its first game.
fn endless(fault: &str) -> (Bench, std::process::Child) {
    let bench = bench(fault, "movetime = \"100\"");
    let text = std::fs::read_to_string(bench.path("x.toml")).unwrap();
    std::fs::write(bench.path("x.toml"), text.replace("games = 4", "games = 100000")).unwrap();
    let runner = bench.start(&[]);
    let begun = Instant::now();
    while !bench.path("results/x/match.toml").exists() || bench.left().len() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the engines do not start");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    (bench, runner)
}

fn kill(processes: &[u32]) {
    for &process in processes {
        let process = Pid::from_raw(i32::try_from(process).unwrap()).unwrap();
        let _ = kill_process(process, Signal::KILL);
    }
}

fn wardens_that_are_killed_lose_games_and_nothing_else() {
    let (bench, runner) = endless("leaves-a-session");
    let wardens = children_of(runner.id(), None);
    assert!(!wardens.is_empty());
    kill(&wardens);
    std::thread::sleep(Duration::from_millis(300));
    kill_process(Pid::from_child(&runner), Signal::TERM).unwrap();
    let run = Run::new(runner.wait_with_output().unwrap(), Duration::ZERO);
    assert_eq!(run.code, Some(143), "{}", run.errors);
    let games = bench.games();
    let lost = games.iter().filter(|game| game.record.termination.fault().is_some()).count();
    assert!((1..=wardens.len()).contains(&lost), "{lost} of {} games", games.len());
    bench.assert_nothing_is_left();
}

fn no_engine_survives_its_runner_and_its_warden() {
    let (bench, mut runner) = endless("leaves-a-session");
    let mut processes = children_of(runner.id(), None);
    processes.push(runner.id());
    kill(&processes);
    runner.wait().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    // No process is left that could know of these.
    let left = bench.left();
    let sleepers = left.iter().filter(|process| process.contains("sleeper-of-its-own"));
    assert_eq!(sleepers.count(), left.len(), "{left:?}");
    kill(&bench.numbers_of_left());
}

fn a_strict_match_stops_at_the_first_fault() {
    let bench = bench("illegal", NODES);
    let text = std::fs::read_to_string(bench.path("x.toml")).unwrap();
    std::fs::write(bench.path("x.toml"), text.replace("games = 4", "games = 400")).unwrap();
    let run = bench.run(&["--strict"]);
    assert_eq!(run.code, Some(20), "{}", run.errors);
    assert!(run.errors.contains("stopped at the first fault"), "{}", run.errors);
    assert!(bench.games().len() < 10, "{} games", bench.games().len());
    bench.assert_nothing_is_left();
}

fn nothing_an_engine_writes_reaches_the_terminal_unescaped() {
    let (bench, run) =
        lost("escape", NODES, "SIDE makes an illegal move: \\u{1b}[2J", "illegal-move");
    let journal = std::fs::read_to_string(bench.path("results/x/games.pgn")).unwrap();
    for text in [&run.errors, &run.report, &journal] {
        assert!(!text.contains('\x1b'), "{text}");
    }
    assert!(run.report.contains("Bad "), "{}", run.report);
}
