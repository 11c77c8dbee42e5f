//! A busy machine: time that it takes from an engine loses no game, and time that the engine takes itself loses each.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use arena::chess::record::{Contender, Termination};
use arena::storage::journal::JournalGame;

use crate::bench::Bench;
use crate::trials::Trials;

crate::tests![
    a_search_in_process_that_keeps_its_time_loses_no_game_by_the_load,
    a_program_that_keeps_its_time_loses_no_game_by_the_load,
    a_program_that_works_too_long_loses_each_game,
    a_program_that_sleeps_too_long_loses_each_game,
    a_program_of_four_threads_that_works_too_long_loses_each_game,
];

/// Threads that want a processor all the time.
struct Load {
    is_over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    fn of(threads: usize) -> Load {
        let is_over = Arc::new(AtomicBool::new(false));
        let spin = |_| {
            let is_over = Arc::clone(&is_over);
            std::thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            })
        };
        Load { threads: (0..threads).map(spin).collect(), is_over }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// The games of a match under each load, which is handed on.
#[expect(clippy::print_stdout, reason = "figures are what the controls are for")]
fn under_loads(trials: &Trials, games: usize, match_file: &str, check: fn(&JournalGame, usize)) {
    let name = match_file.lines().find(|line| line.contains("ENGINE")).unwrap_or("in process");
    for load in [0, 10, 30] {
        trials.survive(games, || {
            let bench = Bench::new(match_file);
            let busy = Load::of(load);
            let run = bench.run(&[]);
            drop(busy);
            // With all of its games lost on time a match is void.
            assert!(matches!(run.code, Some(0 | 22)), "{}", run.errors);
            let played = bench.games();
            assert_eq!(played.len(), games, "{}", run.errors);
            let lost = played.iter().filter(|game| game.record.termination.fault().is_some());
            let replays: u32 = played.iter().map(|game| game.record.replays.attempts).sum();
            println!(
                "load {load}, {name}: {} of {games} games lost by faults, {} replays, {:.0} s",
                lost.count(),
                replays / 2,
                run.took.as_secs_f64()
            );
            played.iter().for_each(|game| check(game, load));
        });
    }
}

fn loses_none(game: &JournalGame, load: usize) {
    let record = &game.record;
    assert_eq!(record.termination.fault(), None, "load {load}: {:?}", record.incident);
}

/// The first contender loses by its time.
fn loses(game: &JournalGame, load: usize) {
    let Termination::TimeForfeit(side) = game.record.termination else {
        panic!("load {load}: {:?}", game.record.termination);
    };
    assert_eq!(game.record.spec.player(side), Contender::First);
}

fn keeping(games: usize, engines: [&str; 2]) -> String {
    let [one, other] = engines;
    format!(
        "games = {games}\nsame = true\nconcurrency = 2\npin = false\nadjudication = {{ max_moves = 40 }}\n\
         limits = {{ time_control = \"0.5+0.005\" }}\n[openings]\nfile = \"book.pgn\"\n\
         [[contender]]\nname = \"one\"\n{one}\n[[contender]]\nname = \"other\"\n{other}\n"
    )
}

fn a_search_in_process_that_keeps_its_time_loses_no_game_by_the_load(trials: &Trials) {
    let games = trials.count(6, 100);
    let engines = ["preset = \"null-move\"\nhash = 1", "preset = \"none\"\nhash = 1"];
    under_loads(trials, games, &keeping(games, engines), loses_none);
}

fn a_program_that_keeps_its_time_loses_no_game_by_the_load(trials: &Trials) {
    let games = trials.count(6, 100);
    under_loads(trials, games, &keeping(games, ["ENGINE keeps"; 2]), loses_none);
}

/// Each first move of this engine is 50 ms too long.
fn overstepping(trials: &Trials, engine: &str) {
    let games = trials.count(4, 20);
    let text = format!(
        "games = {games}\nconcurrency = 1\npin = false\nadjudication = {{ max_moves = 4 }}\n\
         [supervision]\nfaults_in_a_row = 0\n[openings]\nfile = \"book.pgn\"\n\
         [[contender]]\nname = \"late\"\nENGINE {engine}\nlimits = {{ movetime = \"0.2\" }}\n\
         [[contender]]\nname = \"other\"\npreset = \"none\"\nhash = 1\nlimits = {{ nodes = 50 }}\n"
    );
    under_loads(trials, games, &text, loses);
}

fn a_program_that_works_too_long_loses_each_game(trials: &Trials) {
    overstepping(trials, "works");
}

fn a_program_that_sleeps_too_long_loses_each_game(trials: &Trials) {
    overstepping(trials, "sleeps");
}

fn a_program_of_four_threads_that_works_too_long_loses_each_game(trials: &Trials) {
    overstepping(trials, "four-work");
}
