//! Whole numbers in their ranges.

use std::fmt;
use std::ops::RangeInclusive;

use serde::de::{self, Deserialize, Deserializer, Visitor};

use super::Form;

/// A whole number from `LOW` to `HIGH`, checked where it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Whole<T, const LOW: i64, const HIGH: i64>(T);

impl<T: TryFrom<i64> + Copy, const LOW: i64, const HIGH: i64> Whole<T, LOW, HIGH> {
    /// The numbers that are read.
    pub const RANGE: RangeInclusive<i64> = LOW..=HIGH;

    /// A number in the range.
    ///
    /// # Errors
    /// It is out of the range; the error is a sentence.
    pub fn new(number: i64) -> Result<Self, String> {
        in_range(number, &Self::RANGE).map(Whole)
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> T {
        self.0
    }
}

impl<'de, T, const LOW: i64, const HIGH: i64> Deserialize<'de> for Whole<T, LOW, HIGH>
where
    T: TryFrom<i64> + Copy,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(WholeVisitor(Whole::new))
    }
}

impl<T: Copy, const LOW: i64, const HIGH: i64> Form for Whole<T, LOW, HIGH> {
    type Value = T;

    fn of(value: &T) -> Self {
        Whole(*value)
    }

    fn value(self) -> T {
        self.0
    }
}

/// A number in a range.
///
/// # Errors
/// It is out of the range; the error is a sentence.
pub(crate) fn in_range<T: TryFrom<i64>>(
    number: i64,
    range: &RangeInclusive<i64>,
) -> Result<T, String> {
    let value = range.contains(&number).then(|| T::try_from(number).ok()).flatten();
    value.ok_or_else(|| match (range.start(), range.end()) {
        (low, &i64::MAX) => format!("{number} is out of range, expected {low} or more"),
        (low, high) => format!("{number} is out of range, expected {low} to {high}"),
    })
}

/// Reads a whole number by a function whose error is a sentence: made by the visitor, it has the place of the value.
struct WholeVisitor<T>(fn(i64) -> Result<T, String>);

impl<T> Visitor<'_> for WholeVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<T, E> {
        (self.0)(value).map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<T, E> {
        let value = i64::try_from(value).map_err(|_| E::custom("the number is too large"))?;
        self.visit_i64(value)
    }
}

/// Games of a match, or of each pairing of a tournament: an even number, since every opening is played twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Games(u32);

impl Games {
    /// The numbers that are read, where they are even.
    pub const RANGE: RangeInclusive<i64> = 2..=1_000_000;

    fn new(number: i64) -> Result<Games, String> {
        // Out of the range, too, but the reason is another one.
        let games = if number == 1 { 1 } else { in_range(number, &Games::RANGE)? };
        if games % 2 == 0 {
            return Ok(Games(games));
        }
        let (fewer, more) = (games - 1, games + 1);
        let even = if fewer == 0 { more.to_string() } else { format!("{fewer} or {more}") };
        Err(format!("{games} is odd, but every opening is played twice; try {even}"))
    }

    /// The number of a checked match.
    pub(crate) fn of_checked(games: u32) -> Games {
        Games(games)
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Games {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Games, D::Error> {
        deserializer.deserialize_i64(WholeVisitor(Games::new))
    }
}
