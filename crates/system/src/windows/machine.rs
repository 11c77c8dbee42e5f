//! The machine: its names, its memory, and the limits of this process.

use std::env;
use std::ptr;

use windows_sys::Wdk::System::SystemServices::RtlGetVersion;
use windows_sys::Win32::System::Registry::{HKEY_LOCAL_MACHINE, RRF_RT_REG_SZ, RegGetValueW};
use windows_sys::Win32::System::SystemInformation::{
    GlobalMemoryStatusEx, MEMORYSTATUSEX, OSVERSIONINFOW,
};
use windows_sys::Win32::System::Threading::GetCurrentThreadId;

use super::wide;

/// The name of this machine.
#[must_use]
pub fn host_name() -> String {
    env::var("COMPUTERNAME").unwrap_or_default()
}

/// The operating system: its name, its version and the kind of processor.
#[must_use]
pub fn system() -> String {
    let size = size_of::<OSVERSIONINFOW>() as u32;
    let mut version = OSVERSIONINFOW { dwOSVersionInfoSize: size, ..Default::default() };
    // SAFETY: the structure has the size that it names.
    unsafe { RtlGetVersion(&mut version) };
    let OSVERSIONINFOW {
        dwMajorVersion: major, dwMinorVersion: minor, dwBuildNumber: build, ..
    } = version;
    format!("Windows {major}.{minor}.{build} {}", env::consts::ARCH)
}

/// The model of this machine's processor, if the system names it.
#[must_use]
pub fn processor() -> Option<String> {
    let key = wide(r"HARDWARE\DESCRIPTION\System\CentralProcessor\0");
    let name = wide("ProcessorNameString");
    let mut text = [0_u16; 128];
    let mut length = size_of_val(&text) as u32;
    // SAFETY: both names end with a zero, and the text has the length that is given.
    let error = unsafe {
        RegGetValueW(
            HKEY_LOCAL_MACHINE,
            key.as_ptr(),
            name.as_ptr(),
            RRF_RT_REG_SZ,
            ptr::null_mut(),
            text.as_mut_ptr().cast(),
            &mut length,
        )
    };
    let text = text.split(|unit| *unit == 0).next().unwrap_or_default();
    (error == 0).then(|| String::from_utf16_lossy(text).trim().to_owned())
}

/// Bytes of memory that this process may use at most, as far as the system says it.
#[must_use]
pub fn memory() -> Option<u64> {
    let size = size_of::<MEMORYSTATUSEX>() as u32;
    let mut status = MEMORYSTATUSEX { dwLength: size, ..Default::default() };
    // SAFETY: the structure has the size that it names.
    let is_known = unsafe { GlobalMemoryStatusEx(&mut status) } != 0;
    is_known.then_some(status.ullTotalPhys)
}

/// The open files that this process may have, now and at most: without a limit.
#[must_use]
pub fn open_files() -> (Option<u64>, Option<u64>) {
    (None, None)
}

/// Raises or lowers the number of open files that this process may have: there is no limit.
#[must_use]
pub fn allow_open_files(_: u64) -> bool {
    true
}

/// The system's number of this thread; `None` for the first of the process.
#[must_use]
pub fn thread_number() -> Option<u32> {
    // SAFETY: a plain request.
    (std::thread::current().name() != Some("main")).then(|| unsafe { GetCurrentThreadId() })
}
