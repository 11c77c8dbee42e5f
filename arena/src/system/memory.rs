//! The memory of this machine.

use std::fs;

/// Bytes of memory that this process may use at most, as far as the system says it.
#[must_use]
pub fn total() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let machine = of_machine(&text)?;
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    // A group without a limit says `max`.
    let group = group.and_then(|text| text.trim().parse().ok());
    Some(group.map_or(machine, |group: u64| group.min(machine)))
}

fn of_machine(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_the_machine_is_read() {
        assert_eq!(of_machine("MemFree: 1 kB\nMemTotal:       16384 kB\n"), Some(16 << 20));
        assert_eq!(of_machine("MemTotal: many\n"), None);
        assert!(total().is_none_or(|bytes| bytes > 1 << 20));
    }
}
