//! The contents of a report made from counts.

use super::two_players::TwoPlayers;
use crate::report::from_counts::CountsReport;
use document::Document;
use stats::words;

impl CountsReport {
    /// The report as sentences and tables.
    #[must_use]
    pub fn document(&self) -> Document {
        let two = TwoPlayers::from(self);
        let title = self.players.join(" vs ");
        let mut document = Document::titled(title).paragraph(two.verdict().sentence);
        let after = words::games_after(self.games_after);
        let test = self.sprt.map(|test| match self.anytime {
            Some(anytime) => test.state(&words::several(anytime.pairs, "pair")),
            None => test.state("these counts"),
        });
        for sentence in after.into_iter().chain(test) {
            document = document.paragraph(sentence);
        }
        if self.all.games() == 0 {
            return document;
        }
        document = document.table(two.score()).table(two.strength());
        match self.pairs.pairs() {
            0 => document,
            _ if self.pair_correlation.0.is_some() => document.table(two.pairs()),
            _ => document.paragraph(format!("Ptnml(0-2) {}", words::ptnml(self.pairs))),
        }
    }
}
