//! The effects of the settings in which two contenders differ, by switching each of them.
//!
//! ```text
//! effect of a setting = (Elo of it alone + Elo of it left out) / 2
//! Elo of the match    = sum of the effects + rest
//! interaction         = sum of (Elo left out - Elo alone) / 2
//! ```
//!
//! *Alone* is the second contender with the setting against the second, *left out* the first against itself without it. An
//! interaction of two settings is half in the effect of each, so that the effects of settings that interact by twos sum to
//! the match, and the rest is of three and more. The matches share no game, so their errors are independent.

use document::{Table, number};
use serde::Serialize;

use crate::account::{DECISIVE, Measured, Verdict, z};
use crate::explanation::{PlayedTerm, elo, end, with_interval};
use crate::report::{self, Explained};
use crate::settings::{MOST_SETTINGS, Setting};

/// The effect of a setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SettingEffect {
    /// The setting.
    pub setting: String,
    /// The first contender's value.
    pub first: String,
    /// The second contender's value.
    pub second: String,
    /// The Elo difference of the setting alone.
    pub alone: Measured,
    /// The Elo difference of the first contender over itself without the setting.
    pub left_out: Measured,
    /// The mean of both.
    pub effect: Measured,
}

impl SettingEffect {
    /// The effect of a setting with these Elo differences.
    #[must_use]
    pub fn new(setting: &Setting, alone: Measured, left_out: Measured) -> SettingEffect {
        let effect = Measured::weighted(&[(0.5, alone), (0.5, left_out)]);
        let [first, second] = setting.values.clone();
        SettingEffect { setting: setting.name.clone(), first, second, alone, left_out, effect }
    }
}

/// A number that should be 0, and the verdict on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// The number.
    #[serde(flatten)]
    pub measured: Measured,
    /// Whether it is.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// The effects of all settings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effects {
    /// Each setting.
    pub settings: Vec<SettingEffect>,
    /// The sum of the effects.
    pub together: Measured,
    /// The Elo difference of the match.
    pub whole: Measured,
    /// The Elo of the match less that sum.
    pub rest: Judged,
    /// The Elo of the settings together less that of each alone.
    pub interaction: Judged,
}

impl Effects {
    /// The effects of settings, each with its Elo alone and left out, after this many games in all.
    #[must_use]
    pub fn new(whole: Measured, settings: Vec<SettingEffect>, games: u64) -> Effects {
        let sum = |parts: Vec<(f64, Measured)>| Measured::weighted(&parts);
        let together = sum(settings.iter().map(|one| (1.0, one.effect)).collect());
        let halves = settings.iter().flat_map(|one| [(0.5, one.left_out), (-0.5, one.alone)]);
        let interaction = sum(halves.collect());
        let rest = whole.plus(together.negative());
        let judged = |measured: Measured, fixed: f64| {
            let further = || further_games(together.error, fixed, games);
            Judged { measured, verdict: Verdict::on(measured, further) }
        };
        let (rest, interaction) = (judged(rest, whole.error), judged(interaction, 0.0));
        Effects { settings, together, whole, rest, interaction }
    }
}

/// Games beyond these that make an error decisive; `None` where the part that they do not make smaller is too large.
fn further_games(error: f64, fixed: f64, games: u64) -> Option<u64> {
    let left = (DECISIVE / z()).powi(2) - fixed * fixed;
    let further = games as f64 * (error * error / left - 1.0);
    (left > 0.0).then_some(further.ceil().max(2.0) as u64)
}

/// The effects of the settings of one pairing.
#[derive(Clone, Debug, Serialize)]
pub struct PairingEffects {
    /// The contenders' names.
    pub contenders: [String; 2],
    /// Whether all settings of a technique count as one, as they do if more than [`MOST_SETTINGS`] differ.
    pub by_technique: bool,
    /// The effects, where every one can be had.
    pub effects: Option<Effects>,
    /// The match that is in the way: one side won every pair, or there are fewer than two.
    pub missing: Option<String>,
    /// The counts of the match, and of those of each setting.
    pub played: Vec<PlayedTerm>,
}

impl Explained for PairingEffects {
    const HEADING: &'static str = "The settings";
    const REPORT: &'static str = "../../report.html";

    fn played(&self) -> &[PlayedTerm] {
        &self.played
    }

    fn tables(&self) -> Vec<Table> {
        let mut table = Table::new(["Setting", "alone", "left out", "effect: Elo, 95 % CI"]);
        if let Some(effects) = &self.effects {
            for SettingEffect { setting, first, second, alone, left_out, effect } in
                &effects.settings
            {
                let [alone, left_out, effect] = [*alone, *left_out, *effect].map(with_interval);
                table.row([format!("{setting} ({first} / {second})"), alone, left_out, effect]);
            }
            let Effects { together, whole, rest, interaction, .. } = effects;
            let sums = [
                ("together", *together),
                ("the match", *whole),
                ("rest", rest.measured),
                ("interaction", interaction.measured),
            ];
            for (name, measured) in sums {
                let none = String::new;
                table.row([name.to_owned(), none(), none(), with_interval(measured)]);
            }
        }
        vec![table, report::games(&self.played)]
    }

    /// The effects in a sentence, with one on the rest and one on the interaction.
    fn sentences(&self) -> Vec<String> {
        let grouped = self.by_technique.then(|| {
            format!("More than {MOST_SETTINGS} settings differ: those of a technique are one.")
        });
        let missing = self.missing.as_ref().map(|name| {
            format!("There are no effects: one side won every pair of {name}, or there are fewer than two.")
        });
        let effects = self.effects.iter().flat_map(|effects| {
            let Effects { settings, together, whole, rest, interaction } = effects;
            let each =
                settings.iter().map(|SettingEffect { setting, first, second, effect, .. }| {
                    format!("{setting} ({first} / {second}) {} Elo", with_interval(*effect))
                });
            let sum = format!(
                "By switching: {}; together {} of {}.",
                each.collect::<Vec<String>>().join(", "),
                elo(together.value),
                with_interval(*whole),
            );
            [sum, end(rest.measured, rest.verdict), of_interaction(interaction)]
        });
        grouped.into_iter().chain(missing).chain(effects).collect()
    }
}

fn of_interaction(Judged { measured, verdict }: &Judged) -> String {
    let beyond =
        format!("Interaction: {} Elo beyond the sum of each alone", with_interval(*measured));
    match verdict {
        Verdict::Closes => format!("{beyond}; none is seen."),
        Verdict::DoesNotClose => format!("{beyond}: the settings do not act independently."),
        Verdict::NotDecided { games } => format!(
            "{beyond}; not decided yet, about {} more would decide.",
            number::several(games.unwrap_or_default(), "game")
        ),
    }
}

#[cfg(test)]
mod tests;
