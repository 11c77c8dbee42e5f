//! The cost of a match's openings: games saved by pairing, and games that other openings would
//! save.
//!
//! The model is BayesElo's: a game is won with the probability score(a - drawelo) and lost with
//! score(-a - drawelo), where a is the difference of strength and the advantage of the opening. A
//! pair plays both sides of one opening. A pair's information about a small difference of strength
//! is the slope of its expected score divided by its standard deviation: its normalized Elo per
//! Elo. With many draws, openings that favour a side give more information, since they leave fewer
//! draws; with few draws, such openings only add games decided by colour.

use document::number::decimal;
use serde::Serialize;

use super::elo::score;
use super::root;

/// Saving that is not worth another book: less than this share of the games.
const WORTH_IT: f64 = 0.05;
/// Openings whose pairs have a correlation below this are called unbalanced.
const UNBALANCED: f64 = -0.3;
/// Advantages of White that are looked at, in BayesElo: above, nearly all games are decided.
const LARGEST_BIAS: f64 = 1000.0;

/// The effect of openings on the two games of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookModel {
    strength: f64,
    draw_elo: f64,
    bias: f64,
}

/// The cost of a match's openings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BookCost {
    /// Share of drawn games.
    pub draw_ratio: f64,
    /// Correlation of the two games of a pair.
    pub pair_correlation: f64,
    /// Games saved by pairing, by games played: the number of games without pairs with the same
    /// information, less 1. Negative if the two games of a pair resemble each other.
    pub saved_by_pairing: f64,
    /// Whether the most informative openings favour a side more than these, by the model.
    pub best_is_more_unbalanced: bool,
    /// Share of the games that they would save; 0 where these are as good.
    pub saved_by_best: f64,
}

impl BookModel {
    /// The model of balanced openings, between equals that draw this share of their games, which is
    /// less than 1.
    #[must_use]
    pub fn balanced(draw_ratio: f64) -> BookModel {
        BookModel { strength: 0.0, draw_elo: draw_elo(draw_ratio), bias: 0.0 }
    }

    /// The model with this mean score, draw ratio and pair correlation; a positive correlation is
    /// taken for 0, that of balanced openings. `None` if no opening makes such pairs: without wins,
    /// losses and draws, or below the lowest possible correlation.
    #[must_use]
    pub fn fitted(mean: f64, draw_ratio: f64, pair_correlation: f64) -> Option<BookModel> {
        let is_inside = |share: f64| share > 1e-6 && share < 1.0 - 1e-6;
        // All the points of the weaker side may come from draws; then there are no losses to
        // estimate from.
        if !is_inside(draw_ratio) || !is_inside(mean) || draw_ratio / 2.0 >= mean.min(1.0 - mean) {
            return None;
        }
        let at = |bias| BookModel::at(bias, mean, draw_ratio);
        if pair_correlation >= 0.0 {
            return Some(at(0.0));
        }
        let is_too_balanced = |bias: f64| at(bias).correlation() > pair_correlation;
        (!is_too_balanced(LARGEST_BIAS)).then(|| at(halved(0.0, LARGEST_BIAS, is_too_balanced)))
    }

    /// The model of this bias with this score and draw ratio.
    fn at(bias: f64, mean: f64, draw_ratio: f64) -> BookModel {
        let drawn = |draw_elo| {
            let model = |strength| BookModel { strength, draw_elo, bias };
            model(halved(-1500.0, 1500.0, |strength| model(strength).mean() < mean))
        };
        let most = draw_elo(draw_ratio) + LARGEST_BIAS + 500.0;
        drawn(halved(0.0, most, |draw_elo| drawn(draw_elo).draw_ratio() < draw_ratio))
    }

    /// The same contenders on openings with another advantage for White.
    #[must_use]
    pub fn with_bias(self, bias: f64) -> BookModel {
        BookModel { bias, ..self }
    }

    /// Wins and losses of the two games.
    fn games(self) -> [(f64, f64); 2] {
        let BookModel { strength, draw_elo, bias } = self;
        [strength + bias, strength - bias]
            .map(|advantage| (score(advantage - draw_elo), score(-advantage - draw_elo)))
    }

    fn means(self) -> [f64; 2] {
        self.games().map(|(win, loss)| (1.0 + win - loss) / 2.0)
    }

    /// Expected score.
    #[must_use]
    pub fn mean(self) -> f64 {
        let [white, black] = self.means();
        f64::midpoint(white, black)
    }

    /// Share of drawn games.
    #[must_use]
    pub fn draw_ratio(self) -> f64 {
        self.games().iter().map(|(win, loss)| (1.0 - win - loss) / 2.0).sum()
    }

    /// Correlation of the two games of a pair.
    #[must_use]
    pub fn correlation(self) -> f64 {
        let mean = self.mean();
        let square = |(win, loss): &(f64, f64)| (1.0 + 3.0 * win - loss) / 4.0;
        let variance = self.games().iter().map(square).sum::<f64>() / 2.0 - mean * mean;
        let [white, black] = self.means();
        (white - mean) * (black - mean) / variance
    }

    /// The information of a pair about a small difference: the slope of its expected score by Elo,
    /// over its standard deviation. The number of games needed is proportional to the inverse of
    /// its square.
    #[must_use]
    pub fn information(self) -> f64 {
        let slope = |(win, loss): (f64, f64)| win * (1.0 - win) + loss * (1.0 - loss);
        let variance =
            |((win, loss), mean): ((f64, f64), f64)| (1.0 + 3.0 * win - loss) / 4.0 - mean * mean;
        let slopes: f64 = self.games().map(slope).iter().sum();
        let variances: f64 = self.games().into_iter().zip(self.means()).map(variance).sum();
        slopes * std::f64::consts::LN_10 / 1600.0 / (variances / 4.0).sqrt()
    }

