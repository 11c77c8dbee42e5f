//! Percentages of counts, rounded as the papers round: half away from zero.
//!
//! 41 of 80 is 51.25 %, which the papers print as 51.3. Formatting the float gives 51.2, so the
//! rounding is done on the integers.

/// `part` of `whole` in units of `10^-decimals` percent, rounded half away from zero; `None` of
/// nothing.
#[must_use]
pub fn rounded(part: u64, whole: u64, decimals: u32) -> Option<u128> {
    let scaled = u128::from(part) * 100 * 10_u128.pow(decimals);
    (2 * scaled + u128::from(whole)).checked_div(2 * u128::from(whole))
}

/// [`rounded`] as text, without the sign of per cent: `51.3`; `n/a` of nothing.
#[must_use]
pub fn text(part: u64, whole: u64, decimals: u32) -> String {
    let Some(units) = rounded(part, whole, decimals) else { return "n/a".to_owned() };
    let one = 10_u128.pow(decimals);
    match decimals {
        0 => units.to_string(),
        _ => format!("{}.{:0width$}", units / one, units % one, width = decimals as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_round_away_from_zero() {
        assert_eq!(text(41, 80, 1), "51.3");
        assert_eq!(text(39, 80, 1), "48.8");
        assert_eq!(text(1, 8, 0), "13");
        assert_eq!(text(39, 80, 0), "49");
        assert_eq!(text(1, 2000, 1), "0.1");
    }

    #[test]
    fn the_percentages_of_the_papers_come_out() {
        for (points, opponent, printed) in [
            (109.5, 86.5, "55.9"),
            (102.5, 95.5, "51.8"),
            (96.5, 99.5, "49.2"),
            (111.0, 86.0, "56.3"),
            (105.0, 90.0, "53.8"),
            (44.0, 36.0, "55.0"),
        ] {
            let half_points = (2.0 * points) as u64;
            let games = (points + opponent) as u64;
            assert_eq!(text(half_points, 2 * games, 1), printed);
        }
    }

    #[test]
    fn a_percentage_of_nothing_is_not_a_number() {
        assert_eq!(text(0, 0, 1), "n/a");
    }
}
