//! A tuning file as written.

use std::collections::BTreeMap;

use engine::SearchOverrides;
use serde::Deserialize;
use toml::Spanned;

use arena::config::file::{
    ADJUDICATION, ARGS, AdjudicationTable, BUILD, DIR, ENGINE, ENV, EVALUATION, LIMITS,
    LimitsTable, NETWORK, OPENINGS, OpeningsTable, REPO, REVISION, SPRT, SprtTable,
};
use arena::config::ranges::{CONCURRENCY, GAMES, HASH, ITERATIONS, PAIRS, SCALE, SEED};
use arena::config::reference::Absent::{Is, Nothing, Required, Words};
use arena::config::reference::{Key, Kind, Section};
use arena::config::values::{Command, OptionTable, Whole};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TuningFile {
    pub(super) question: Option<Spanned<String>>,
    pub(super) preset: Option<Spanned<String>>,
    pub(super) search: Option<Spanned<SearchOverrides>>,
    pub(super) evaluation: Option<Spanned<String>>,
    pub(super) network: Option<Spanned<String>>,
    pub(super) hash: Option<Spanned<Whole>>,
    pub(super) command: Option<Spanned<Command>>,
    pub(super) revision: Option<Spanned<String>>,
    pub(super) repo: Option<Spanned<String>>,
    pub(super) build: Option<Spanned<String>>,
    pub(super) engine: Option<Spanned<String>>,
    pub(super) args: Option<Spanned<Vec<String>>>,
    pub(super) dir: Option<Spanned<String>>,
    pub(super) env: Option<Spanned<BTreeMap<String, String>>>,
    pub(super) options: Option<Spanned<OptionTable>>,
    pub(super) iterations: Spanned<Whole>,
    pub(super) pairs: Option<Spanned<Whole>>,
    pub(super) seed: Option<Spanned<Whole>>,
    pub(super) concurrency: Option<Spanned<Whole>>,
    pub(super) limits: Spanned<LimitsTable>,
    pub(super) openings: OpeningsTable,
    #[serde(default)]
    pub(super) adjudication: AdjudicationTable,
    #[serde(default)]
    pub(super) gains: GainsTable,
    #[serde(default)]
    pub(super) confirm: ConfirmTable,
    #[serde(default)]
    pub(super) parameter: Vec<Spanned<ParameterTable>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ParameterTable {
    pub(super) name: Option<Spanned<String>>,
    pub(super) option: Option<Spanned<String>>,
    pub(super) scale: Option<Spanned<Whole>>,
    pub(super) start: Option<Spanned<f64>>,
    pub(super) range: Option<Spanned<(f64, f64)>>,
    pub(super) c_end: Option<Spanned<f64>>,
    pub(super) r_end: Option<Spanned<f64>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GainsTable {
    pub(super) alpha: Option<Spanned<f64>>,
    pub(super) gamma: Option<Spanned<f64>>,
    pub(super) stability: Option<Spanned<f64>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfirmTable {
    pub(super) games: Option<Spanned<Whole>>,
    pub(super) sprt: Option<Spanned<SprtTable>>,
    pub(super) limits: Option<Spanned<LimitsTable>>,
}

/// A tuning file and its keys.
pub const TUNING_FILE: Section = Section {
    title: "",
    meaning: "A tuning file, in TOML, names parameters to be improved by games: numbers of the \
              search, or options of a program. `arena tune FILE.toml`. Keys that belong to no table come first, at the \
              top.",
    keys: &[
        Key::new(
            "question",
            Kind::Text,
            Nothing,
            "\"Which reductions suit 1000 nodes a move?\"",
            "The question that the tuning answers.",
        ),
        Key::new(
            "preset",
            Kind::Words("name in quotes"),
            Nothing,
            "\"default\"",
            "The configuration that is tuned; this, `command` or `revision` is needed.",
        ),
        Key::new(
            "search",
            Kind::Words("table of techniques"),
            Nothing,
            "{ multi_cut = true }",
            "Changes to the preset, as a contender has them.",
        ),
        EVALUATION,
        NETWORK,
        Key::new("hash", Kind::Whole(HASH), Is("16"), "4", "Hash table of each side, in MiB."),
        Key::new(
            "command",
            Kind::Words("program in quotes, or [\"program\", \"argument\", ..]"),
            Nothing,
            "\"stockfish\"",
            "The program that is tuned, which speaks UCI: beside this file, or else in PATH.",
        ),
        REVISION,
        REPO,
        BUILD,
        ENGINE,
        ARGS,
        DIR,
        ENV,
        Key::new(
            "options",
            Kind::Words("table of texts, whole numbers, true and false"),
            Nothing,
            "{ Hash = 16, Threads = 1 }",
            "With `command`: UCI options that stay as they are.",
        ),
        Key::new("iterations", Kind::Whole(ITERATIONS), Required, "500", "Steps of the tuning."),
        Key::new("pairs", Kind::Whole(PAIRS), Is("8"), "8", "Pairs of games of an iteration."),
        Key::new(
            "seed",
            Kind::Whole(SEED),
            Is("1"),
            "1",
            "Draws the perturbations, and the order of a shuffled book.",
        ),
        Key::new(
            "concurrency",
            Kind::Whole(CONCURRENCY),
            Words("the physical cores allowed to the process"),
            "2",
            "Games at a time.",
        ),
        Key::new(
            "limits",
            Kind::Table(&LIMITS),
            Required,
            "{ nodes = 1000 }",
            "The limits of both sides' moves.",
        ),
        Key::new(
            "openings",
            Kind::Table(&OPENINGS),
            Required,
            "{ file = \"builtin:balanced\" }",
            "The opening book; every iteration goes on in it.",
        ),
        Key::new(
            "adjudication",
            Kind::Table(&ADJUDICATION),
            Words("games are played out"),
            "{ resign = true }",
            "How games are ended before the rules of chess do.",
        ),
        Key::new(
            "gains",
            Kind::Table(&GAINS),
            Words("as its keys say"),
            "{ alpha = 0.602 }",
            "How steps shrink.",
        ),
        Key::new(
            "confirm",
            Kind::Table(&CONFIRM),
            Words("as its keys say"),
            "{ games = 2000 }",
            "The match of the tuned values against the base that is written out.",
        ),
        Key::new(
            "parameter",
            Kind::Tables(&PARAMETER),
            Required,
            "[{ name = \"late_move_reductions.divisor\" }]",
            "The tuned parameters: one or more.",
        ),
    ],
};

const PARAMETER: Section = Section {
    title: "[[parameter]]",
    meaning: "With `preset` a number of a technique that is on in the base; with `command` an option of the \
              program.",
    keys: &[
        Key::new(
            "name",
            Kind::Words("technique.parameter in quotes"),
            Nothing,
            "\"late_move_reductions.divisor\"",
            "With `preset`: the parameter.",
        ),
        Key::new(
            "option",
            Kind::Text,
            Nothing,
            "\"NullMoveBase\"",
            "With `command`: the UCI option, of type spin; without `range` of type check, played as false or true.",
        ),
        Key::new(
            "scale",
            Kind::Whole(SCALE),
            Nothing,
            "100",
            "With `option`: values are fractions of this many steps from one whole number to the next, and the \
             option is of type string.",
        ),
        Key::new(
            "start",
            Kind::Number("within the range"),
            Words(
                "the base's value; of an option the one in `options`, else the middle of the range",
            ),
            "230",
            "The value to begin with.",
        ),
        Key::new(
            "range",
            Kind::Words("array of two numbers"),
            Words("the technique's own; of an option false and true"),
            "[100, 400]",
            "The least and the greatest value, whole numbers unless there is a `scale`.",
        ),
        Key::new(
            "c_end",
            Kind::Number("more than 0, half of the range at most"),
            Words("a twentieth of the range, 0.5 at least"),
            "20",
            "The perturbation in the last iteration.",
        ),
        Key::new(
            "r_end",
            Kind::Number("more than 0, 1 at most"),
            Words("120 by the number of games, 0.05 at most"),
            "0.01",
            "How many c_end one game moves the parameter by in the last iteration.",
        ),
    ],
};

const GAINS: Section = Section {
    title: "[gains]",
    meaning: "How perturbations and steps shrink from iteration to iteration.",
    keys: &[
        Key::new("alpha", Kind::Number("0 to 1"), Is("0.602"), "0.602", "Exponent of the steps."),
        Key::new(
            "gamma",
            Kind::Number("0 to 1"),
            Is("0.101"),
            "0.101",
            "Exponent of the perturbations.",
        ),
        Key::new(
            "stability",
            Kind::Number("0 to 1"),
            Is("0.1"),
            "0.1",
            "The constant A, as a share of the iterations.",
        ),
    ],
};

const CONFIRM: Section = Section {
    title: "[confirm]",
    meaning: "The match of the tuned values against the base, written out as confirm.toml.",
    keys: &[
        Key::new(
            "games",
            Kind::Whole(GAMES),
            Words("each opening once without a clock, 20000 with one"),
            "2000",
            "Games at most, an even number.",
        ),
        Key::new(
            "sprt",
            Kind::Table(&SPRT),
            Words("[0, 10]"),
            "[0, 10]",
            "The sequential test that may end it before.",
        ),
        Key::new(
            "limits",
            Kind::Table(&LIMITS),
            Words("those of the tuning"),
            "{ time_control = \"2+0.02\" }",
            "The limits of both sides' moves.",
        ),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use arena::config::reference::held::{fields_of, hold};

    #[test]
    fn every_key_of_a_tuning_file_is_in_the_reference() {
        hold::<TuningFile>(&TUNING_FILE, &fields_of::<TuningFile>());
        hold::<ParameterTable>(&PARAMETER, &fields_of::<ParameterTable>());
        hold::<GainsTable>(&GAINS, &fields_of::<GainsTable>());
        hold::<ConfirmTable>(&CONFIRM, &fields_of::<ConfirmTable>());
    }
}
