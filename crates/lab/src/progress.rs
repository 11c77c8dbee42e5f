//! Progress of work other than matches: a bar on a terminal, otherwise a line a minute.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use document::terminal;

const LINE_EVERY: Duration = Duration::from_secs(60);

/// Shows on standard error how much of the work is finished.
#[derive(Debug)]
pub struct ProgressDisplay {
    planned: usize,
    /// The unit that is counted, in the plural.
    unit: &'static str,
    form: Form,
}

#[derive(Debug)]
enum Form {
    /// A bar that is drawn in place.
    Bar(ProgressBar),
    /// Plain lines.
    Lines {
        /// When the next one is due.
        next: Duration,
    },
    /// Only essential messages.
    Nothing,
}

impl ProgressDisplay {
    /// The display that suits standard error, of `planned` units.
    #[must_use]
    pub fn new(planned: usize, unit: &'static str, quiet: bool) -> ProgressDisplay {
        if quiet {
            return ProgressDisplay { planned, unit, form: Form::Nothing };
        }
        if !io::stderr().is_terminal() {
            return ProgressDisplay { planned, unit, form: Form::Lines { next: LINE_EVERY } };
        }
        let bar = ProgressBar::new(planned as u64);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {prefix}  {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(unit);
        ProgressDisplay { planned, unit, form: Form::Bar(bar) }
    }

    /// Shows how many are finished after this time, and the pace in words.
    pub fn update(&mut self, finished: usize, elapsed: Duration, pace: &str) {
        match &mut self.form {
            Form::Bar(bar) => {
                bar.set_message(pace.to_owned());
                bar.set_position(finished as u64);
            }
            Form::Lines { next } if elapsed >= *next => {
                *next = elapsed + LINE_EVERY;
                self.line(finished, pace);
            }
            Form::Lines { .. } | Form::Nothing => {}
        }
    }

    /// Says something that stays.
    pub fn say(&self, text: &str) {
        match &self.form {
            Form::Bar(bar) => bar.println(terminal::line(text)),
            Form::Lines { .. } | Form::Nothing => print(text),
        }
    }

    /// Ends the display; the closing message is shown if there is any news.
    pub fn end(&self, finished: usize, pace: Option<String>) {
        if let Form::Bar(bar) = &self.form {
            bar.finish_and_clear();
        }
        if let Some(pace) = pace
            && !matches!(self.form, Form::Nothing)
        {
            self.line(finished, &pace);
        }
    }

    fn line(&self, finished: usize, pace: &str) {
        let ProgressDisplay { planned, unit, .. } = self;
        print(&format!("{finished}/{planned} {unit}  {pace}"));
    }
}

/// A line that cannot be written is dropped: the results are worth more than their progress.
fn print(text: &str) {
    let _ = writeln!(io::stderr(), "{}", terminal::line(text));
}
