//! Lines that are drawn again and again in the same place of a terminal, whose width may change meanwhile.

use super::{cut, width, wrapped};

/// A bar of fewer columns shows nothing.
const LEAST_BAR: usize = 10;
/// Parts of a bar.
const DONE: &str = "█";
const LEFT: &str = "░";

/// The lines that stand at the cursor. Their text is computed here and written by the caller.
#[derive(Clone, Debug)]
pub struct InPlace {
    /// The columns of each line.
    drawn: Vec<usize>,
    reflows: bool,
}

impl InPlace {
    /// No line yet, on a terminal that breaks its lines anew when it is narrowed, as most do, or cuts them.
    #[must_use]
    pub fn new(reflows: bool) -> InPlace {
        InPlace { drawn: Vec::new(), reflows }
    }

    /// No line yet, on the terminal of this process. The ones that cut lines are known by their environment.
    #[must_use]
    pub fn here() -> InPlace {
        let cuts =
            ["XTERM_VERSION", "STY"].into_iter().any(|name| std::env::var_os(name).is_some());
        InPlace::new(!cuts)
    }

    /// The text that puts these lines in the place of the last ones. `columns` are those of the terminal now; the last
    /// one stays free, for some terminals break a line that fills it.
    #[must_use]
    pub fn draw(&mut self, lines: &[String], columns: usize) -> String {
        let mut text = self.clear(columns);
        let lines: Vec<_> =
            lines.iter().map(|line| cut(line, columns.saturating_sub(1).max(1))).collect();
        text += &lines.join("\n");
        self.drawn = lines.iter().map(|line| width(line)).collect();
        text
    }

    /// The text that puts a message above these lines, which are drawn anew below it.
    #[must_use]
    pub fn above(&mut self, message: &str, lines: &[String], columns: usize) -> String {
        let message = wrapped(message, columns.saturating_sub(1));
        self.clear(columns) + &message + "\n" + &self.draw(lines, columns)
    }

    /// The text that takes the lines away and leaves the cursor where they began.
    #[must_use]
    pub fn clear(&mut self, columns: usize) -> String {
        let drawn = std::mem::take(&mut self.drawn);
        let rows =
            |&width: &usize| if self.reflows { width.div_ceil(columns.max(1)).max(1) } else { 1 };
        match drawn.iter().map(rows).sum::<usize>() {
            0 => String::new(),
            1 => "\r\x1b[J".to_owned(),
            rows => format!("\r\x1b[{}A\x1b[J", rows - 1),
        }
    }
}

/// A line with a bar for a part of the whole before this text; `None` where the terminal has too few columns for one.
#[must_use]
pub fn with_bar(part: u64, whole: u64, text: &str, columns: usize) -> Option<String> {
    // The bar, a blank, the text, and the last column, which stays free.
    let room = columns.saturating_sub(width(text) + 2);
    (room >= LEAST_BAR).then(|| format!("{} {text}", bar(part, whole, room)))
}

/// A bar of this many columns for a part of the whole.
fn bar(part: u64, whole: u64, columns: usize) -> String {
    let share = (part as f64 / whole.max(1) as f64).min(1.0);
    let done = (share * columns as f64) as usize;
    DONE.repeat(done) + &LEFT.repeat(columns - done)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal that breaks lines anew when its width changes.
    struct Screen {
        /// Rows, each with whether the next one goes on with its line.
        rows: Vec<(String, bool)>,
        at: (usize, usize),
        columns: usize,
    }

    impl Screen {
        fn new(columns: usize) -> Screen {
            Screen { rows: vec![(String::new(), false)], at: (0, 0), columns }
        }

        fn write(&mut self, text: &str) {
            let mut rest = text;
            while let Some(c) = rest.chars().next() {
                let mut used = c.len_utf8();
                match c {
                    '\n' => {
                        self.at = (self.at.0 + 1, 0);
                        self.rows
                            .resize(self.rows.len().max(self.at.0 + 1), (String::new(), false));
                    }
                    '\r' => self.at.1 = 0,
                    '\x1b' => {
                        let end = rest.find(['A', 'J']).unwrap();
                        match &rest[2..=end] {
                            "J" => {
                                self.rows.truncate(self.at.0 + 1);
                                self.rows[self.at.0] = (
                                    self.rows[self.at.0].0.chars().take(self.at.1).collect(),
                                    false,
                                );
                            }
                            up => self.at.0 -= up.trim_end_matches('A').parse::<usize>().unwrap(),
                        }
                        used = end + 1;
                    }
                    c => {
                        assert!(self.at.1 < self.columns, "a line fills the row");
                        self.rows[self.at.0].0.push(c);
                        self.at.1 += 1;
                    }
                }
                rest = &rest[used..];
            }
        }

        fn resize(&mut self, columns: usize) {
            let mut lines = vec![String::new()];
            for (row, goes_on) in &self.rows {
                lines.last_mut().unwrap().push_str(row);
                if !goes_on {
                    lines.push(String::new());
                }
            }
            lines.pop();
            let rows = lines.iter().flat_map(|line| {
                let letters: Vec<char> = line.chars().collect();
                let pieces: Vec<String> = match letters.len() {
                    0 => vec![String::new()],
                    _ => letters.chunks(columns).map(|piece| piece.iter().collect()).collect(),
                };
                let last = pieces.len() - 1;
                pieces.into_iter().enumerate().map(move |(i, piece)| (piece, i < last))
            });
            self.rows = rows.collect();
            self.columns = columns;
            let end = self.rows.len() - 1;
            self.at = (end, self.rows[end].0.chars().count());
        }

        fn text(&self) -> Vec<&str> {
            self.rows.iter().map(|(row, _)| row.as_str()).collect()
        }
    }

    #[test]
    fn a_narrowed_terminal_keeps_no_fragments() {
        let lines =
            |columns: usize| vec![bar(3, 10, columns - 1), format!("{} left", "x".repeat(columns))];
        let (mut screen, mut place) = (Screen::new(100), InPlace::new(true));
        screen.write("$ arena\n");
        for columns in [100, 60, 60, 45, 90, 20, 100] {
            screen.resize(columns);
            screen.write(&place.draw(&lines(columns), columns));
            let shown = screen.text();
            assert_eq!(shown.len(), 3, "{shown:?}");
            assert_eq!(shown[0], "$ arena");
            assert!(shown[1].starts_with(DONE) && shown[2].ends_with('…'), "{shown:?}");
        }
        screen.resize(30);
        screen.write(&place.clear(30));
        assert_eq!(screen.text(), ["$ arena", ""]);
        assert_eq!(place.clear(30), "");
    }

    #[test]
    fn a_terminal_that_cuts_lines_loses_none_above_them() {
        let mut place = InPlace::new(false);
        let lines = ["a".repeat(50), "b".repeat(50)];
        assert_eq!(place.draw(&lines, 80), lines.join("\n"));
        assert_eq!(place.clear(20), "\r\x1b[1A\x1b[J");
    }

    #[test]
    fn a_bar_is_as_long_as_it_is_to_be() {
        assert_eq!(bar(1, 2, 4), "██░░");
        assert_eq!([bar(0, 0, 2), bar(9, 3, 2), bar(1, 3, 0)], ["░░", "██", ""]);
    }
}
