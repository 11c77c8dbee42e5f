//! Elo differences and intervals in words. Nothing here ever prints "NaN" or an error of zero, and
//! an infinite estimate gives its reason.

use crate::{Interval, Pentanomial, Wdl, percentage, ratios};

pub use document::number::{count, decimal, several, signed};

/// Replaces an interval that does not exclude any difference in either direction.
pub const NO_INTERVAL: &str = "no interval yet";

/// A name in a sentence: in quotes.
#[must_use]
pub fn name(name: &str) -> String {
    format!("'{name}'")
}

/// The games that were under way when a rule decided; `None` where there is none.
#[must_use]
pub fn games_after(games: u64) -> Option<String> {
    match games {
        0 => None,
        1 => Some("1 more game was under way, and is not counted in the verdict.".to_owned()),
        games => Some(format!(
            "{} more games were under way, and are not counted in the verdict.",
            count(games)
        )),
    }
}

/// A ratio with two decimals; `n/a` if there is none, and in words if it is infinite.
#[must_use]
pub fn ratio(value: Option<f64>) -> String {
    match value {
        Some(value) if value.is_finite() => decimal(value, 2),
        Some(value) if value > 0.0 => "all to nothing".to_owned(),
        _ => "n/a".to_owned(),
    }
}

/// A probability in per cent with one decimal; never 0 or 100 where it is not.
#[must_use]
pub fn probability(value: f64) -> String {
    match 100.0 * value {
        percent if percent < 0.05 => "< 0.1 %".to_owned(),
        percent if percent > 99.95 => "> 99.9 %".to_owned(),
        percent => format!("{} %", decimal(percent, 1)),
    }
}

/// An interval in Elo: `[-1.7, 18.7]`, `at least 214.1`, `at most -214.1`. A bound on one side that does not exclude
/// 0 says next to nothing: it is `no interval yet`, like none at all.
#[must_use]
pub fn interval(ends: Interval) -> String {
    told(ends, &|elo| decimal(elo, decimals(ends, 1))).unwrap_or_else(|| NO_INTERVAL.to_owned())
}

/// The same for a sentence, with signs, and in whole Elo if that is exact enough: `[-11, +12]`, `at
/// least +214.1`. `None` without an interval.
#[must_use]
pub fn signed_interval(ends: Interval) -> Option<String> {
    let is_wide = ends.half_width().is_some_and(|half| half >= 9.5);
    let decimals = decimals(ends, if is_wide { 0 } else { 1 });
    told(ends, &|elo| signed(elo, decimals))
}

/// A difference in a sentence, with its sign and at least one decimal: `+8.5`, `-0.002`.
#[must_use]
pub fn signed_elo(elo: f64) -> String {
    signed(elo, decimals(Interval { low: elo, high: elo }, 1))
}

/// The number of decimals, at least `fewest`, with which no end of an interval, which may decide the side that is stronger,
/// is rounded to 0; six at most.
fn decimals(ends: Interval, fewest: usize) -> usize {
    let is_lost =
        |end: f64, decimals: usize| end != 0.0 && end.abs() < 0.5 * 0.1_f64.powi(decimals as i32);
    let is_exact =
        |decimals: &usize| ![ends.low, ends.high].iter().any(|&end| is_lost(end, *decimals));
    (fewest..6).find(is_exact).unwrap_or(6)
}

fn told(ends: Interval, number: &dyn Fn(f64) -> String) -> Option<String> {
    match (ends.low.is_finite(), ends.high.is_finite()) {
        (true, true) => Some(format!("[{}, {}]", number(ends.low), number(ends.high))),
        (true, false) if ends.low > 0.0 => Some(format!("at least {}", number(ends.low))),
        (false, true) if ends.high < 0.0 => Some(format!("at most {}", number(ends.high))),
        _ => None,
    }
}

/// A confidence as it is: `95 %`, `98.75 %`.
#[must_use]
pub fn level(confidence: f64) -> String {
    // Not 94.99999999999999.
    format!("{} %", (1e6 * confidence).round() / 1e4)
}

