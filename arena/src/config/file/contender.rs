//! A table `[[contender]]`, and `[each]`, which all of them share.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use engine::SearchOverrides;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::LimitsTable;
use super::limits::LIMITS;
use super::own::{OWN, OwnEngine};
use crate::config::ranges::HashSize;
use crate::config::reference::Absent::{Is, Nothing, Words};
use crate::config::reference::{Key, Kind, Section};
use crate::config::values::{As, Command, OptionTable, TimeText};
use crate::file_table;

file_table! {
    /// `[contender]` as it is written.
    #[derive(Clone, Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    pub struct ContenderTable;

    /// `[[contender]]` and its keys.
    pub const CONTENDER =
        "[[contender]]",
        "A player: a `preset` of the engine in this process, the `command` of a program that speaks UCI, or the \
         `revision` of a repository from which one is built. There are two or more; results are given from the first \
         one's point of view.";

    /// The name in all output, 1 to 40 characters.
    pub name: Option<Spanned<String>> =
        Kind::Text, Words("required, but of a `revision` its name and short hash"), "\"null move\"";

    /// A configuration of the engine in this process.
    pub preset: Option<Spanned<String>> = Kind::OneOf(presets), Nothing, "\"null-move\"";

    /// With `preset`: the hash table, in MiB.
    pub hash: Option<Spanned<HashSize>> = Kind::Whole(HashSize::RANGE), Is("16"), "64";

    /// With `preset`: changes to it. A technique is true, false or a table of its parameters; unnamed techniques and
    /// parameters keep the preset's values.
    pub search: Option<Spanned<SearchOverrides>> =
        Kind::Words("table of techniques"), Nothing, "{ null_move = { reduction = 3 }, multi_cut = false }";

    pub evaluation: Option<Spanned<String>> = EVALUATION;
    pub network: Option<Spanned<String>> = NETWORK;
    /// An engine of a program with the library.
    pub own: Option<Spanned<OwnEngine>> =
        Kind::Table(&OWN), Nothing, "{ name = \"Greedy\", version = \"1.3\" }";

    pub command: Option<Spanned<Command>> = COMMAND;
    pub revision: Option<Spanned<String>> = REVISION;
    pub repo: Option<Spanned<String>> = REPO;
    pub build: Option<Spanned<String>> = BUILD;
    pub engine: Option<Spanned<String>> = ENGINE;

    /// With `revision`: files that belong to it although git does not track them, by their paths from the root of the
    /// working tree, such as a network.
    pub take: Option<Spanned<Vec<String>>> = Kind::Words("array of texts"), Nothing, "[\"net.bin\"]";

    pub args: Option<Spanned<Vec<String>>> = ARGS;
    pub dir: Option<Spanned<String>> = DIR;
    pub env: Option<Spanned<BTreeMap<String, String>>> = ENV;
    pub options: Option<Spanned<OptionTable>> = OPTIONS;

    /// With `command`: whether every game gets a new process.
    pub restart: Option<Spanned<bool>> = Kind::Switch, Is("false"), "true";

    /// With `command`: whether it receives only the last capture or pawn move and the moves after it. Saves time in
    /// very fast games, but some engines need the whole game.
    pub trim_history: Option<Spanned<bool>> = Kind::Switch, Is("false"), "true";

    /// With `command`: whether it thinks on its opponent's time, too. Its games take two cores each, and clocks or
    /// movetime alone may limit it.
    pub ponder: Option<Spanned<bool>> = Kind::Switch, Is("false"), "true";

    /// The limits of its moves, instead of [limits].
    pub limits: Option<Spanned<LimitsTable>> = Kind::Table(&LIMITS), Words("[limits]"), "{ nodes = 4000 }";

    /// How late its moves may be before the game is lost on time.
    #[serde(default, with = "As::<Option<TimeText<true>>>")]
    pub time_margin: Option<Duration> = Kind::Seconds, Words("that of its limits"), "\"0.005\"";
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
            revision: own.revision.or_else(|| each.revision.clone()),
            repo: own.repo.or_else(|| each.repo.clone()),
            build: own.build.or_else(|| each.build.clone()),
            engine: own.engine.or_else(|| each.engine.clone()),
            take: own.take.or_else(|| each.take.clone()),
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

/// The key that says which engine a contender is.
#[derive(Clone, Copy, Debug)]
pub enum EngineKey<'t> {
    /// The engine in this process.
    Preset(&'t Spanned<String>),
    /// An engine of a program with the library.
    Own(&'t Spanned<OwnEngine>),
    /// A program.
    Program(ProgramKey<'t>),
}

/// The key that says which program a contender is.
#[derive(Clone, Copy, Debug)]
pub enum ProgramKey<'t> {
    /// A program that is there.
    Command(&'t Spanned<Command>),
    /// A program that is built.
    Revision(&'t Spanned<String>),
}

impl ProgramKey<'_> {
    /// The place of the key's value.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        match self {
            ProgramKey::Command(command) => command.span(),
            ProgramKey::Revision(revision) => revision.span(),
        }
    }
}

impl ContenderTable {
    /// The engine that the table names; `None` if it names none.
    ///
    /// # Errors
    /// The place of the second engine, if it names two.
    pub fn engine_key(&self) -> Result<Option<EngineKey<'_>>, Range<usize>> {
        let keys = [
            self.preset.as_ref().map(EngineKey::Preset),
            self.own.as_ref().map(EngineKey::Own),
            self.command.as_ref().map(|key| EngineKey::Program(ProgramKey::Command(key))),
            self.revision.as_ref().map(|key| EngineKey::Program(ProgramKey::Revision(key))),
        ];
        let mut keys = keys.into_iter().flatten();
        match (keys.next(), keys.next()) {
            (_, Some(EngineKey::Program(second))) => Err(second.span()),
            (_, Some(EngineKey::Preset(second))) => Err(second.span()),
            (_, Some(EngineKey::Own(second))) => Err(second.span()),
            (first, None) => Ok(first),
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
/// A program that is built.
pub const REVISION: Key = Key::new(
    "revision",
    Kind::Text,
    Nothing,
    "\"HEAD\"",
    "Instead of `command`: a branch, tag or commit of `repo`. It is checked out and built once, and its program runs in \
     the checkout, which is kept. HEAD is the tracked files of the working tree as they are, with uncommitted changes; \
     untracked files are in no revision.",
);
/// The repository of a revision.
pub const REPO: Key = Key::new(
    "repo",
    Kind::Text,
    Words("the directory of this file"),
    "\"../engine\"",
    "With `revision`: a directory of the git repository, beside this file.",
);
/// The build command of a revision.
pub const BUILD: Key = Key::new(
    "build",
    Kind::Text,
    Words(
        "by the first of Cargo.toml, Makefile, CMakeLists.txt, build.sh, go.mod, src/Makefile that is there",
    ),
    "\"make -j EXE={exe}\"",
    "With `revision`: the command, for a shell, that builds the program in the root of a checkout; {exe} stands for \
     the path where it is to be put.",
);
/// The program of a revision.
pub const ENGINE: Key = Key::new(
    "engine",
    Kind::Text,
    Words("the program at {exe}, or the only one that the build made"),
    "\"src/stockfish\"",
    "With `revision`: the program's path in the checkout after the build. A script that git tracks is played as it is.",
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

/// `[each]` and its keys.
pub const EACH: Section = Section {
    title: "[each]",
    meaning: "Keys shared by all contenders. A contender's own key wins; in `search`, `options` and `env` \
              every single entry counts as a key. It has the keys of [[contender]] except `name`; keys \
              for programs are ignored for presets, and the reverse.",
    keys: CONTENDER.keys.split_at(1).1,
};
