//! Pearson's chi-squared test of homogeneity: whether several groups have the same chances.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// A cell that is expected to have fewer makes the test unreliable.
const FEWEST: f64 = 5.0;

/// The probability of counts as unequal as these, a row for each group and a column for each
/// outcome, if all groups have the same chances. `None` for fewer than two groups or outcomes that
/// occur, or if a cell is expected to have fewer than five.
///
/// Source: K. Pearson, Philosophical Magazine 50 (1900); the bound on cells is Cochran's (1954).
#[must_use]
pub fn p_value<const OUTCOMES: usize>(groups: &[[u64; OUTCOMES]]) -> Option<f64> {
    let sum = |row: &[u64; OUTCOMES]| row.iter().sum::<u64>() as f64;
    let all: f64 = groups.iter().map(sum).sum();
    let columns: Vec<f64> =
        (0..OUTCOMES).map(|column| groups.iter().map(|row| row[column] as f64).sum()).collect();
    let occurring = columns.iter().filter(|count| **count > 0.0).count();
    if groups.len() < 2 || occurring < 2 {
        return None;
    }
    let mut statistic = 0.0;
    for row in groups {
        for (column, count) in columns.iter().zip(row).filter(|(column, _)| **column > 0.0) {
            let expected = sum(row) * column / all;
            if expected < FEWEST {
                return None;
            }
            statistic += (*count as f64 - expected).powi(2) / expected;
        }
    }
    let freedom = ((groups.len() - 1) * (occurring - 1)) as f64;
    Some(ChiSquared::new(freedom).ok()?.sf(statistic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_by_hand() {
        // Chi-squared 16/3 with two degrees of freedom.
        let p = p_value(&[[10, 20, 30], [20, 20, 20]]).unwrap();
        assert!((p - (-8.0_f64 / 3.0).exp()).abs() < 1e-12, "{p}");
        assert!((p_value(&[[10, 20, 30], [20, 40, 60]]).unwrap() - 1.0).abs() < 1e-12);
        // An outcome that never occurs does not count.
        let p = p_value(&[[10, 0, 30], [30, 0, 10]]).unwrap();
        assert!(p < 1e-4, "{p}");
    }

    #[test]
    fn too_little_says_nothing() {
        assert_eq!(p_value(&[[1, 2, 3], [100, 200, 300]]), None);
        assert_eq!(p_value(&[[10, 20, 30]]), None);
        assert_eq!(p_value(&[[0, 20, 0], [0, 30, 0]]), None);
    }
}