/// An Elo difference: a number, or `inf (won all)` or `-inf (lost all)`.
#[must_use]
pub fn elo(estimate: Option<f64>) -> String {
    match estimate {
        Some(estimate) if estimate.is_finite() => decimal(estimate, 1),
        Some(estimate) if estimate > 0.0 => "inf (won all)".to_owned(),
        Some(_) => "-inf (lost all)".to_owned(),
        None => "n/a".to_owned(),
    }
}

/// An Elo difference with its interval: `8.5 [-1.7, 18.7]`, `-inf (lost all), at most -26.0`, `38.8, no interval yet`.
#[must_use]
pub fn elo_with_interval(estimate: Option<f64>, ends: Interval) -> String {
    match estimate {
        Some(_) if ends.half_width().is_some() => format!("{} {}", elo(estimate), interval(ends)),
        Some(_) => format!("{}, {}", elo(estimate), interval(ends)),
        None => elo(estimate),
    }
}

/// An Elo difference with half the width of its interval, as in the papers: `41 ± 34`. With more
/// decimals if the error is small. `None` without such an error.
#[must_use]
pub fn plus_minus(estimate: f64, half_width: f64) -> Option<String> {
    if !estimate.is_finite() || !half_width.is_finite() || half_width <= 0.0 {
        return None;
    }
    let decimals = match half_width {
        error if error >= 9.5 => 0,
        error if error >= 0.95 => 1,
        error if error >= 0.005 => 2,
        _ => return Some(format!("{} ± < 0.01", decimal(estimate, 2))),
    };
    Some(format!("{} ± {}", decimal(estimate, decimals), decimal(half_width, decimals)))
}

/// Points of both sides: `109.5 - 86.5`.
#[must_use]
pub fn points(games: Wdl) -> String {
    let half_points = |halves: u64| format!("{}.{}", halves / 2, 5 * (halves % 2));
    format!(
        "{} - {}",
        half_points(games.half_points()),
        half_points(games.reversed().half_points())
    )
}

/// The pairs as other runners print them below `Ptnml(0-2)`, by points: `[LL, LD, WL+DD, WD, WW]`.
#[must_use]
pub fn ptnml(pairs: Pentanomial) -> String {
    let Pentanomial { ll, ld, wd, ww, .. } = pairs;
    format!("[{ll}, {ld}, {}, {wd}, {ww}]", pairs.middle())
}

/// The winning percentage: `55.9 %`, or `n/a` without games.
#[must_use]
pub fn winning_percentage(games: Wdl) -> String {
    percent(games.half_points(), 2 * games.games())
}

/// Points of the first contender by those of the second, as in Winands' Table 3.
#[must_use]
pub fn winning_ratio(games: Wdl) -> String {
    ratio(ratios::winning_ratio(games))
}

/// `part` of `whole` in per cent, one decimal, rounded half away from zero.
#[must_use]
pub fn percent(part: u64, whole: u64) -> String {
    match percentage::text(part, whole, 1) {
        text if whole == 0 => text,
        text => text + " %",
    }
}

