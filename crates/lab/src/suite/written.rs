//! A plan as an experiment file without its suite, for workers that receive positions one by one.

use engine::Evaluation;
use serde::Serialize;
use toml::{Table, Value};

use super::configuration::Configuration;
use super::file::MATCH_KEYS;
use super::plan::{Plan, SuiteLimit};
use arena::chess::time_control::Seconds;
use arena::config::file::ContenderTable;
use arena::config::{self, EngineSettings, Supervision};

/// The keys of a contender's program that a configuration's has not.
const OF_GAMES: [&str; 3] = ["restart", "trim_history", "ponder"];

#[derive(Serialize)]
struct Written {
    hash: usize,
    limits: Table,
    supervision: Table,
    configuration: Vec<Table>,
}

impl Plan {
    /// The plan as an experiment file that says everything but the suite. A network of a file is named by
    /// its digest.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let written = Written {
            hash: self.hash,
            limits: limits(&self.limits),
            supervision: waits(&self.supervision),
            configuration: self.configurations.iter().map(configuration).collect(),
        };
        // Everything in it has a form in TOML.
        toml::to_string(&written).unwrap_or_default()
    }
}

/// A supervision without the keys for games.
fn waits(supervision: &Supervision) -> Table {
    let mut waits = table(supervision);
    waits.retain(|key, _| !MATCH_KEYS.contains(&key));
    waits
}

fn limits(limits: &[SuiteLimit]) -> Table {
    let (key, value) = match limits {
        [SuiteLimit::Depth(first), .., SuiteLimit::Depth(last)] => {
            ("depths", Value::from(format!("{first}..{last}")))
        }
        [SuiteLimit::Depth(depth), ..] => ("depth", Value::from(*depth)),
        [SuiteLimit::Nodes(nodes), ..] => {
            ("nodes", Value::from(i64::try_from(*nodes).unwrap_or(i64::MAX)))
        }
        [SuiteLimit::MoveTime(time), ..] => ("movetime", Value::from(Seconds(*time).to_string())),
        [] => return Table::new(),
    };
    Table::from_iter([(key.to_owned(), value)])
}

/// A preset has its changes alone: a sweep has hundreds of configurations, which differ in little.
fn configuration(source: &Configuration) -> Table {
    let mut written = match &source.engine {
        EngineSettings::InProcess(settings) => {
            let preset = config::preset(&settings.preset).unwrap_or_default();
            let changes = table(&settings.search.changes_from(preset.search));
            let network = match (&settings.evaluation, &settings.network) {
                (Evaluation::Network(network), Some(_)) => Some(hex::encode(network.digest())),
                _ => None,
            };
            let mut written = Table::from_iter([
                ("preset".to_owned(), Value::from(settings.preset.clone())),
                ("search".to_owned(), Value::from(changes)),
                ("evaluation".to_owned(), Value::from(settings.evaluation.name())),
            ]);
            written.extend(network.map(|digest| ("network".to_owned(), Value::from(digest))));
            written
        }
        EngineSettings::Own(_) => Table::new(),
        EngineSettings::Uci(program) => {
            let mut program = table(&ContenderTable::from(program));
            OF_GAMES.iter().for_each(|key| drop(program.remove(*key)));
            program
        }
    };
    written.insert("name".to_owned(), Value::from(source.name.clone()));
    written
}

fn table(value: &impl Serialize) -> Table {
    // As above.
    Table::try_from(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::suite::Suite;
    use crate::suite::configuration::parse_lists;
    use crate::suite::file::load_dealt;
    use arena::storage::facts::EngineFacts;
    use engine::PRESETS;

    #[test]
    fn a_plan_reads_back_whatever_searches() {
        let configurations = PRESETS.iter().map(|preset| preset.name.to_owned()).chain([
            "R4=null-move:{null_move={reduction=4},multi_cut=true}".to_owned(),
            "sh:{options={Hash=64},args=['-c'],env={A='b'}}".to_owned(),
        ]);
        let configurations = parse_lists(&configurations.collect::<Vec<String>>(), None).unwrap();
        let hang = std::time::Duration::from_millis(1500);
        let supervision = Supervision { hang, ..Supervision::default() };
        for limits in [
            vec![SuiteLimit::Depth(3), SuiteLimit::Depth(4), SuiteLimit::Depth(5)],
            vec![SuiteLimit::Depth(9)],
            vec![SuiteLimit::Nodes(1 << 40)],
        ] {
            let suite = Suite { path: "a.epd".into(), positions: Vec::new(), digest: [0; 32] };
            let configurations = configurations.clone();
            let plan = Plan { suite, configurations, limits, hash: 7, supervision };
            let read = load_dealt(Path::new("a.epd"), plan.to_toml()).unwrap();
            let essence = |plan: &Plan| {
                let Plan { configurations, limits, hash, supervision, .. } = plan.clone();
                let texts: Vec<String> = configurations
                    .iter()
                    .map(|Configuration { name, engine }| {
                        format!("{name} {}", EngineFacts::of(engine))
                    })
                    .collect();
                (texts, limits, hash, supervision)
            };
            assert_eq!(essence(&read), essence(&plan));
        }
        let short = parse_lists(&["null-move:{null_move={reduction=4}}".to_owned()], None).unwrap();
        let written = toml::to_string(&configuration(&short[0])).unwrap();
        assert!(written.len() < 500, "{written}");
    }
}
