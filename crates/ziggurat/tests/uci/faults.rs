//! Bad input, and the end of input and output.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::Conversation;
use super::conversation::binary;

#[test]
fn what_cannot_be_obeyed_is_answered_with_a_reason() {
    let mut engine = Conversation::begin();
    for (line, reason) in [
        ("xyzzy", "`xyzzy`"),
        ("position", "position startpos"),
        ("position fen", "position fen FEN"),
        ("position fen rubbish", "`rubbish` is not a FEN"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "missing king"),
        ("position fen 4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", "illegal position"),
        ("position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "UCI_Chess960"),
        ("position startpos moves e2e4 e2e4", "move 2, e2e4, is not legal"),
        ("position startpos moves 0000", "move 1, 0000, is not legal"),
        ("position startpos moves knight", "`knight` is not a move"),
        ("debug perhaps", "debug on"),
        ("perft many", "DEPTH"),
        ("bench fast", "`fast`"),
    ] {
        let heard = engine.settle(line);
        assert_eq!(heard.len(), 1, "{line}: {heard:?}");
        assert!(heard[0].starts_with("info string ") && heard[0].contains(reason), "{heard:?}");
    }
    for silent in ["", " ", "register later", "ponderhit", "stop", "debug off"] {
        assert!(engine.settle(silent).is_empty(), "{silent}");
    }
    engine.say("hello there isready");
    assert_eq!(engine.until(|line| line == "readyok").len(), 1);
}

#[test]
fn a_position_that_cannot_be_set_up_leaves_the_last_one() {
    let mut engine = Conversation::begin();
    let shown = |engine: &mut Conversation| engine.settle("d").join("\n");
    engine.say("position startpos moves e2e4");
    let before = shown(&mut engine);
    for bad in ["fen 8/8/8/8/8/8/8/8 w - - 0 1", "startpos moves e2e4 e7e5 e4e5", "fen"] {
        engine.say(&format!("position {bad}"));
        assert!(shown(&mut engine).ends_with(&before), "{bad}");
    }
}

#[test]
fn garbage_of_all_kinds_changes_nothing() {
    let mut engine = Conversation::begin();
    let words = [
        "go",
        "position",
        "startpos",
        "moves",
        "setoption",
        "name",
        "value",
        "isready",
        "fen",
        "e2e4",
        "depth",
        "-1",
        "1",
        "ponderhit",
        "Hash",
        "\0",
        "\u{1F600}",
        "stop",
    ];
    let mut seed = 2026_u64;
    let mut below = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % bound
    };
    for _ in 0..2000 {
        let mut line: Vec<u8> = Vec::new();
        for _ in 0..below(8) {
            match below(3) {
                0 => line.extend((0..below(12)).map(|_| below(256) as u8)),
                _ => line.extend(words[below(words.len())].as_bytes()),
            }
            line.push(b' ');
        }
        // Neither may the garbage end the conversation, nor ask for an endless search.
        line.retain(|byte| *byte != b'q');
        line.extend(if below(2) == 0 { b"\r\n".as_slice() } else { b"\nstop\n" });
        engine.say_bytes(&line);
    }
    engine.say_bytes(&vec![b'x'; 3 << 20]);
    engine.say_bytes(b"\r\nstop\r\nuci\r\n");
    let heard = engine.until(|line| line == "uciok");
    assert!(heard.iter().any(|line| line.contains("more than 1048576 bytes")));
    engine.say("stop\nucinewgame\nposition startpos");
    let _ = engine.search("setoption name MultiPV value 1\ngo depth 3");
    let (_, status) = engine.end();
    assert!(status.success());
}

#[test]
fn the_end_of_input_ends_a_search_with_its_move() {
    for go in
        ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 60", "bench 60", "perft 20"]
    {
        let mut engine = Conversation::begin();
        engine.say(go);
        let _ = engine.settle("");
        engine.hang_up();
        let (heard, status) = engine.end();
        assert!(status.success(), "{go}");
        let last = heard.last().unwrap();
        assert!(last.starts_with("bestmove ") || last.ends_with(" stopped"), "{go}: {heard:?}");
    }
    let mut engine = Conversation::begin();
    engine.say("go infinite\nquit");
    let (heard, status) = engine.end();
    assert!(status.success() && heard.last().unwrap().starts_with("bestmove "));
}

#[test]
fn the_last_line_counts_even_without_its_end() {
    let mut engine = Conversation::begin();
    engine.say_bytes(b"isready");
    let (heard, status) = engine.end();
    assert!(status.success());
    assert_eq!(heard, ["readyok"]);
}

#[test]
fn when_nobody_reads_the_process_ends_without_a_panic() {
    for said in ["uci\n", "go infinite\n", "bench 7\n"] {
        let mut child = binary(&[]).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut input, said.as_bytes()).unwrap();
        // Input stays open: the end must come from output alone.
        let output = wait(child);
        drop(input);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(output.stderr.is_empty(), "{said}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Waits for the end of a child, without killing it.
fn wait(child: std::process::Child) -> std::process::Output {
    let (sender, receiver) = std::sync::mpsc::channel();
    let id = child.id();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    receiver.recv_timeout(Duration::from_secs(120)).map_or_else(
        |_| {
            let _ = Command::new("kill").arg(id.to_string()).status();
            panic!("still running")
        },
        Result::unwrap,
    )
}
