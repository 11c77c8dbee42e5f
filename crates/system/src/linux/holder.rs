//! The process that has a file locked.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

/// A process that has locked a file.
#[derive(Debug)]
pub struct Holder {
    process: Pid,
    /// The command it was started by, its words as they are.
    pub command: Vec<String>,
}

impl Holder {
    /// The process that has locked a file of this directory; `None` where none has, or it is another
    /// user's.
    #[must_use]
    pub fn in_directory(directory: &Path) -> Option<Holder> {
        let files: Vec<(u64, u64)> = fs::read_dir(directory)
            .ok()?
            .filter_map(|entry| entry.ok()?.metadata().ok())
            .filter(fs::Metadata::is_file)
            .map(|file| (file.dev(), file.ino()))
            .collect();
        let processes = fs::read_dir("/proc").ok()?.filter_map(|entry| {
            entry.ok()?.file_name().to_str()?.parse::<i32>().ok().and_then(Pid::from_raw)
        });
        let mut holders = processes.filter(|process| has_locked(*process, &files));
        holders.next().map(|process| {
            let file = format!("/proc/{}/cmdline", process.as_raw_nonzero());
            let text = super::reported(&file).unwrap_or_default();
            let command = text.trim_end_matches('\0').split('\0').map(str::to_owned).collect();
            Holder { process, command }
        })
    }

    /// Asks it to pause, if it is still the process that has locked a file of this directory.
    ///
    /// # Errors
    /// It is not, or belongs to another user.
    pub fn pause(&self, directory: &Path) -> io::Result<()> {
        // Its number may belong to another process by now; from here on only the descriptor
        // identifies it.
        let descriptor = pidfd_open(self.process, PidfdFlags::empty())?;
        let again = Holder::in_directory(directory).map(|holder| holder.process);
        if again != Some(self.process) {
            return Err(Errno::SRCH.into());
        }
        Ok(pidfd_send_signal(descriptor, Signal::USR1)?)
    }
}

/// Whether a process has locked one of these files, by their devices and numbers.
fn has_locked(process: Pid, files: &[(u64, u64)]) -> bool {
    let number = process.as_raw_nonzero();
    let open = fs::read_dir(format!("/proc/{number}/fd")).into_iter().flatten().flatten();
    open.filter(|entry| {
        fs::metadata(entry.path()).is_ok_and(|file| files.contains(&(file.dev(), file.ino())))
    })
    .any(|entry| {
        let descriptor = entry.file_name();
        let file = format!("/proc/{number}/fdinfo/{}", descriptor.to_string_lossy());
        let told = super::reported(&file).unwrap_or_default();
        told.lines().any(|line| line.starts_with("lock:") && line.contains("FLOCK"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_locked_a_file_is_found_and_who_reads_it_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.pgn");
        fs::write(&path, "x").unwrap();
        let file = fs::File::open(&path).unwrap();
        assert!(Holder::in_directory(directory.path()).is_none(), "it is only read");
        file.lock().unwrap();
        let holder = Holder::in_directory(directory.path()).unwrap();
        assert_eq!(holder.process, rustix::process::getpid());
        assert!(!holder.command.is_empty());
        drop(file);
        let refused = holder.pause(directory.path()).unwrap_err();
        assert_eq!(refused.raw_os_error(), Some(Errno::SRCH.raw_os_error()));
    }
}
