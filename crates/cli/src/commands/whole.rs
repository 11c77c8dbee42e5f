//! Whole numbers on the command line.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

use arena::chess::limits::DEPTH;

/// Reads a whole number in this range. Errors are in words, where clap writes `1..=1024`.
pub(super) fn whole<T>(
    range: impl RangeBounds<T> + Clone + Send + Sync,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: FromStr + PartialOrd + Display,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a whole number{}", words(&range)))
    }
}

/// Reads the depth of a search, in plies.
pub(super) fn depth() -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync {
    whole(DEPTH.start().unsigned_abs() as u32..=DEPTH.end().unsigned_abs() as u32)
}

fn words<T: Display>(range: &impl RangeBounds<T>) -> String {
    match (range.start_bound(), range.end_bound()) {
        (Bound::Included(low), Bound::Included(high)) => format!(" from {low} to {high}"),
        (Bound::Included(low), _) => format!(", {low} or more"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_number_is_answered_with_the_right_ones() {
        assert_eq!(whole(1..=1024_u16)("1024"), Ok(1024));
        for wrong in ["0", "1025", "-1", "1.5", "x", ""] {
            assert_eq!(
                whole(1..=1024_u16)(wrong).unwrap_err(),
                "expected a whole number from 1 to 1024"
            );
        }
        assert_eq!(whole(10_u64..)("9").unwrap_err(), "expected a whole number, 10 or more");
    }
}
