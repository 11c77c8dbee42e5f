//! The requests of the user and the system to this process.

use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

use tokio::runtime;
use tokio::sync::mpsc;

pub use system::Request as Signal;
pub use system::requests::outlive_full_files;

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
        {
            let _within = runtime.enter();
            system::requests::forward(&sender)?;
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
