//! Books side by side: what the games of one question say from the openings of each.

mod curve;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use serde::Serialize;

pub(super) use curve::Curve;

use super::RenderError;
use super::summary::SCHEMA;
use document::Rows;
use document::{Block, Document, Table};
use stats::Figure;
use stats::book_cost::BookCost;
use stats::normalized_elo::{half_width, normalized_elo};
use stats::words;
use stats::{CONFIDENCE, Interval, Pentanomial, ScoreCounts, elo, empirical_likelihood, ratios};

/// Samples of the bootstrap.
const RESAMPLES: usize = 2000;
/// Its seed: the same games have the same intervals.
const SEED: u64 = 1;
/// A question whose answer is smaller says little about books, in Elo.
const SMALLEST_QUESTION: f64 = 50.0;

/// Books side by side. The first is what the others are compared with.
#[derive(Clone, Debug, Serialize)]
pub struct Books {
    /// Version of this layout.
    pub schema: u32,
    /// What the games were to find out.
    pub question: Option<String>,
    /// The names of the contenders.
    pub contenders: [String; 2],
    /// The books, in the order they were given in.
    pub books: Vec<MeasuredBook>,
    /// What a model of the first book's games predicts of openings that favour a side more or less;
    /// `null` where there is none.
    pub curve: Option<Curve>,
}

/// What is known of one book before its numbers are computed.
#[derive(Clone, Debug)]
pub struct BookGames {
    /// Name.
    pub name: String,
    /// Openings in it.
    pub openings: u64,
    /// The pairs played from them.
    pub pairs: Pentanomial,
}

/// What the games from one book say.
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
    /// What its openings cost, by a model of the games.
    pub cost: Option<BookCost>,
}

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

impl Books {
    /// The numbers of these books.
    #[must_use]
    pub fn of(question: Option<String>, contenders: [String; 2], games: &[BookGames]) -> Books {
        let samples: Vec<Vec<Pentanomial>> = (0..)
            .zip(games)
            .map(|(stream, of)| {
                let mut random = ChaCha12Rng::seed_from_u64(SEED);
                random.set_stream(stream);
                (0..RESAMPLES).map(|_| resampled(of.pairs, &mut random)).collect()
            })
            .collect();
        let book = |(place, of): (usize, &BookGames)| MeasuredBook {
            games_ratio: (place > 0)
                .then(|| games_ratio([&games[0], of], [&samples[0], &samples[place]]))
                .flatten(),
            ..measured(of, &samples[place])
        };
        let books: Vec<MeasuredBook> = games.iter().enumerate().map(book).collect();
        let curve = Curve::of(games);
        Books { schema: SCHEMA, question, contenders, books, curve }
    }

    pub(super) fn document(&self) -> Document {
        let [first, second] = &self.contenders;
        let title = words::several(self.books.len() as u64, "book");
        let mut blocks = vec![Block::Title(format!("{title}: {first} vs {second}"))];
        blocks.extend(self.question.clone().map(Block::Paragraph));
        blocks.extend(self.caveats().map(Block::Paragraph));
        blocks.push(Block::Table(self.counts()));
        blocks.push(Block::Table(self.shares()));
        blocks.push(Block::Table(self.worth()));
        blocks.push(Block::Table(self.costs()));
        if let Some(curve) = &self.curve {
            blocks.push(Block::Table(curve.beside(&self.books)));
            blocks.push(Block::Table(curve.windows()));
        }
        Document(blocks)
    }

