//! The console behind a standard stream.

pub use std::os::windows::io::AsHandle as Stream;
use std::os::windows::io::AsRawHandle;

use windows_sys::Win32::System::Console::{CONSOLE_SCREEN_BUFFER_INFO, GetConsoleScreenBufferInfo};

/// The columns of the console that this stream is; `None` where it is none.
#[must_use]
pub fn columns(stream: impl Stream) -> Option<usize> {
    let mut found = CONSOLE_SCREEN_BUFFER_INFO::default();
    let handle = stream.as_handle().as_raw_handle();
    // SAFETY: the handle is open, and there is room for the properties.
    let is_console = unsafe { GetConsoleScreenBufferInfo(handle, &mut found) } != 0;
    let window = found.srWindow;
    let columns = usize::try_from(i32::from(window.Right) - i32::from(window.Left) + 1).ok();
    columns.filter(|columns| is_console && *columns > 0)
}

/// Whether a stream accepts a line without waiting for its reader: the system does not say it, and so it is to be tried.
#[must_use]
pub fn accepts(_: impl Stream) -> bool {
    true
}
