//! A resolved match as a match file with every default written out.

use std::fmt::Write as _;
use std::path::PathBuf;

use engine::Technique;

use super::{
    ContenderSettings, EngineOption, EngineSettings, Match, OptionValue, SearchSettings,
    Supervision, UciSettings,
};
use crate::chess::adjudication::{DrawRule, ResignRule, TablebaseRule};
use crate::chess::limits::PlayLimits;
use crate::chess::time_control::Seconds;
use stats::sprt::Sprt;
use stats::stop::{StopRule, StopRules};

impl Match {
    /// The match as a match file that needs no default and no preset.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let mut line = |text_line: String| {
            text.push_str(&text_line);
            text.push('\n');
        };
        if let Some(question) = &self.question {
            line(format!("question = {}", quoted(question)));
        }
        line(format!("games = {}", self.games));
        if self.is_tournament() {
            line(format!("format = {}", quoted(self.format.name())));
        }
        line(format!("seed = {}", self.seed));
        line(format!("concurrency = {}", self.concurrency));
        line(format!("pin = {}", self.pin));
        line(format!("\n[supervision]\n{}", supervision_table(&self.supervision)));
        line("\n[openings]".to_owned());
        let book = &self.openings.book.path;
        let book = std::path::absolute(book).unwrap_or_else(|_| book.clone());
        line(format!("file = {}", quoted(&book.to_string_lossy())));
        line(format!("order = {}", quoted(self.openings.order.name())));
        if let Some(plies) = self.openings.plies {
            line(format!("plies = {plies}"));
        }
        line(format!("start = {}", self.openings.start));
        line("\n[adjudication]".to_owned());
        line(match &self.adjudication.tablebase {
            None => "tablebase = false".to_owned(),
            Some(tablebase) => tablebase_rule(tablebase.rule()),
        });
        line(match self.adjudication.draw {
            None => "draw = false".to_owned(),
            Some(DrawRule { score, moves, from_move }) => {
                format!("draw = {{ score = {score}, moves = {moves}, from_move = {from_move} }}")
            }
        });
        line(match self.adjudication.resign {
            None => "resign = false".to_owned(),
            Some(ResignRule { score, moves, two_sided }) => {
                format!("resign = {{ score = {score}, moves = {moves}, two_sided = {two_sided} }}")
            }
        });
        if let Some(moves) = self.adjudication.max_moves {
            line(format!("max_moves = {moves}"));
        }
        let stop = stop_table(&self.stop);
        if !stop.is_empty() {
            line(format!("\n[stop]\n{stop}"));
        }
        for contender in &self.contenders {
            line(contender_table(contender));
        }
        text
    }
}

fn tablebase_rule(rule: &TablebaseRule) -> String {
    let TablebaseRule { directories, max_pieces, fifty_moves, adjudicate } = rule;
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let directories = directories.iter().map(|path| quoted(&absolute(path).to_string_lossy()));
    let path = directories.collect::<Vec<String>>().join(", ");
    let adjudicate = quoted(adjudicate.name());
    format!(
        "tablebase = {{ path = [{path}], max_pieces = {max_pieces}, fifty_moves = {fifty_moves}, \
         adjudicate = {adjudicate} }}"
    )
}

fn stop_table(stop: &StopRules) -> String {
    let mut keys = Vec::new();
    for rule in &stop.sequential {
        match rule {
            StopRule::Sprt(Sprt { elo0, elo1, alpha, beta, model }) => {
                let model = toml::Value::try_from(model).map_or(String::new(), |of| of.to_string());
                keys.push(format!(
                    "sprt = {{ elo0 = {elo0:?}, elo1 = {elo1:?}, alpha = {alpha:?}, \
                     beta = {beta:?}, model = {model} }}"
                ));
            }
            StopRule::Confidence { confidence, margin } => {
                keys.push(format!("confidence = {confidence:?}\nmargin = {margin:?}"));
            }
        }
    }
    keys.extend(stop.games.map(|games| format!("games = {games}")));
    keys.extend(stop.until.map(|time| format!("until = \"{}\"", time.strftime("%H:%M"))));
    keys.extend(stop.budget.map(|budget| format!("budget = \"{budget:#}\"")));
    keys.join("\n")
}

