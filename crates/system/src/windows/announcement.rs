//! The announcement of a process that has a file locked, by a piece of memory with a name, which the system frees when
//! the process ends, however it does: its number and its command.

use std::io;
use std::os::windows::io::{AsRawHandle, OwnedHandle};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use windows_sys::Win32::Foundation::INVALID_HANDLE_VALUE;
use windows_sys::Win32::System::Memory::{
    CreateFileMappingW, FILE_MAP_READ, FILE_MAP_WRITE, MEMORY_MAPPED_VIEW_ADDRESS, MapViewOfFile,
    OpenFileMappingW, PAGE_READWRITE, UnmapViewOfFile,
};

use super::{owned, wide};

/// Bytes of an announcement.
const SIZE: usize = 4096;

/// The announcements of this process.
static ANNOUNCED: Mutex<Vec<OwnedHandle>> = Mutex::new(Vec::new());

fn name((volume, file): (u64, u64)) -> Vec<u16> {
    wide(&format!("Local\\ziggurat-holder-{volume:x}-{file:x}"))
}

/// Maps the memory into this process while the function works.
fn with_memory<T>(
    memory: &OwnedHandle,
    access: u32,
    work: impl FnOnce(*mut u8) -> T,
) -> io::Result<T> {
    // SAFETY: the handle is open.
    let view = unsafe { MapViewOfFile(memory.as_raw_handle(), access, 0, 0, SIZE) };
    if view.Value.is_null() {
        return Err(io::Error::last_os_error());
    }
    let done = work(view.Value.cast());
    // SAFETY: the memory was mapped above, and nothing refers to it any more.
    unsafe { UnmapViewOfFile(MEMORY_MAPPED_VIEW_ADDRESS { Value: view.Value }) };
    Ok(done)
}

/// Says that this process has locked a file. Without it the file is locked all the same, and the process not found.
pub(super) fn announce(identity: (u64, u64)) {
    let command: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let text = format!("{}\0{}\0\0", std::process::id(), command.join("\0"));
    // SAFETY: the name ends with a zero.
    let memory = owned(unsafe {
        CreateFileMappingW(
            INVALID_HANDLE_VALUE,
            ptr::null(),
            PAGE_READWRITE,
            0,
            SIZE as u32,
            name(identity).as_ptr(),
        )
    });
    let Ok(memory) = memory else { return };
    let written = with_memory(&memory, FILE_MAP_WRITE, |to| {
        let count = text.len().min(SIZE - 2);
        // SAFETY: the memory has SIZE bytes, and the last ones stay zero.
        unsafe { ptr::copy_nonoverlapping(text.as_ptr(), to, count) };
    });
    if written.is_ok() {
        ANNOUNCED.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    }
}

/// The number and the command of the process that has locked a file; `None` where none has.
pub(super) fn announced(identity: (u64, u64)) -> Option<(u32, Vec<String>)> {
    // SAFETY: the name ends with a zero.
    let memory = unsafe { OpenFileMappingW(FILE_MAP_READ, 0, name(identity).as_ptr()) };
    let text = with_memory(&owned(memory).ok()?, FILE_MAP_READ, |from| {
        let mut text = vec![0; SIZE];
        // SAFETY: both have SIZE bytes.
        unsafe { ptr::copy_nonoverlapping(from.cast_const(), text.as_mut_ptr(), SIZE) };
        String::from_utf8_lossy(&text).into_owned()
    });
    let text = text.ok()?;
    let mut words = text.split("\0\0").next()?.split('\0').map(str::to_owned);
    Some((words.next()?.parse().ok()?, words.collect()))
}
