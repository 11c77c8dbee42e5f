//! The numbers of the games from a book, each with its interval: by theory where there is one, else by the
//! bootstrap.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::{BookGames, Measured, MeasuredBook};
use stats::book_cost::BookCost;
use stats::normalized_elo::{half_width, normalized_elo};
use stats::{CONFIDENCE, Interval, Pentanomial, ScoreCounts, elo, empirical_likelihood, ratios};

/// Samples of the bootstrap.
const RESAMPLES: usize = 2000;
/// Its seed: the same games have the same intervals.
const SEED: u64 = 1;
/// Matches drawn from the pairs of a book, the same each time; each stream has its own.
pub(super) fn samples(book: &BookGames, stream: u64) -> Vec<Pentanomial> {
    let mut random = ChaCha12Rng::seed_from_u64(SEED);
    random.set_stream(stream);
    (0..RESAMPLES).map(|_| resampled(book.pairs, &mut random)).collect()
}

/// The numbers of one book.
pub(super) fn measured(book: &BookGames, samples: &[Pentanomial]) -> MeasuredBook {
    let pairs = book.pairs;
    let scores = ScoreCounts::from(pairs);
    let score = ratios::score(pairs.games());
    let likelihood = empirical_likelihood::interval(&scores, CONFIDENCE).elo();
    let nelo = normalized_elo(&scores);
    let half = half_width(&scores, CONFIDENCE);
    let with_half = |sign: f64| nelo.zip(half).map(|(nelo, half)| nelo + sign * half);
    let draw_ratio = |pairs: Pentanomial| ratios::draw_ratio(pairs.games());
    let correlation = ratios::pair_correlation(pairs);
    MeasuredBook {
        name: book.name.clone(),
        openings: book.openings,
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

/// The range between the percentiles of the confidence; `None` without values.
fn percentiles(mut values: Vec<f64>) -> Option<Interval> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    let at = |share: f64| values[(share * last as f64).round() as usize];
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Some(Interval { low: at(tail), high: at(1.0 - tail) })
}

/// Games the second book needs by those that the first needs: the inverse square of their normalized
/// Elo. The books share no openings, so the samples of both are independent.
pub(super) fn games_ratio(
    books: [&BookGames; 2],
    samples: [&[Pentanomial]; 2],
) -> Option<Measured> {
    let nelo = |pairs: Pentanomial| normalized_elo(&pairs.into()).filter(|nelo| nelo.is_finite());
    let is_told_from_0 = |book: &&BookGames| {
        let half = half_width(&book.pairs.into(), CONFIDENCE);
        nelo(book.pairs).zip(half).is_some_and(|(nelo, half)| nelo.abs() > half)
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
