//! The widths of the anytime-valid intervals, compared with that of a single look.

use rand::RngExt;
use serde::Serialize;

use super::model::Population;
use super::trial::TrialSettings;
use crate::Figure;
use crate::anytime::{self, Anytime, Method};
use crate::{CONFIDENCE, Interval, ScoreCounts, empirical_likelihood};

/// Looks, in tenths and twentieths of the pairs tuned for.
const TWENTIETHS: [u32; 5] = [2, 5, 10, 20, 40];

/// Mean widths after some pairs, on the scale of scores.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Widths {
    /// Pairs.
    pub pairs: u32,
    /// Width of the 95 % interval for a single look, by empirical likelihood.
    pub single_look: f64,
    /// The others by that: the anytime-valid interval of pairs in their order, of all looks so far.
    pub anytime: Figure,
    /// The same for that look alone.
    pub this_look: Figure,
    /// The order-free form.
    pub order_free: Figure,
}

/// Sums over matches, look by look.
#[derive(Clone, Debug)]
pub(super) struct Sums(Vec<(u32, [f64; 4])>);

impl Sums {
    /// Sums for the looks that such a match reaches.
    pub(super) fn new(settings: &TrialSettings) -> Sums {
        let look = |twentieths: &u32| (settings.planned * twentieths).div_ceil(20);
        let looks = TWENTIETHS.iter().map(look).filter(|&pairs| pairs <= settings.pairs);
        Sums(looks.map(|pairs| (pairs, [0.0; 4])).collect())
    }

    /// Plays one match to its last pair, and adds its widths.
    pub(super) fn add<R: RngExt>(
        &mut self,
        population: &Population,
        settings: &TrialSettings,
        random: &mut R,
    ) {
        let book = population.book(settings.book.unwrap_or(settings.pairs as usize), random);
        let mut anytime = Anytime::new(Method::tuned_for(settings.planned), CONFIDENCE);
        let mut counts = ScoreCounts::of_pairs([0; 5]);
        let mut looks = self.0.iter_mut().peekable();
        for pair in 0..settings.pairs {
            let [one, other] = population.pair(book[pair as usize % book.len()], random);
            anytime.add([one, other]);
            counts.add(usize::from(one + other));
            if let Some((_, sums)) = looks.next_if(|(pairs, _)| *pairs == pair + 1) {
                let intervals = [
                    empirical_likelihood::interval(&counts, CONFIDENCE),
                    anytime.ends(),
                    anytime.evidence().interval(CONFIDENCE),
                    anytime::order_free(&counts, CONFIDENCE),
                ];
                for (sum, Interval { low, high }) in sums.iter_mut().zip(intervals) {
                    *sum += high - low;
                }
            }
        }
    }

    /// The means over `matches`.
    pub(super) fn means(self, matches: u32) -> Vec<Widths> {
        let row = |(pairs, [single, anytime, this_look, order_free]): (u32, [f64; 4])| {
            let ratio = |sum: f64| Figure(Some(sum / single));
            Widths {
                pairs,
                single_look: single / f64::from(matches),
                anytime: ratio(anytime),
                this_look: ratio(this_look),
                order_free: ratio(order_free),
            }
        };
        self.0.into_iter().map(row).collect()
    }
}
