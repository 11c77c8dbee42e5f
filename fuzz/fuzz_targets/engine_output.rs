//! The output of a UCI engine, as the runner reads it. The first byte selects the sizes of its pieces.

#![no_main]

use libfuzzer_sys::fuzz_target;
use uci_client::check::reads_info;
use uci_client::listen;

fuzz_target!(|data: &[u8]| {
    let Some((&piece, output)) = data.split_first() else { return };
    let heard = listen(output, usize::from(piece) * 16 + 1);
    assert_eq!(heard, listen(output, output.len()), "the pipe's cuts change the result");
    for text in &heard {
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }
    for line in output.split(|&byte| byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        let _ = line.strip_prefix("info").is_some_and(reads_info);
    }
});
