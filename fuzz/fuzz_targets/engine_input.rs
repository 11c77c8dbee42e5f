//! The input of `ziggurat`, as a match runner writes it.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|input: &[u8]| -> Corpus {
    // The input asked for a large table, and the time to fill it is no find.
    let text = String::from_utf8_lossy(input).to_ascii_lowercase();
    let is_large =
        |line: &str| line.contains("hash") && line.bytes().filter(u8::is_ascii_digit).count() > 1;
    if text.lines().any(is_large) {
        return Corpus::Reject;
    }
    ziggurat::serve(input).expect("a thread to search on");
    Corpus::Keep
});
