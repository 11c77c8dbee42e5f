//! The parsers of an engine's output, without an engine: a fuzzer has no time to start a process
//! for each of its inputs.

use std::time::Instant;

use crate::answer::Answer;
use crate::engine_info::EngineInfo;
use crate::lines::Lines;
use crate::transcript::{Source, Transcript};

/// Reads an engine's output as a session does, in pieces of this many bytes: as the answer to
/// `uci`, then as that to `go`, if it goes on. Returns the displayed parts: name, author, the named
/// move, and the transcript.
#[doc(hidden)]
#[must_use]
pub fn listen(output: &[u8], piece: usize) -> [String; 4] {
    let begun = Instant::now();
    let mut lines = Lines::new();
    let mut transcript = Transcript::begun_at(begun);
    let (mut engine_info, mut answer) = (EngineInfo::default(), Answer::default());
    for mut rest in output.chunks(piece.max(1)) {
        while !rest.is_empty() {
            let space = lines.space();
            let count = rest.len().min(space.len());
            space[..count].copy_from_slice(&rest[..count]);
            lines.filled(count);
            rest = &rest[count..];
            while let Some(line) = lines.next() {
                let line = lines.text(line);
                transcript.note(Source::Engine, begun, line);
                engine_info.note(line);
                let _ = answer.note(line);
            }
        }
    }
    let _ = (engine_info.threads(), engine_info.plays_chess960());
    let _ = engine_info.set_in_words("Hash", "16");
    [engine_info.name, engine_info.author, answer.garbled, transcript.to_text()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_writes_is_heard_whole_in_pieces_of_any_size() {
        let output = b"id name A\x1b[2J\nid author B\noption name Hash type spin\nuciok\n\
                       info depth 3 score cp 5 pv e2e4\nbestmove ?!\n";
        let heard = listen(output, 1);
        assert_eq!(heard[..3], ["A\\u{1b}[2J", "B", "?!"]);
        assert_eq!(heard[3].lines().count(), 6);
        assert_eq!(listen(output, 7), heard);
    }
}
