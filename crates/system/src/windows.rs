//! Windows 10 or later.
#![allow(unsafe_code)]

#[cfg_attr(not(feature = "requests"), expect(dead_code, reason = "requests look for it"))]
mod announcement;
pub mod clock;
pub mod cores;
#[cfg(feature = "requests")]
mod events;
pub mod files;
pub mod guard;
#[cfg(feature = "requests")]
mod holder;
mod job;
pub mod machine;
pub mod memory;
pub mod process;
#[cfg(feature = "requests")]
pub mod requests;
pub mod shell;
mod streams;
pub mod terminal;
pub mod waits;

use std::io;
use std::os::windows::io::{FromRawHandle, OwnedHandle};

use windows_sys::Win32::Foundation::HANDLE;

/// Owns a handle that a function of the system returned, or says why it returned none.
fn owned(handle: HANDLE) -> io::Result<OwnedHandle> {
    if handle.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the system has just opened the handle for the caller, which gives it away.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

/// Why a function of the system failed, if it did.
fn checked(result: i32) -> io::Result<()> {
    if result == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// A text as the system takes it: UTF-16, with a zero at its end.
fn wide(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}