fn contender_table(contender: &ContenderSettings) -> String {
    let ContenderSettings { name, engine, limits } = contender;
    let mut text = format!("\n[[contender]]\nname = {}\n", quoted(name));
    text.push_str(&match engine {
        EngineSettings::InProcess(search) => search_keys(search),
        EngineSettings::Uci(program) => program_keys(program),
    });
    let _ = write!(text, "limits = {{ {} }}", limits_table(limits));
    text
}

fn search_keys(SearchSettings { preset, search, hash }: &SearchSettings) -> String {
    let mut text = format!("preset = {}\nhash = {hash}\n", quoted(preset));
    let techniques = toml::Table::try_from(search).unwrap_or_default();
    let switches: Vec<String> = Technique::ALL
        .iter()
        .map(|technique| match techniques.get(technique.name()) {
            Some(parameters) => format!("{} = {parameters}", technique.name()),
            None => format!("{} = false", technique.name()),
        })
        .collect();
    let _ = writeln!(text, "search = {{ {} }}", switches.join(", "));
    text
}

fn program_keys(settings: &UciSettings) -> String {
    let UciSettings {
        program,
        arguments,
        directory,
        environment,
        options,
        restart,
        trim_history,
        ..
    } = settings;
    let mut text = format!("command = {}\n", quoted(&program.to_string_lossy()));
    let arguments: Vec<String> = arguments.iter().map(|argument| quoted(argument)).collect();
    let _ = writeln!(text, "args = [{}]", arguments.join(", "));
    if let Some(directory) = directory {
        let _ = writeln!(text, "dir = {}", quoted(&directory.to_string_lossy()));
    }
    let environment: Vec<String> = environment
        .iter()
        .map(|(name, value)| format!("{} = {}", quoted(name), quoted(value)))
        .collect();
    let _ = writeln!(text, "env = {{ {} }}", environment.join(", "));
    let options: Vec<String> = options
        .iter()
        .map(|EngineOption { name, value, .. }| match value {
            OptionValue::Text(value) => format!("{} = {}", quoted(name), quoted(value)),
            OptionValue::Number(_) | OptionValue::Flag(_) => format!("{} = {value}", quoted(name)),
        })
        .collect();
    let _ = writeln!(
        text,
        "options = {{ {} }}\nrestart = {restart}\ntrim_history = {trim_history}",
        options.join(", ")
    );
    text
}

fn supervision_table(supervision: &Supervision) -> String {
    let Supervision { startup, ready, new_game, hang, grace, on_suspect } = *supervision;
    let times = [
        ("startup", startup),
        ("ready", ready),
        ("new_game", new_game),
        ("hang", hang),
        ("grace", grace),
    ];
    let mut keys: Vec<String> =
        times.iter().map(|(key, time)| format!("{key} = \"{}\"", Seconds(*time))).collect();
    keys.push(format!("on_suspect = {}", quoted(on_suspect.name())));
    keys.join("\n")
}

fn limits_table(limits: &PlayLimits) -> String {
    let PlayLimits { time_control, move_time, nodes, depth, margin, overhead } = limits;
    let mut keys = Vec::new();
    keys.extend(time_control.map(|control| format!("time_control = \"{control}\"")));
    keys.extend(move_time.map(|time| format!("movetime = \"{}\"", Seconds(time))));
    keys.extend(nodes.map(|nodes| format!("nodes = {nodes}")));
    keys.extend(depth.map(|depth| format!("depth = {depth}")));
    keys.push(format!("time_margin = \"{}\"", Seconds(*margin)));
    keys.push(format!("overhead = \"{}\"", Seconds(*overhead)));
    keys.join(", ")
}

/// A string as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
