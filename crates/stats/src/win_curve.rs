//! Chances of win, draw and loss by the value of a search: an ordered logistic model.
//!
//! A game's result is one of three in order, decided by a latent variable around the mover's value: `P(win) = F((v -
//! win_at) / scale)` and `P(loss) = F((loss_at - v) / scale)`, where `F` is the logistic function and the rest are
//! draws (McCullagh 1980, "Regression models for ordinal data").

use serde::Serialize;

/// The model. All values are in centipawns from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WinCurve {
    /// The value at which the mover wins half of its games.
    pub win_at: f64,
    /// The value at which the mover loses half of its games.
    pub loss_at: f64,
    /// The increase in value that multiplies the odds by e; above zero.
    pub scale: f64,
}

/// Chances of the mover; they add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// Of a win.
    pub win: f64,
    /// Of a draw.
    pub draw: f64,
    /// Of a loss.
    pub loss: f64,
}

impl WinCurve {
    /// The curve fitted to games of the preset `modern` at 20,000 nodes a move, from commit 80737e0a. The program that
    /// fits one is in the repository up to commit 97c8a72f (`arena book model`).
    pub const MODERN: WinCurve = WinCurve { win_at: 125.0, loss_at: -125.0, scale: 120.0 };

    /// The mover's chances at this value in centipawns.
    #[must_use]
    pub fn chances(&self, value: f64) -> Chances {
        let win = logistic((value - self.win_at) / self.scale);
        let loss = logistic((self.loss_at - value) / self.scale);
        Chances { win, draw: 1.0 - win - loss, loss }
    }

    /// The mover's expected score at this value in centipawns, 0 to 1.
    #[must_use]
    pub fn expected_score(&self, value: i32) -> f64 {
        let Chances { win, draw, .. } = self.chances(f64::from(value));
        win + draw / 2.0
    }
}

/// The logistic function.
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_follow_the_value() {
        let curve = WinCurve { win_at: 120.0, loss_at: -100.0, scale: 60.0 };
        let even = curve.chances(120.0);
        assert!((even.win - 0.5).abs() < 1e-12 && even.loss < 0.03);
        assert!((curve.chances(-100.0).loss - 0.5).abs() < 1e-12);
        let Chances { win, draw, loss } = curve.chances(30.0);
        assert!((win + draw + loss - 1.0).abs() < 1e-12 && draw > win);
        assert!((-500..500).all(|v| curve.expected_score(v) < curve.expected_score(v + 1)));
        assert!((WinCurve::MODERN.expected_score(0) - 0.5).abs() < 1e-12);
    }
}
