//! A match file, exactly as written.

use std::collections::BTreeMap;

use engine::SearchOverrides;
use serde::Deserialize;
use toml::Spanned;

use super::tablebase::TablebaseTable;
use super::values::{Command, OptionTable, Rule, RuleTable, TimeText, Whole};

/// A match file, exactly as written; see [`crate::config`] for the meaning of the keys.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchFile {
    pub(crate) question: Option<Spanned<String>>,
    pub(crate) games: Spanned<Whole>,
    pub(crate) format: Option<Spanned<String>>,
    pub(crate) seed: Option<Spanned<Whole>>,
    pub(crate) concurrency: Option<Spanned<Whole>>,
    pub(crate) pin: Option<bool>,
    #[serde(default)]
    pub(crate) supervision: SupervisionTable,
    pub(crate) limits: Option<Spanned<LimitsTable>>,
    pub(crate) openings: OpeningsTable,
    #[serde(default)]
    pub(crate) adjudication: AdjudicationTable,
    #[serde(default)]
    pub(crate) stop: StopTable,
    pub(crate) contender: Vec<Spanned<ContenderTable>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StopTable {
    pub(crate) sprt: Option<Spanned<SprtTable>>,
    pub(crate) confidence: Option<Spanned<f64>>,
    pub(crate) margin: Option<Spanned<f64>>,
    pub(crate) games: Option<Spanned<Whole>>,
    pub(crate) until: Option<Spanned<String>>,
    pub(crate) budget: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SprtTable {
    pub(crate) elo0: Spanned<f64>,
    pub(crate) elo1: Spanned<f64>,
    pub(crate) alpha: Option<Spanned<f64>>,
    pub(crate) beta: Option<Spanned<f64>>,
    pub(crate) model: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitsTable {
    pub(crate) time_control: Option<Spanned<TimeText>>,
    pub(crate) movetime: Option<Spanned<TimeText>>,
    pub(crate) nodes: Option<Spanned<Whole>>,
    pub(crate) depth: Option<Spanned<Whole>>,
    pub(crate) time_margin: Option<Spanned<TimeText>>,
    pub(crate) overhead: Option<Spanned<TimeText>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningsTable {
    pub(crate) file: Spanned<String>,
    pub(crate) order: Option<Spanned<String>>,
    pub(crate) plies: Option<Spanned<Whole>>,
    pub(crate) start: Option<Spanned<Whole>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AdjudicationTable {
    pub(crate) tablebase: Option<Spanned<Rule<TablebaseTable>>>,
    pub(crate) draw: Option<Rule<DrawTable>>,
    pub(crate) resign: Option<Rule<ResignTable>>,
    pub(crate) max_moves: Option<Spanned<Whole>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawTable {
    pub(crate) score: Option<Spanned<Whole>>,
    pub(crate) moves: Option<Spanned<Whole>>,
    pub(crate) from_move: Option<Spanned<Whole>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResignTable {
    pub(crate) score: Option<Spanned<Whole>>,
    pub(crate) moves: Option<Spanned<Whole>>,
    pub(crate) two_sided: Option<bool>,
}

impl RuleTable for DrawTable {
    const KEYS: &'static str = "score, moves, from_move";
}

impl RuleTable for ResignTable {
    const KEYS: &'static str = "score, moves, two_sided";
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContenderTable {
    pub(crate) name: Spanned<String>,
    pub(crate) preset: Option<Spanned<String>>,
    pub(crate) hash: Option<Spanned<Whole>>,
    pub(crate) search: Option<Spanned<SearchOverrides>>,
    pub(crate) command: Option<Spanned<Command>>,
    pub(crate) args: Option<Spanned<Vec<String>>>,
    pub(crate) dir: Option<Spanned<String>>,
    pub(crate) env: Option<Spanned<BTreeMap<String, String>>>,
    pub(crate) options: Option<Spanned<OptionTable>>,
    pub(crate) restart: Option<Spanned<bool>>,
    pub(crate) trim_history: Option<Spanned<bool>>,
    pub(crate) limits: Option<Spanned<LimitsTable>>,
    pub(crate) time_margin: Option<Spanned<TimeText>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SupervisionTable {
    pub(crate) startup: Option<Spanned<TimeText>>,
    pub(crate) ready: Option<Spanned<TimeText>>,
    pub(crate) new_game: Option<Spanned<TimeText>>,
    pub(crate) hang: Option<Spanned<TimeText>>,
    pub(crate) grace: Option<Spanned<TimeText>>,
    pub(crate) on_suspect: Option<Spanned<String>>,
}
