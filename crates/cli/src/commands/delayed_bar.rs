//! A progress bar that appears only when a command takes long.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The delay before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar that is hidden at first; without a terminal, or if it is not wanted, it never appears.
pub(super) struct DelayedBar {
    bar: ProgressBar,
    begun: Instant,
    wanted: bool,
}

impl DelayedBar {
    /// A bar over this many bytes.
    pub(super) fn of_bytes(bytes: u64, quiet: bool) -> DelayedBar {
        let bar = ProgressBar::hidden();
        bar.set_length(bytes);
        let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        DelayedBar { bar, begun: Instant::now(), wanted: !quiet && io::stderr().is_terminal() }
    }

    /// Shows the bar when the command has taken its time.
    pub(super) fn reveal(&self) {
        if self.wanted && self.bar.is_hidden() && self.begun.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// The bar itself.
    pub(super) fn bar(&self) -> &ProgressBar {
        &self.bar
    }
}

impl Drop for DelayedBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
