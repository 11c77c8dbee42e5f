//! The processes of a build: they end with this process, however it ends.
//!
//! A build runs in a process group of its own. A shell beside it waits for the end of a pipe that only this process
//! holds open: if this process ends, even by `kill -9`, the shell kills the group.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Output, Stdio};

/// Waits for a line that never comes, then kills the group of its first argument.
const WATCH: &str = "read -r line; kill -s KILL -- \"-$1\"";

/// Runs a command to its end.
///
/// # Errors
/// When it cannot be run.
pub(crate) fn run(command: &mut Command) -> io::Result<Output> {
    let mut build = command.process_group(0).spawn()?;
    let watch = match Watch::begin(&build) {
        Ok(watch) => watch,
        Err(error) => {
            let _ = build.kill();
            build.wait()?;
            return Err(error);
        }
    };
    let output = build.wait_with_output();
    drop(watch);
    output
}

/// The shell beside a build; dropped, it ends and kills nothing.
struct Watch(Child);

impl Watch {
    fn begin(build: &Child) -> io::Result<Watch> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", WATCH, "sh", &build.id().to_string()]).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.spawn().map(Watch)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // Before its pipe is closed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
