//! Finds the zero of a monotone function.

use std::ops::AddAssign;

/// The point between `low` and `high` where `positive` turns from true to false, to the last bit.
pub(crate) fn bisect(mut low: f64, mut high: f64, positive: impl Fn(f64) -> bool) -> f64 {
    // Every halving settles a bit; 200 also cover roots many orders of magnitude below the start.
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if positive(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}

/// The ends of the part, after this many halvings, in which the condition turns from true to false.
pub(crate) fn halved(
    times: u32,
    mut low: f64,
    mut high: f64,
    is_below: impl Fn(f64) -> bool,
) -> (f64, f64) {
    for _ in 0..times {
        let middle = f64::midpoint(low, high);
        if is_below(middle) { low = middle } else { high = middle }
    }
    (low, high)
}

/// The zero, above `low` and below `high`, of a falling function that is positive at `low`, to
/// 1e-13; `high` if there is none. It takes a dozen evaluations if the zero is near `low`: an
/// interval is widened until it has the crossing, and cut by false position (Illinois).
pub(crate) fn crossing_above(low: f64, high: f64, function: impl Fn(f64) -> f64) -> f64 {
    const CLOSE: f64 = 1e-13;
    let (mut positive, mut at_positive) = (low, function(low));
    let mut step = (high - low) * 1e-3;
    let (mut negative, mut at_negative) = loop {
        let next = positive + step;
        if next >= high {
            break (high, function(high));
        }
        let value = function(next);
        if value <= 0.0 {
            break (next, value);
        }
        (positive, at_positive, step) = (next, value, 2.0 * step);
    };
    if at_negative > 0.0 {
        return high;
    }
    // An end that stays for a second time loses half of its value, so that the other one moves.
    let mut last_was_positive = None;
    for _ in 0..100 {
        if negative - positive < CLOSE {
            break;
        }
        let share = at_positive / (at_positive - at_negative);
        // A value without bound says nothing of where between the two the crossing is.
        let share = if share.is_finite() { share.clamp(0.001, 0.999) } else { 0.5 };
        let middle = positive + share * (negative - positive);
        let value = function(middle);
        if value > 0.0 {
            at_negative /= if last_was_positive == Some(true) { 2.0 } else { 1.0 };
            (positive, at_positive) = (middle, value);
        } else {
            at_positive /= if last_was_positive == Some(false) { 2.0 } else { 1.0 };
            (negative, at_negative) = (middle, value);
        }
        last_was_positive = Some(value > 0.0);
    }
    positive + (negative - positive) / 2.0
}

/// The value of a function at a point, and its slope there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tangent {
    /// The value.
    pub(crate) value: f64,
    /// The derivative.
    pub(crate) slope: f64,
}

impl Tangent {
    /// The function that is zero everywhere.
    pub(crate) const ZERO: Tangent = Tangent { value: 0.0, slope: 0.0 };
}

/// The tangent of the sum of two functions.
impl AddAssign for Tangent {
    fn add_assign(&mut self, other: Tangent) {
        self.value += other.value;
        self.slope += other.slope;
    }
}

/// The zero of a falling function that is positive at `low` and negative at `high`, to 1e-13, by Newton's method from
/// `low`; two evaluations find a zero that is near, if the function is smooth there. A step that leaves the interval
/// known to have the zero is replaced by a halving of it.
pub(crate) fn zero_by_tangents(
    (low, at_low): (f64, Tangent),
    high: f64,
    function: impl Fn(f64) -> Tangent,
) -> f64 {
    const CLOSE: f64 = 1e-13;
    let (mut positive, mut negative) = (low, high);
    let (mut point, mut tangent) = (low, at_low);
    let mut last_step: Option<f64> = None;
    for _ in 0..100 {
        let step = -tangent.value / tangent.slope;
        let next = point + step;
        let is_inside = positive <= next && next <= negative;
        // Newton's steps shrink as the squares of those before, so that the length of the next one is foreseen.
        let following = last_step.map(|last| (step / last).powi(2) * step.abs());
        if is_inside && following.is_some_and(|following| following < CLOSE) {
            return next;
        }
        if negative - positive < CLOSE {
            break;
        }
        (point, last_step) = match is_inside {
            true => (next, Some(step)),
            false => (positive + (negative - positive) / 2.0, None),
        };
        tangent = function(point);
        if tangent.value > 0.0 { positive = point } else { negative = point }
    }
    positive + (negative - positive) / 2.0
}

