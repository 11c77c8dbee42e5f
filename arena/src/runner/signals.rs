//! What the user and the system ask of a running match.

use std::io;

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
/// # Errors
/// When the system refuses.
pub fn listen() -> io::Result<mpsc::Receiver<Signal>> {
    let (sender, receiver) = mpsc::channel(8);
    for (kind, request) in [
        (SignalKind::interrupt(), Signal::Interrupt),
        (SignalKind::terminate(), Signal::Terminate),
        (SignalKind::hangup(), Signal::Terminate),
    ] {
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
