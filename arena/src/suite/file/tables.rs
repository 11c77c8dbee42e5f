//! An experiment file, exactly as written.

use std::collections::BTreeMap;
use std::fmt;

use engine::SearchOverrides;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use toml::Spanned;

use crate::config::values::{TimeText, Whole};

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExperimentFile {
    pub(super) question: Option<Spanned<String>>,
    pub(super) hash: Option<Spanned<Whole>>,
    pub(super) concurrency: Option<Spanned<Whole>>,
    pub(super) suite: Option<Spanned<SuiteTable>>,
    pub(super) limits: Option<Spanned<LimitTable>>,
    #[serde(default)]
    pub(super) configuration: Vec<Spanned<ConfigurationTable>>,
    #[serde(default)]
    pub(super) vary: Vec<Spanned<VaryTable>>,
    #[serde(default)]
    pub(super) block: Vec<Spanned<BlockTable>>,
}

/// What a block has of its own.
#[derive(Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockTable {
    pub(super) name: Option<Spanned<String>>,
    pub(super) suite: Option<Spanned<SuiteTable>>,
    pub(super) limits: Option<Spanned<LimitTable>>,
    #[serde(default)]
    pub(super) configuration: Vec<Spanned<ConfigurationTable>>,
    #[serde(default)]
    pub(super) vary: Vec<Spanned<VaryTable>>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuiteTable {
    pub(super) file: Option<Spanned<String>>,
    pub(super) sample: Option<Spanned<Whole>>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitTable {
    pub(super) depth: Option<Spanned<Whole>>,
    pub(super) depths: Option<Spanned<String>>,
    pub(super) nodes: Option<Spanned<Whole>>,
    pub(super) movetime: Option<Spanned<TimeText>>,
}

#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfigurationTable {
    pub(super) name: Option<Spanned<String>>,
    pub(super) preset: Spanned<String>,
    pub(super) search: Option<Spanned<SearchOverrides>>,
}

/// Techniques, and the values of their parameters.
#[derive(Debug, serde::Deserialize)]
#[serde(transparent)]
pub(super) struct VaryTable(BTreeMap<String, BTreeMap<String, Spanned<ValueList>>>);

impl VaryTable {
    /// Technique, parameter and values of each axis, in the order they are written in.
    pub(super) fn axes(&self) -> Vec<(&str, &str, &Spanned<ValueList>)> {
        let mut axes: Vec<_> = self
            .0
            .iter()
            .flat_map(|(technique, parameters)| {
                parameters
                    .iter()
                    .map(|(parameter, values)| (technique.as_str(), parameter.as_str(), values))
            })
            .collect();
        axes.sort_by_key(|(.., values)| values.span().start);
        axes
    }
}

/// Values of a parameter in the notation of `arena sweep --vary`, such as `2,3` or `4..16/2`. A number
/// and a list of numbers will do too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ValueList(pub(super) String);

impl<'de> Deserialize<'de> for ValueList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ValueList, D::Error> {
        struct ListVisitor;

        impl<'de> Visitor<'de> for ListVisitor {
            type Value = ValueList;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a number, a list of numbers, or a text such as \"4..16/2\"")
            }

            fn visit_str<E: de::Error>(self, list: &str) -> Result<ValueList, E> {
                Ok(ValueList(list.to_owned()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<ValueList, E> {
                Ok(ValueList(number.to_string()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ValueList, A::Error> {
                let mut numbers = Vec::new();
                while let Some(Whole(number)) = list.next_element()? {
                    numbers.push(number.to_string());
                }
                Ok(ValueList(numbers.join(",")))
            }
        }

        deserializer.deserialize_any(ListVisitor)
    }
}
