//! The requests of the user and the system to this process.

use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

use rustix::process;
use tokio::runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

/// A request to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C: the first time finish the games in progress, the second time stop at once.
    Interrupt,
    /// Finish the games in progress, however often it is asked for.
    Pause,
    /// Stop at once.
    Terminate,
}

/// The signals of this process. A run takes them; while none does, as when a journal is read or a
/// report is written, each of them ends the process.
#[derive(Debug)]
pub struct Signals(Arc<Mutex<Option<mpsc::Sender<Signal>>>>);

impl Signals {
    /// Listens from now on. `end` ends the process.
    ///
    /// A hang-up is ignored if the process was started with it ignored, as under `nohup`.
    ///
    /// # Errors
    /// The system refuses.
    pub fn listen(end: fn(Signal) -> !) -> io::Result<Signals> {
        let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
        let (sender, mut signals) = mpsc::channel(8);
        for (kind, request) in [
            (SignalKind::interrupt(), Signal::Interrupt),
            (SignalKind::user_defined1(), Signal::Pause),
            (SignalKind::terminate(), Signal::Terminate),
            (SignalKind::hangup(), Signal::Terminate),
        ] {
            if kind == SignalKind::hangup() && ignored() & 1 << (kind.as_raw_value() - 1) != 0 {
                continue;
            }
            let _within = runtime.enter();
            let mut stream = signal(kind)?;
            let sender = sender.clone();
            runtime.spawn(async move {
                while stream.recv().await.is_some() && sender.send(request).await.is_ok() {}
            });
        }
        let taker = Arc::new(Mutex::new(None::<mpsc::Sender<Signal>>));
        let taken_by = Arc::clone(&taker);
        let forward = async move {
            while let Some(signal) = signals.recv().await {
                let taker = taken_by.lock().unwrap_or_else(PoisonError::into_inner).clone();
                // With nothing in progress there is nothing to finish.
                if signal == Signal::Pause {
                    let _ = taker.map(|taker| taker.try_send(signal));
                    continue;
                }
                if taker.is_none_or(|taker| taker.is_closed() || taker.try_send(signal).is_err()) {
                    end(signal);
                }
            }
        };
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || runtime.block_on(forward))?;
        Ok(Signals(taker))
    }

    /// Takes the signals, as long as the receiver is there.
    #[must_use]
    pub fn take(&self) -> mpsc::Receiver<Signal> {
        let (sender, receiver) = mpsc::channel(8);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        receiver
    }
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
    let status = bounded::read_text("/proc/self/status", bounded::SMALL).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
