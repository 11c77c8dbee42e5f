//! The resources that a process has used so far.

use std::fs;

pub(crate) struct Usage {
    /// Processor time of all its threads.
    pub(crate) seconds: f64,
    /// Its peak memory, in MiB.
    pub(crate) peak_mebibytes: u64,
}

impl Usage {
    /// Read from Linux's `/proc`.
    pub(crate) fn of(process: u32) -> Usage {
        let threads = fs::read_dir(format!("/proc/{process}/task")).unwrap().flatten();
        let nanoseconds = threads.map(|thread| {
            let text = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
            text.split(' ').next().and_then(|word| word.parse::<u64>().ok()).unwrap_or(0)
        });
        let nanoseconds: u64 = nanoseconds.sum();
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = peak.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        Usage { seconds: nanoseconds as f64 / 1e9, peak_mebibytes: kibibytes.unwrap_or(0) / 1024 }
    }
}
