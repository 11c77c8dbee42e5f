//! A plan in words.

use document::{Document, Table};

use super::{Length, MatchPlan, RulePlan};
use crate::words;

impl MatchPlan {
    /// The plan, a paragraph for each number of games, and the table of the sequential test.
    #[must_use]
    pub fn document(&self) -> Document {
        let MatchPlan { fixed, worth, standard_error_of_ten, .. } = self;
        let title = format!("Games to find {} Elo", self.elo);
        let cost = self.book_cost.map_or_else(
            || "No openings make such games in the model of wins, draws and losses.".to_owned(),
            |cost| format!("The cost of the book: {}.", cost.words(self.fixed.games)),
        );
        Document::titled(title)
            .paragraph(format!(
                "Games with {} draws and a correlation of {} within pairs. {cost}",
                words::level(self.draw_ratio),
                words::decimal(self.pair_correlation, 2)
            ))
            .paragraph(format!(
                "To find a difference of {} Elo with a probability of {}, and one that is not there \
                 with {} ({}): {}.",
                self.elo,
                words::level(self.power),
                words::level(self.alpha),
                if self.sides == 1 { "one-sided" } else { "two-sided" },
                length(*fixed)
            ))
            .paragraph(format!(
                "After {}: 95 % CI ± {} Elo; anytime-valid 95 % CI ± {} (safe to check while the match \
                 runs). The difference is found with a probability of {}.",
                length(worth.length),
                words::decimal(worth.half_width, 1),
                words::decimal(worth.half_width_anytime, 1),
                words::probability(worth.power)
            ))
            .paragraph(format!(
                "For a standard error below 10 Elo: {}. Without draws it takes more than 1,000 games, the \
                 number that the papers name.",
                length(*standard_error_of_ten)
            ))
            .table(test(self))
            .paragraph(units(self).unwrap_or_default())
            .paragraph(
                "Every rule: the games to be planned so that the difference is found with the probability asked for, the \
                 games played on average, and how often a difference is found. A match of a test has no planned length.",
            )
            .table(rules(self))
    }
}

/// The cost of each rule, between equals and at the difference.
fn rules(plan: &MatchPlan) -> Table {
    let there = format!("at {} Elo", plan.elo);
    let mut table =
        Table::new(["rule", "planned", "at 0 Elo", "finds one", there.as_str(), "finds it"]);
    for RulePlan { rule, planned, without, with } in &plan.rules {
        let games = |expected: f64| words::count(whole_pairs(expected));
        table.row([
            rule.clone(),
            planned.0.map_or_else(String::new, games),
            length(without.length),
            words::probability(without.finds),
            length(with.length),
            words::probability(with.finds),
        ]);
    }
    table
}

/// The average length of the sequential test, by the true difference.
fn test(plan: &MatchPlan) -> Table {
    let sprt = &plan.test.sprt;
    let name = format!("SPRT {}, alpha {}, beta {}", sprt.bounds(), sprt.alpha, sprt.beta);
    let mut table = Table::new([name.as_str(), "expected length", "accepts H1"]);
    for at in &plan.test.expectations {
        table.row([
            format!("at {} Elo", words::decimal(at.elo, 2)),
            length(at.length),
            words::probability(at.pass_probability),
        ]);
    }
    table
}

/// The unit of the test's bounds in Elo.
fn units(plan: &MatchPlan) -> Option<String> {
    let far = plan.test.expectations.iter().max_by(|a, b| a.elo.abs().total_cmp(&b.elo.abs()))?;
    let [nelo, elo] = [far.nelo, far.elo].map(|strength| words::decimal(strength, 1));
    Some(format!("{nelo} nElo is about {elo} Elo here."))
}

/// A number of whole pairs in games, and its time.
fn length(length: Length) -> String {
    let games = whole_pairs(length.games);
    match length.hours.0 {
        Some(hours) => format!("{} ({})", words::several(games, "game"), time(hours)),
        None => words::several(games, "game"),
    }
}

fn whole_pairs(games: f64) -> u64 {
    2 * (games / 2.0).ceil() as u64
}

fn time(hours: f64) -> String {
    match hours {
        hours if hours >= 48.0 => format!("{} days", words::decimal(hours / 24.0, 1)),
        hours if hours >= 1.0 => format!(
            "{} h",
            words::decimal(hours, if hours < 9.95 && hours.fract() > 0.05 { 1 } else { 0 })
        ),
        hours => format!("{} min", words::decimal((60.0 * hours).ceil(), 0)),
    }
}
