//! Requests to a process: signals.

use std::io;
use std::process::Child;

use rustix::process::{self, Pid, Signal, kill_process};
use tokio::runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

use crate::Request;

pub use super::holder::Holder;

/// Sends the requests to this process to this channel, from now on. To be called within a runtime, which forwards them.
///
/// A hang-up is ignored if the process was started with it ignored, as under `nohup`.
///
/// # Errors
/// The system refuses.
pub fn forward(sender: &mpsc::Sender<Request>) -> io::Result<()> {
    for (kind, request) in [
        (SignalKind::interrupt(), Request::Interrupt),
        (SignalKind::user_defined1(), Request::Pause),
        (SignalKind::terminate(), Request::Terminate),
        (SignalKind::hangup(), Request::Terminate),
    ] {
        if kind == SignalKind::hangup() && ignored() & 1 << (kind.as_raw_value() - 1) != 0 {
            continue;
        }
        let mut stream = signal(kind)?;
        let sender = sender.clone();
        tokio::spawn(async move {
            while stream.recv().await.is_some() && sender.send(request).await.is_ok() {}
        });
    }
    Ok(())
}

/// Sends a request to a child, which may have ended by itself.
pub fn send(child: &Child, request: Request) {
    let signal = match request {
        Request::Interrupt => Signal::INT,
        Request::Pause => Signal::USR1,
        Request::Terminate => Signal::TERM,
    };
    let _ = kill_process(Pid::from_child(child), signal);
}

/// From now on a write beyond the largest file that the system allows fails, as one to a full disk
/// does, and does not end the process.
///
/// # Errors
/// When the system refuses.
pub fn outlive_full_files() -> io::Result<()> {
    let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
    let _within = runtime.enter();
    // tokio keeps its handler when the stream is dropped, and only the handler is needed.
    drop(signal(SignalKind::from_raw(process::Signal::XFSZ.as_raw()))?);
    Ok(())
}

/// The signals that were ignored when this process was started: bit n - 1 is signal n; 0 if the
/// system does not report them.
fn ignored() -> u64 {
    let status = super::reported("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
