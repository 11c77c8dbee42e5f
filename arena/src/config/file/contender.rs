//! A table `[[contender]]`, and `[each]`, which all of them share.

use std::collections::BTreeMap;

use engine::SearchOverrides;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::LimitsTable;
use super::limits::LIMITS;
use crate::config::ranges::HASH;
use crate::config::reference::Absent::{Is, Nothing, Required, Words};
use crate::config::reference::{Key, Kind, Section};
use crate::config::values::{Command, OptionTable, TimeText, Whole};

/// `[contender]` as it is written; the reference describes its keys.
#[expect(missing_docs, reason = "the reference describes every key")]
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContenderTable {
    pub name: Option<Spanned<String>>,
    pub preset: Option<Spanned<String>>,
    pub hash: Option<Spanned<Whole>>,
    pub search: Option<Spanned<SearchOverrides>>,
    pub evaluation: Option<Spanned<String>>,
    pub network: Option<Spanned<String>>,
    pub command: Option<Spanned<Command>>,
    pub args: Option<Spanned<Vec<String>>>,
    pub dir: Option<Spanned<String>>,
    pub env: Option<Spanned<BTreeMap<String, String>>>,
    pub options: Option<Spanned<OptionTable>>,
    pub restart: Option<Spanned<bool>>,
    pub trim_history: Option<Spanned<bool>>,
    pub ponder: Option<Spanned<bool>>,
    pub limits: Option<Spanned<LimitsTable>>,
    pub time_margin: Option<Spanned<TimeText>>,
}

impl ContenderTable {
    /// This contender, with the program keys that it lacks taken from the shared table. Single
    /// options and environment variables count as keys.
    pub(crate) fn or(&self, each: &ContenderTable) -> ContenderTable {
        let merged_env = || {
            let (Some(own), Some(each)) = (&self.env, &each.env) else { return None };
            let mut variables = each.get_ref().clone();
            variables.extend(own.get_ref().clone());
            Some(Spanned::new(own.span(), variables))
        };
        let merged_options = || {
            let (Some(own), Some(each)) = (&self.options, &each.options) else { return None };
            Some(Spanned::new(own.span(), own.get_ref().clone().or(each.get_ref())))
        };
        let own = self.clone();
        ContenderTable {
            command: own.command.or_else(|| each.command.clone()),
            args: own.args.or_else(|| each.args.clone()),
            dir: own.dir.or_else(|| each.dir.clone()),
            env: merged_env().or(own.env).or_else(|| each.env.clone()),
            options: merged_options().or(own.options).or_else(|| each.options.clone()),
            restart: own.restart.or_else(|| each.restart.clone()),
            trim_history: own.trim_history.or_else(|| each.trim_history.clone()),
            ponder: own.ponder.or_else(|| each.ponder.clone()),
            ..own
        }
    }
}

fn presets() -> Vec<String> {
    engine::PRESETS.iter().map(|preset| preset.name.to_owned()).collect()
}

fn evaluations() -> Vec<String> {
    engine::Evaluation::NAMES.map(str::to_owned).to_vec()
}

/// The evaluation of positions.
pub const EVALUATION: Key = Key::new(
    "evaluation",
    Kind::OneOf(evaluations),
    Words("that of the preset"),
    "\"network\"",
    "With `preset`: the evaluation, terms with fitted weights or a network.",
);
/// The file of a network.
pub const NETWORK: Key = Key::new(
    "network",
    Kind::Text,
    Words("the one that is built in"),
    "\"mine.network\"",
    "With `preset`: the file of the network that values positions, beside this file.",
);

/// A program.
pub const COMMAND: Key = Key::new(
    "command",
    Kind::Words("program in quotes, or [\"program\", \"argument\", ..]"),
    Nothing,
    "\"stockfish\"",
    "A program that speaks UCI: beside this file, or else in PATH. No shell is involved.",
);
/// The options of a program.
pub const OPTIONS: Key = Key::new(
    "options",
    Kind::Words("table of texts, whole numbers, true and false"),
    Nothing,
    "{ Hash = 16, Threads = 1, \"Move Overhead\" = 5, Ponder = false }",
    "With `command`: UCI options, set once in this order.",
);
/// More arguments of a program.
pub const ARGS: Key = Key::new(
    "args",
    Kind::Words("array of texts"),
    Nothing,
    "[\"--quiet\"]",
    "With `command`: more arguments.",
);
/// The directory a program runs in.
pub const DIR: Key = Key::new(
    "dir",
    Kind::Text,
    Words("the current directory"),
    "\"engines\"",
    "With `command`: the directory it runs in, beside this file.",
);
/// Variables of a program.
pub const ENV: Key = Key::new(
    "env",
    Kind::Words("table of texts"),
    Nothing,
    "{ OMP_NUM_THREADS = \"1\" }",
    "With `command`: variables added to its environment.",
);

/// `[[contender]]` and its keys.
pub const CONTENDER: Section = Section {
    title: "[[contender]]",
    meaning: "A player: a `preset` of the engine in this process, or the `command` of a program that \
              speaks UCI. There are two or more; results are given from the first one's point of view.",
    keys: CONTENDER_KEYS,
};

/// `[each]` and its keys.
pub const EACH: Section = Section {
    title: "[each]",
    meaning: "Keys shared by all contenders. A contender's own key wins; in `search`, `options` and `env` \
              every single entry counts as a key. It has the keys of [[contender]] except `name`; keys \
              for programs are ignored for presets, and the reverse.",
    keys: CONTENDER_KEYS.split_at(1).1,
};

const CONTENDER_KEYS: &[Key] = &[
    Key::new(
        "name",
        Kind::Text,
        Required,
        "\"null move\"",
        "The name in all output, 1 to 40 characters.",
    ),
    Key::new(
        "preset",
        Kind::OneOf(presets),
        Nothing,
        "\"null-move\"",
        "A configuration of the engine in this process.",
    ),
    Key::new("hash", Kind::Whole(HASH), Is("16"), "64", "With `preset`: the hash table, in MiB."),
    Key::new(
        "search",
        Kind::Words("table of techniques"),
        Nothing,
        "{ null_move = { reduction = 3 }, multi_cut = false }",
        "With `preset`: changes to it. A technique is true, false or a table of its parameters; unnamed \
         techniques and parameters keep the preset's values.",
    ),
    EVALUATION,
    NETWORK,
    COMMAND,
    ARGS,
    DIR,
    ENV,
    OPTIONS,
    Key::new(
        "restart",
        Kind::Switch,
        Is("false"),
        "true",
        "With `command`: whether every game gets a new process.",
    ),
    Key::new(
        "trim_history",
        Kind::Switch,
        Is("false"),
        "true",
        "With `command`: whether it receives only the last capture or pawn move and the moves after it. Saves \
         time in very fast games, but some engines need the whole game.",
    ),
    Key::new(
        "ponder",
        Kind::Switch,
        Is("false"),
        "true",
        "With `command`: whether it thinks on its opponent's time, too. Its games take two cores each, and clocks or \
         movetime alone may limit it.",
    ),
    Key::new(
        "limits",
        Kind::Table(&LIMITS),
        Words("[limits]"),
        "{ nodes = 4000 }",
        "The limits of its moves, instead of [limits].",
    ),
    Key::new(
        "time_margin",
        Kind::Seconds,
        Words("that of its limits"),
        "\"0.005\"",
        "How late its moves may be before the game is lost on time.",
    ),
];