    /// What keeps the books from being compared.
    fn caveats(&self) -> impl Iterator<Item = String> {
        let elo = |book: &MeasuredBook| book.elo.value.0.unwrap_or(0.0).abs();
        let is_small = self.books.iter().any(|book| elo(book) < SMALLEST_QUESTION);
        let is_without = self.books.iter().skip(1).any(|book| book.games_ratio.is_none());
        let without = is_without.then(|| {
            "Where the difference of the contenders is not told from 0 there is no ratio of games: no \
             book would find what is not there."
                .to_owned()
        });
        let small = is_small.then(|| {
            format!(
                "A question near 0 Elo says little about books: ask one whose answer is at least \
                 {SMALLEST_QUESTION} Elo, such as twice the nodes against once."
            )
        });
        without.into_iter().chain(small)
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
            let [elo, nelo] = [book.elo, book.nelo].map(|of| of.words(1.0, 1));
            table.row([book.name.clone(), elo, nelo, ratio]);
        }
        table
    }

    fn costs(&self) -> Table {
        let mut table = Table::new(["Book", "what it costs, by a model of the games"]).of_words();
        for MeasuredBook { name, cost, pairs, .. } in &self.books {
            let games = pairs.games().games() as f64;
            let words = cost.map_or_else(|| "n/a".to_owned(), |cost| cost.words(games));
            table.row([name.clone(), words]);
        }
        table
    }

    /// A row a book.
    pub(super) fn csv(&self) -> Result<String, RenderError> {
        let mut rows = Rows::new();
        let measured =
            ["draw_ratio", "decided_pairs", "pair_correlation", "elo", "nelo", "games_ratio"];
        let counts = ["book", "openings", "pairs", "ll", "ld", "dd", "wl", "wd", "ww"];
        let header =
            measured.iter().flat_map(|name| ["", "_lo", "_hi"].map(|end| format!("{name}{end}")));
        rows.row(counts.map(str::to_owned).into_iter().chain(header))?;
        for book in &self.books {
            let Pentanomial { ll, ld, dd, wl, wd, ww } = book.pairs;
            let counts = [book.openings, book.pairs.pairs(), ll, ld, dd, wl, wd, ww];
            let none = Measured::from([None; 3]);
            let ratio = book.games_ratio.unwrap_or(none);
            let figures = [
                book.draw_ratio,
                book.decided_pairs,
                book.pair_correlation,
                book.elo,
                book.nelo,
                ratio,
            ];
            let figures = figures.into_iter().flat_map(|of| [of.value, of.lo, of.hi]);
            // Two decimals would be too few for shares.
            let text =
                |figure: Figure| figure.0.map_or_else(String::new, |value| value.to_string());
            let names = std::iter::once(book.name.clone());
            let counts = counts.into_iter().map(|count| count.to_string());
            rows.row(names.chain(counts).chain(figures.map(text)))?;
        }
        Ok(rows.text()?)
    }
}

