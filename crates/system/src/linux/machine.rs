//! The machine: its names, its memory, and the limits of this process.

use std::ffi::CStr;

use rustix::process::{Resource, Rlimit, getpid, getrlimit, setrlimit};
use rustix::system::uname;
use rustix::thread::gettid;

fn text(part: &CStr) -> String {
    part.to_string_lossy().into_owned()
}

/// The name of this machine.
#[must_use]
pub fn host_name() -> String {
    text(uname().nodename())
}

/// The operating system: its name, its version and the kind of processor.
#[must_use]
pub fn system() -> String {
    let uname = uname();
    [uname.sysname(), uname.release(), uname.machine()].map(text).join(" ")
}

/// The model of this machine's processor, if the system names it.
#[must_use]
pub fn processor() -> Option<String> {
    let text = super::reported("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Bytes of memory that this process may use at most, as far as the system says it.
#[must_use]
pub fn memory() -> Option<u64> {
    let text = super::reported("/proc/meminfo").ok()?;
    let machine = of_machine(&text)?;
    // A group without a limit says `max`.
    let group = super::reported("/sys/fs/cgroup/memory.max");
    let group = group.ok().and_then(|text| text.trim().parse().ok());
    Some(group.map_or(machine, |group: u64| group.min(machine)))
}

fn of_machine(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The open files that this process may have, now and at most; `None` without a limit.
#[must_use]
pub fn open_files() -> (Option<u64>, Option<u64>) {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    (current, maximum)
}

/// Raises or lowers the number of open files that this process may have; whether the system allows it.
#[must_use]
pub fn allow_open_files(count: u64) -> bool {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: Some(count), maximum }).is_ok()
}

/// The system's number of this thread; `None` for the first of the process.
#[must_use]
pub fn thread_number() -> Option<u32> {
    let thread = gettid();
    (thread != getpid()).then(|| thread.as_raw_pid().unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_the_machine_is_read() {
        assert_eq!(of_machine("MemFree: 1 kB\nMemTotal:       16384 kB\n"), Some(16 << 20));
        assert_eq!(of_machine("MemTotal: many\n"), None);
        assert!(memory().is_none_or(|bytes| bytes > 1 << 20));
    }
}
