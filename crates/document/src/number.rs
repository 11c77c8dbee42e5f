//! Numbers as text: one minus sign (`-`), a point, digits in groups of three.

/// A number with some decimals, never "-0"; `inf`, `-inf` or `n/a` where it is not finite.
///
/// ```
/// use document::number::decimal;
/// assert_eq!([decimal(-1.25, 1), decimal(-0.04, 1), decimal(f64::NAN, 1)], ["-1.2", "0.0", "n/a"]);
/// ```
#[must_use]
pub fn decimal(value: f64, decimals: usize) -> String {
    if value.is_nan() {
        return "n/a".to_owned();
    }
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(positive) if positive.chars().all(|c| c == '0' || c == '.') => positive.to_owned(),
        _ => text,
    }
}

/// The same with a sign before positive numbers too: `+34.9`, `-5.0`, `0.0`.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    match decimal(value, decimals) {
        text if value > 0.0 && text.contains(|c| matches!(c, '1'..='9' | 'i')) => {
            format!("+{text}")
        }
        text => text,
    }
}

/// A share in per cent with one decimal: `12.5 %` for 0.125.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{} %", decimal(100.0 * share, 1))
}

/// A count with its digits in groups of three: `1,234,567`.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 game`, `2 games`.
#[must_use]
pub fn several(number: u64, noun: &str) -> String {
    let ending = match noun {
        _ if number == 1 => "",
        noun if noun.ends_with(['s', 'x']) || noun.ends_with("ch") || noun.ends_with("sh") => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", count(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_minus_sign_and_no_minus_before_zero() {
        assert_eq!([decimal(-1.25, 1), decimal(-0.04, 1), decimal(2.0, 0)], ["-1.2", "0.0", "2"]);
        assert_eq!([decimal(f64::NEG_INFINITY, 2), decimal(f64::INFINITY, 2)], ["-inf", "inf"]);
        let signs = [34.94, -5.0, 0.04, -0.04, 0.0, f64::INFINITY].map(|value| signed(value, 1));
        assert_eq!(signs, ["+34.9", "-5.0", "0.0", "0.0", "0.0", "+inf"]);
        assert_eq!([percent(0.125), percent(-0.0)], ["12.5 %", "0.0 %"]);
    }

    #[test]
    fn counts_have_groups_and_things_a_plural() {
        assert_eq!(count(1_991_573_761), "1,991,573,761");
        assert_eq!([0, 123, 999, 1000].map(count), ["0", "123", "999", "1,000"]);
        assert_eq!([several(1, "match"), several(2, "match")], ["1 match", "2 matches"]);
        assert_eq!(several(1234, "game"), "1,234 games");
    }
}