/// A time in a whole number of the unit that suits it: `3 hours`.
#[must_use]
pub fn rough_time(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] =
        [(172_800.0, "day"), (5400.0, "hour"), (90.0, "minute"), (0.0, "second")];
    let sizes = [86_400.0, 3600.0, 60.0, 1.0];
    let unit = UNITS.iter().zip(sizes).find(|((least, _), _)| seconds >= *least);
    let ((_, name), size) = unit.unwrap_or((&UNITS[3], 1.0));
    several((seconds / size).round().max(1.0) as u64, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rough_time_has_one_unit() {
        let words = [0.2, 89.0, 91.0, 10_000.0, 200_000.0].map(rough_time);
        assert_eq!(words, ["1 second", "89 seconds", "2 minutes", "3 hours", "2 days"]);
    }

    const NEVER: f64 = f64::INFINITY;

    #[test]
    fn an_interval_without_an_end_is_a_bound() {
        let text = |low, high| interval(Interval { low, high });
        assert_eq!(text(-1.72, 18.68), "[-1.7, 18.7]");
        assert_eq!(text(214.06, NEVER), "at least 214.1");
        assert_eq!(text(-NEVER, -214.06), "at most -214.1");
        assert_eq!(text(-NEVER, NEVER), "no interval yet");
        assert_eq!(text(-0.04, 0.04), "[-0.04, 0.04]");
        assert_eq!(text(0.0012, 0.0034), "[0.001, 0.003]");
        // 38.8 Elo, at least -473.4: nothing is known.
        assert_eq!(text(-473.4, NEVER), "no interval yet");
    }

    #[test]
    fn an_interval_in_a_sentence_has_signs_and_keeps_the_side_of_its_ends() {
        let text = |low, high| signed_interval(Interval { low, high });
        assert_eq!(text(-11.2, 12.4).unwrap(), "[-11, +12]");
        assert_eq!(text(-1.72, 2.0).unwrap(), "[-1.7, +2.0]");
        assert_eq!(text(0.04, 30.0).unwrap(), "[+0.04, +30.00]");
        assert_eq!(text(214.06, NEVER).unwrap(), "at least +214.1");
        assert_eq!(text(-473.4, NEVER), None);
    }

    #[test]
    fn an_estimate_without_an_end_says_why() {
        let at_most = Interval { low: -NEVER, high: -26.0 };
        assert_eq!(elo_with_interval(Some(-NEVER), at_most), "-inf (lost all), at most -26.0");
        assert_eq!(
            elo_with_interval(Some(38.8), Interval { low: -473.4, high: NEVER }),
            "38.8, no interval yet"
        );
        assert_eq!(
            (elo(Some(-NEVER)), elo(Some(NEVER))),
            ("-inf (lost all)".into(), "inf (won all)".into())
        );
        let everything = Interval { low: -NEVER, high: NEVER };
        assert_eq!(elo_with_interval(Some(NEVER), everything), "inf (won all), no interval yet");
        assert_eq!(elo_with_interval(None, everything), "n/a");
    }

    #[test]
    fn an_error_is_never_printed_as_zero() {
        assert_eq!(plus_minus(40.96, 33.9).unwrap(), "41 ± 34");
        assert_eq!(plus_minus(-5.3, 33.9).unwrap(), "-5 ± 34");
        assert_eq!(plus_minus(3.04, 4.21).unwrap(), "3.0 ± 4.2");
        assert_eq!(plus_minus(-0.001, 0.31).unwrap(), "0.00 ± 0.31");
        assert_eq!(plus_minus(0.1, 0.001).unwrap(), "0.10 ± < 0.01");
        assert_eq!(plus_minus(0.0, 0.0), None);
        assert_eq!(plus_minus(NEVER, NEVER), None);
        assert_eq!(plus_minus(3.0, f64::NAN), None);
    }

    #[test]
    fn a_confidence_is_told_as_it_is() {
        assert_eq!((level(0.95), level(0.9875)), ("95 %".to_owned(), "98.75 %".to_owned()));
        assert_eq!(level(1.0 - 0.05 - 0.05), "90 %");
    }

    #[test]
    fn points_have_one_decimal() {
        let games = Wdl { losses: 35, draws: 103, wins: 58 };
        assert_eq!(points(games), "109.5 - 86.5");
        assert_eq!(winning_percentage(games), "55.9 %");
        assert_eq!(winning_percentage(Wdl::default()), "n/a");
        assert_eq!(winning_ratio(Wdl { wins: 549, draws: 0, losses: 451 }), "1.22");
        assert_eq!(winning_ratio(Wdl { wins: 2, draws: 0, losses: 0 }), "all to nothing");
    }

    #[test]
    fn pairs_are_told_by_points_from_the_fewest_up() {
        let pairs = Pentanomial { ll: 1, ld: 2, dd: 30, wl: 4, wd: 5, ww: 6 };
        assert_eq!(ptnml(pairs), "[1, 2, 34, 5, 6]");
    }

    #[test]
    fn probabilities_are_never_certain() {
        assert_eq!(probability(1.0), "> 99.9 %");
        assert_eq!(probability(4.9e-99), "< 0.1 %");
        assert_eq!(probability(0.875), "87.5 %");
    }
}
