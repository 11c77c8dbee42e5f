//! Progress of work other than matches: a bar on a terminal, otherwise a line a minute.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use document::terminal::{self, InPlace};

const LINE_EVERY: Duration = Duration::from_secs(60);
/// The bar is drawn anew no more often.
const DRAWN_EVERY: Duration = Duration::from_millis(100);

/// Shows on standard error how much of the work is finished.
#[derive(Debug)]
pub struct ProgressDisplay {
    planned: usize,
    /// The unit that is counted, in the plural.
    unit: &'static str,
    form: Form,
    begun: Instant,
}

#[derive(Debug)]
enum Form {
    /// A bar that is drawn in place.
    Bar {
        place: InPlace,
        /// The lines as they were drawn last.
        lines: Vec<String>,
        /// When it may change next.
        next: Duration,
    },
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
        let form = match quiet {
            true => Form::Nothing,
            false if !io::stderr().is_terminal() => Form::Lines { next: LINE_EVERY },
            false => Form::Bar { place: InPlace::here(), lines: Vec::new(), next: Duration::ZERO },
        };
        ProgressDisplay { planned, unit, form, begun: Instant::now() }
    }

    /// Shows how many are finished by now, and the pace in words.
    pub fn update(&mut self, finished: usize, pace: &str) {
        let (elapsed, text) = (self.begun.elapsed(), self.text(finished, pace));
        match &mut self.form {
            Form::Bar { place, lines, next } if elapsed >= *next || finished >= self.planned => {
                *next = elapsed + DRAWN_EVERY;
                let columns = terminal::columns(io::stderr());
                let (part, whole) = (finished as u64, self.planned as u64);
                *lines = match terminal::with_bar(part, whole, &text, columns) {
                    Some(line) => vec![line],
                    None => {
                        let wrapped = terminal::wrapped(&text, columns.saturating_sub(1));
                        wrapped.lines().map(str::to_owned).collect()
                    }
                };
                put(&place.draw(lines, columns));
            }
            Form::Lines { next } if elapsed >= *next => {
                *next = elapsed + LINE_EVERY;
                put(&(text + "\n"));
            }
            Form::Bar { .. } | Form::Lines { .. } | Form::Nothing => {}
        }
    }

    /// Says something that stays.
    pub fn say(&mut self, text: &str) {
        let text = terminal::line(text);
        match &mut self.form {
            Form::Bar { place, lines, .. } => {
                put(&place.above(&text, lines, terminal::columns(io::stderr())))
            }
            Form::Lines { .. } | Form::Nothing => put(&format!("{text}\n")),
        }
    }

    /// Ends the display; the closing message is shown if there is any news.
    pub fn end(&mut self, finished: usize, pace: Option<String>) {
        let text = pace.map(|pace| self.text(finished, &pace));
        let mut end = String::new();
        let mut width = None;
        if let Form::Bar { place, lines, .. } = &mut self.form {
            let columns = terminal::columns(io::stderr());
            end = place.clear(columns);
            lines.clear();
            width = Some(columns.saturating_sub(1));
        }
        if let Some(text) = text
            && !matches!(self.form, Form::Nothing)
        {
            end += &width.map_or(text.clone(), |width| terminal::wrapped(&text, width));
            end.push('\n');
        }
        put(&end);
    }

    fn text(&self, finished: usize, pace: &str) -> String {
        let ProgressDisplay { planned, unit, .. } = self;
        terminal::line(&format!("{finished}/{planned} {unit}  {pace}")).into_owned()
    }
}

/// Text that cannot be written is dropped: the results are worth more than their progress.
fn put(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
