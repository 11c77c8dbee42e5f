//! Events by which processes make requests of each other.

use std::io;
use std::os::windows::io::AsRawHandle;

use windows_sys::Win32::System::Threading::{EVENT_MODIFY_STATE, OpenEventW, SetEvent};

use super::{checked, owned, wide};
use crate::Request;

/// The name of an event, with a zero at its end.
pub(super) fn name(process: u32, request: Request) -> Vec<u16> {
    wide(&format!("Local\\ziggurat-{process}-{request:?}"))
}

/// Makes a request of another process.
pub(super) fn ask(process: u32, request: Request) -> io::Result<()> {
    // SAFETY: the name ends with a zero.
    let event =
        owned(unsafe { OpenEventW(EVENT_MODIFY_STATE, 0, name(process, request).as_ptr()) })?;
    // SAFETY: the handle is open.
    checked(unsafe { SetEvent(event.as_raw_handle()) })
}
