//! Reports: the fates of a book's candidates, and the quality of a model's fit.

mod page;

use std::path::Path;

use crate::book::model::FittedModel;
use crate::book::summary::{Bin, Fate, Summary};
use arena::report::RenderError;
use document::terminal;
use document::{Block, Document, Table};
use stats::words;

/// Characters of the longest bar of a histogram.
const LONGEST_BAR: usize = 60;

/// The report of a book that was made or filtered.
#[derive(Clone, Debug)]
pub struct BookReport<'a> {
    /// The file, for the title.
    pub(super) file: String,
    pub(super) summary: &'a Summary,
    pub(super) bins: Vec<Bin>,
}

impl BookReport<'_> {
    /// The report of these candidates.
    #[must_use]
    pub fn of<'a>(file: &Path, summary: &'a Summary) -> BookReport<'a> {
        BookReport { file: file.display().to_string(), summary, bins: summary.histogram() }
    }

    /// The table of kept and dropped candidates, and the histogram, as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.document().text();
        if !self.bins.is_empty() {
            text.push('\n');
            text.push_str(&self.histogram());
        }
        text
    }

    /// The same as a page.
    ///
    /// # Errors
    /// Only on a bug.
    pub fn html(&self) -> Result<String, RenderError> {
        Ok(terminal::lines(&page::page(self)?).into_owned())
    }

    pub(super) fn document(&self) -> Document {
        let kept = self.summary.count(Fate::Kept) as u64;
        let all = self.summary.candidates.len() as u64;
        let title = format!("{}: {} of {}", self.file, words::count(kept), words::count(all));
        Document(vec![Block::Title(format!("{title} candidates kept")), Block::Table(self.fates())])
    }

    fn fates(&self) -> Table {
        let all = self.summary.candidates.len() as u64;
        let mut table = Table::new(["candidates", "number", "share"]);
        for fate in Fate::ALL {
            let count = self.summary.count(fate) as u64;
            table.row([fate.words().to_owned(), words::count(count), words::percent(count, all)]);
        }
        table.row(["all".to_owned(), words::count(all), words::percent(all, all)]);
        table
    }

    /// A bar for each range of values: `#` is kept, `.` dropped.
    fn histogram(&self) -> String {
        let most = self.bins.iter().map(|bin| bin.kept + bin.dropped).max().unwrap_or(1).max(1);
        let bar = |count: usize| (count * LONGEST_BAR).div_ceil(most);
        let mut text = "values in centipawns, from White's view (#: kept, .: dropped)\n".to_owned();
        for (i, bin) in self.bins.iter().enumerate() {
            let range = match i {
                0 => format!("<= {:+}", bin.to),
                _ if i + 1 == self.bins.len() => format!(">= {:+}", bin.from),
                _ => format!("{:+} to {:+}", bin.from, bin.to),
            };
            let (kept, both) = (bar(bin.kept), bar(bin.kept + bin.dropped));
            let (kept, dropped) = ("#".repeat(kept), ".".repeat(both.saturating_sub(kept)));
            let counts = format!("{:>6} {:>7}", bin.kept, bin.dropped);
            text.push_str(format!("{range:>14} {counts}  {kept}{dropped}").trim_end());
            text.push('\n');
        }
        text
    }
}

/// A model with its fit, as text.
#[must_use]
pub fn model_text(fitted: &FittedModel) -> String {
    let FittedModel { model, standard_errors: errors, data, .. } = fitted;
    let per_cent = |share: f64| words::decimal(100.0 * share, 1);
    let mut parameters = Table::new(["parameter", "centipawns", "standard error"]);
    for (name, value, error) in [
        ("w: value where the mover wins half of its games", model.win_at, errors.win_at),
        ("l: value where the mover loses half of its games", model.loss_at, errors.loss_at),
        ("s: scale", model.scale, errors.scale),
    ] {
        parameters.row([name.to_owned(), words::decimal(value, 1), words::decimal(error, 1)]);
    }
    let mut calibration = Table::new([
        "value, centipawns",
        "positions",
        "wins %",
        "predicted",
        "draws %",
        "predicted",
        "losses %",
        "predicted",
    ]);
    for row in &fitted.calibration {
        let ([win, draw, loss], [p_win, p_draw, p_loss]) = (row.observed, row.predicted);
        let shares = [win, p_win, draw, p_draw, loss, p_loss].map(per_cent);
        let range = format!("{:+} to {:+}", row.from, row.to);
        calibration.row([vec![range, words::count(row.positions)], shares.to_vec()].concat());
    }
    let mut scores = Table::new(["value, centipawns", "win %", "draw %", "loss %", "score %"]);
    for value in (-200..=200).step_by(50) {
        let chances = model.chances(f64::from(value));
        let shares = [chances.win, chances.draw, chances.loss, chances.expected_score()];
        scores.row([vec![format!("{value:+}")], shares.map(per_cent).to_vec()].concat());
    }
    let gain = 1.0 - fitted.log_likelihood / fitted.null_log_likelihood;
    let about = format!(
        "Fitted to the first {} plies after the opening in {} ({}) of {}, {}, openings {}. Log-likelihood \
         {} nats a position, {} without the values (McFadden's R2 {}).",
        data.plies,
        words::several(data.games, "game"),
        words::several(data.positions, "position"),
        data.name,
        data.limits.join(" against "),
        data.book,
        words::decimal(fitted.log_likelihood, 4),
        words::decimal(fitted.null_log_likelihood, 4),
        words::decimal(gain, 3),
    );
    let blocks = vec![
        Block::Title("P(win) = F((v - w) / s), P(loss) = F((l - v) / s)".to_owned()),
        Block::Paragraph(about),
        Block::Table(parameters),
        Block::Table(scores),
        Block::Table(calibration),
    ];
    Document(blocks).text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::summary::Judged;

    fn summary() -> Summary {
        let judged = |value: i32| Judged {
            fate: if value.abs() <= 30 { Fate::Kept } else { Fate::Outside },
            value: Some(value),
        };
        let mut candidates: Vec<Judged> = (-90..=90).map(judged).collect();
        candidates.push(Judged { fate: Fate::Double, value: Some(5) });
        Summary { candidates }
    }

    #[test]
    fn the_text_says_what_was_dropped_and_how_values_lie() {
        let summary = summary();
        let text = BookReport::of(Path::new("a.epd"), &summary).text();
        assert!(text.starts_with("a.epd: 61 of 182 candidates kept\n"), "{text}");
        let row = |name: &str| text.lines().find(|line| line.contains(name)).unwrap();
        assert!(row("value outside the window").ends_with("120   65.9 %"), "{text}");
        assert!(row("double").ends_with("1    0.5 %"), "{text}");
        let bars: Vec<&str> = text.lines().filter(|line| line.contains(" to ")).collect();
        assert!(bars.len() > 5 && bars.iter().any(|bar| bar.contains('#')), "{text}");
        assert!(bars.iter().any(|bar| bar.contains('.') && !bar.contains('#')), "{text}");
    }

    #[test]
    fn the_page_has_table_and_histogram() {
        let summary = summary();
        let page = BookReport::of(Path::new("<a>.epd"), &summary).html().unwrap();
        assert!(page.contains("&lt;a&gt;.epd: 61 of 182") && !page.contains("<a>.epd"));
        assert!(page.contains("value outside the window") && page.contains("<svg"));
        assert!(!page.contains("Elo differences"));
    }
}
