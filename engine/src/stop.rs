//! A flag that stops a running search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag shared with a running search; clones share the same flag.
///
/// The search checks it every 256 nodes, and then returns the best move it has.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks the search to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Makes the flag ready for the next search.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// The flag itself, for code that waits and knows no engine: true once it is raised.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the search was asked to stop.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
