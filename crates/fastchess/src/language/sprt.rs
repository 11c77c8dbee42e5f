//! The sequential test as the reference computes it: the generalized likelihood ratio of three
//! models.
//!
//! Sources: Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a
//! multinomial distribution" (proposition 1.1) for the logistic and the Bayesian model; "Comments on
//! normalized Elo" (section 4.1) for the normalized one. Zeros are found by the method of Oliveira and Takahashi,
//! "An Enhancement of the Bisection Method Average Performance Preserving Minmax Optimality" (2021).

use stats::elo::{NORMALIZED_ELO_SCALE, bayes_score, score};

use crate::language::command::Sprt;
use crate::language::counts::Counts;
use crate::language::text::decimal;

/// The replacement for a count of zero.
const ALMOST_NONE: f64 = 1e-3;
/// The normalized model ends when no probability changes by more than this, or after a limited
/// number of rounds.
const SETTLED: f64 = 1e-4;
const ROUNDS: usize = 10;
/// The distance by which the search for a zero moves towards the middle, for an interval of length
/// 1.
const MOVED: f64 = 0.1;
/// Steps that the search may need beside those of halving.
const SPARE: f64 = 0.99;
/// More steps than the search needs if there is a zero.
const STEPS: usize = 200;

/// The decision of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The first hypothesis is accepted.
    H0,
    /// The second one is.
    H1,
}

impl Sprt {
    /// The model of cutechess-cli's test, which its command line does not name.
    pub const CUTECHESS: &str = "cutechess";

    /// The bounds of the logarithm of the likelihood ratio.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of the likelihood ratio, on pairs or on games.
    #[must_use]
    pub fn llr(&self, counts: Counts, penta: bool) -> f64 {
        if self.model == Sprt::CUTECHESS {
            self.of_cutechess(counts)
        } else if penta {
            self.of(counts.pentanomial().map(regular), 2.0)
        } else if self.model == "bayesian" && (counts.wins == 0 || counts.losses == 0) {
            0.0
        } else {
            self.of([counts.losses, counts.draws, counts.wins].map(regular), 1.0)
        }
    }

    /// The ratio of cutechess-cli: BayesElo, scaled by the draws, with half a game of each result as the prior.
    fn of_cutechess(&self, counts: Counts) -> f64 {
        let [wins, losses, draws] =
            [counts.wins, counts.losses, counts.draws].map(|count| count as f64 + 0.5);
        let games = wins + losses + draws;
        let draw_elo = draw_elo(losses / games, wins / games);
        let x = 10_f64.powf(-draw_elo / 400.0);
        let scale = 4.0 * x / ((1.0 + x) * (1.0 + x));
        let [zero, one] = [self.elo0, self.elo1].map(|elo| {
            let elo = elo / scale;
            let (win, loss) = (score(elo - draw_elo), score(-elo - draw_elo));
            [win, loss, 1.0 - win - loss]
        });
        let ratio = |place: usize| (one[place] / zero[place]).ln();
        wins * ratio(0) + losses * ratio(1) + draws * ratio(2)
    }

    fn of<const N: usize>(&self, counts: [f64; N], games: f64) -> f64 {
        let samples: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / samples);
        let hypotheses = [self.elo0, self.elo1];
        let [zero, one] = match self.model.as_str() {
            "normalized" => {
                let t = hypotheses.map(|elo| games.sqrt() * elo / NORMALIZED_ELO_SCALE);
                t.map(|t| of_t(shares, t))
            }
            "bayesian" => {
                let draw_elo = draw_elo(shares[0], shares[N - 1]);
                hypotheses.map(|elo| of_mean(shares, bayes_score(elo, draw_elo)))
            }
            _ => hypotheses.map(|elo| of_mean(shares, score(elo))),
        };
        let ratio = |place: usize| one[place].ln() - zero[place].ln();
        samples * shares.iter().enumerate().map(|(place, share)| ratio(place) * share).sum::<f64>()
    }

    /// The decision at this likelihood ratio.
    #[must_use]
    pub fn decision(&self, llr: f64) -> Option<Decision> {
        let [lower, upper] = self.bounds();
        match () {
            () if llr >= upper => Some(Decision::H1),
            () if llr <= lower => Some(Decision::H0),
            () => None,
        }
    }

    /// `[0.00, 2.00]`.
    #[must_use]
    pub fn hypotheses(&self) -> String {
        format!("[{}, {}]", decimal(self.elo0, 2), decimal(self.elo1, 2))
    }
}

