//! All stop rules of a match.

use jiff::SignedDuration;
use jiff::civil::Time;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::StopRule;
use crate::CONFIDENCE;
use crate::anytime::Method;
use crate::betting::Stakes;
use crate::operating_characteristics::characteristics;
use crate::power::Noise;
use crate::sprt::Model;

/// The rules that may end a match before its last game. The first that applies ends it, after the
/// pairs in progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StopRules {
    /// Rules on the results.
    pub sequential: Vec<StopRule>,
    /// Games after which the match ends, an even number.
    pub games: Option<u32>,
    /// Local time of day at which a run ends: the next one after it was begun.
    pub until: Option<Time>,
    /// The time limit of a run.
    pub budget: Option<SignedDuration>,
}

impl StopRules {
    /// The maximum number of games of a match.
    #[must_use]
    pub fn limit(&self, games: u32) -> u32 {
        self.games.map_or(games, |limit| limit.min(games))
    }

    /// The number of pairs of a match of `games` for which the anytime-valid interval is tuned: the
    /// planned ones; with a sequential test, its average length midway between its hypotheses with
    /// half of the games drawn, if that is smaller.
    #[must_use]
    pub fn tuning_length(&self, games: u32) -> u32 {
        let variance = Noise { draw_ratio: 0.5, pair_correlation: 0.0 }.variance(0.5);
        let tests = self.sequential.iter().filter_map(StopRule::sprt);
        let expected = tests.map(|sprt| {
            let midway = sprt.true_elo(f64::midpoint(sprt.elo0, sprt.elo1), variance);
            characteristics(&sprt, midway, variance).games / 2.0
        });
        let planned = f64::from(self.limit(games) / 2);
        expected.fold(planned, f64::min).max(1.0) as u32
    }

    /// The scale of the sequential test; `None` without one.
    #[must_use]
    pub fn model(&self) -> Option<Model> {
        self.sequential.iter().find_map(StopRule::sprt).map(|sprt| sprt.model)
    }

    /// The same rules with the sequential test on this scale.
    #[must_use]
    pub fn on_scale(&self, model: Model) -> StopRules {
        let sequential = self.sequential.iter().map(|rule| rule.on_scale(model)).collect();
        StopRules { sequential, ..self.clone() }
    }

    /// The method of the anytime-valid interval of a match of `games`: bets tuned for [`StopRules::tuning_length`] and the
    /// confidence of the rule, or the usual confidence.
    #[must_use]
    pub fn interval_method(&self, games: u32) -> Method {
        let confidence = self.sequential.iter().find_map(StopRule::confidence);
        let confidence = confidence.unwrap_or(CONFIDENCE);
        Method::Betting(Stakes::tuned_for(self.tuning_length(games), confidence))
    }

    /// All rules in words; empty if there is none.
    #[must_use]
    pub fn words(&self) -> String {
        let mut words: Vec<String> = self.sequential.iter().map(ToString::to_string).collect();
        words.extend(self.games.map(|games| format!("after {games} games")));
        words.extend(self.until.map(|time| format!("at {}", time.strftime("%H:%M"))));
        words.extend(self.budget.map(|budget| format!("after {budget:#}")));
        words.join("; ")
    }
}

/// In their notation, as one text.
impl Serialize for StopRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StopRules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StopRules, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_tuned_for_what_is_planned_or_what_a_test_takes() {
        let tuned = |rules: &str, games| rules.parse::<StopRules>().unwrap().tuning_length(games);
        assert_eq!(tuned("", 400), 200);
        assert_eq!(tuned("games{100} confidence{level=0.95,margin=0}", 400), 50);
        let test = "sprt{elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic}";
        // 5,235 games midway at half draws: the table of the specification has 4,188 for a
        // correlation of -0.2 within pairs.
        assert_eq!(tuned(test, 100_000), 2617);
        assert_eq!(tuned(test, 400), 200);
    }

    #[test]
    fn the_interval_of_a_match_is_that_of_its_rule() {
        let method = |rules: &str| rules.parse::<StopRules>().unwrap().interval_method(400);
        assert_eq!(method(""), Method::tuned_for(200));
        assert_eq!(method("confidence{level=0.95,margin=0}"), Method::tuned_for(200));
        let other = Method::Betting(Stakes::tuned_for(200, 0.9875));
        assert_eq!(method("confidence{level=0.9875,margin=0}"), other);
        assert_ne!(other, Method::tuned_for(200));
    }
}
