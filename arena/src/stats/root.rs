//! Finding where a monotone function crosses zero.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_found_to_the_last_bit() {
        assert!((bisect(0.0, 2.0, |x| x * x < 2.0) - 2_f64.sqrt()).abs() < 1e-15);
        assert!((bisect(0.0, 1.0, |x| x < 1e-30) / 1e-30 - 1.0).abs() < 1e-9);
    }
}
