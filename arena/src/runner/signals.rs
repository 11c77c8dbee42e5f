//! What the user and the system ask of a running match.

use std::{fs, io};

use rustix::process;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

/// A request to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C: the first time finish the games in progress, the second time stop at once.
    Interrupt,
    /// Stop at once.
    Terminate,
}

/// Listens to the process's signals from now on. Call it inside a tokio runtime.
///
/// A hang-up that whoever started the process wants to be ignored, as `nohup` does, is ignored. A
/// write beyond the largest file the system allows fails, as one to a full disk does, and does not
/// end the process.
///
/// # Errors
/// When the system refuses.
pub fn listen() -> io::Result<mpsc::Receiver<Signal>> {
    let (sender, receiver) = mpsc::channel(8);
    // That someone listens is all that is wanted here.
    drop(signal(SignalKind::from_raw(process::Signal::XFSZ.as_raw()))?);
    let ignored = ignored();
    for (kind, request) in [
        (SignalKind::interrupt(), Signal::Interrupt),
        (SignalKind::terminate(), Signal::Terminate),
        (SignalKind::hangup(), Signal::Terminate),
    ] {
        if kind == SignalKind::hangup() && ignored & 1 << (kind.as_raw_value() - 1) != 0 {
            continue;
        }
        let mut stream = signal(kind)?;
        let sender = sender.clone();
        tokio::spawn(async move {
            while stream.recv().await.is_some() {
                if sender.send(request).await.is_err() {
                    return;
                }
            }
        });
    }
    Ok(receiver)
}

/// The signals this process was told to ignore when it was started: bit n - 1 is signal n. Where
/// the system does not tell, there are none.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
