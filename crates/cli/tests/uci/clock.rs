//! The time an engine is charged, on a core that the runner, both engines and others share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use arena::chess::record::MoveRecord;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::bench::{Bench, Run};

crate::tests![
    a_game_goes_through_the_stages_of_its_clock;
    night: no_move_is_charged_less_than_it_worked, no_clock_runs_while_the_other_engine_is_at_work,
];

const PLIES: usize = 100;
const CLOCK: &str = "time_control = \"1+1\"";
/// So little time that the runner waits for the flag, too.
const FLAG: &str = "movetime = \"0.004\", time_margin = \"1\"";
/// The most measurements of a typical charge.
const TRIES: u32 = 6;

/// These matches do not disturb each other.
static CORE: Mutex<()> = Mutex::new(());

/// All moves of a match between two engines of this kind. Everything runs on one core; `disturbed`
/// says that something else works there all the time.
fn moves(engine: &str, games: u32, limits: &str, disturbed: bool) -> Vec<MoveRecord> {
    let bench = Bench::new(&format!(
        "games = {games}\nsame = true\nconcurrency = 1\nadjudication = {{ max_moves = {PLIES} }}\n\
         limits = {{ {limits} }}\n[openings]\nfile = \"book.pgn\"\n\
         [[contender]]\nname = \"one\"\nENGINE {engine}\n\
         [[contender]]\nname = \"other\"\nENGINE {engine}\n"
    ));
    let _alone = CORE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let run = on_one_core(disturbed, || bench.run(&[]));
    assert_eq!(run.code, Some(0), "{}", run.errors);
    bench.games().into_iter().flat_map(|game| game.record.moves).collect()
}

/// Runs a match that inherits one core.
fn on_one_core(disturbed: bool, run: impl FnOnce() -> Run + Send) -> Run {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        if disturbed {
            scope.spawn(|| {
                keep_to_one_core();
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let run = scope.spawn(|| {
            keep_to_one_core();
            run()
        });
        let run = run.join();
        is_over.store(true, Ordering::Relaxed);
        run.unwrap()
    })
}

/// Pins this thread, and the processes it starts, to the last core available.
fn keep_to_one_core() {
    let allowed = sched_getaffinity(None).unwrap();
    let mut one = CpuSet::new();
    one.set((0..CpuSet::MAX_CPU).rev().find(|&core| allowed.is_set(core)).unwrap());
    sched_setaffinity(None, &one).unwrap();
}

/// The engine's own account of its move: the processor time, and the time from `go` to its answer.
fn own(record: &MoveRecord) -> (Duration, Duration) {
    let answered = Duration::from_micros(u64::from(record.selective_depth));
    (Duration::from_nanos(record.nodes), answered)
}

fn assert_never_less(moves: &[MoveRecord]) {
    assert!(moves.len() > 200, "{} moves", moves.len());
    for record in moves {
        let (worked, _) = own(record);
        assert!(worked >= Duration::from_millis(3), "{record:?}");
        assert!(record.time >= Duration::from_micros(worked.as_micros() as u64), "{record:?}");
    }
}

fn median(mut values: Vec<Duration>) -> Duration {
    values.sort_unstable();
    values[values.len() / 2]
}

/// Asserts that one of several measurements is at most this; other processes may use the core, too.
fn assert_ever_within<T: PartialOrd + Copy + std::fmt::Debug>(most: T, measure: impl Fn() -> T) {
    let mut found = Vec::new();
    for _ in 0..TRIES {
        found.push(measure());
        if found.last() <= Some(&most) {
            return;
        }
    }
    panic!("more than {most:?}: {found:?}");
}

fn no_move_is_charged_less_than_it_worked() {
    assert_never_less(&moves("works", 10, CLOCK, true));
    assert_never_less(&moves("works", 4, FLAG, true));
    assert_ever_within(Duration::from_micros(100), || {
        let moves = moves("works", 10, CLOCK, false);
        assert_never_less(&moves);
        median(moves.iter().map(|record| record.time.saturating_sub(own(record).1)).collect())
    });
}

fn no_clock_runs_while_the_other_engine_is_at_work() {
    let charged = |engine| {
        let moves = moves(engine, 2, CLOCK, false);
        median(moves.iter().map(|record| record.time).collect()).as_secs_f64()
    };
    // Two thirds of its own work, if its work during the other's move were on the other's clock.
    assert_ever_within(1.25, || charged("works-on") / charged("works"));
}

fn a_game_goes_through_the_stages_of_its_clock() {
    const SECONDS: [f64; 8] = [10.1, 10.2, 10.3, 30.5, 30.7, 30.9, 31.1, 31.3];
    let moves = moves("tells-clock", 2, "time_control = \"3/10+0.1:20+0.2\"", false);
    for side in 0..2 {
        let own = moves.iter().skip(side).step_by(2);
        let mut spent = Duration::ZERO;
        for (number, (record, given)) in own.zip(SECONDS).enumerate() {
            let told = record.nodes as f64 / 1000.0;
            let expected = given - spent.as_secs_f64();
            assert!((told - expected).abs() < 0.0015, "move {number}: {told} s, not {expected}");
            let to_go = [3, 2, 1].get(number).copied().unwrap_or(0);
            assert_eq!(record.selective_depth, to_go, "move {number}");
            spent += record.time;
        }
    }
}