fn regular(count: u64) -> f64 {
    if count == 0 { ALMOST_NONE } else { count as f64 }
}

fn draw_elo(loss: f64, win: f64) -> f64 {
    200.0 * ((1.0 - loss) / loss * (1.0 - win) / win).log10()
}

/// Equally spaced scores from 0 to 1.
fn values<const N: usize>() -> [f64; N] {
    std::array::from_fn(|place| place as f64 / (N - 1) as f64)
}

/// The most likely distribution with this mean.
fn of_mean<const N: usize>(shares: [f64; N], mean: f64) -> [f64; N] {
    tilted(shares, values::<N>().map(|value| value - mean), 1e-3)
}

/// The most likely distribution with a mean `t` standard deviations above a half.
fn of_t<const N: usize>(shares: [f64; N], t: f64) -> [f64; N] {
    let values = values::<N>();
    let mut found = [1.0 / N as f64; N];
    for _ in 0..ROUNDS {
        let mean: f64 = values.iter().zip(found).map(|(value, share)| value * share).sum();
        let variance: f64 = values
            .iter()
            .zip(found)
            .map(|(value, share)| share * (value - mean) * (value - mean))
            .sum();
        let sigma = variance.sqrt();
        let slope =
            |value: f64| value - 0.5 - 0.5 * t * sigma * (1.0 + ((value - mean) / sigma).powi(2));
        let next = tilted(shares, values.map(slope), 1e-7);
        let change = next.iter().zip(found).map(|(one, other)| (one - other).abs());
        let change = change.fold(0.0, f64::max);
        found = next;
        if change < SETTLED {
            break;
        }
    }
    found
}

/// The distribution `share / (1 + theta * distance)` under which the mean of the distances is 0.
fn tilted<const N: usize>(shares: [f64; N], distances: [f64; N], accuracy: f64) -> [f64; N] {
    let low = distances.iter().copied().fold(f64::INFINITY, f64::min);
    let high = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum = |theta: f64| -> f64 {
        shares
            .iter()
            .zip(distances)
            .map(|(share, distance)| share * distance / (1.0 + theta * distance))
            .sum()
    };
    let theta = zero(sum, -1.0 / low, -1.0 / high, accuracy);
    let mut found = shares;
    found.iter_mut().zip(distances).for_each(|(share, distance)| *share /= 1.0 + theta * distance);
    found
}

/// The zero of a function that comes from minus infinity at `below` and goes to infinity at
/// `above`, to this accuracy, on which the last digit of a ratio may depend. The search goes to the
/// zero of the straight line between the ends, moved a little towards the middle, and no farther from the middle than
/// keeps it as fast as halving. Where the function has no values it goes on as the reference does: such results are
/// printed.
fn zero(function: impl Fn(f64) -> f64, mut below: f64, mut above: f64, accuracy: f64) -> f64 {
    let (mut at_below, mut at_above) = (f64::NEG_INFINITY, f64::INFINITY);
    let halvings = ((above - below).abs() / (2.0 * accuracy)).log2().ceil();
    let mut room = accuracy * (halvings + SPARE).exp2();
    for _ in 0..STEPS {
        // Written so that it ends, too, where the distance is no number.
        let is_wide = (above - below).abs() > 2.0 * accuracy;
        if !is_wide {
            break;
        }
        let middle = f64::midpoint(below, above);
        let straight = (at_above * below - at_below * above) / (at_above - at_below);
        let distance = (middle - straight).abs();
        let direction = (middle - straight) / distance;
        let step = MOVED * (above - below).powi(2);
        // With an infinite end there is no line, and the comparison with it fails.
        let moved = if step <= distance { straight + direction * step } else { middle };
        let most = room - (above - below) / 2.0;
        let next = if (moved - middle).abs() <= most { moved } else { middle - direction * most };
        let value = function(next);
        match () {
            () if value == 0.0 => return next,
            () if value.is_sign_negative() => (below, at_below) = (next, value),
            () => (above, at_above) = (next, value),
        }
        room /= 2.0;
    }
    f64::midpoint(below, above)
}

