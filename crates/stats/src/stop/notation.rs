//! Writes the rules on one line, for the journal, and reads them back:
//! `sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic} confidence{level=0.95,margin=0}
//! games{400} until{07:00} budget{6h}`.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Time;
use thiserror::Error;

use super::{StopRule, StopRules};

/// A text that is not the notation of stop rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseStopRulesError {
    /// A test that only versions up to 0.2 have.
    #[error(
        "{0}}} is {1}, which this version does not have: version 0.2 reads a match with that rule"
    )]
    Gone(String, &'static str),
    /// No rule.
    #[error("{0:?} is not a stop rule")]
    Unknown(String),
}

impl fmt::Display for StopRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rules: Vec<String> = self.sequential.iter().map(StopRule::notation).collect();
        rules.extend(self.games.map(|games| format!("games{{{games}}}")));
        rules.extend(self.until.map(|time| format!("until{{{}}}", time.strftime("%H:%M"))));
        rules.extend(self.budget.map(|budget| format!("budget{{{budget:#}}}")));
        f.write_str(&rules.join(" "))
    }
}

impl FromStr for StopRules {
    type Err = ParseStopRulesError;

    fn from_str(text: &str) -> Result<StopRules, ParseStopRulesError> {
        let mut rules = StopRules::default();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (rule, after) = rest.split_once('}').unwrap_or((rest, ""));
            rules.read(rule).ok_or_else(|| match rule {
                _ if rule.starts_with("e_sprt{") => {
                    ParseStopRulesError::Gone(rule.to_owned(), "an e-SPRT")
                }
                _ if rule.starts_with("sprt{") && rule.ends_with(",model=bayes") => {
                    ParseStopRulesError::Gone(rule.to_owned(), "an SPRT in BayesElo")
                }
                _ => ParseStopRulesError::Unknown(rule.to_owned()),
            })?;
            rest = after.trim_start();
        }
        Ok(rules)
    }
}

impl StopRules {
    /// Takes over one rule, without its closing brace.
    fn read(&mut self, rule: &str) -> Option<()> {
        if let Some(rule) = StopRule::read(rule) {
            self.sequential.push(rule);
            return Some(());
        }
        let (name, value) = rule.split_once('{')?;
        match name {
            "games" => self.games = Some(value.parse().ok()?),
            "until" => self.until = Some(Time::strptime("%H:%M", value).ok()?),
            "budget" => self.budget = Some(value.parse().ok()?),
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back_the_same() {
        for text in [
            "",
            "sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic}",
            "sprt{elo0=-1.75,elo1=0.25,alpha=0.1,beta=0.025,model=normalized} \
             confidence{level=0.95,margin=2.5} games{400} until{07:00} budget{1h 30m}",
            "confidence{level=0.9875,margin=0,no_difference=5} games{400}",
        ] {
            assert_eq!(text.parse::<StopRules>().unwrap().to_string(), text);
        }
        let rules: StopRules = "games{400} until{23:05}".parse().unwrap();
        assert_eq!(rules.words(), "after 400 games; at 23:05");
        assert_eq!((rules.limit(300), rules.limit(500)), (300, 400));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "sprt",
            "sprt{elo0=0,elo1=5}",
            "sprt{elo0=5,elo1=0,alpha=0.05,beta=0.05,model=logistic}",
            "games{many}",
            "until{25:00}",
            "patience{3}",
        ] {
            assert!(text.parse::<StopRules>().is_err(), "{text}");
        }
        for gone in [
            "e_sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05}",
            "sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=bayes}",
        ] {
            let refused = gone.parse::<StopRules>().unwrap_err().to_string();
            assert!(refused.ends_with("version 0.2 reads a match with that rule"), "{refused}");
        }
    }
}
