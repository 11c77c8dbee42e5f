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
    pub(super) question: Option<Spanned<String>>,
    pub(super) games: Spanned<Whole>,
    pub(super) format: Option<Spanned<String>>,
    pub(super) seed: Option<Spanned<Whole>>,
    pub(super) concurrency: Option<Spanned<Whole>>,
    pub(super) pin: Option<bool>,
    #[serde(default)]
    pub(super) supervision: SupervisionTable,
    pub(super) limits: Option<Spanned<LimitsTable>>,
    pub(super) openings: OpeningsTable,
    #[serde(default)]
    pub(super) adjudication: AdjudicationTable,
    #[serde(default)]
    pub(super) stop: StopTable,
    pub(super) contender: Vec<Spanned<ContenderTable>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StopTable {
    pub(super) sprt: Option<Spanned<SprtTable>>,
    pub(super) confidence: Option<Spanned<f64>>,
    pub(super) margin: Option<Spanned<f64>>,
    pub(super) games: Option<Spanned<Whole>>,
    pub(super) until: Option<Spanned<String>>,
    pub(super) budget: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SprtTable {
    pub(super) elo0: Spanned<f64>,
    pub(super) elo1: Spanned<f64>,
    pub(super) alpha: Option<Spanned<f64>>,
    pub(super) beta: Option<Spanned<f64>>,
    pub(super) model: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitsTable {
    pub(super) time_control: Option<Spanned<TimeText>>,
    pub(super) movetime: Option<Spanned<TimeText>>,
    pub(super) nodes: Option<Spanned<Whole>>,
    pub(super) depth: Option<Spanned<Whole>>,
    pub(super) time_margin: Option<Spanned<TimeText>>,
    pub(super) overhead: Option<Spanned<TimeText>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpeningsTable {
    pub(super) file: Spanned<String>,
    pub(super) order: Option<Spanned<String>>,
    pub(super) plies: Option<Spanned<Whole>>,
    pub(super) start: Option<Spanned<Whole>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AdjudicationTable {
    pub(super) tablebase: Option<Spanned<Rule<TablebaseTable>>>,
    pub(super) draw: Option<Rule<DrawTable>>,
    pub(super) resign: Option<Rule<ResignTable>>,
    pub(super) max_moves: Option<Spanned<Whole>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DrawTable {
    pub(super) score: Option<Spanned<Whole>>,
    pub(super) moves: Option<Spanned<Whole>>,
    pub(super) from_move: Option<Spanned<Whole>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResignTable {
    pub(super) score: Option<Spanned<Whole>>,
    pub(super) moves: Option<Spanned<Whole>>,
    pub(super) two_sided: Option<bool>,
}

impl RuleTable for DrawTable {
    const KEYS: &'static str = "score, moves, from_move";
}

impl RuleTable for ResignTable {
    const KEYS: &'static str = "score, moves, two_sided";
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ContenderTable {
    pub(super) name: Spanned<String>,
    pub(super) preset: Option<Spanned<String>>,
    pub(super) hash: Option<Spanned<Whole>>,
    pub(super) search: Option<Spanned<SearchOverrides>>,
    pub(super) command: Option<Spanned<Command>>,
    pub(super) args: Option<Spanned<Vec<String>>>,
    pub(super) dir: Option<Spanned<String>>,
    pub(super) env: Option<Spanned<BTreeMap<String, String>>>,
    pub(super) options: Option<Spanned<OptionTable>>,
    pub(super) restart: Option<Spanned<bool>>,
    pub(super) trim_history: Option<Spanned<bool>>,
    pub(super) limits: Option<Spanned<LimitsTable>>,
    pub(super) time_margin: Option<Spanned<TimeText>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SupervisionTable {
    pub(super) startup: Option<Spanned<TimeText>>,
    pub(super) ready: Option<Spanned<TimeText>>,
    pub(super) new_game: Option<Spanned<TimeText>>,
    pub(super) hang: Option<Spanned<TimeText>>,
    pub(super) grace: Option<Spanned<TimeText>>,
    pub(super) on_suspect: Option<Spanned<String>>,
}
