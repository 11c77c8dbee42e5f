//! Engines as cutechess-cli's command line has them, and its file of engines.

use std::path::Path;

use serde::Deserialize;

use super::foreign;
use crate::language::arguments::Refusal;
use crate::language::engine_arguments::{Extra, Title};

/// The file of engines that `conf=NAME` names one of.
const FILE: &str = "engines.json";

/// An engine of the file. Keys without a meaning for a match of UCI engines are left out.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Configured {
    name: String,
    command: String,
    working_directory: String,
    stderr_file: String,
    protocol: String,
    init_strings: Vec<String>,
    #[serde(rename = "whitepov")]
    white_view: bool,
    ponder: bool,
    restart: String,
    options: Vec<ConfiguredOption>,
}

/// An option of an engine, with the value that was set.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ConfiguredOption {
    name: String,
    value: serde_json::Value,
}

/// The parameters of an engine: those of fastchess, and the others.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Parameters {
    pub(super) keys: Vec<String>,
    pub(super) extra: Extra,
}

/// Translates the parameters of `-engine` or `-each`. `arg=A arg=B` becomes `args=A B`; values equal to the default are
/// left out. The clock comes first: fastchess forgets the margin before it.
pub(super) fn translated(parameters: &[String]) -> Result<Parameters, Refusal> {
    let mut translated = Parameters::default();
    translated.extra.title = Title::Own;
    let mut arguments: Vec<String> = Vec::new();
    for parameter in parameters {
        if let Some(name) = parameter.strip_prefix("conf=") {
            configured(Path::new(FILE), name)?.add_to(&mut translated)?;
        } else {
            take(parameter, &mut translated, &mut arguments)?;
        }
    }
    if !arguments.is_empty() {
        translated.keys.push(format!("args={}", arguments.join(" ")));
    }
    translated.keys.sort_by_key(|key| !key.starts_with("tc="));
    Ok(translated)
}

fn take(
    parameter: &str,
    translated: &mut Parameters,
    arguments: &mut Vec<String>,
) -> Result<(), Refusal> {
    let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    let Parameters { keys, extra } = translated;
    match key {
        "name" => {
            extra.title = Title::Given(value.to_owned());
            keys.push(parameter.to_owned());
        }
        "arg" => arguments.push(quoted(value)),
        "restart" if value == "auto" => {}
        "initstr" => extra.init.push(value.replace("\\n", "\n")),
        "stderr" => value.clone_into(&mut extra.stderr),
        "whitepov" => extra.is_white_view = true,
        "trust" => extra.is_trusted = true,
        "tc" => keys.push(format!("tc={}", value.strip_prefix("0/").unwrap_or(value))),
        "proto" if value == "xboard" => return Err(foreign(parameter, "engines speak UCI here")),
        "ponder" => {
            return Err(foreign(
                parameter,
                "in a match file, `ponder = true` lets an engine ponder",
            ));
        }
        "book" | "bookdepth" => {
            return Err(foreign(parameter, "openings come from the book of -openings alone"));
        }
        "tscale" => {
            return Err(foreign(parameter, "-startup-ms and -ping-ms set the times to wait for"));
        }
        "debug" => return Err(foreign(parameter, "-debug prints the exchange with the engines")),
        _ => keys.push(parameter.to_owned()),
    }
    Ok(())
}

/// The engine of this name in the file.
fn configured(file: &Path, name: &str) -> Result<Configured, Refusal> {
    let problem = |problem: String| Refusal(format!("conf={name}: {}: {problem}", file.display()));
    let text =
        bounded::read_text(file, bounded::SMALL).map_err(|error| problem(error.to_string()))?;
    let engines: Vec<Configured> =
        serde_json::from_str(&text).map_err(|error| problem(error.to_string()))?;
    let known: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    engines.into_iter().find(|engine| engine.name == name).ok_or_else(|| {
        problem(format!("there is no engine of this name; there are {}", known.join(", ")))
    })
}

impl Configured {
    fn add_to(self, to: &mut Parameters) -> Result<(), Refusal> {
        if self.ponder {
            return Err(foreign(
                &format!("ponder in {FILE}"),
                "in a match file, `ponder = true` lets an engine ponder",
            ));
        }
        if !["", "uci"].contains(&self.protocol.as_str()) {
            let what = format!("the protocol {} in {FILE}", self.protocol);
            return Err(foreign(&what, "engines speak UCI here"));
        }
        let keys = [("name", &self.name), ("cmd", &self.command), ("dir", &self.working_directory)];
        let given = keys.iter().filter(|(_, value)| !value.is_empty());
        to.keys.extend(given.map(|(key, value)| format!("{key}={value}")));
        to.keys.extend((self.restart == "on").then(|| "restart=on".to_owned()));
        for ConfiguredOption { name, value } in self.options {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let is_set = !value.is_empty() && value != "null";
            to.keys.extend(is_set.then(|| format!("option.{name}={value}")));
        }
        if !self.name.is_empty() {
            to.extra.title = Title::Given(self.name);
        }
        to.extra.init.extend(self.init_strings);
        to.extra.stderr = self.stderr_file;
        to.extra.is_white_view |= self.white_view;
        Ok(())
    }
}

/// An argument as one word.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%".contains(c);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_of_the_file_has_its_settings_there() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join(FILE);
        let text = r#"[{"command": "./b", "name": "b", "protocol": "uci"},
            {"command": "./x", "name": "x y", "workingDirectory": "/d", "protocol": "uci", "initStrings": ["a", "b"],
             "whitepov": true, "restart": "auto", "stderrFile": "e.txt",
             "options": [{"name": "Hash", "type": "spin", "value": 16, "default": 1}, {"name": "Clear", "value": null},
                         {"name": "Style", "value": "Solid"}, {"name": "Own", "value": false}]}]"#;
        std::fs::write(&file, text).unwrap();
        let mut found = Parameters::default();
        configured(&file, "x y").unwrap().add_to(&mut found).unwrap();
        let keys = [
            "name=x y",
            "cmd=./x",
            "dir=/d",
            "option.Hash=16",
            "option.Style=Solid",
            "option.Own=false",
        ];
        assert_eq!(found.keys, keys);
        let init = ["a", "b"].map(str::to_owned).to_vec();
        let title = Title::Given("x y".to_owned());
        let stderr = "e.txt".to_owned();
        let extra = Extra { title, init, stderr, is_white_view: true, is_trusted: false };
        assert_eq!(found.extra, extra);
        let missing = configured(&file, "z").unwrap_err().0;
        assert!(
            missing.ends_with("there is no engine of this name; there are b, x y"),
            "{missing}"
        );
    }
}