/// The zero of a function that is positive at 0, negative at `mean`, and falls between: the lower
/// end of an interval around a mean, to 1e-13. The search starts at the mean, since the end is
/// usually near. If the end is that near to zero, the bisection goes to the last bit.
pub(crate) fn lower_end(mean: f64, function: impl Fn(f64) -> f64) -> f64 {
    const LOWEST: f64 = 1e-9;
    if mean <= LOWEST || function(LOWEST) <= 0.0 {
        return bisect(0.0, mean, |m| function(m) > 0.0);
    }
    mean - crossing_above(0.0, mean - LOWEST, |below| -function(mean - below))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crossing_is_found_in_few_steps_wherever_it_is() {
        for root in [0.1000001, 0.101, 0.3, 0.5, 0.9, 0.9999] {
            for steepness in [1.0, 10.0] {
                let evaluations = std::cell::Cell::new(0);
                let found = crossing_above(0.1, 1.0, |x| {
                    evaluations.set(evaluations.get() + 1);
                    (steepness * (root - x)).sinh()
                });
                assert!((found - root).abs() < 1e-12, "{found} {root} {steepness}");
                assert!(evaluations.get() < 30, "{} for {root}", evaluations.get());
            }
        }
        assert_eq!(crossing_above(0.1, 1.0, |x| 2.0 - x), 1.0);
        let steep = crossing_above(0.0, 1.0, |x| if x < 0.25 { f64::INFINITY } else { -1.0 });
        assert!((steep - 0.25).abs() < 1e-12, "{steep}");
    }

    #[test]
    fn tangents_find_a_near_zero_in_two_evaluations_and_any_zero_in_few() {
        let found = |root: f64, function: &dyn Fn(f64) -> Tangent| {
            let evaluations = std::cell::Cell::new(0);
            let found = zero_by_tangents((0.1, function(0.1)), 1.0, |x| {
                evaluations.set(evaluations.get() + 1);
                function(x)
            });
            assert!((found - root).abs() < 1e-12, "{found} {root}");
            evaluations.get()
        };
        for root in [0.100_01, 0.101, 0.3, 0.5, 0.9, 0.9999] {
            for steepness in [1.0, 10.0] {
                let evaluations = found(root, &|x| Tangent {
                    value: (steepness * (root - x)).sinh(),
                    slope: -steepness * (steepness * (root - x)).cosh(),
                });
                assert!(evaluations < 12, "{evaluations} for {root}");
                assert!(root > 0.100_1 || evaluations <= 2, "{evaluations} for {root}");
            }
        }
        // Tangents that lead nowhere cost halvings, and no more.
        let flat = Tangent { value: 1.0, slope: 0.0 };
        let steep = |x| if x < 0.25 { flat } else { Tangent { value: -1.0, ..flat } };
        assert!(found(0.25, &steep) < 60);
        let endless =
            |x| if x < 0.25 { Tangent { value: f64::INFINITY, slope: f64::NAN } } else { steep(x) };
        assert!(found(0.25, &endless) < 60);
    }

    #[test]
    fn the_lower_end_is_the_one_that_halving_finds() {
        for root in [1e-30, 1e-7, 0.01, 0.3, 0.49, 0.4999] {
            for steepness in [1.0, 50.0] {
                let function = |m: f64| steepness * ((root / m) - 1.0);
                let found = lower_end(0.5, function);
                let halved = bisect(0.0, 0.5, |m| function(m) > 0.0);
                assert!((found - halved).abs() < 1e-12, "{found} {halved} {steepness}");
            }
        }
    }

    #[test]
    fn the_root_is_found_to_the_last_bit() {
        assert!((bisect(0.0, 2.0, |x| x * x < 2.0) - 2_f64.sqrt()).abs() < 1e-15);
        assert!((bisect(0.0, 1.0, |x| x < 1e-30) / 1e-30 - 1.0).abs() < 1e-9);
    }
}
