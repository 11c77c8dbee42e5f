//! A middlegame and an endgame value, added and subtracted together.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of values in centipawns, one for the middlegame and one for the endgame.
///
/// Both are packed into one integer (the endgame in the upper half), so that one addition adds
/// both. Each half must stay within ±32,767.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tapered(i32);

/// Shorthand for tables of values.
pub(crate) const fn tapered(middlegame: i32, endgame: i32) -> Tapered {
    Tapered((endgame << 16) + middlegame)
}

impl Tapered {
    pub(crate) const ZERO: Tapered = Tapered(0);

    pub(crate) const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    pub(crate) const fn endgame(self) -> i32 {
        // A negative lower half borrowed one from the upper half; give it back.
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }

    pub(crate) const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }

    pub(crate) const fn negated(self) -> Tapered {
        tapered(-self.middlegame(), -self.endgame())
    }

    /// The larger value in each phase.
    pub(crate) const fn at_least(self, other: Tapered) -> Tapered {
        tapered(
            larger(self.middlegame(), other.middlegame()),
            larger(self.endgame(), other.endgame()),
        )
    }

    /// The smaller value in each phase.
    pub(crate) const fn at_most(self, other: Tapered) -> Tapered {
        tapered(
            -larger(-self.middlegame(), -other.middlegame()),
            -larger(-self.endgame(), -other.endgame()),
        )
    }

    /// The value at a game phase from 0 (bare endgame) to `full` (all pieces on the board).
    pub(crate) fn at_phase(self, phase: i32, full: i32) -> i32 {
        (self.middlegame() * phase + self.endgame() * (full - phase)) / full
    }
}

const fn larger(a: i32, b: i32) -> i32 {
    if a > b { a } else { b }
}

impl Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    fn mul(self, factor: i32) -> Tapered {
        Tapered(self.0 * factor)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Tapered) {
        self.0 -= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_survive_arithmetic_with_any_signs() {
        for (a, b, c, d) in [(5, -7, -9, 3), (-1, -1, -1, 1), (300, -300, -301, 299)] {
            let sum = tapered(a, b) + tapered(c, d);
            assert_eq!((sum.middlegame(), sum.endgame()), (a + c, b + d));
            let difference = tapered(a, b) - tapered(c, d) * 3;
            assert_eq!((difference.middlegame(), difference.endgame()), (a - 3 * c, b - 3 * d));
            assert_eq!((-sum).endgame(), -(b + d));
        }
        assert_eq!(tapered(100, 20).at_phase(6, 24), 40);
    }
}
