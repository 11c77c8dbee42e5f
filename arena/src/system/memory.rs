//! The memory of this machine.

/// Bytes of memory that this process may use at most, as far as the system says it.
#[must_use]
pub fn total() -> Option<u64> {
    let read = |file: &str| bounded::read_text(file, bounded::SMALL).ok();
    let text = read("/proc/meminfo")?;
    let machine = of_machine(&text)?;
    // A group without a limit says `max`.
    let group = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse().ok());
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
