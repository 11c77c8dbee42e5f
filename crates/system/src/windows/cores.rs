//! Cores: the physical ones, threads that keep to them, and claims that other processes see. Of a machine with several
//! groups of processors only the group in which this process began is used.

use std::cell::Cell;
use std::io;
use std::os::windows::io::OwnedHandle;
use std::ptr;

use windows_sys::Win32::Foundation::{ERROR_ALREADY_EXISTS, GetLastError};
use windows_sys::Win32::System::SystemInformation::{
    GetLogicalProcessorInformation, RelationProcessorCore, SYSTEM_LOGICAL_PROCESSOR_INFORMATION,
};
use windows_sys::Win32::System::Threading::{
    CreateMutexW, GetCurrentProcess, GetCurrentThread, GetProcessAffinityMask,
    SetProcessAffinityMask, SetThreadAffinityMask,
};

use super::{checked, owned, wide};

thread_local! {
    /// The processors that this thread keeps to; 0 for all. Programs that it starts are kept to them, too: the system
    /// hands down only those of a process.
    static KEPT_TO: Cell<usize> = const { Cell::new(0) };
}

/// A set of processors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuSet(usize);

impl CpuSet {
    /// No processor has this number or a higher one.
    pub const MAX_CPU: usize = usize::BITS as usize;

    /// No processor.
    #[must_use]
    pub fn new() -> CpuSet {
        CpuSet(0)
    }

    /// Adds a processor.
    pub fn set(&mut self, number: usize) {
        self.0 |= 1 << number;
    }

    /// The number of processors.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.count_ones()
    }
}

/// The processors that this process may use.
fn allowed() -> io::Result<usize> {
    let (mut process, mut machine) = (0, 0);
    // SAFETY: the handle of this process is always valid, and there is room for both masks.
    checked(unsafe { GetProcessAffinityMask(GetCurrentProcess(), &mut process, &mut machine) })?;
    Ok(process)
}

/// One processor of every physical core that this process may run on, by their numbers.
///
/// # Errors
/// The system does not report them; the error says why.
pub fn physical() -> Result<Vec<usize>, String> {
    let allowed = allowed().map_err(|error| error.to_string())?;
    let mut length = 0;
    // SAFETY: without room the function writes only the length that it needs.
    unsafe { GetLogicalProcessorInformation(ptr::null_mut(), &mut length) };
    let size = size_of::<SYSTEM_LOGICAL_PROCESSOR_INFORMATION>();
    let mut found = vec![SYSTEM_LOGICAL_PROCESSOR_INFORMATION::default(); length as usize / size];
    // SAFETY: the vector has the room that the function asked for.
    checked(unsafe { GetLogicalProcessorInformation(found.as_mut_ptr(), &mut length) }).map_err(
        |error| format!("the system does not report which processors share a core: {error}"),
    )?;
    let cores = found.iter().filter(|part| part.Relationship == RelationProcessorCore);
    let cores = cores.map(|core| core.ProcessorMask & allowed).filter(|core| *core != 0);
    Ok(cores.map(|core| core.trailing_zeros() as usize).collect())
}

/// Keeps this process and its future children to these processors; whether the machine has any of them.
#[must_use]
pub fn keep_process_to(set: &CpuSet) -> bool {
    let wanted = set.0 & allowed().unwrap_or_default();
    // SAFETY: the handle of this process is always valid.
    wanted != 0 && unsafe { SetProcessAffinityMask(GetCurrentProcess(), wanted) } != 0
}

/// Keeps this thread, and the processes it starts, to these processors.
///
/// # Errors
/// The system refuses.
pub fn keep_thread_to(set: &CpuSet) -> io::Result<()> {
    // SAFETY: the handle of this thread is always valid.
    if unsafe { SetThreadAffinityMask(GetCurrentThread(), set.0) } == 0 {
        return Err(io::Error::last_os_error());
    }
    KEPT_TO.set(set.0);
    Ok(())
}

/// The processors that a process started by this thread is to keep to; `None` for all.
pub(super) fn of_children() -> Option<usize> {
    Some(KEPT_TO.get()).filter(|set| *set != 0)
}

/// A name that one process on the machine may have. The system frees it when the process ends, however it does.
#[derive(Debug)]
pub struct Claim {
    _name: OwnedHandle,
}

impl Claim {
    /// Claims a name.
    ///
    /// # Errors
    /// Another process has it.
    pub fn of(name: &str) -> io::Result<Claim> {
        let name = wide(&format!("Global\\{name}"));
        // SAFETY: the name ends with a zero.
        let (handle, told) =
            unsafe { (CreateMutexW(ptr::null(), 0, name.as_ptr()), GetLastError()) };
        let claim = Claim { _name: owned(handle)? };
        match told {
            ERROR_ALREADY_EXISTS => Err(io::ErrorKind::AddrInUse.into()),
            _ => Ok(claim),
        }
    }
}
