//! Quantiles and distribution functions.
//!
//! statrs provides the normal distribution (its distribution function is accurate to 2e-11), the
//! beta function, and Student's t up to 500 degrees of freedom, where its quantile is accurate to
//! 1e-12. With more its t loses digits (the quantile is wrong in the sixth at 1e5 degrees of
//! freedom) and the quantile does not return at 1e8; there the classical expansions around the
//! normal distribution take over, whose own error is below 1e-12.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Degrees of freedom from which on Student's t is expanded around the normal distribution.
const LARGEST_EXACT_FREEDOM: f64 = 500.0;

/// The standard normal distribution function.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

/// The probability above x under the standard normal distribution, accurate even if it is small.
#[must_use]
pub fn normal_tail(x: f64) -> f64 {
    Normal::standard().sf(x)
}

/// The quantile of the standard normal distribution, for a probability strictly between 0 and 1.
#[must_use]
pub fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// The distribution function of Student's t.
///
/// Source of the expansion: G. W. Hill, Algorithm 395, Communications of the ACM 13 (1970).
#[must_use]
pub fn student_t_cdf(x: f64, freedom: f64) -> f64 {
    if x.is_infinite() {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    match small_student_t(freedom) {
        Some(distribution) => distribution.cdf(x),
        None => {
            let a = freedom - 0.5;
            let b = 48.0 * a * a;
            let y = a * (x * x / freedom).ln_1p();
            let tail = (((-0.4 * y - 3.3) * y - 24.0) * y - 85.5) / (0.8 * y * y + 100.0 + b);
            normal_cdf((((tail + y + 3.0) / b + 1.0) * y.sqrt()).copysign(x))
        }
    }
}

/// The quantile of Student's t, for a probability strictly between 0 and 1.
///
/// Source of the expansion: Abramowitz & Stegun, 26.7.5.
#[must_use]
pub fn student_t_quantile(probability: f64, freedom: f64) -> f64 {
    if let Some(distribution) = small_student_t(freedom) {
        return distribution.inverse_cdf(probability);
    }
    let z = normal_quantile(probability);
    let s = z * z;
    let terms = [
        z * (s + 1.0) / 4.0,
        z * ((5.0 * s + 16.0) * s + 3.0) / 96.0,
        z * (((3.0 * s + 19.0) * s + 17.0) * s - 15.0) / 384.0,
        z * ((((79.0 * s + 776.0) * s + 1482.0) * s - 1920.0) * s - 945.0) / 92160.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| (sum + term) / freedom) + z
}

/// Two-sided critical value of Student's t: with this confidence a standardised mean of
/// `samples` samples lies within plus or minus this of its expectation.
#[must_use]
pub fn critical_value(confidence: f64, samples: f64) -> f64 {
    student_t_quantile(f64::midpoint(1.0, confidence), samples - 1.0)
}

fn small_student_t(freedom: f64) -> Option<StudentsT> {
    if freedom > LARGEST_EXACT_FREEDOM {
        return None;
    }
    StudentsT::new(0.0, 1.0, freedom).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_of_the_switch_agree() {
        for probability in [0.6, 0.95, 0.975, 0.9995] {
            let exact = student_t_quantile(probability, LARGEST_EXACT_FREEDOM);
            let expanded = student_t_quantile(probability, LARGEST_EXACT_FREEDOM + 1e-9);
            assert!((exact - expanded).abs() < 1e-10, "{probability}: {exact} {expanded}");
        }
        for x in [-3.0, -0.2, 0.0, 1.0, 6.0] {
            let exact = student_t_cdf(x, LARGEST_EXACT_FREEDOM);
            let expanded = student_t_cdf(x, LARGEST_EXACT_FREEDOM + 1e-9);
            assert!((exact - expanded).abs() < 3e-11, "{x}: {exact} {expanded}");
        }
    }

    #[test]
    fn huge_samples_approach_the_normal_distribution() {
        let normal = normal_quantile(0.975);
        assert!((student_t_quantile(0.975, 1e5) - 1.959_987_7).abs() < 1e-7);
        assert!((student_t_quantile(0.975, 1e9) - normal).abs() < 1e-8);
        assert!((student_t_cdf(normal, 1e9) - 0.975).abs() < 1e-9);
    }
}
