//! Many games at a time, and many in all: the number of files and threads and the memory stay
//! constant.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use arena::storage::journal::JournalReader;
use memchr::memmem;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

use crate::bench::{Bench, Run};
use crate::process::{Holdings, holdings};
use crate::trials::Trials;

crate::tests![
    many_programs_at_a_time,
    many_games_in_process,
    a_match_that_needs_too_many_files_does_not_begin,
    a_shortage_of_files_costs_no_game,
];

/// The growth of memory in KiB allowed beyond a tenth: games that wait for a slow disk, in bounded
/// number.
const WAITING: u64 = 8 * 1024;

/// The journal of a match under way, and how many games it had when it was looked at.
struct Journal {
    path: PathBuf,
    file: Option<File>,
    games: usize,
    rest: Vec<u8>,
}

impl Journal {
    fn of(bench: &Bench) -> Journal {
        let path = bench.path("results/x/games.pgn");
        Journal { path, file: None, games: 0, rest: Vec::new() }
    }

    /// Counts the games that have come since.
    fn count(&mut self) -> usize {
        const TAG: &[u8] = b"[Checksum ";
        if self.file.is_none() {
            self.file = File::open(&self.path).ok();
        }
        if let Some(file) = &mut self.file {
            file.read_to_end(&mut self.rest).unwrap();
            self.games += memmem::find_iter(&self.rest, TAG).count();
            // A tag may be written in part.
            let kept = self.rest.len().min(TAG.len() - 1);
            self.rest.drain(..self.rest.len() - kept);
        }
        self.games
    }
}

/// A runner's resources after this many games.
#[derive(Clone, Copy, Debug)]
struct Sample {
    games: usize,
    holdings: Holdings,
}

/// Records a runner's resources while all its game threads play.
fn note(samples: &mut Vec<Sample>, runner: &Child, games: usize) {
    let now = holdings(runner.id()).map(|holdings| Sample { games, holdings });
    let tables = samples.first().map_or(0, |first| first.holdings.threads);
    samples.extend(now.filter(|now| now.holdings.threads >= tables));
}

