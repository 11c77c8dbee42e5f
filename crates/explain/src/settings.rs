//! The settings in which two contenders differ: keys of a match file that has every default written out.

use std::collections::{BTreeMap, BTreeSet};

use arena::config::{self, ConfigError, Match};
use toml::{Table, Value};

/// With more differing settings than these, the parameters of a technique are one setting.
pub const MOST_SETTINGS: usize = 8;

/// A setting in which two contenders differ.
#[derive(Clone, Debug)]
pub struct Setting {
    /// A technique or a parameter of one, an option of a program, `evaluation`, `hash`, `limits` or `engine`.
    pub name: String,
    /// The values of both contenders.
    pub values: [String; 2],
    /// The keys that belong to it.
    paths: Vec<Path>,
}

/// The matches of a setting: the second contender with it against the second, and the first against itself without it.
pub(crate) const KINDS: [&str; 2] = ["alone", "left-out"];

impl Setting {
    /// The directory of one of its matches.
    pub(crate) fn directory(&self, kind: &str) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._".contains(c);
        self.name.replace(|c| !is_plain(c), "-") + "-" + kind
    }

    /// A contender with this setting as another one has it.
    fn made(&self, name: &str, contender: &Table, like: &Table) -> Value {
        let mut made = contender.clone();
        for path in &self.paths {
            set(&mut made, path, at(like, path).cloned());
        }
        made.insert("name".to_owned(), format!("{name} {}", self.name).into());
        made.into()
    }
}

/// A match of two as a match file, and the settings in which its contenders differ.
#[derive(Clone, Debug)]
pub struct Differences {
    /// The settings, in the order of their names.
    pub settings: Vec<Setting>,
    /// Whether the parameters of a technique are one.
    pub by_technique: bool,
    file: Table,
    contenders: Contenders,
}

impl Differences {
    /// The differences between the contenders of a match of two, their names aside.
    #[must_use]
    pub fn of(pairing: &Match) -> Differences {
        let file: Table = toml::from_str(&pairing.to_toml()).unwrap_or_default();
        let contenders = [0, 1].map(|number| {
            let contender = file.get("contender").and_then(|all| all.get(number)?.as_table());
            contender.cloned().unwrap_or_default()
        });
        let settings = differing(&contenders, false);
        let by_technique = settings.len() > MOST_SETTINGS;
        let settings = if by_technique { differing(&contenders, true) } else { settings };
        Differences { settings, by_technique, file, contenders }
    }

    /// Two matches for each setting, with their directories: it alone, and it left out. Each has openings of its own.
    ///
    /// # Errors
    /// A file that the match names cannot be read again.
    pub fn matches(
        &self,
        pairing: &Match,
        games: u32,
    ) -> Result<Vec<(String, Match)>, ConfigError> {
        let [first, second] = &self.contenders;
        let mut matches = Vec::new();
        for setting in &self.settings {
            let alone = [setting.made("with", second, first), second.clone().into()];
            let left_out = [first.clone().into(), setting.made("without", first, second)];
            for (kind, contenders) in KINDS.into_iter().zip([alone, left_out]) {
                let mut file = self.file.clone();
                file.insert("contender".to_owned(), contenders.to_vec().into());
                file.insert("games".to_owned(), games.into());
                // The match itself and the games at equal depth have the seeds before these.
                let seed = pairing.seed.wrapping_add(2 + matches.len() as u64) & SEEDS;
                file.insert("seed".to_owned(), seed.cast_signed().into());
                let settings = config::load_text(&pairing.path, file.to_string())?;
                let name = format!("{}, {} {}", pairing.name, setting.name, kind.replace('-', " "));
                matches.push((setting.directory(kind), Match { name, ..settings }));
            }
        }
        Ok(matches)
    }
}

/// A seed in a file is a whole number of 63 bits.
const SEEDS: u64 = i64::MAX as u64;

type Contenders = [Table; 2];
type Path = Vec<String>;

