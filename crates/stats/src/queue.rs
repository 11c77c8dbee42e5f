//! A queue of tests: the false accepts to be expected of it.

use crate::stop::StopRule;
use crate::words;

/// `20 tests for a gain let expect up to 1.0 false accepts if no change gains anything.`
///
/// Counts the tests whose H0 is "no gain", such as [0, 5]: each accepts a change that gains nothing with a probability of
/// at most its alpha. A test for a loss, such as [-5, 0], accepts a change that does nothing rightly. `None` for fewer than
/// two tests for a gain.
#[must_use]
pub fn false_accepts<'a>(rules: impl IntoIterator<Item = &'a StopRule>) -> Option<String> {
    let alphas: Vec<f64> = rules.into_iter().filter_map(StopRule::false_gain).collect();
    let expected: f64 = alphas.iter().sum();
    let digits = (1.0 - expected.log10().floor()).clamp(0.0, 6.0) as usize;
    (alphas.len() > 1).then(|| {
        format!(
            "{} tests for a gain let expect up to {} false accepts if no change gains anything.",
            words::count(alphas.len() as u64),
            words::decimal(expected, digits)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprt::{Model, Sprt};

    #[test]
    fn tests_for_a_gain_are_counted_and_tests_for_a_loss_are_not() {
        let sprt = |elo0, elo1| {
            StopRule::Sprt(Sprt::new(elo0, elo1, 0.05, 0.05, Model::Normalized).unwrap())
        };
        let interval = StopRule::Confidence { confidence: 0.95, margin: 0.0, no_difference: None };
        let mut rules = vec![sprt(-80.0, 0.0), sprt(-5.0, 5.0), interval, sprt(0.0, 5.0)];
        assert_eq!(false_accepts(&rules), None);
        rules.push(sprt(0.0, 2.0));
        let told =
            "2 tests for a gain let expect up to 0.10 false accepts if no change gains anything.";
        assert_eq!(false_accepts(&rules).as_deref(), Some(told));
        rules.extend(vec![sprt(0.0, 5.0); 18]);
        assert!(
            false_accepts(&rules).unwrap().starts_with("20 tests for a gain let expect up to 1.0 ")
        );
    }
}
