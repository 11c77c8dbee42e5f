//! A tuning file as written.

use std::collections::BTreeMap;

use engine::SearchOverrides;
use serde::Deserialize;
use toml::Spanned;

use arena::config::file::{
    ADJUDICATION, ARGS, AdjudicationTable, BUILD, DIR, ENGINE, ENV, EVALUATION, LIMITS,
    LimitsTable, NETWORK, OPENINGS, OpeningsTable, REPO, REVISION, SPRT, SprtTable,
};
use arena::config::ranges::{Concurrency, HashSize, Iterations, Pairs, Scale, Seed};
use arena::config::reference::Absent::{Is, Nothing, Required, Words};
use arena::config::reference::Kind;
use arena::config::values::{Command, Games, OptionTable};
use arena::file_table;

file_table! {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct TuningFile;

    /// A tuning file and its keys.
    pub const TUNING_FILE =
        "",
        "A tuning file, in TOML, names parameters to be improved by games: numbers of the search, or options of a \
         program. `arena tune FILE.toml`. Keys that belong to no table come first, at the top.";

    /// The question that the tuning answers.
    pub(super) question: Option<Spanned<String>> = Kind::Text, Nothing, "\"Which reductions suit 1000 nodes a move?\"";

    /// The configuration that is tuned; this, `command` or `revision` is needed.
    pub(super) preset: Option<Spanned<String>> = Kind::Words("name in quotes"), Nothing, "\"default\"";

    /// Changes to the preset, as a contender has them.
    pub(super) search: Option<Spanned<SearchOverrides>> =
        Kind::Words("table of techniques"), Nothing, "{ multi_cut = true }";

    pub(super) evaluation: Option<Spanned<String>> = EVALUATION;
    pub(super) network: Option<Spanned<String>> = NETWORK;

    /// Hash table of each side, in MiB.
    pub(super) hash: Option<Spanned<HashSize>> = Kind::Whole(HashSize::RANGE), Is("16"), "4";

    /// The program that is tuned, which speaks UCI: beside this file, or else in PATH.
    pub(super) command: Option<Spanned<Command>> =
        Kind::Words("program in quotes, or [\"program\", \"argument\", ..]"), Nothing, "\"stockfish\"";

    pub(super) revision: Option<Spanned<String>> = REVISION;
    pub(super) repo: Option<Spanned<String>> = REPO;
    pub(super) build: Option<Spanned<String>> = BUILD;
    pub(super) engine: Option<Spanned<String>> = ENGINE;
    pub(super) args: Option<Spanned<Vec<String>>> = ARGS;
    pub(super) dir: Option<Spanned<String>> = DIR;
    pub(super) env: Option<Spanned<BTreeMap<String, String>>> = ENV;

    /// With `command`: UCI options that stay as they are.
    pub(super) options: Option<Spanned<OptionTable>> =
        Kind::Words("table of texts, whole numbers, true and false"), Nothing, "{ Hash = 16, Threads = 1 }";

    /// Steps of the tuning.
    pub(super) iterations: Iterations = Kind::Whole(Iterations::RANGE), Required, "500";

    /// Pairs of games of an iteration.
    pub(super) pairs: Option<Pairs> = Kind::Whole(Pairs::RANGE), Is("8"), "8";

    /// Draws the perturbations, and the order of a shuffled book.
    pub(super) seed: Option<Seed> = Kind::Whole(Seed::RANGE), Is("1"), "1";

    /// Games at a time.
    pub(super) concurrency: Option<Concurrency> =
        Kind::Whole(Concurrency::RANGE), Words("the physical cores allowed to the process"), "2";

    /// The limits of both sides' moves.
    pub(super) limits: Spanned<LimitsTable> = Kind::Table(&LIMITS), Required, "{ nodes = 1000 }";

    /// The opening book; every iteration goes on in it.
    pub(super) openings: OpeningsTable = Kind::Table(&OPENINGS), Required, "{ file = \"builtin:balanced\" }";

    /// How games are ended before the rules of chess do.
    #[serde(default)]
    pub(super) adjudication: AdjudicationTable =
        Kind::Table(&ADJUDICATION), Words("games are played out"), "{ resign = true }";

    /// How steps shrink.
    #[serde(default)]
    pub(super) gains: GainsTable = Kind::Table(&GAINS), Words("as its keys say"), "{ alpha = 0.602 }";

    /// The match of the tuned values against the base that is written out.
    #[serde(default)]
    pub(super) confirm: ConfirmTable = Kind::Table(&CONFIRM), Words("as its keys say"), "{ games = 2000 }";

    /// The tuned parameters: one or more.
    #[serde(default)]
    pub(super) parameter: Vec<Spanned<ParameterTable>> =
        Kind::Tables(&PARAMETER), Required, "[{ name = \"late_move_reductions.divisor\" }]";
}