fn differing(contenders: &Contenders, by_technique: bool) -> Vec<Setting> {
    let is_same_kind = ["preset", "own", "command"]
        .iter()
        .any(|kind| contenders.iter().all(|contender| contender.contains_key(*kind)));
    let mut settings: BTreeMap<String, Setting> = BTreeMap::new();
    for path in paths(contenders, is_same_kind, by_technique) {
        let [first, second] = contenders.each_ref().map(|contender| at(contender, &path));
        let values = [text(first, second), text(second, first)];
        if values[0] == values[1] {
            continue;
        }
        let name = match path.iter().map(String::as_str).collect::<Vec<&str>>()[..] {
            ["search", technique] if is_same_kind => technique.to_owned(),
            ["search", technique, parameter] => format!("{technique}.{parameter}"),
            ["options", option] => option.to_owned(),
            ["hash"] if is_same_kind => "hash".to_owned(),
            ["evaluation" | "network"] if is_same_kind => "evaluation".to_owned(),
            ["limits"] => "limits".to_owned(),
            _ => "engine".to_owned(),
        };
        // The names of options have no case.
        let setting = settings.entry(name.to_lowercase());
        setting.or_insert(Setting { name, values, paths: Vec::new() }).paths.push(path);
    }
    settings.into_values().collect()
}

/// The keys of both contenders: everything that is a setting of its own, or belongs to one.
fn paths(contenders: &Contenders, is_same_kind: bool, by_technique: bool) -> BTreeSet<Path> {
    let mut paths = BTreeSet::new();
    for top in keys(contenders, &[]) {
        match top[0].as_str() {
            "name" => {}
            // Everything that it stands for is written out.
            "preset" if is_same_kind => {}
            "search" if is_same_kind && !by_technique => {
                for technique in keys(contenders, &top) {
                    let is_on = |one| table(one, &technique).is_some();
                    match contenders.iter().all(is_on) {
                        true => paths.extend(keys(contenders, &technique)),
                        false => drop(paths.insert(technique)),
                    }
                }
            }
            "search" | "options" if is_same_kind => paths.extend(keys(contenders, &top)),
            _ => drop(paths.insert(top)),
        }
    }
    paths
}

/// The keys of a table in both contenders.
fn keys(contenders: &Contenders, path: &[String]) -> BTreeSet<Path> {
    let tables = contenders.iter().filter_map(|contender| table(contender, path));
    tables.flat_map(Table::keys).map(|key| [path, std::slice::from_ref(key)].concat()).collect()
}

fn table<'a>(contender: &'a Table, path: &[String]) -> Option<&'a Table> {
    path.iter().try_fold(contender, |table, key| table.get(key)?.as_table())
}

fn at<'a>(contender: &'a Table, path: &[String]) -> Option<&'a Value> {
    let (key, above) = path.split_last()?;
    table(contender, above)?.get(key)
}

fn set(contender: &mut Table, path: &[String], value: Option<Value>) {
    let Some((key, above)) = path.split_last() else { return };
    let inner = above.iter().try_fold(contender, |table, key| {
        table.entry(key).or_insert_with(|| Table::new().into()).as_table_mut()
    });
    match (inner, value) {
        (Some(table), Some(value)) => drop(table.insert(key.clone(), value)),
        (Some(table), None) => drop(table.remove(key)),
        (None, _) => {}
    }
}

/// A value beside the other contender's.
fn text(value: Option<&Value>, other: Option<&Value>) -> String {
    match (value, other) {
        (None, _) => "default".to_owned(),
        (Some(Value::Boolean(false)), Some(Value::Table(_))) => "off".to_owned(),
        (Some(Value::Table(_)), Some(Value::Boolean(_))) => "on".to_owned(),
        (Some(Value::String(text)), _) => text.clone(),
        (Some(Value::Table(table)), _) => {
            let mut table = table.clone();
            // Of the limits: they go with the engine.
            table.retain(|key, _| key != "overhead" && key != "time_margin");
            Value::Table(table).to_string()
        }
        (Some(value), _) => value.to_string(),
    }
}
