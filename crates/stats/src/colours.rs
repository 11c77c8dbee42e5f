//! The strength of a player whose colours are not balanced: an estimate with a term for White.
//!
//! The expected score is s + w as White and s - w as Black. Without the term w, a player that is White more often than
//! Black has White's advantage counted as its own strength.

use super::Wdl;
use super::distributions::critical_value;
use super::interval::Interval;
use super::moments::Moments;
use super::score_counts::ScoreCounts;

/// The estimate, on the scale of scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WithoutColour {
    /// The expected score with balanced colours, s.
    pub score: f64,
    /// Its interval.
    pub interval: Interval,
    /// White's advantage, w.
    pub white: f64,
}

/// Whether a player is White clearly more often or more rarely than Black: by more than a game, and 2 % of all. So small a
/// share of White's advantage, some 35 to 50 Elo, is below 1 Elo.
#[must_use]
pub fn are_unbalanced(as_white: Wdl, as_black: Wdl) -> bool {
    let [white, black] = [as_white.games(), as_black.games()];
    let more = white.abs_diff(black);
    more > 1 && 50 * more > white + black
}

/// The estimate of single games, with its interval by Student's t, whose freedom is that of the rarer colour. `None` with
/// fewer than two games of a colour: White's advantage cannot be told from the player's strength.
#[must_use]
pub fn without_colour(as_white: Wdl, as_black: Wdl, confidence: f64) -> Option<WithoutColour> {
    let [white, black] = [as_white, as_black].map(|games| {
        let counts = ScoreCounts::from(games);
        let moments = Moments::of(&counts).filter(|moments| moments.samples >= 2.0)?;
        // Games that all ended alike have the spread of counts with a little weight on every result.
        let spread = match moments.variance {
            0.0 => Moments::of(&counts.regularized())?.variance,
            _ => moments.unbiased_variance(),
        };
        Some((moments.mean, spread / moments.samples, moments.samples))
    });
    let ((white, of_white, whites), (black, of_black, blacks)) = white.zip(black)?;
    let score = f64::midpoint(white, black);
    let half = critical_value(confidence, whites.min(blacks)) * (of_white + of_black).sqrt() / 2.0;
    let interval = Interval { low: (score - half).max(0.0), high: (score + half).min(1.0) };
    Some(WithoutColour { score, interval, white: (white - black) / 2.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CONFIDENCE;

    const fn games(wins: u64, draws: u64, losses: u64) -> Wdl {
        Wdl { wins, draws, losses }
    }

    #[test]
    fn colours_are_unbalanced_beyond_a_game_and_2_percent() {
        for (white, black, unbalanced) in
            [(400, 0, true), (3, 2, false), (2, 0, true), (200, 203, false), (200, 210, true)]
        {
            assert_eq!(are_unbalanced(games(0, white, 0), games(0, black, 0)), unbalanced);
        }
    }

    #[test]
    fn equals_are_equal_however_often_one_of_them_is_white() {
        // White scores 57.1 %: 50 Elo.
        let (white, black) = (games(128, 86, 86), games(29, 28, 43));
        let found = without_colour(white, black, CONFIDENCE).unwrap();
        assert!((found.score - 0.5).abs() < 0.002, "{found:?}");
        assert!(found.interval.contains(0.5) && (found.white - 0.07).abs() < 0.002, "{found:?}");
        // The same scores with balanced colours have the interval of independent games, to a few per cent.
        let half = |white, black| {
            without_colour(white, black, CONFIDENCE).unwrap().interval.half_width().unwrap()
        };
        let all = crate::student_t::interval(&games(142, 116, 142).into(), CONFIDENCE).unwrap();
        let balanced = half(games(85, 58, 57), games(57, 58, 85));
        assert!((balanced / all.half_width().unwrap() - 1.0).abs() < 0.03, "{balanced} {all:?}");
        assert!(half(white, black) > balanced);
    }

    #[test]
    fn one_colour_tells_nothing_of_strength() {
        assert_eq!(without_colour(games(170, 117, 113), games(0, 0, 0), CONFIDENCE), None);
        assert_eq!(without_colour(games(170, 117, 113), games(0, 1, 0), CONFIDENCE), None);
    }
}
