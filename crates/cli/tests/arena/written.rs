//! A match that is written out as a match file is the same match when it is read again.

use std::collections::BTreeSet;

use arena::config::{
    self, ContenderSettings, EngineSettings, MATCH_FILE, Match, Overrides, Setting,
};
use engine::SearchConfig;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use toml::Table;

use crate::common::{Bench, facts};

/// A preset and a program; a third contender may follow, and settings.
const TWO: &str = "\
games = 10
limits = { nodes = 100 }
openings = { file = \"book.pgn\" }
[[contender]]
name = \"contender \\\"0\\\"\"
preset = \"none\"
[[contender]]
name = \"one\"
command = \"/bin/sh\"
";

const THIRD: &str = "[[contender]]\nname = \"two\"\npreset = \"modern\"\n";

/// Keys, and values of each. Every combination is a match. Texts have every character that a writer of TOML must escape.
const SETTINGS: &[(&str, &[&str])] = &[
    ("question", &[r#""it's \"so\" \\ é[#=""#]),
    ("games", &["2", "400"]),
    ("same", &["true", "false"]),
    ("format", &["round-robin", "gauntlet"]),
    ("seed", &["0", "9223372036854775807"]),
    ("concurrency", &["1", "64"]),
    ("pin", &["true", "false"]),
    ("on_end", &["sh", r#"["sh", "-c", "it's \"so\""]"#]),
    ("openings.order", &["sequential", "shuffled"]),
    ("openings.plies", &["1", "4"]),
    ("openings.start", &["2", "3"]),
    ("limits.nodes", &["1", "999999"]),
    ("limits.depth", &["1", "127"]),
    ("limits.time_control", &["10+0.1", "40/60.5", "300"]),
    ("limits.time_margin", &["0.000001", "1999.5"]),
    ("limits.overhead", &["0.01", "0"]),
    ("contender.2.limits", &["{ movetime = \"0.25\" }", "{ nodes = 7, overhead = \"0.3\" }"]),
    ("contender.1.limits", &["{ soft_nodes = 50 }", "{ nodes = 9, soft_nodes = 3 }"]),
    (
        "adjudication.draw",
        &["true", "false", "{ score = 0, moves = 50, from_move = 1 }", "{ moves = 2 }"],
    ),
    (
        "adjudication.resign",
        &["true", "false", "{ score = 1, moves = 50, two_sided = true }", "{ moves = 2 }"],
    ),
    ("adjudication.max_moves", &["1", "300"]),
    ("stop.games", &["2", "800"]),
    ("stop.until", &["00:00", "23:59"]),
    ("stop.budget", &["6h", "90m", "1h 30m", "45s"]),
    ("supervision.startup", &["0.5", "30"]),
    ("supervision.ready", &["0.000001", "30"]),
    ("supervision.new_game", &["0.5", "30"]),
    ("supervision.hang", &["0.5", "30"]),
    ("supervision.grace", &["0.5", "30"]),
    ("supervision.faults_in_a_row", &["0", "1000"]),
    ("explain.games", &["8", "1000000"]),
    ("explain.positions", &["1", "1000"]),
    ("contender.1.preset", &["modern", "network", "turk"]),
    ("contender.1.hash", &["1", "64"]),
    (
        "contender.1.search",
        &[
            "{ null_move = false, multi_cut = { cutoffs = 2 } }",
            "{ null_move = { reduction = 5 } }",
        ],
    ),
    ("contender.1.evaluation", &["network"]),
    (
        "contender.1.network",
        &[concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/networks/default.network")],
    ),
    ("contender.2.command", &[r#"["/bin/sh", "-c", "it's \"so\""]"#]),
    ("contender.2.args", &["[]", r#"["a b", "\\"]"#]),
    ("contender.2.env", &[r#"{ A = "é", B = "\"" }"#]),
    ("contender.2.options", &[r#"{ Hash = -7, "Use Book" = false, file = "[#='\"" }"#]),
    ("contender.2.dir", &["/"]),
    ("contender.2.restart", &["true", "false"]),
    ("contender.2.trim_history", &["true", "false"]),
    ("contender.2.ponder", &["false"]),
    ("contender.2.time_margin", &["0.5"]),
];

/// Rules that are for two contenders alone.
const OF_TWO: &[(&str, &[&str])] = &[
    ("stop", &["{ confidence = 0.5 }", "{ confidence = 0.999, margin = 2, no_difference = 51.5 }"]),
    (
        "stop.sprt",
        &[
            "[0, 5]",
            "{ elo0 = -9.5, elo1 = 0.5, alpha = 0.001, beta = 0.4, model = \"logistic\" }",
            "{ elo0 = 0, elo1 = 99, model = \"normalized\" }",
        ],
    ),
];

/// Keys of tests beside this one: of endgame tables, of builds, of what contenders share, and of other engines.
const ELSEWHERE: [&str; 12] = [
    "adjudicate",
    "build",
    "each",
    "fifty_moves",
    "max_pieces",
    "own",
    "path",
    "repo",
    "revision",
    "tablebase",
    "take",
    "version",
];

/// Some of these keys, each with one of its values.
fn some(
    settings: &'static [(&'static str, &'static [&'static str])],
) -> impl Strategy<Value = Vec<String>> {
    let keys = subsequence(settings, 0..=settings.len());
    keys.prop_flat_map(|keys| {
        let set = |(key, values): &(&'static str, &'static [&'static str])| {
            let key = *key;
            select(*values).prop_map(move |value| format!("{key}={value}"))
        };
        keys.iter().map(set).collect::<Vec<_>>()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_match_that_is_written_is_the_same_when_it_is_read(
        settings in some(SETTINGS),
        of_two in proptest::option::of(some(OF_TWO)),
    ) {
        let text = TWO.to_owned() + if of_two.is_some() { "" } else { THIRD };
        let bench = Bench::with(&text);
        let set = of_two.into_iter().flatten().chain(settings);
        let set = set.map(|setting| setting.parse().unwrap()).collect::<Vec<Setting>>();
        let read = config::load(&bench.file(), &Overrides { set, ..Overrides::default() }).unwrap();
        let written = read.to_toml();
        std::fs::write(bench.file(), &written).unwrap();
        let again = bench.load();
        prop_assert_eq!(again.to_toml(), written);
        prop_assert_eq!(contenders_of(&again), contenders_of(&read));
        prop_assert_eq!(facts(&again), facts(&read));
        prop_assert_eq!((again.concurrency, again.pinning), (read.concurrency, read.pinning));
        prop_assert_eq!((again.supervision, again.format), (read.supervision, read.format));
        prop_assert_eq!((again.explain, again.on_end), (read.explain, read.on_end));
    }
}

#[test]
fn every_key_of_the_reference_is_written_and_read() {
    let settings = SETTINGS.iter().chain(OF_TWO);
    let words: String =
        settings.map(|(key, values)| format!("{key} {}\n", values.join(" "))).collect();
    let words = words + TWO;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let tried: BTreeSet<&str> = words.split(|c| !is_part(c)).collect();
    let keys = MATCH_FILE.all().into_iter().flat_map(|section| section.names());
    let missing: BTreeSet<&str> = keys.filter(|key| !tried.contains(key)).collect();
    assert_eq!(missing.into_iter().collect::<Vec<_>>(), ELSEWHERE);
}

/// The contenders without the places that set their options.
fn contenders_of(settings: &Match) -> Vec<ContenderSettings> {
    let mut contenders = settings.contenders.clone();
    for contender in &mut contenders {
        if let EngineSettings::Uci(program) = &mut contender.engine {
            program.option_origins.clear();
            program.options.sort_by(|a, b| a.name.cmp(&b.name));
        }
    }
    contenders
}

#[test]
fn a_match_is_written_with_every_technique_of_the_preset() {
    let bench = Bench::new(10, "limits = { nodes = 100 }");
    let written = bench.load().to_toml().parse::<Table>().unwrap();
    let search = written["contender"][1]["search"].as_table().unwrap();
    assert_eq!(search.len(), engine::Technique::ALL.len());
    let none = SearchConfig::preset("none").unwrap();
    let on = search.iter().filter(|(_, value)| value.is_table()).count();
    let expected = engine::Technique::ALL
        .iter()
        .filter(|technique| none.values(**technique).is_some())
        .count();
    assert_eq!(on, expected);
    let limits = written["contender"][0]["limits"].as_table().unwrap();
    assert_eq!(limits.keys().collect::<Vec<_>>(), ["nodes", "overhead", "time_margin"]);
}