impl Measured {
    /// `value [lo, hi]`, all by this factor.
    pub(super) fn words(self, factor: f64, decimals: usize) -> String {
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

fn measured(of: &BookGames, samples: &[Pentanomial]) -> MeasuredBook {
    let pairs = of.pairs;
    let scores = ScoreCounts::from(pairs);
    let score = ratios::score(pairs.games());
    let likelihood = empirical_likelihood::interval(&scores, CONFIDENCE).elo();
    let nelo = normalized_elo(&scores);
    let half = half_width(&scores, CONFIDENCE);
    let with_half = |sign: f64| nelo.zip(half).map(|(nelo, half)| nelo + sign * half);
    let draw_ratio = |pairs: Pentanomial| ratios::draw_ratio(pairs.games());
    let correlation = ratios::pair_correlation(pairs);
    MeasuredBook {
        name: of.name.clone(),
        openings: of.openings,
        pairs,
        draw_ratio: bootstrapped(pairs, samples, draw_ratio),
        decided_pairs: bootstrapped(pairs, samples, |pairs| {
            ratios::pair_draw_ratio(pairs).map(|share| 1.0 - share)
        }),
        pair_correlation: bootstrapped(pairs, samples, ratios::pair_correlation),
        elo: [score.map(elo::elo), Some(likelihood.low), Some(likelihood.high)].into(),
        nelo: [nelo, with_half(-1.0), with_half(1.0)].into(),
        games_ratio: None,
        cost: score
            .zip(draw_ratio(pairs))
            .zip(correlation)
            .and_then(|((score, draws), correlation)| BookCost::of(score, draws, correlation)),
    }
}

/// The pairs of a match that is drawn from these pairs, with replacement.
fn resampled(pairs: Pentanomial, random: &mut ChaCha12Rng) -> Pentanomial {
    let Pentanomial { ll, ld, dd, wl, wd, ww } = pairs;
    let cells =
        [(ll, [0, 0]), (ld, [0, 1]), (dd, [1, 1]), (wl, [2, 0]), (wd, [2, 1]), (ww, [2, 2])];
    let mut drawn = Pentanomial::default();
    for _ in 0..pairs.pairs() {
        let mut place = random.random_range(0..pairs.pairs());
        for (count, [one, other]) in cells {
            if place < count {
                drawn.add_pair(one, other);
                break;
            }
            place -= count;
        }
    }
    drawn
}

/// A number with the percentiles of its bootstrap.
fn bootstrapped(
    pairs: Pentanomial,
    samples: &[Pentanomial],
    number: impl Fn(Pentanomial) -> Option<f64>,
) -> Measured {
    let values = samples.iter().filter_map(|&sample| number(sample)).collect();
    let ends = percentiles(values);
    [number(pairs), ends.map(|ends| ends.low), ends.map(|ends| ends.high)].into()
}

/// What lies between the percentiles of the confidence; `None` without values.
fn percentiles(mut values: Vec<f64>) -> Option<Interval> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    let at = |share: f64| values[(share * last as f64).round() as usize];
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Some(Interval { low: at(tail), high: at(1.0 - tail) })
}

/// Games the second book needs by those that the first needs: the inverse square of their normalized
/// Elo. The books share no openings, so the samples of both are independent.
fn games_ratio(books: [&BookGames; 2], samples: [&Vec<Pentanomial>; 2]) -> Option<Measured> {
    let nelo = |pairs: Pentanomial| normalized_elo(&pairs.into()).filter(|nelo| nelo.is_finite());
    let is_told_from_0 = |of: &&BookGames| {
        let half = half_width(&of.pairs.into(), CONFIDENCE);
        nelo(of.pairs).zip(half).is_some_and(|(nelo, half)| nelo.abs() > half)
    };
    if !books.iter().all(is_told_from_0) {
        return None;
    }
    let ratio = |reference, other| Some((nelo(reference)? / nelo(other)?).powi(2));
    let [reference, other] = samples;
    let values = reference.iter().zip(other).filter_map(|(&one, &other)| ratio(one, other));
    let ends = percentiles(values.collect())?;
    Some([ratio(books[0].pairs, books[1].pairs), Some(ends.low), Some(ends.high)].into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Report, ReportFormat};

    fn book(name: &str, [ll, ld, dd, wl, wd, ww]: [u64; 6]) -> BookGames {
        let pairs = Pentanomial { ll, ld, dd, wl, wd, ww };
        BookGames { name: name.to_owned(), openings: 5000, pairs }
    }

    fn books(games: &[BookGames]) -> Books {
        Books::of(None, ["new".to_owned(), "old".to_owned()], games)
    }

    #[test]
    fn the_book_that_tells_more_needs_fewer_games() {
        let (dull, sharp) = ([2, 60, 760, 38, 130, 10], [10, 60, 300, 330, 220, 80]);
        let found = books(&[book("balanced", dull), book("unbalanced", sharp)]);
        let [reference, other] = &found.books[..] else { panic!("{found:?}") };
        assert_eq!(reference.games_ratio, None);
        let ratio = other.games_ratio.unwrap();
        let nelo = |of: &MeasuredBook| of.nelo.value.0.unwrap();
        let expected = (nelo(reference) / nelo(other)).powi(2);
        assert!((ratio.value.0.unwrap() - expected).abs() < 1e-12);
        let (low, high) = (ratio.lo.0.unwrap(), ratio.hi.0.unwrap());
        assert!(low < expected && expected < high && high < 1.0, "{ratio:?}");
        // Fieller's interval for the ratio of two independent normal means, squared.
        let error = |of: &MeasuredBook| (of.nelo.hi.0.unwrap() - nelo(of)) / 1.959_964;
        let [(a, sa), (b, sb)] = [(nelo(reference), error(reference)), (nelo(other), error(other))];
        let z = 1.959_964_f64.powi(2);
        let (p, q) = (b * b - z * sb * sb, a * a - z * sa * sa);
        let root = (a * a * b * b - p * q).sqrt();
        let fieller = [(a * b - root) / p, (a * b + root) / p].map(|of| of * of);
        assert!((low / fieller[0] - 1.0).abs() < 0.15, "{low}, Fieller {fieller:?}");
        assert!((high / fieller[1] - 1.0).abs() < 0.15, "{high}, Fieller {fieller:?}");
        assert!(other.draw_ratio.lo.0 < other.draw_ratio.value.0);
        assert!(other.pair_correlation.hi.0.unwrap() < 0.0);
    }

    #[test]
    fn a_question_near_0_has_no_ratio_and_the_report_says_so_in_every_format() {
        let level = [20, 100, 300, 60, 110, 22];
        let report = Report::Books(Box::new(books(&[book("a", level), book("b", level)])));
        let text = report.render(ReportFormat::TEXT).unwrap();
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("there is no ratio of games") && flat.contains("at least 50 Elo"));
        assert!(text.contains("n/a"), "{text}");
        for format in ReportFormat::kept().map(|(_, format)| format).skip(1) {
            let text = report.render(format).unwrap();
            assert!(text.contains("300") && !text.contains("NaN"), "{text}");
            if format.name() == "html" {
                assert!(text.contains("Predicted and measured") && text.contains("<circle"));
            }
        }
    }

    #[test]
    fn a_book_without_games_has_no_numbers() {
        let found = books(&[book("a", [0; 6]), book("b", [0, 0, 0, 0, 0, 1])]);
        let text = Report::Books(Box::new(found)).render(ReportFormat::TEXT).unwrap();
        assert!(text.contains("n/a") && !text.contains("NaN"), "{text}");
    }
}
