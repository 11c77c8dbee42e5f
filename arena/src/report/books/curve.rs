//! Predictions by a model of one book's games for other openings, beside the measurements on them.
//!
//! The model is that of [`BookModel`]: fitted to the score, the draws and the pair correlation on the
//! first book, it keeps the contenders and changes only how much the openings favour a side. How
//! much a measured book does so is told by its own games, so that draws and games needed are predictions.

use serde::Serialize;

use super::{BookGames, MeasuredBook};
use document::Table;
use stats::book_cost::BookModel;
use stats::ratios;
use stats::words;

/// Expected scores of the favoured side that are predicted, in percent.
const WINDOWS: [u32; 9] = [50, 55, 60, 65, 70, 75, 80, 85, 90];

/// The predictions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Curve {
    /// By the advantage of the openings, upwards.
    pub windows: Vec<Prediction>,
    /// Of the books, in their order; `null` where a book's games fit no model.
    pub books: Vec<Option<Prediction>>,
}

/// The expected numbers of openings with some advantage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// The expected score of the side they favour, between equals, 0.5 to 1.
    pub advantage: f64,
    /// Share of drawn games.
    pub draw_ratio: f64,
    /// Correlation of the two games of a pair.
    pub pair_correlation: f64,
    /// Games needed for the same power, by those that the first book needs.
    pub games_ratio: f64,
}

impl Curve {
    /// The predictions from the first book's games; `None` where these fit no model.
    #[must_use]
    pub fn of(games: &[BookGames]) -> Option<Curve> {
        let reference = model(games.first()?)?;
        let predicted =
            |advantage: f64| Prediction::of(reference, reference.with_advantage(advantage));
        let book = |book: &BookGames| {
            let advantage = model(book)?.advantage();
            Some(Prediction::of(reference, reference.with_advantage(advantage)))
        };
        Some(Curve {
            windows: WINDOWS.map(|percent| predicted(f64::from(percent) / 100.0)).to_vec(),
            books: games.iter().map(book).collect(),
        })
    }

    /// Predicted beside measured, a row a book.
    pub(super) fn beside(&self, measured: &[MeasuredBook]) -> Table {
        let mut table = Table::new([
            "Book: predicted, measured",
            "advantage %",
            "draws %",
            "measured",
            "games needed",
            "measured [95 % interval]",
        ]);
        for (book, prediction) in measured.iter().zip(&self.books) {
            let Some(prediction) = prediction else {
                continue;
            };
            let draws = |share: f64| words::decimal(100.0 * share, 1);
            table.row([
                book.name.clone(),
                words::decimal(100.0 * prediction.advantage, 1),
                draws(prediction.draw_ratio),
                book.draw_ratio.value.0.map_or_else(|| "n/a".to_owned(), draws),
                words::decimal(prediction.games_ratio, 2),
                book.games_ratio.map_or_else(|| "n/a".to_owned(), |ratio| ratio.words(1.0, 2)),
            ]);
        }
        table
    }

    /// The curve as a table.
    pub(super) fn windows(&self) -> Table {
        let mut table = Table::new([
            "Expected score of the favoured side %",
            "draws %",
            "pair correlation",
            "games needed, by the first book's",
        ]);
        for Prediction { advantage, draw_ratio, pair_correlation, games_ratio } in &self.windows {
            table.row([
                words::decimal(100.0 * advantage, 0),
                words::decimal(100.0 * draw_ratio, 1),
                words::decimal(*pair_correlation, 2),
                words::decimal(*games_ratio, 2),
            ]);
        }
        table
    }
}

impl Prediction {
    fn of(reference: BookModel, there: BookModel) -> Prediction {
        Prediction {
            advantage: there.advantage(),
            draw_ratio: there.draw_ratio(),
            pair_correlation: there.correlation(),
            games_ratio: (reference.information() / there.information()).powi(2),
        }
    }
}

/// The model of a book's games.
fn model(book: &BookGames) -> Option<BookModel> {
    let games = book.pairs.games();
    BookModel::fitted(
        ratios::score(games)?,
        ratios::draw_ratio(games)?,
        ratios::pair_correlation(book.pairs)?,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::Pentanomial;

    fn book(name: &str, [ll, ld, dd, wl, wd, ww]: [u64; 6]) -> BookGames {
        let pairs = Pentanomial { ll, ld, dd, wl, wd, ww };
        BookGames { name: name.to_owned(), openings: 5000, pairs }
    }

    #[test]
    fn drawish_openings_are_predicted_to_need_more_games() {
        let drawish = book("balanced", [10, 70, 700, 40, 140, 40]);
        let curve =
            Curve::of(&[drawish.clone(), book("unbalanced", [10, 60, 300, 330, 220, 80])]).unwrap();
        let [first, second] = curve.books[..] else { panic!("{curve:?}") };
        let (first, second) = (first.unwrap(), second.unwrap());
        assert!((first.games_ratio - 1.0).abs() < 0.01, "{first:?}");
        assert!(second.advantage > first.advantage + 0.1, "{curve:?}");
        assert!(second.games_ratio < 0.9 && second.draw_ratio < first.draw_ratio, "{curve:?}");
        // The fewest games are neither at the most level openings nor at the most lopsided ones.
        let ratios: Vec<f64> = curve.windows.iter().map(|window| window.games_ratio).collect();
        let best = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(best < ratios[0] && best < ratios[ratios.len() - 1], "{ratios:?}");
    }

    #[test]
    fn games_that_fit_no_model_predict_nothing() {
        assert_eq!(Curve::of(&[book("drawn", [0, 0, 50, 0, 0, 0])]), None);
        let curve =
            Curve::of(&[book("a", [10, 60, 300, 60, 120, 40]), book("b", [0, 0, 9, 0, 0, 0])]);
        assert_eq!(curve.unwrap().books[1], None);
    }
}
