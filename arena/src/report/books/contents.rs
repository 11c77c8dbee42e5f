//! The report of books as a document, and as rows.

use super::plot::plot;
use super::{Books, Measured, MeasuredBook};
use crate::report::section::{Head, Notices, Part, Plots, Section};
use document::Table;
use stats::{Figure, Pentanomial, words};

/// A question whose answer is smaller says little about books, in Elo.
const SMALLEST_QUESTION: f64 = 50.0;

impl Books {
    /// The beginning of its report.
    pub(in crate::report) fn head(&self) -> Head {
        let [first, second] = &self.contenders;
        let title = words::several(self.books.len() as u64, "book");
        Head {
            title: format!("{title}: {first} vs {second}"),
            tab: "Books".to_owned(),
            question: self.question.clone(),
            notices: Notices::of([], self.notices()),
            ..Head::default()
        }
    }

    /// The rest of it.
    pub(in crate::report) fn sections(&self) -> Vec<Section> {
        let tables = [self.counts(), self.shares(), self.worth(), self.costs()];
        let results = Section::new("results", "Results", Part::tables(tables));
        [results].into_iter().chain(self.predictions()).collect()
    }

    /// The prediction beside the measurement.
    fn predictions(&self) -> Option<Section> {
        let curve = self.curve.as_ref()?;
        let plots = Plots { key: Vec::new(), plots: vec![plot(self, curve)] };
        let tables = Part::tables([curve.beside(&self.books), curve.windows()]);
        let parts = [Part::Plots(plots)].into_iter().chain(tables);
        Some(Section::new("curve", "Predicted and measured", parts))
    }

    /// The reasons why the books cannot be compared.
    fn notices(&self) -> [Option<String>; 2] {
        let elo = |book: &MeasuredBook| book.elo.value.0.unwrap_or(0.0).abs();
        let is_small = self.books.iter().any(|book| elo(book) < SMALLEST_QUESTION);
        let is_without = self.books.iter().skip(1).any(|book| book.games_ratio.is_none());
        let without = is_without.then(|| {
            "Where the difference of the contenders is not told from 0 there is no ratio of games: no \
             book finds a difference that is not there."
                .to_owned()
        });
        let small = is_small.then(|| {
            format!(
                "A question near 0 Elo says little about books: ask one whose answer is at least \
                 {SMALLEST_QUESTION} Elo, such as twice the nodes against once."
            )
        });
        [without, small]
    }

    fn counts(&self) -> Table {
        let heading = ["Book", "openings", "pairs", "LL", "LD", "DD", "WL", "WD", "WW"];
        let mut table = Table::new(heading);
        for MeasuredBook { name, openings, pairs, .. } in &self.books {
            let Pentanomial { ll, ld, dd, wl, wd, ww } = *pairs;
            let counts = [*openings, pairs.pairs(), ll, ld, dd, wl, wd, ww].map(words::count);
            table.row(std::iter::once(name.clone()).chain(counts));
        }
        table
    }

    fn shares(&self) -> Table {
        let heading = ["Book, [95 % CI]", "draws %", "decided pairs %", "pair correlation"];
        let mut table = Table::new(heading);
        for book in &self.books {
            table.row([
                book.name.clone(),
                book.draw_ratio.words(100.0, 1),
                book.decided_pairs.words(100.0, 1),
                book.pair_correlation.words(1.0, 2),
            ]);
        }
        table
    }

    fn worth(&self) -> Table {
        let reference = self.books.first().map_or("", |book| book.name.as_str());
        let ratio = format!("games needed, by {reference}'s");
        let mut table = Table::new(["Book, [95 % CI]", "Elo", "normalized Elo", ratio.as_str()]);
        for (place, book) in self.books.iter().enumerate() {
            let ratio = match book.games_ratio {
                Some(ratio) => ratio.words(1.0, 2),
                None if place == 0 => "1".to_owned(),
                None => "n/a".to_owned(),
            };
            let [elo, nelo] = [book.elo, book.nelo].map(|measured| measured.words(1.0, 1));
            table.row([book.name.clone(), elo, nelo, ratio]);
        }
        table
    }

    fn costs(&self) -> Table {
        let mut table = Table::new(["Book", "cost, by a model of the games"]).of_words();
        for MeasuredBook { name, cost, pairs, .. } in &self.books {
            let games = pairs.games().games() as f64;
            let words = cost.map_or_else(|| "n/a".to_owned(), |cost| cost.words(games));
            table.row([name.clone(), words]);
        }
        table
    }
}

impl MeasuredBook {
    /// The cells of its row, with their headings.
    pub(in crate::report) fn record(&self) -> Vec<(String, String)> {
        let Pentanomial { ll, ld, dd, wl, wd, ww } = self.pairs;
        let counts = [
            ("openings", self.openings),
            ("pairs", self.pairs.pairs()),
            ("ll", ll),
            ("ld", ld),
            ("dd", dd),
            ("wl", wl),
            ("wd", wd),
            ("ww", ww),
        ];
        let figures = [
            ("draw_ratio", Some(self.draw_ratio)),
            ("decided_pairs", Some(self.decided_pairs)),
            ("pair_correlation", Some(self.pair_correlation)),
            ("elo", Some(self.elo)),
            ("nelo", Some(self.nelo)),
            ("games_ratio", self.games_ratio),
        ];
        // Two decimals would be too few for shares.
        let text = |figure: Figure| figure.0.map_or_else(String::new, |value| value.to_string());
        let ends = |(name, measured): (&str, Option<Measured>)| {
            let Measured { value, lo, hi } = measured.unwrap_or([None; 3].into());
            [("", value), ("_lo", lo), ("_hi", hi)]
                .map(|(end, figure)| (format!("{name}{end}"), text(figure)))
        };
        let counts = counts.map(|(name, count)| (name.to_owned(), count.to_string()));
        let name = ("book".to_owned(), self.name.clone());
        std::iter::once(name).chain(counts).chain(figures.into_iter().flat_map(ends)).collect()
    }
}
