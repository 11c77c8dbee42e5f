//! What a runner writes to `ziggurat`. The target is compiled from the files of its binary.

#![no_main]

#[allow(dead_code)]
#[path = "../../engine/src"]
mod binary {
    pub(crate) mod uci;
}

use binary::uci;
use libfuzzer_sys::{Corpus, fuzz_target};

/// What `help` says.
const HELP: &str = "";

fuzz_target!(|input: &[u8]| -> Corpus {
    // A large table is what was asked for, and the time to fill it is no find.
    let text = String::from_utf8_lossy(input).to_ascii_lowercase();
    let is_large =
        |line: &str| line.contains("hash") && line.bytes().filter(u8::is_ascii_digit).count() > 1;
    if text.lines().any(is_large) {
        return Corpus::Reject;
    }
    uci::serve(input).expect("a thread to search on");
    Corpus::Keep
});
