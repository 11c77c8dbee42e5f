//! Requests to a process: Ctrl-C and the closing of its console, and events with the process's number in their names.

use std::io;
use std::os::windows::io::{AsRawHandle, OwnedHandle};
use std::process::Child;
use std::ptr;
use std::thread;

use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};
use tokio::sync::mpsc;
use windows_sys::Win32::System::Threading::{CreateEventW, INFINITE, WaitForMultipleObjects};

use super::{events, owned};
use crate::Request;

pub use super::holder::Holder;

/// The requests that other processes make.
const ASKED: [Request; 3] = [Request::Interrupt, Request::Pause, Request::Terminate];

/// Sends the requests to this process to this channel, from now on. To be called within a runtime, which forwards them.
/// The system ends a process five seconds after its console was closed.
///
/// # Errors
/// The system refuses.
pub fn forward(sender: &mpsc::Sender<Request>) -> io::Result<()> {
    let (mut interrupt, mut pause) = (ctrl_c()?, ctrl_break()?);
    let (mut close, mut logoff, mut shutdown) = (ctrl_close()?, ctrl_logoff()?, ctrl_shutdown()?);
    let told = sender.clone();
    tokio::spawn(async move {
        loop {
            let request = tokio::select! {
                _ = interrupt.recv() => Request::Interrupt,
                _ = pause.recv() => Request::Pause,
                _ = close.recv() => Request::Terminate,
                _ = logoff.recv() => Request::Terminate,
                _ = shutdown.recv() => Request::Terminate,
            };
            if told.send(request).await.is_err() {
                return;
            }
        }
    });
    let create = |request| {
        let name = events::name(std::process::id(), request);
        // SAFETY: the name ends with a zero. The event resets itself when it was seen.
        owned(unsafe { CreateEventW(ptr::null(), 0, 0, name.as_ptr()) })
    };
    let events = ASKED.into_iter().map(create).collect::<io::Result<Vec<OwnedHandle>>>()?;
    let sender = sender.clone();
    let wait = move || {
        loop {
            let handles: Vec<_> = events.iter().map(AsRawHandle::as_raw_handle).collect();
            // SAFETY: the handles are open.
            let event = unsafe {
                WaitForMultipleObjects(handles.len() as u32, handles.as_ptr(), 0, INFINITE)
            };
            let Some(request) = ASKED.get(event as usize) else { return };
            if sender.blocking_send(*request).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("requests".to_owned()).spawn(wait).map(drop)
}

/// Sends a request to a child, which may have ended by itself.
pub fn send(child: &Child, request: Request) {
    let _ = events::ask(child.id(), request);
}

/// From now on a write beyond the largest file that the system allows fails, as it always does here.
///
/// # Errors
/// None.
pub fn outlive_full_files() -> io::Result<()> {
    Ok(())
}