    /// The same contenders on the most informative openings, all favouring White equally.
    #[must_use]
    pub fn best(self) -> BookModel {
        let candidates =
            (0..=200).map(|step| self.with_bias(LARGEST_BIAS * f64::from(step) / 200.0));
        candidates
            .max_by(|one, other| one.information().total_cmp(&other.information()))
            .unwrap_or(self)
    }
}

/// The point at which the condition turns from true to false, to a millionth of the range: shares
/// of games are not known better.
fn halved(low: f64, high: f64, is_below: impl Fn(f64) -> bool) -> f64 {
    let (low, high) = root::halved(20, low, high, is_below);
    f64::midpoint(low, high)
}

/// The draw Elo of equals that draw this share of balanced games.
fn draw_elo(draw_ratio: f64) -> f64 {
    -super::elo::elo((1.0 - draw_ratio) / 2.0)
}

impl BookCost {
    /// The cost of openings that gave this score, draw ratio and pair correlation; `None` if the
    /// model cannot give them.
    #[must_use]
    pub fn of(mean: f64, draw_ratio: f64, pair_correlation: f64) -> Option<BookCost> {
        let model = BookModel::fitted(mean, draw_ratio, pair_correlation)?;
        let best = model.best();
        Some(BookCost {
            draw_ratio,
            pair_correlation,
            saved_by_pairing: -pair_correlation / (1.0 + pair_correlation),
            best_is_more_unbalanced: best.bias > model.bias,
            saved_by_best: (1.0 - (model.information() / best.information()).powi(2)).max(0.0),
        })
    }

    /// `draws 50 %, pair correlation -0.21; pairing saved 106 games; an unbalanced book would save
    /// nothing here`, of `games`.
    #[must_use]
    pub fn words(&self, games: f64) -> String {
        let BookCost { draw_ratio, pair_correlation, saved_by_pairing, .. } = *self;
        let saved = (games * saved_by_pairing).round();
        let pairing = match saved {
            saved if saved < 0.0 => format!("pairing cost {} games", -saved),
            saved if saved > 0.0 => format!("pairing saved {saved} games"),
            _ => "pairing saved no games".to_owned(),
        };
        let percent = (100.0 * self.saved_by_best).round();
        let other = match (self.saved_by_best >= WORTH_IT, self.best_is_more_unbalanced) {
            (false, _) if pair_correlation > UNBALANCED => {
                "an unbalanced book would save nothing here".to_owned()
            }
            (false, _) => "a more unbalanced book would save nothing here".to_owned(),
            (true, true) => {
                format!("a more unbalanced book could save up to {percent} % of the games")
            }
            (true, false) => {
                format!("a more balanced book could save up to {percent} % of the games")
            }
        };
        format!(
            "draws {} %, pair correlation {}; {pairing}; {other}",
            decimal(100.0 * draw_ratio, 0),
            decimal(pair_correlation, 2)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unbalanced_openings_pay_where_draws_are_many() {
        for (draws, ratio) in [(0.3, 1.0), (0.5, 1.0), (0.7, 1.08), (0.8, 1.24), (0.85, 1.40)] {
            let balanced = BookModel::balanced(draws);
            let gain = balanced.best().information() / balanced.information();
            assert!((gain - ratio).abs() < 0.005, "{draws}: {gain}");
        }
    }

    #[test]
    fn a_fitted_model_has_what_it_was_fitted_to() {
        for (mean, draws, correlation) in
            [(0.5, 0.5, -0.2), (0.56, 0.45, -0.1), (0.48, 0.3, -0.556), (0.6, 0.4, 0.0)]
        {
            let model = BookModel::fitted(mean, draws, correlation).unwrap();
            assert!((model.mean() - mean).abs() < 1e-3, "{model:?}");
            assert!((model.draw_ratio() - draws).abs() < 1e-3, "{model:?}");
            assert!((model.correlation() - correlation).abs() < 1e-3, "{model:?}");
        }
        assert_eq!(BookModel::fitted(0.5, 1.0, 0.0), None);
        assert_eq!(BookModel::fitted(0.9, 0.3, 0.0), None);
        assert_eq!(BookModel::fitted(0.5, 0.9, -0.9), None);
    }

    #[test]
    fn the_words_say_what_another_book_would_save() {
        let words =
            |draws, correlation| BookCost::of(0.5, draws, correlation).unwrap().words(400.0);
        assert_eq!(
            words(0.5, 0.0),
            "draws 50 %, pair correlation 0.00; pairing saved no games; an unbalanced book would \
             save nothing here"
        );
        assert_eq!(
            words(0.85, 0.0),
            "draws 85 %, pair correlation 0.00; pairing saved no games; a more unbalanced book \
             could save up to 49 % of the games"
        );
        assert!(words(0.5, -0.21).contains("pairing saved 106 games; "), "{}", words(0.5, -0.21));
        assert!(words(0.5, 0.2).contains("pairing cost 67 games; "));
        let lopsided = BookCost::of(0.5, 0.1, -0.7).unwrap();
        assert!(lopsided.saved_by_best > 0.0 && !lopsided.best_is_more_unbalanced, "{lopsided:?}");
    }
}
