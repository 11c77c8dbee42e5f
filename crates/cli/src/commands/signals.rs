//! The effect of a signal while no match is played.

use std::io::Write;
use std::process;
use std::sync::OnceLock;

use anyhow::Context;
use tokio::runtime;
use tokio::sync::mpsc::Receiver;

use arena::runner::{Signal, Signals};
use arena::storage::results;
use lab::progress::Outlet;

/// Exit codes of interrupted commands, as shells report a program ended by the signal.
pub(super) const INTERRUPTED: u8 = 130;
pub(super) const TERMINATED: u8 = 143;

/// Listens to the signals of this process: from now on they end it, unless a run takes them. A
/// repeated call, as for the next match of a series, returns the same listener: a second one would
/// end the process by a signal that the first has passed on.
pub(super) fn listen() -> anyhow::Result<&'static Signals> {
    static SIGNALS: OnceLock<Signals> = OnceLock::new();
    if let Some(signals) = SIGNALS.get() {
        return Ok(signals);
    }
    let signals = Signals::listen(end).context("cannot listen to signals")?;
    Ok(SIGNALS.get_or_init(|| signals))
}

/// Does work that takes the signals of this process.
pub(super) fn work<T>(
    work: impl AsyncFnOnce(Receiver<Signal>) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    listening(async |signals| work(signals.take()).await)
}

/// Does work while the signals of this process end it, until the work takes them.
pub(super) fn listening<T>(
    work: impl AsyncFnOnce(&'static Signals) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { work(listen()?).await })
}

/// Ends the process between two files, so that none is left half written.
fn end(signal: Signal) -> ! {
    let _no_file_is_being_written = results::between_files();
    // A terminal that is stopped does not keep the process.
    let text = "stopped while a journal was read or a report was written; nothing that is finished is \
                lost: the same command goes on\n";
    let _ = Outlet::new().write(text.as_bytes());
    process::exit(i32::from(match signal {
        Signal::Interrupt | Signal::Pause => INTERRUPTED,
        Signal::Terminate => TERMINATED,
    }))
}
