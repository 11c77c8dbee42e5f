//! The table `[stop]`.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use toml::Spanned;

use crate::config::reference::Absent::{Is, Nothing, Required};
use crate::config::reference::Kind;
use stats::sprt::Model;

use crate::config::values::{As, Games, Named, names};
use crate::file_table;

file_table! {
    /// `[stop]` as it is written.
    #[derive(Debug, Default, PartialEq, serde::Deserialize, serde::Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct StopTable;

    /// `[stop]` and its keys.
    pub(crate) const STOP =
        "[stop]",
        "Rules that may end the match before its last game: the first that applies ends it, after the pairs in \
         progress. `sprt` and `confidence` are for two contenders.";

    /// A sequential probability ratio test on pairs of games, in full or as [elo0, elo1].
    pub(crate) sprt: Option<Spanned<SprtTable>> = Kind::Table(&SPRT), Nothing, "[0, 5]";

    /// The match ends when the anytime-valid interval of this confidence excludes 0.
    pub(crate) confidence: Option<Spanned<f64>> = Kind::Number("more than 0 and less than 1"), Nothing, "0.95";

    /// With `confidence`: the interval must exclude everything from -margin to margin, in Elo.
    pub(crate) margin: Option<Spanned<f64>> = Kind::Number("0 to 1000"), Is("0"), "3";

    /// With `confidence`: the match also ends when the interval lies between -no_difference and +no_difference, in Elo.
    pub(crate) no_difference: Option<Spanned<f64>> = Kind::Number("more than 0, at most 1000"), Nothing, "5";

    /// Games, an even number, of each pairing.
    pub(crate) games: Option<Games> = Kind::Whole(Games::RANGE), Nothing, "400";

    /// The run ends at the next such time, local; the match is resumed when it is run again.
    pub(crate) until: Option<Spanned<String>> = Kind::Words("time of day in quotes"), Nothing, "\"07:00\"";

    /// The run ends after this time ("90m", "1h 30m"); the match is resumed when it is run again.
    pub(crate) budget: Option<Spanned<String>> = Kind::Words("duration in quotes"), Nothing, "\"6h\"";
}

impl StopTable {
    /// Whether a sequential test lacks a scale of its own.
    pub(crate) fn leaves_model_open(&self) -> bool {
        self.sprt.as_ref().is_some_and(|sprt| sprt.get_ref().model.is_none())
    }

    /// Whether the table has no rule.
    pub(super) fn is_empty(&self) -> bool {
        *self == StopTable::default()
    }
}

file_table! {
    /// A sequential test: a table, or its two hypotheses as `[elo0, elo1]`.
    #[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize, serde::Serialize)]
    #[serde(deny_unknown_fields, remote = "Self")]
    pub struct SprtTable;

    /// The keys of a sequential test.
    pub const SPRT =
        "sprt",
        "A sequential probability ratio test of elo0 against elo1. Accepting elo1 says that the first contender is \
         stronger by about that much.";

    /// Strength under H0.
    pub(crate) elo0: f64 = Kind::Number("in nElo"), Required, "0";

    /// Strength under H1, more than elo0.
    pub(crate) elo1: f64 = Kind::Number("in nElo"), Required, "5";

    /// Probability of accepting H1 when H0 is true.
    #[serde(default = "default_error")]
    pub(crate) alpha: f64 = Kind::Number("more than 0 and less than 1"), Is("0.05"), "0.05";

    /// Probability of accepting H0 when H1 is true.
    #[serde(default = "default_error")]
    pub(crate) beta: f64 = Kind::Number("more than 0 and less than 1"), Is("0.05"), "0.05";

    /// The scale of elo0 and elo1: nElo or Elo. A journal of a match that was begun on another scale keeps it
    /// where this key is absent.
    #[serde(default, with = "As::<Option<Named<Model>>>")]
    pub(crate) model: Option<Model> = Kind::OneOf(names::<Model>), Is("\"normalized\""), "\"logistic\"";
}

/// The default error probabilities of a test.
fn default_error() -> f64 {
    0.05
}

impl Serialize for SprtTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SprtTable::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for SprtTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SprtTable, D::Error> {
        deserializer.deserialize_any(SprtVisitor)
    }
}

struct SprtVisitor;

impl<'de> Visitor<'de> for SprtVisitor {
    type Value = SprtTable;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two hypotheses in nElo, as [0, 5] or {{ elo0 = 0, elo1 = 5 }}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut hypotheses: A) -> Result<SprtTable, A::Error> {
        let wrong = |count| de::Error::invalid_length(count, &self);
        let elo0 = hypotheses.next_element()?.ok_or_else(|| wrong(0))?;
        let elo1 = hypotheses.next_element()?.ok_or_else(|| wrong(1))?;
        match hypotheses.next_element::<f64>()? {
            Some(_) => Err(wrong(3)),
            None => {
                let [alpha, beta] = [default_error(); 2];
                Ok(SprtTable { elo0, elo1, alpha, beta, model: None })
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<SprtTable, A::Error> {
        SprtTable::deserialize(de::value::MapAccessDeserializer::new(map))
    }
}
