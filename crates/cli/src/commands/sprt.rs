//! The options of a sequential test, and its errors in the command line's terms.

use anyhow::{Context, anyhow};
use clap::builder::TypedValueParser;
use clap::{Arg, Args};
use stats::OutOfRange;
use stats::sprt::{Model, Sprt};

use super::offered::one_of;

/// A sequential test: its hypotheses, the errors it may make, and the scale.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct TestArgs {
    /// The two hypotheses of a sequential test, in nElo unless --model names another scale
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    pub(super) sprt: Option<[f64; 2]>,
    /// Probability that the test accepts ELO1 when ELO0 is true
    #[arg(long, value_name = "A", default_value_t = 0.05)]
    pub(super) alpha: f64,
    /// Probability that the test accepts ELO0 when ELO1 is true
    #[arg(long, value_name = "B", default_value_t = 0.05)]
    pub(super) beta: f64,
    /// The scale of the hypotheses
    #[arg(long, value_parser = model(), default_value = "normalized")]
    pub(super) model: Model,
}

impl TestArgs {
    /// The test, if there is one.
    pub(super) fn test(self) -> anyhow::Result<Option<Sprt>> {
        let TestArgs { sprt, alpha, beta, model } = self;
        let test = sprt.map(|[elo0, elo1]| Sprt::new(elo0, elo1, alpha, beta, model));
        test.transpose().context("--sprt")
    }
}

/// For commands in which the other options of a test are useless without the hypotheses.
pub(super) fn with_hypotheses(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "alpha" | "beta" | "model" => option.requires("sprt"),
        _ => option,
    }
}

/// The models by their names.
pub(super) fn model() -> impl TypedValueParser<Value = Model> {
    let help = |model: Model| match model {
        Model::Logistic => "Elo: by the logistic curve",
        Model::Normalized => {
            "nElo, normalized Elo: per unit of noise, so that the length of the test does not depend on \
             the book or the draw ratio"
        }
    };
    one_of(Model::ALL.map(|model| (model, model.key(), help(model))))
}

/// Reads `ELO0,ELO1`.
pub(super) fn hypotheses(text: &str) -> Result<[f64; 2], String> {
    let numbers = text
        .split(',')
        .map(str::trim)
        .map(|part| part.parse::<f64>().map_err(|_| format!("{part:?} is not a number")))
        .collect::<Result<Vec<f64>, String>>()?;
    match numbers[..] {
        [elo0, elo1] => Ok([elo0, elo1]),
        _ => Err(format!("expected two numbers ELO0,ELO1, found {}", numbers.len())),
    }
}

/// A setting out of its range, named as its option.
pub(super) fn option(OutOfRange { name, value, right }: OutOfRange) -> anyhow::Error {
    anyhow!("--{} is {value}; {right}", name.replace('_', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hypotheses_are_two_numbers() {
        assert_eq!(hypotheses("-3, 1.5"), Ok([-3.0, 1.5]));
        assert!(hypotheses("1").unwrap_err().contains("found 1"));
        assert!(hypotheses("0,x").unwrap_err().contains("\"x\""));
    }

    #[test]
    fn a_setting_is_named_as_its_option() {
        let error =
            OutOfRange { name: "games_per_hour", value: 0.0, right: "it must be more than 0" };
        assert_eq!(option(error).to_string(), "--games-per-hour is 0; it must be more than 0");
    }
}
