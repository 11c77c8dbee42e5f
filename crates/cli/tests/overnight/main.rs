//! Matches on a night when everything goes wrong.
//!
//!     cargo test -p ziggurat-cli --test overnight -- --ignored                        a little of everything
//!     cargo test --release -p ziggurat-cli --test overnight -- --full --seed 7        more than half an hour
//!     cargo test --release -p ziggurat-cli --test overnight -- --full kills           one family
//!
//! The seed draws the target, the place and the time of each fault; instants are as exact as the
//! machine allows. A table at the end counts the trials of each family, survived and lost.
//!
//! This binary is its own harness, because it is also the engine: with `engine` as its first
//! argument it speaks UCI.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "a test may panic and say why")]

#[path = "../uci/bench.rs"]
#[expect(dead_code, reason = "the evidence of faults is for other tests")]
mod bench;
mod busy;
mod clocks;
mod damaged_journals;
mod engine;
mod full_disk;
mod hostile_input;
mod kills;
mod load;
#[path = "../arena/nats.rs"]
#[expect(dead_code, reason = "exit codes are for other tests")]
mod nats;
mod process;
mod remote;
mod signals;
#[path = "../arena/timeless.rs"]
mod timeless;
mod trials;
#[path = "../without/mod.rs"]
mod without;

use std::process::ExitCode;

use trials::{Family, Scale};

const FAMILIES: [Family; 9] = [
    Family { name: "kills", tests: kills::TESTS },
    Family { name: "damaged_journals", tests: damaged_journals::TESTS },
    Family { name: "full_disk", tests: full_disk::TESTS },
    Family { name: "signals", tests: signals::TESTS },
    Family { name: "clocks", tests: clocks::TESTS },
    Family { name: "busy", tests: busy::TESTS },
    Family { name: "load", tests: load::TESTS },
    Family { name: "hostile_input", tests: hostile_input::TESTS },
    Family { name: "remote", tests: remote::TESTS },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "engine") {
        return engine::main(&arguments[1..]);
    }
    let (scale, rest) = Scale::from_arguments(arguments);
    trials::run(&FAMILIES, scale, rest)
}
