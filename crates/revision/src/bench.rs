//! The signature of a program: the nodes that its `bench` searches.

use std::path::Path;
use std::time::Duration;

use uci_client::{Guard, Program, bench};

/// The time that a `bench` may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// The nodes that `PROGRAM bench` searches in this directory; `None` if it has no such command or does not end in time.
pub(crate) fn signature(program: &Path, directory: &Path, guard: &Guard) -> Option<u64> {
    let program = Program { directory: Some(directory.to_owned()), ..Program::new(program) };
    let bench = bench(&program, guard, PATIENCE).ok()?;
    bench.nodes.filter(|_| bench.status.is_some_and(|status| status.success()))
}
