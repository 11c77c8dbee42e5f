//! Matches between UCI engines: good ones, real ones, and one for every fault.
//!
//! This binary is its own harness, because it is also the engine: with `engine` as its first
//! argument it speaks UCI.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic and say why")]

mod bench;
mod check;
mod clock;
mod cutechess;
mod day;
mod engine;
mod fastchess;
mod faults;
mod matches;
#[path = "../arena/nats.rs"]
#[expect(dead_code, reason = "servers that are killed are for other tests")]
mod nats;
mod options;
mod ponder;
mod real;
mod remote;
mod suites;
mod tuning;
#[path = "../without/mod.rs"]
mod without;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "engine") {
        return engine::main(&arguments[1..]);
    }
    let tests = [
        check::tests(),
        clock::tests(),
        cutechess::tests(),
        day::tests(),
        fastchess::tests(),
        faults::tests(),
        matches::tests(),
        options::tests(),
        ponder::tests(),
        real::tests(),
        remote::tests(),
        suites::tests(),
        tuning::tests(),
    ];
    let mut arguments = Arguments::from_args();
    // As the harness of Rust has it; most tests here wait for an engine.
    let threads = || std::env::var("RUST_TEST_THREADS").ok()?.parse().ok();
    arguments.test_threads = arguments.test_threads.or_else(threads);
    libtest_mimic::run(&arguments, tests.into_iter().flatten().collect()).exit_code()
}

/// Tests by the names of their functions.
fn named(tests: &[(&'static str, fn())]) -> Vec<Trial> {
    let trial = |&(name, test): &(&'static str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    tests.iter().map(trial).collect()
}

/// A list of tests, each a function of this module. Those for the night need a machine that does nothing else.
#[macro_export]
macro_rules! tests {
    ($($test:ident),+ $(,)? $(; night: $($late:ident),+ $(,)?)?) => {
        pub(crate) fn tests() -> Vec<libtest_mimic::Trial> {
            let tests = $crate::named(&[$((stringify!($test), $test as fn())),+]).into_iter();
            $(
                let late = $crate::named(&[$((stringify!($late), $late as fn())),+]);
                let tests = tests.chain(late.into_iter().map(|test| test.with_ignored_flag(true)));
            )?
            tests.collect()
        }
    };
}
