//! The start of a program.

use std::io::{self, ErrorKind};
use std::thread;
use std::time::{Duration, Instant};

use system::Program;
use system::guard::Guard;
use system::process::{Process, is_shortage};

/// The wait before another attempt.
const PAUSE: Duration = Duration::from_millis(50);

/// Starts a program. If the system refuses for the moment only, it tries again until `patience` is over.
///
/// # Errors
/// The program cannot be started, or is no longer wanted.
pub(crate) fn start_patiently(
    program: &Program,
    guard: &Guard,
    patience: Duration,
    is_wanted: &dyn Fn() -> bool,
) -> io::Result<Process> {
    let begun = Instant::now();
    loop {
        match Process::spawn(program, guard) {
            Err(error) if is_shortage(&error) && begun.elapsed() < patience => {
                tracing::warn!("{} cannot be started: {error}", program.path.display());
                thread::sleep(PAUSE);
            }
            started => return started,
        }
        if !is_wanted() {
            return Err(ErrorKind::Interrupted.into());
        }
    }
}
