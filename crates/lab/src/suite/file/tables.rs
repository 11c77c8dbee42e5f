//! An experiment file as written.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::time::Duration;

use toml::{Spanned, Value};

use crate::suite::configuration::{CONFIGURATION, ConfigurationTable};
use arena::config::Supervision;
use arena::config::file::SUPERVISION;
use arena::config::ranges::{Concurrency, Depth, HashSize, Nodes, Sample};
use arena::config::reference::Absent::{Is, Nothing, Required, Words};
use arena::config::reference::{Kind, Section};
use arena::config::values::{As, TimeText};
use arena::file_table;

file_table! {
    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct ExperimentFile;

    /// An experiment file and its keys.
    pub const EXPERIMENT_FILE =
        "",
        "An experiment file, in TOML, names searches of test suites: `arena run FILE.toml`. Top-level keys come \
         before the first table.";

    /// The question that the experiment answers.
    pub(super) question: Option<Spanned<String>> =
        Kind::Text, Nothing, "\"How many nodes does multi-cut at expected ALL nodes save?\"";

    /// Hash table of each search of the engine in this process, in MiB. A program has an option for that.
    pub(super) hash: Option<Spanned<HashSize>> = Kind::Whole(HashSize::RANGE), Is("16"), "64";

    /// Searches at a time.
    pub(super) concurrency: Option<Concurrency> =
        Kind::Whole(Concurrency::RANGE), Words("the physical cores allowed to the process"), "2";

    /// The positions.
    pub(super) suite: Option<Spanned<SuiteTable>> =
        Kind::Table(&SUITE), Words("every block has its own"), "{ file = \"wac.epd\" }";

    /// How far each position is searched.
    pub(super) limits: Option<Spanned<LimitTable>> =
        Kind::Table(&LIMIT), Words("every block has its own"), "{ depth = 8 }";

    /// How long programs are waited for.
    pub(super) supervision: Option<Spanned<Supervision>> = Kind::Table(&WAITS), Nothing, "{ hang = \"600\" }";

    /// The configurations: one or more; the others are compared with the first.
    #[serde(default)]
    pub(super) configuration: Vec<Spanned<ConfigurationTable>> =
        Kind::Tables(&CONFIGURATION),
        Words("every block has its own"),
        "[{ preset = \"none\" }, { preset = \"null-move\" }]";

    /// A sweep: the first configuration with every combination of these values. Several tables add their combinations.
    #[serde(default)]
    pub(super) vary: Vec<Spanned<VaryTable>> =
        Kind::Tables(&VARY), Nothing, "[{ multi_cut = { cutoffs = [2, 3], moves = \"4..16/2\" } }]";

    /// Several experiments in one file, each a block of the table.
    #[serde(default)]
    pub(super) block: Vec<Spanned<BlockTable>> =
        Kind::Tables(&BLOCK), Nothing, "[{ name = \"No forward pruning\", configuration = [{ preset = \"none\" }] }]";
}

file_table! {
    /// The keys of a block.
    #[derive(Debug, Default, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct BlockTable;

    const BLOCK =
        "[[block]]",
        "Missing keys are taken from the top of the file.";

    /// Its heading.
    pub(super) name: Option<Spanned<String>> = Kind::Text, Required, "\"No forward pruning\"";

    /// The positions.
    pub(super) suite: Option<Spanned<SuiteTable>> = Kind::Table(&SUITE), Words("[suite]"), "{ file = \"wac.epd\" }";

    /// How far each position is searched.
    pub(super) limits: Option<Spanned<LimitTable>> = Kind::Table(&LIMIT), Words("[limits]"), "{ depths = \"5..10\" }";

    /// The configurations.
    #[serde(default)]
    pub(super) configuration: Vec<Spanned<ConfigurationTable>> =
        Kind::Tables(&CONFIGURATION), Words("those of the file"), "[{ preset = \"none\" }]";

    /// A sweep.
    #[serde(default)]
    pub(super) vary: Vec<Spanned<VaryTable>> =
        Kind::Tables(&VARY), Words("that of the file"), "[{ multi_cut = { cutoffs = 2 } }]";
}

file_table! {
    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct SuiteTable;

    const SUITE =
        "[suite]",
        "The positions that are searched.";

    /// An EPD file: beside this file, or else in the current directory.
    pub(super) file: Option<Spanned<String>> =
        Kind::Text, Words("that of the command line, --positions FILE.epd"), "\"wac.epd\"";

    /// At most this many positions, evenly spread over the file.
    pub(super) sample: Option<Sample> = Kind::Whole(Sample::RANGE), Words("all"), "60";
}

file_table! {
    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct LimitTable;

    const LIMIT =
        "[limits]",
        "How far each position is searched: one of these keys.";

    /// Plies.
    pub(super) depth: Option<Depth> = Kind::Whole(Depth::RANGE), Nothing, "8";

    /// Every depth from the first to the last: nodes by depth.
    pub(super) depths: Option<Spanned<String>> = Kind::Words("range in quotes"), Nothing, "\"5..10\"";

    /// Nodes a position.
    pub(super) nodes: Option<Nodes> = Kind::Whole(Nodes::RANGE), Nothing, "20000";

    /// Seconds a position.
    #[serde(default, with = "As::<Option<TimeText<false>>>")]
    pub(super) movetime: Option<Duration> = Kind::Seconds, Nothing, "\"1\"";
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

/// Values of a parameter in the notation of `arena sweep --vary`, such as `2,3` or `4..16/2`. A value
/// and a list of values will do too.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct ValueList(pub(super) String);

impl TryFrom<Value> for ValueList {
    type Error = String;

    fn try_from(value: Value) -> Result<ValueList, String> {
        Ok(ValueList(match value {
            Value::String(list) => list,
            Value::Array(values) => {
                values.iter().map(listed).collect::<Result<Vec<String>, String>>()?.join(",")
            }
            value => listed(&value)?,
        }))
    }
}

/// A value in a list, in the notation of `--vary`.
fn listed(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) if text.contains(',') => {
            Err(format!("the value {text:?} has a comma, which would make it two values"))
        }
        Value::String(text) => Ok(text.clone()),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => Ok(value.to_string()),
        _ => Err(format!("{value} is not a value: a value is a number, true, false or a text")),
    }
}

/// As in a match, without the keys for games.
const WAITS: Section = Section {
    title: "[supervision]",
    meaning: "The timeouts of programs. With a depth or node limit a search may take `hang`, and with \
              movetime this much more than that time; then the position counts as not solved.",
    keys: SUPERVISION.keys.split_at(SUPERVISION.keys.len() - 1).0,
};

const VARY: Section = Section {
    title: "[[vary]]",
    meaning: "Its keys are techniques, each with a table of parameters and their values: a number, an array of \
              numbers, or a range in quotes, as multi_cut = { cutoffs = [2, 3], moves = \"4..16/2\" } (from 4 to \
              16 by 2). Of a program options are varied: options = { Hash = [1, 16], Style = [\"Solid\", \"Wild\"], \
              Ratio = [0.5, 0.7], Bold = [true, false] }.",
    keys: &[],
};
