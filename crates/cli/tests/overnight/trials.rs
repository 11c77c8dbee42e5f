//! The scale and the seed of the trials, and their results.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use libtest_mimic::{Arguments, Failed};
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;
use tempfile::TempDir;

/// Faults of one kind, and the tests that inject them.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) tests: &'static [Test],
}

/// A test by the name of its function.
pub(crate) type Test = (&'static str, fn(&Trials));

/// The tests of a family, each a function of its module.
#[macro_export]
macro_rules! tests {
    ($($test:ident),+ $(,)?) => {
        pub(crate) const TESTS: &[$crate::trials::Test] = &[$((stringify!($test), $test)),+];
    };
}

/// The choices of the command line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    full: bool,
    seed: u64,
}

impl Scale {
    /// The scale, and the arguments that are left for the harness.
    pub(crate) fn from_arguments(arguments: Vec<String>) -> (Scale, Vec<String>) {
        let (mut scale, mut rest) = (Scale { full: false, seed: 1 }, Vec::new());
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--full" => scale.full = true,
                "--seed" => {
                    let seed = arguments.next().and_then(|seed| seed.parse().ok());
                    scale.seed = seed.expect("--seed is followed by a whole number");
                }
                _ => rest.push(argument),
            }
        }
        (scale, rest)
    }
}

/// The trials of one family.
#[derive(Debug)]
pub(crate) struct Trials {
    scale: Scale,
    tried: AtomicUsize,
    survived: AtomicUsize,
    skipped: Mutex<Vec<String>>,
}

impl Trials {
    /// The number of trials: in the quick form, and in the full one.
    pub(crate) fn count(&self, quick: usize, full: usize) -> usize {
        if self.scale.full { full } else { quick }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.scale.full
    }

    pub(crate) fn seed(&self) -> u64 {
        self.scale.seed
    }

    /// Numbers for the test of this name.
    pub(crate) fn random(&self, test: &str) -> ChaCha12Rng {
        let salt = test.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(byte));
        ChaCha12Rng::seed_from_u64(self.scale.seed ^ salt.rotate_left(20))
    }

    /// Injects this many faults; they are survived if this returns.
    pub(crate) fn survive<T>(&self, faults: usize, inject: impl FnOnce() -> T) -> T {
        self.tried.fetch_add(faults, Ordering::Relaxed);
        let result = inject();
        self.survived.fetch_add(faults, Ordering::Relaxed);
        result
    }

    /// Prints the reason that a test is impossible here.
    pub(crate) fn skip(&self, reason: impl Into<String>) {
        self.skipped.lock().unwrap().push(reason.into());
    }
}

/// A directory in memory, if there is one: for files that are written again and again.
pub(crate) fn directory_in_memory() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Runs the selected families, and prints the table.
#[expect(clippy::print_stdout, reason = "the table is what the harness is for")]
pub(crate) fn run(families: &[Family], scale: Scale, rest: Vec<String>) -> ExitCode {
    let program = std::iter::once("overnight".to_owned());
    let mut arguments = Arguments::from_iter(program.chain(rest));
    if arguments.test_threads.is_none() {
        // The full form runs one after the other: the load of one must not disturb another. The
        // quick ones sleep most of their time.
        arguments.test_threads = Some(if scale.full { 1 } else { 4 });
    }
    let mut tests = Vec::new();
    let mut rows = Vec::new();
    for family in families {
        let trials = Arc::new(Trials {
            scale,
            tried: AtomicUsize::new(0),
            survived: AtomicUsize::new(0),
            skipped: Mutex::default(),
        });
        for &(test, function) in family.tests {
            let (name, trials) = (format!("{}::{test}", family.name), Arc::clone(&trials));
            let again = again(scale, &name);
            let trial = libtest_mimic::Trial::test(name, move || {
                catch_unwind(AssertUnwindSafe(|| function(&trials)))
                    .map_err(|panic| Failed::from(format!("{}\n{again}", message(panic.as_ref()))))
            });
            // Loads and storms are for the night (`.ci/night`).
            tests.push(trial.with_ignored_flag(!scale.full));
        }
        rows.push((family.name, trials));
    }
    let listed = arguments.list;
    let conclusion = libtest_mimic::run(&arguments, tests);
    if !listed {
        println!(
            "{:<18} {:>9} {:>9} {:>9}   seed {}",
            "fault", "tried", "survived", "lost", scale.seed
        );
        for (name, trials) in rows {
            let [tried, survived] =
                [&trials.tried, &trials.survived].map(|count| count.load(Ordering::Relaxed));
            println!("{name:<18} {tried:>9} {survived:>9} {:>9}", tried - survived);
            for reason in trials.skipped.lock().unwrap().iter() {
                println!("    skipped: {reason}");
            }
        }
    }
    conclusion.exit_code()
}

/// The command that reproduces a failure.
fn again(scale: Scale, name: &str) -> String {
    let form = if scale.full { "--full" } else { "--ignored" };
    let profile = if cfg!(debug_assertions) { "" } else { " --release" };
    let seed = scale.seed;
    format!(
        "again: cargo test{profile} -p ziggurat-cli --test overnight -- {form} --seed {seed} --exact {name}"
    )
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let literal = panic.downcast_ref::<&str>().copied();
    literal.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
