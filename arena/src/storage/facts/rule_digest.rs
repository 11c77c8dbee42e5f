//! Stop rules as they are hashed into the name of a match's directory.
//!
//! The texts are stable: a match without a file finds its directory by them. Reports show the
//! rule's `Display`, whose wording may change.

use stats::e_sprt::ESprt;
use stats::sprt::{Model, Sprt};
use stats::stop::StopRule;

/// The text of a rule that goes into the digest.
pub(super) fn text(rule: &StopRule) -> String {
    match rule {
        StopRule::Sprt(Sprt { elo0, elo1, alpha, beta, model }) => {
            let scale = match model {
                Model::Logistic => "Elo",
                Model::Normalized => "normalized Elo",
                Model::Bayes => "BayesElo",
            };
            format!("SPRT of {elo0} against {elo1} {scale} (alpha {alpha}, beta {beta})")
        }
        StopRule::ESprt(ESprt { elo0, elo1, alpha, beta }) => {
            format!("e-SPRT of {elo0} against {elo1} Elo (alpha {alpha}, beta {beta})")
        }
        StopRule::Confidence { confidence, margin, no_difference, horizon } => {
            // In per cent, and not 94.99999999999999.
            let level = (1e6 * confidence).round() / 1e4;
            let excluded = match margin {
                0.0 => "0".to_owned(),
                _ => format!("-{margin} to {margin} Elo"),
            };
            let small = no_difference
                .map_or(String::new(), |elo| format!(" or lies inside -{elo} to {elo} Elo"));
            let kind = if *horizon { "up to the planned length" } else { "anytime-valid" };
            format!("{kind} {level} % CI, once it excludes {excluded}{small}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::stop::StopRules;

    #[test]
    fn the_texts_stay_those_that_directories_are_named_after() {
        let rules = "sprt{elo0=0,elo1=5,alpha=0.05,beta=0.1,model=normalized} \
                     sprt{elo0=-1.75,elo1=0.25,alpha=0.05,beta=0.05,model=logistic} \
                     sprt{elo0=0,elo1=10,alpha=0.05,beta=0.05,model=bayes} \
                     e_sprt{elo0=0,elo1=5,alpha=0.05,beta=0.1} \
                     confidence{level=0.95,margin=0} \
                     confidence{level=0.9875,margin=2.5,no_difference=5} \
                     confidence{level=0.95,margin=0,horizon} games{400}";
        let rules: StopRules = rules.parse().unwrap();
        let texts: Vec<String> = rules.sequential.iter().map(text).collect();
        let stable = [
            "SPRT of 0 against 5 normalized Elo (alpha 0.05, beta 0.1)",
            "SPRT of -1.75 against 0.25 Elo (alpha 0.05, beta 0.05)",
            "SPRT of 0 against 10 BayesElo (alpha 0.05, beta 0.05)",
            "e-SPRT of 0 against 5 Elo (alpha 0.05, beta 0.1)",
            "anytime-valid 95 % CI, once it excludes 0",
            "anytime-valid 98.75 % CI, once it excludes -2.5 to 2.5 Elo or lies inside -5 to 5 Elo",
            "up to the planned length 95 % CI, once it excludes 0",
        ];
        assert_eq!(texts, stable);
    }
}
