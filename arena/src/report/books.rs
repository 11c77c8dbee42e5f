//! Books side by side: the games of one question from the openings of each.

mod bootstrap;
mod contents;
mod curve;
mod plot;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The number.
    pub value: Figure,
    /// Lower end.
    pub lo: Figure,
    /// Upper end.
    pub hi: Figure,
}

impl Measured {
    /// `value [lo, hi]`, all by this factor.
    pub(in crate::report) fn words(self, factor: f64, decimals: usize) -> String {
        let text = |figure: Figure| match figure.0 {
            Some(value) if value.is_finite() => words::decimal(factor * value, decimals),
            Some(value) if value > 0.0 => "inf".to_owned(),
            Some(_) => "-inf".to_owned(),
            None => "n/a".to_owned(),
        };
        match self.value.0 {
            None => "n/a".to_owned(),
            Some(_) => format!("{} [{}, {}]", text(self.value), text(self.lo), text(self.hi)),
        }
    }
}

/// Value, lower and upper end.
impl From<[Option<f64>; 3]> for Measured {
    fn from([value, lo, hi]: [Option<f64>; 3]) -> Measured {
        Measured { value: value.into(), lo: lo.into(), hi: hi.into() }
    }
}

#[cfg(test)]
mod tests;

use serde::Serialize;

use curve::{Curve, Prediction};

use super::summary::SCHEMA;
use stats::book_cost::BookCost;
use stats::{Figure, Pentanomial, words};

/// Books side by side. The others are compared with the first.
#[derive(Clone, Debug, Serialize)]
pub struct Books {
    /// Version of this layout.
    pub schema: u32,
    /// The question that the games answer.
    pub question: Option<String>,
    /// The names of the contenders.
    pub contenders: [String; 2],
    /// The books, in the order they were given in.
    pub books: Vec<MeasuredBook>,
    /// Predictions by a model of the first book's games for openings that favour a side more or less;
    /// `null` where there is none.
    pub curve: Option<Curve>,
}

/// One book before its numbers are computed.
#[derive(Clone, Debug)]
pub struct BookGames {
    /// Name.
    pub name: String,
    /// Openings in it.
    pub openings: u64,
    /// The pairs played from them.
    pub pairs: Pentanomial,
}

/// The numbers of the games from one book.
#[derive(Clone, Debug, Serialize)]
pub struct MeasuredBook {
    /// Name.
    pub name: String,
    /// Openings in it.
    pub openings: u64,
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// Share of drawn games.
    pub draw_ratio: Measured,
    /// Share of pairs that did not end one all.
    pub decided_pairs: Measured,
    /// Correlation of the two games of a pair.
    pub pair_correlation: Measured,
    /// Elo difference, by empirical likelihood.
    pub elo: Measured,
    /// Normalized Elo, by the delta method.
    pub nelo: Measured,
    /// Games needed for the same power, by those that the first book needs; `null` for the first, and
    /// where a normalized Elo is not told from 0.
    pub games_ratio: Option<Measured>,
    /// The cost of its openings, by a model of the games.
    pub cost: Option<BookCost>,
}

impl Books {
    /// The numbers of these books.
    #[must_use]
    pub fn of(question: Option<String>, contenders: [String; 2], games: &[BookGames]) -> Books {
        let samples: Vec<Vec<Pentanomial>> = (0..)
            .zip(games)
            .map(|(stream, book_games)| bootstrap::samples(book_games, stream))
            .collect();
        let book = |(place, book_games): (usize, &BookGames)| MeasuredBook {
            games_ratio: (place > 0)
                .then(|| {
                    bootstrap::games_ratio([&games[0], book_games], [&samples[0], &samples[place]])
                })
                .flatten(),
            ..bootstrap::measured(book_games, &samples[place])
        };
        let books: Vec<MeasuredBook> = games.iter().enumerate().map(book).collect();
        let curve = Curve::of(games);
        Books { schema: SCHEMA, question, contenders, books, curve }
    }
}