#[cfg(test)]
mod tests {
    use stats::Pentanomial;
    use stats::sprt::Model;

    use super::*;

    fn sprt(model: &str) -> Sprt {
        let model = model.to_owned();
        Sprt { alpha: 0.05, beta: 0.05, elo0: 0.0, elo1: 2.0, model, enabled: true }
    }

    /// Values seen from the reference.
    #[test]
    fn ratios_are_those_of_the_reference() {
        let counts = Counts::SEEN;
        let llr = |model, penta| decimal(sprt(model).llr(counts, penta), 2);
        assert_eq!(llr("normalized", true), "-0.14");
        assert_eq!(llr("logistic", true), "-0.18");
        assert_eq!(llr("bayesian", false), "-0.14");
        assert_eq!(llr("normalized", false), "-0.13");
        assert_eq!(sprt("logistic").bounds().map(|bound| decimal(bound, 2)), ["-2.94", "2.94"]);
    }

    #[test]
    fn hypotheses_beyond_all_scores_are_no_endless_search() {
        let counts = Counts { wins: 9, draws: 4, losses: 2, ..Counts::default() };
        for model in ["logistic", "normalized", "bayesian"] {
            let sprt = Sprt { elo0: -1e9, elo1: 1e9, ..sprt(model) };
            let _ = sprt.llr(counts, false);
        }
    }

    /// Counts of pairs from 10 to about 40,000, and those of their games.
    fn many_counts() -> impl Iterator<Item = Counts> {
        let mut state = 1_u64;
        let mut next = move |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        (0..2000).map(move |number| {
            let scale = 3 + 4_u64.pow(number % 7 + 1);
            let [ll, ld, wl, dd, wd, ww] = std::array::from_fn(|_| next(scale));
            Counts {
                wins: 2 * ww + wd + wl,
                draws: wd + ld + 2 * dd,
                losses: 2 * ll + ld + wl,
                ll,
                ld,
                wl,
                dd,
                wd,
                ww,
            }
        })
    }

    /// The reason that this arithmetic stands beside that of `stats`: the reference ends its search for a zero early, and
    /// its logistic ratios then have another last digit.
    #[test]
    fn the_exact_ratio_has_other_digits() {
        let differing = |name, model| {
            let exact = stats::sprt::Sprt::new(0.0, 2.0, 0.05, 0.05, model).unwrap();
            let ratios = many_counts().filter(|counts| counts.pairs() > 0).map(|counts| {
                let Counts { ll, ld, wl, dd, wd, ww, .. } = counts;
                let pairs = Pentanomial { ll, ld, dd, wl, wd, ww };
                [sprt(name).llr(counts, true), exact.log_likelihood_ratio(&pairs.into())]
            });
            ratios
                .inspect(|[one, other]| {
                    assert!((one - other).abs() < 0.01, "{name}: {one} {other}")
                })
                .filter(|ratios| {
                    let [one, other] = ratios.map(|ratio| decimal(ratio, 2));
                    one != other
                })
                .count()
        };
        assert_eq!(differing("normalized", Model::Normalized), 0);
        assert_eq!(differing("logistic", Model::Logistic), 11);
    }

    #[test]
    fn a_test_is_decided_at_its_bounds() {
        let test = sprt("logistic");
        let [lower, upper] = test.bounds();
        assert_eq!(test.decision(upper), Some(Decision::H1));
        assert_eq!(test.decision(lower), Some(Decision::H0));
        assert_eq!(test.decision(0.0), None);
        assert!(test.llr(Counts { wins: 40, ww: 20, ..Counts::default() }, true) > 0.0);
        assert_eq!(sprt("bayesian").llr(Counts { wins: 40, ..Counts::default() }, false), 0.0);
    }
}
