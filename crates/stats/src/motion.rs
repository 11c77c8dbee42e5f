//! A Brownian motion between two bounds: the course of a log-likelihood ratio, without the overshoot of pairs.
//!
//! Source: W. Feller, "An Introduction to Probability Theory and Its Applications" II, chapter X.5, for the two series.

use std::f64::consts::PI;

use crate::distributions::normal_tail;

/// A drift that is none.
pub(crate) const NO_DRIFT: f64 = 1e-6;

/// A Brownian motion of variance 1 between two bounds, watched for a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Motion {
    /// The bound that it crosses, above 0.
    pub(crate) upper: f64,
    /// The other one, below 0.
    pub(crate) lower: f64,
    pub(crate) time: f64,
}

impl Motion {
    /// The probability that it crosses its upper bound before the other, within its time.
    pub(crate) fn crossing(&self, drift: f64) -> f64 {
        let Motion { upper, lower, time } = *self;
        let width = upper - lower;
        if time < 0.15 * width * width { self.by_images(drift) } else { self.by_waves(drift) }
    }

    /// By the images of the upper bound in both: for short times.
    fn by_images(&self, drift: f64) -> f64 {
        let Motion { upper, lower, time } = *self;
        let deviation = time.sqrt();
        let images = (-4..=4).map(|number| upper + 2.0 * f64::from(number) * (upper - lower));
        let crossing = images.map(|image| {
            let level = image.abs();
            let weighted = |drift: f64, exponent: f64| {
                let tail = normal_tail((level - drift * time) / deviation);
                // The factor may be huge while the probability vanishes.
                if tail > 0.0 { (tail.ln() + exponent).exp() } else { 0.0 }
            };
            let (towards, away) = (drift * (upper - level), drift * (upper + level));
            (weighted(drift, towards) + weighted(-drift, away)).copysign(image)
        });
        crossing.sum::<f64>().clamp(0.0, 1.0)
    }

    /// By the waves that fit between the bounds: the probability that it ever crosses, less that it does so later.
    fn by_waves(&self, drift: f64) -> f64 {
        let Motion { upper, lower, time } = *self;
        let width = upper - lower;
        let later: f64 = (1..=20)
            .map(|number| {
                let number = f64::from(number);
                let wave = number * PI / width;
                let decay = (drift * drift + wave * wave) / 2.0;
                // Of the way from the upper bound, so that the signs do not alternate.
                (wave * upper).sin() * wave / width * (drift * upper - decay * time).exp() / decay
            })
            .sum();
        (pass_probability(2.0 * drift, lower, upper) - later).clamp(0.0, 1.0)
    }
}

/// The probability of the upper bound: (1 - e^{-ha}) / (e^{-hb} - e^{-ha}), arranged so that nothing overflows.
pub(crate) fn pass_probability(drift: f64, lower: f64, upper: f64) -> f64 {
    if drift.abs() < NO_DRIFT {
        -lower / (upper - lower)
    } else if drift > 0.0 {
        (drift * lower).exp_m1() / (drift * (lower - upper)).exp_m1()
    } else {
        (drift * upper).exp() * (-drift * lower).exp_m1() / (drift * (upper - lower)).exp_m1()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::normal_cdf;

    /// The probability that a motion from 0 has left the bounds, by the eigenfunctions of its generator, or by the sum
    /// of both bounds alone (Cox and Miller, "The Theory of Stochastic Processes", 1965, section 5.7).
    fn leaving(Motion { upper, lower, time }: Motion, drift: f64) -> f64 {
        let width = upper - lower;
        if time < 0.03 * width * width || (drift * width).abs() > 20.0 {
            let reaching = |level: f64, drift: f64| {
                let reflected = normal_cdf((-level - drift * time) / time.sqrt());
                let factor = (2.0 * drift * level + reflected.ln()).exp();
                normal_cdf((drift * time - level) / time.sqrt()) + factor
            };
            return reaching(upper, drift) + reaching(-lower, -drift);
        }
        let staying = (1..=30).map(|k| {
            let wave = f64::from(k) * PI / width;
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            let energy = drift * drift + wave * wave;
            (wave * -lower).sin() * wave * (1.0 - sign * (drift * width).exp()) / energy
                * (drift * lower - energy * time / 2.0).exp()
        });
        1.0 - 2.0 / width * staying.sum::<f64>()
    }

    #[test]
    fn both_series_agree_with_each_other_and_with_the_time_of_leaving() {
        let (upper, lower) = (2.2, -3.8);
        for drift in [-3.0, -0.5, 0.0, 0.5, 0.7, 4.0] {
            let motion = Motion { upper, lower, time: 0.15 * 36.0 };
            let (images, waves) = (motion.by_images(drift), motion.by_waves(drift));
            assert!((images - waves).abs() < 1e-9, "where one takes over: {images} {waves}");
            let mut last = 0.0;
            for time in [0.1, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 1e4] {
                let motion = Motion { upper, lower, time };
                let crossing = motion.crossing(drift);
                let other = Motion { upper: -lower, lower: -upper, time }.crossing(-drift);
                let either = leaving(motion, drift);
                assert!((crossing + other - either).abs() < 1e-6, "{drift} {time}: {either}");
                assert!(crossing >= last);
                last = crossing;
            }
            assert!((last - pass_probability(2.0 * drift, lower, upper)).abs() < 1e-9, "{drift}");
        }
        // A strong drift is no overflow.
        let motion = Motion { upper, lower, time: 5.0 };
        assert!((motion.crossing(1e3) - 1.0).abs() < 1e-12 && motion.crossing(-1e3) == 0.0);
    }
}
