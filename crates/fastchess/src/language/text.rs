//! Numbers in the reference's format.

/// A number with this number of decimals. NaN has a sign: on x86-64 zero by zero is `-nan`, the
/// logarithm of a number below zero `nan`.
#[must_use]
pub fn decimal(number: f64, decimals: usize) -> String {
    match number.is_nan() {
        true if number.is_sign_negative() => "-nan".to_owned(),
        true => "nan".to_owned(),
        false => format!("{number:.decimals$}"),
    }
}

/// A number with this many significant digits, without trailing zeros; with an exponent if it is
/// very large or small (C's `%g`).
#[must_use]
pub fn significant(number: f64, digits: usize) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{number:.*e}", digits.saturating_sub(1));
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if exponent < -4 || exponent >= i32::try_from(digits).unwrap_or(i32::MAX) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs());
    }
    let decimals = usize::try_from(i32::try_from(digits).unwrap_or(0) - 1 - exponent).unwrap_or(0);
    trimmed(&format!("{number:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_has_its_words() {
        let texts = [f64::INFINITY, f64::NEG_INFINITY, -f64::NAN, f64::NAN, -0.0, -9.174]
            .map(|number| decimal(number, 2));
        assert_eq!(texts, ["inf", "-inf", "-nan", "nan", "-0.00", "-9.17"]);
    }

    #[test]
    fn significant_digits_are_those_of_printf() {
        for (number, digits, text) in [
            (0.08, 2, "0.08"),
            (100.5, 2, "1e+02"),
            (0.1, 2, "0.1"),
            (8.0, 6, "8"),
            (0.628, 6, "0.628"),
            (1e-5, 2, "1e-05"),
            (9.96, 2, "10"),
            (0.25, 8, "0.25"),
        ] {
            assert_eq!(significant(number, digits), text);
        }
    }
}