/// Samples a runner while it plays these games, for this time at most.
fn samples(runner: &mut Child, bench: &Bench, range: Range<usize>, most: Duration) -> Vec<Sample> {
    let begun = Instant::now();
    let mut journal = Journal::of(bench);
    let mut samples = Vec::new();
    while begun.elapsed() < most && runner.try_wait().unwrap().is_none() {
        let games = journal.count();
        if games >= range.end {
            break;
        }
        if games >= range.start {
            note(&mut samples, runner, games);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    samples
}

/// Asserts that a runner's resources at the end equal those at the start; prints them.
#[expect(clippy::print_stdout, reason = "figures are what the full form is for")]
fn assert_flat(what: &str, samples: &[Sample]) {
    let [first, .., last] = samples else { panic!("{what}: too short to say: {samples:?}") };
    let most =
        |count: fn(&Holdings) -> u64| samples.iter().map(|sample| count(&sample.holdings)).max();
    let (files, threads) =
        (most(|holdings| holdings.files as u64), most(|holdings| holdings.threads as u64));
    println!(
        "{what}: at game {} {:?}; at game {} {:?}; at most {} files, {} threads",
        first.games,
        first.holdings,
        last.games,
        last.holdings,
        files.unwrap(),
        threads.unwrap()
    );
    // A restarted program has a file or two more for a moment.
    assert!(files.unwrap() <= first.holdings.files as u64 + 4, "files: {samples:?}");
    assert!(threads.unwrap() <= first.holdings.threads as u64, "threads: {samples:?}");
    let allowed = first.holdings.memory + first.holdings.memory / 10 + WAITING;
    assert!(last.holdings.memory <= allowed, "memory: {first:?}, {last:?}");
}

fn finish(runner: Child, begun: Instant) -> Run {
    let run = Run::new(runner.wait_with_output().unwrap(), begun.elapsed());
    // With many games at a time, losses on time may make the match void.
    assert!(matches!(run.code, Some(0 | 22)), "{}", run.errors);
    run
}

/// The games of a journal: their number, and the losses by a fault.
fn faults(path: &Path) -> [usize; 2] {
    let mut reader = JournalReader::open(path).unwrap();
    let mut counts = [0; 2];
    while let Some(game) = reader.next_game().unwrap() {
        counts[0] += 1;
        counts[1] += usize::from(game.record.termination.fault().is_some());
    }
    counts
}

fn programs(games: usize, concurrency: usize, lines: &str) -> String {
    format!(
        "games = {games}\nsame = true\nconcurrency = {concurrency}\npin = false\n\
         adjudication = {{ max_moves = 40 }}\nlimits = {{ nodes = 1 }}\n{lines}\n\
         [openings]\nfile = \"book.pgn\"\norder = \"shuffled\"\n\
         [[contender]]\nname = \"one\"\nENGINE cheap\n[[contender]]\nname = \"other\"\nENGINE cheap\n"
    )
}

#[expect(clippy::print_stdout, reason = "figures are what the full form is for")]
fn many_programs_at_a_time(trials: &Trials) {
    // The full form is ended by its time, the short one by its games, however slow the machine is.
    let (tables, games, seconds, stop) = match trials.is_full() {
        true => (250, 1_000_000, 600, "stop = { budget = \"600s\" }"),
        false => (8, 2_000, 600, ""),
    };
    let bench = Bench::new(&programs(games, tables, stop));
    trials.survive(tables, || {
        let begun = Instant::now();
        let mut runner = bench.start(&[]);
        // The record of engines' output is bounded, and must be filled first.
        let warm = if trials.is_full() { seconds / 10 } else { 0 };
        std::thread::sleep(Duration::from_secs(warm));
        // Beyond the last game is the report, which may begin while a sample is taken.
        let rest = Duration::from_secs(seconds - warm);
        let seen = samples(&mut runner, &bench, 4 * tables..games - 20 * tables, rest);
        let run = finish(runner, begun);
        bench.assert_nothing_is_left();
        assert_flat("programs", &seen);
        let [games, lost] = faults(&bench.path("results/x/games.pgn"));
        println!(
            "programs: {tables} at a time for {:.0} s, {games} games, {lost} lost by faults",
            run.took.as_secs_f64()
        );
        assert_eq!(lost, 0, "{}", run.errors);
    });
}

#[expect(clippy::print_stdout, reason = "figures are what the full form is for")]
fn many_games_in_process(trials: &Trials) {
    let (games, control) = match trials.is_full() {
        true => (20_000, "0.2+0.002"),
        false => (320, "0.02+0.002"),
    };
    let bench = Bench::new(&format!(
        "games = {games}\nconcurrency = 16\n\
         limits = {{ time_control = \"{control}\", time_margin = \"0.02\" }}\n\
         supervision = {{ faults_in_a_row = 0 }}\n\
         [adjudication]\nmax_moves = {}\ndraw = {{ score = 20, moves = 8, from_move = 20 }}\n\
         resign = {{ score = 500, moves = 3 }}\n\
         [openings]\nfile = \"book.pgn\"\norder = \"shuffled\"\n\
         [[contender]]\nname = \"one\"\npreset = \"null-move\"\nhash = 1\n\
         [[contender]]\nname = \"other\"\npreset = \"none\"\nhash = 1\n",
        trials.count(6, 100)
    ));
    trials.survive(games, || {
        let begun = Instant::now();
        let mut runner = bench.start(&[]);
        let seen = samples(&mut runner, &bench, games / 20..games - 16, Duration::MAX);
        let run = finish(runner, begun);
        assert_flat("in process", &seen);
        let [played, lost] = faults(&bench.path("results/x/games.pgn"));
        println!(
            "in process: {played} games at {control}, 16 at a time, in {:.0} s; {lost} lost on time",
            run.took.as_secs_f64()
        );
        assert_eq!(played, games);
        assert_eq!(lost, 0, "the search was not given a processor, and was charged");
    });
}

fn a_match_that_needs_too_many_files_does_not_begin(trials: &Trials) {
    let bench = Bench::new(&programs(100, 50, ""));
    let limited = |limit: &str| {
        let script = format!("ulimit {limit} && exec \"$@\"");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_arena"), "run"])
            .arg(bench.path("x.toml"));
        shell.stdin(Stdio::null()).output().unwrap()
    };
    trials.survive(2, || {
        let output = limited("-n 200");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains("open files, and the system allows 200"), "{errors}");
        assert_eq!(bench.games().len(), 0);
        // A limit that may be raised is raised.
        let output = limited("-S -n 200");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{errors}");
        assert_eq!(faults(&bench.path("results/x/games.pgn")), [100, 0], "{errors}");
        bench.assert_nothing_is_left();
    });
}

fn a_shortage_of_files_costs_no_game(trials: &Trials) {
    let games = trials.count(40, 400);
    // Every game needs new processes.
    let bench =
        Bench::new(&programs(games, 2, "").replace("ENGINE cheap", "restart = true\nENGINE cheap"));
    trials.survive(games, || {
        let begun = Instant::now();
        let mut runner = bench.start(&[]);
        let mut journal = Journal::of(&bench);
        while journal.count() < games / 4 {
            assert!(begun.elapsed() < Duration::from_secs(60), "no games");
            std::thread::sleep(Duration::from_millis(1));
        }
        let pid = Some(Pid::from_child(&runner));
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let few = Rlimit { current: Some(8), maximum };
        let before = prlimit(pid, Resource::Nofile, few).unwrap();
        std::thread::sleep(Duration::from_millis(500));
        if runner.try_wait().unwrap().is_some() {
            panic!("it was over before: {}", finish(runner, begun).errors);
        }
        prlimit(pid, Resource::Nofile, before).unwrap();
        finish(runner, begun);
        bench.assert_nothing_is_left();
        assert_eq!(faults(&bench.path("results/x/games.pgn")), [games, 0]);
    });
}