file_table! {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct ParameterTable;

    const PARAMETER =
        "[[parameter]]",
        "With `preset` a number of a technique that is on in the base; with `command` an option of the program.";

    /// With `preset`: the parameter.
    pub(super) name: Option<Spanned<String>> =
        Kind::Words("technique.parameter in quotes"), Nothing, "\"late_move_reductions.divisor\"";

    /// With `command`: the UCI option, of type spin; without `range` of type check, played as false or true.
    pub(super) option: Option<Spanned<String>> = Kind::Text, Nothing, "\"NullMoveBase\"";

    /// With `option`: values are fractions of this many steps from one whole number to the next, and the option is of
    /// type string.
    pub(super) scale: Option<Spanned<Scale>> = Kind::Whole(Scale::RANGE), Nothing, "100";

    /// The value to begin with.
    pub(super) start: Option<Spanned<f64>> =
        Kind::Number("within the range"),
        Words("the base's value; of an option the one in `options`, else the program's default"),
        "230";

    /// The least and the greatest value, whole numbers unless there is a `scale`.
    pub(super) range: Option<Spanned<(f64, f64)>> =
        Kind::Words("array of two numbers"), Words("the technique's own; of an option false and true"), "[100, 400]";

    /// An earlier parameter of the same unit that this one is never below: a value below it is raised to it.
    pub(super) at_least: Option<Spanned<String>> =
        Kind::Words("parameter or option in quotes"), Nothing, "\"multi_cut.cutoffs\"";

    /// The perturbation in the last iteration.
    pub(super) c_end: Option<Spanned<f64>> =
        Kind::Number("more than 0, half of the range at most"), Words("a twentieth of the range, 0.5 at least"), "20";

    /// How many c_end one game moves the parameter by in the last iteration.
    pub(super) r_end: Option<Spanned<f64>> =
        Kind::Number("more than 0, 1 at most"), Words("120 by the number of games, 0.05 at most"), "0.01";
}

file_table! {
    #[derive(Debug, Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct GainsTable;

    const GAINS =
        "[gains]",
        "How perturbations and steps shrink from iteration to iteration.";

    /// Exponent of the steps.
    pub(super) alpha: Option<Spanned<f64>> = Kind::Number("0 to 1"), Is("0.602"), "0.602";

    /// Exponent of the perturbations.
    pub(super) gamma: Option<Spanned<f64>> = Kind::Number("0 to 1"), Is("0.101"), "0.101";

    /// The constant A, as a share of the iterations.
    pub(super) stability: Option<Spanned<f64>> = Kind::Number("0 to 1"), Is("0.1"), "0.1";
}

file_table! {
    #[derive(Debug, Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct ConfirmTable;

    const CONFIRM =
        "[confirm]",
        "The match of the tuned values against the base, written out as confirm.toml.";

    /// Games at most, an even number.
    pub(super) games: Option<Games> =
        Kind::Whole(Games::RANGE), Words("each opening once without a clock, 20000 with one"), "2000";

    /// The sequential test that may end it before.
    pub(super) sprt: Option<Spanned<SprtTable>> = Kind::Table(&SPRT), Words("[0, 10]"), "[0, 10]";

    /// The limits of both sides' moves.
    pub(super) limits: Option<Spanned<LimitsTable>> =
        Kind::Table(&LIMITS), Words("those of the tuning"), "{ time_control = \"2+0.02\" }";
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::config::reference::held::hold;

    #[test]
    fn the_examples_of_all_keys_of_a_tuning_file_are_read() {
        hold::<TuningFile>(&TUNING_FILE);
        hold::<ParameterTable>(&PARAMETER);
        hold::<GainsTable>(&GAINS);
        hold::<ConfirmTable>(&CONFIRM);
    }
}
