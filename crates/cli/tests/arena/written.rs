//! A match that is written out as a match file is the same match when it is read again.

use engine::{PRESETS, SearchConfig};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use toml::{Table, Value};

use crate::common::{Bench, facts};
use arena::config::{ContenderSettings, EngineSettings, Match};

/// A table of the keys that are there.
fn table<const N: usize>(keys: [(&str, Option<Value>); N]) -> Value {
    let written = keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Table(written.collect::<Table>())
}

fn whole(range: std::ops::RangeInclusive<i64>) -> BoxedStrategy<Option<Value>> {
    option::of(range.prop_map(Value::from)).boxed()
}

fn flag() -> BoxedStrategy<Option<Value>> {
    option::of(any::<bool>().prop_map(Value::from)).boxed()
}

fn one_of(names: &'static [&'static str]) -> BoxedStrategy<Option<Value>> {
    option::of(select(names).prop_map(Value::from)).boxed()
}

fn seconds() -> impl Strategy<Value = Value> {
    (0..2_000_u64, 1..1_000_000_u64).prop_map(|(s, micros)| Value::from(format!("{s}.{micros:06}")))
}

/// Off, on with its defaults, or a table.
fn rule(table: impl Strategy<Value = Value> + 'static) -> BoxedStrategy<Option<Value>> {
    option::of(prop_oneof![any::<bool>().prop_map(Value::from), table]).boxed()
}

fn limits() -> BoxedStrategy<Value> {
    let control = prop_oneof![Just("10+0.1"), Just("40/60.5"), Just("300")].prop_map(Value::from);
    (
        option::of(control),
        option::of(seconds()),
        1..1_000_000_i64,
        whole(1..=127),
        option::of(seconds()),
        option::of(seconds()),
    )
        .prop_map(|(control, margin, nodes, depth, overhead, time)| {
            // A move must have more time than its reserve.
            let movetime = time.filter(|_| overhead.is_none());
            table([
                ("time_control", control),
                ("movetime", movetime),
                ("nodes", Some(Value::from(nodes))),
                ("depth", depth),
                ("time_margin", margin),
                ("overhead", overhead),
            ])
        })
        .boxed()
}

fn adjudication() -> impl Strategy<Value = Value> {
    let draw = (whole(0..=500), whole(1..=50), whole(1..=90)).prop_map(|(score, moves, from)| {
        table([("score", score), ("moves", moves), ("from_move", from)])
    });
    let resign = (whole(1..=900), whole(1..=50), flag()).prop_map(|(score, moves, two_sided)| {
        table([("score", score), ("moves", moves), ("two_sided", two_sided)])
    });
    (rule(draw), rule(resign), whole(1..=300)).prop_map(|(draw, resign, max_moves)| {
        table([("draw", draw), ("resign", resign), ("max_moves", max_moves)])
    })
}

fn stop() -> impl Strategy<Value = Value> {
    let model = one_of(&["logistic", "normalized"]);
    let sprt = (
        -9.5..0.0_f64,
        0.5..99.0_f64,
        option::of(0.001..0.4_f64),
        option::of(0.001..0.4_f64),
        model,
    )
        .prop_map(|(elo0, elo1, alpha, beta, model)| match model {
            None => Value::from(vec![elo0, elo1]),
            model => table([
                ("elo0", Some(elo0.into())),
                ("elo1", Some(elo1.into())),
                ("alpha", alpha.map(Value::from)),
                ("beta", beta.map(Value::from)),
                ("model", model),
            ]),
        });
    let confidence =
        option::of((0.5..0.999_f64, option::of(0.0..50.0_f64), option::of(51.0..900.0_f64)));
    let budget = prop_oneof![Just("6h"), Just("90m"), Just("1h 30m"), Just("45s")];
    (option::of(sprt), confidence, whole(1..=400), option::of((0..24, 0..60)), option::of(budget))
        .prop_map(|(sprt, confidence, pairs, until, budget)| {
            let (level, margin, small) = match confidence {
                Some((level, margin, small)) => (Some(level), margin, small),
                None => (None, None, None),
            };
            table([
                ("sprt", sprt),
                ("confidence", level.map(Value::from)),
                ("margin", margin.map(Value::from)),
                ("no_difference", small.map(Value::from)),
                ("games", pairs.and_then(|pairs| Some(Value::from(2 * pairs.as_integer()?)))),
                ("until", until.map(|(h, m)| format!("{h:02}:{m:02}").into())),
                ("budget", budget.map(Value::from)),
            ])
        })
}

fn supervision() -> impl Strategy<Value = Value> {
    let faults_in_a_row = whole(0..=1000);
    (
        option::of(seconds()),
        option::of(seconds()),
        option::of(seconds()),
        option::of(seconds()),
        option::of(seconds()),
        faults_in_a_row,
    )
        .prop_map(|(startup, ready, new_game, hang, grace, faults_in_a_row)| {
            table([
                ("startup", startup),
                ("ready", ready),
                ("new_game", new_game),
                ("hang", hang),
                ("grace", grace),
                ("faults_in_a_row", faults_in_a_row),
            ])
        })
}

/// A text with every character that a TOML writer must escape.
fn text() -> impl Strategy<Value = Value> {
    "[a-z \"'\\\\\u{e9}\\[#=]{1,12}".prop_map(Value::from)
}

fn preset() -> impl Strategy<Value = Table> {
    let presets: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let null_move = rule(whole(1..=6).prop_map(|reduction| table([("reduction", reduction)])));
    let multi_cut = rule(whole(1..=9).prop_map(|cutoffs| table([("cutoffs", cutoffs)])));
    let search = (null_move, multi_cut)
        .prop_map(|(null, multi)| table([("null_move", null), ("multi_cut", multi)]));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/networks/default.network");
    let evaluation = prop_oneof![
        Just([None, None]),
        Just([Some("network"), Some(file)]),
        Just([None, Some(file)]),
        select(&["classical", "network"][..]).prop_map(|name| [Some(name), None]),
    ];
    (select(presets), whole(1..=64), option::of(search), evaluation).prop_map(
        |(preset, hash, search, [evaluation, network])| match table([
            ("preset", Some(preset.into())),
            ("hash", hash),
            ("search", search),
            ("evaluation", evaluation.map(Value::from)),
            ("network", network.map(Value::from)),
        ]) {
            Value::Table(table) => table,
            _ => Table::new(),
        },
    )
}

fn program() -> impl Strategy<Value = Table> {
    let command = prop_oneof![
        Just(Value::from("/bin/sh")),
        Just(Value::from(vec!["/bin/sh", "-c", "it's \"so\""]))
    ];
    let value = prop_oneof![
        any::<i32>().prop_map(|number| Value::from(i64::from(number))),
        any::<bool>().prop_map(Value::from),
        text(),
    ];
    // Lower case only: names that differ only in case are refused.
    let options = option::of(btree_map("[a-z]{1,6}( [a-z]{1,4})?", value, 0..4));
    let env = option::of(btree_map("[A-Z]{1,4}", text(), 0..3));
    let args = option::of(vec(text(), 0..3));
    (
        command,
        args,
        env,
        options,
        flag(),
        flag(),
        option::of(Just(Value::from(false))),
        option::of(seconds()),
    )
        .prop_map(|(command, args, env, options, restart, trim, ponder, margin)| {
            let tables = |table: std::collections::BTreeMap<String, Value>| {
                Value::Table(table.into_iter().collect())
            };
            match table([
                ("command", Some(command)),
                ("args", args.map(Value::Array)),
                ("env", env.map(tables)),
                ("options", options.map(tables)),
                ("restart", restart),
                ("trim_history", trim),
                ("ponder", ponder),
                ("time_margin", margin),
            ]) {
                Value::Table(table) => table,
                _ => Table::new(),
            }
        })
}

fn contenders() -> impl Strategy<Value = Vec<Value>> {
    let engine = prop_oneof![preset().boxed(), program().boxed()];
    vec((engine, limits(), whole(1..=1_000_000)), 2..5).prop_map(|contenders| {
        let named = |(i, (mut table, mut limits, soft)): (usize, (Table, Value, Option<Value>))| {
            table.insert("name".to_owned(), format!("contender \"{i}\"").into());
            // A program has no such limit.
            if let (Some(soft), true, Value::Table(limits)) =
                (soft, table.contains_key("preset"), &mut limits)
            {
                limits.insert("soft_nodes".to_owned(), soft);
            }
            table.insert("limits".to_owned(), limits);
            Value::Table(table)
        };
        contenders.into_iter().enumerate().map(named).collect()
    })
}

fn openings() -> impl Strategy<Value = Value> {
    let order = one_of(&["sequential", "shuffled"]);
    (order, whole(1..=4), whole(1..=3)).prop_map(|(order, plies, start)| {
        table([
            ("file", Some("book.pgn".into())),
            ("order", order),
            ("plies", plies),
            ("start", start),
        ])
    })
}

fn match_file() -> impl Strategy<Value = String> {
    let top =
        (option::of(text()), 1..200_i64, one_of(&["round-robin", "gauntlet"]), whole(0..=i64::MAX));
    let explain = (whole(8..=1_000_000), whole(1..=1_000))
        .prop_map(|(games, positions)| table([("games", games), ("positions", positions)]));
    let on_end = vec(text(), 0..3).prop_map(|mut words| {
        words.insert(0, Value::from("sh"));
        Value::Array(words)
    });
    let places =
        (whole(1..=64), flag(), option::of(supervision()), option::of(explain), option::of(on_end));
    (top, places, openings(), option::of(adjudication()), option::of(stop()), contenders())
        .prop_map(
            |(
                (question, pairs, format, seed),
                (concurrency, pin, supervision, explain, on_end),
                openings,
                adjudication,
                stop,
                contenders,
            )| {
                // Stop rules on results are for two contenders.
                let stop = stop.filter(|_| contenders.len() == 2);
                let file = table([
                    ("question", question),
                    ("games", Some(Value::from(2 * pairs))),
                    ("format", format),
                    ("seed", seed),
                    ("concurrency", concurrency),
                    ("pin", pin),
                    ("supervision", supervision),
                    ("explain", explain),
                    ("on_end", on_end),
                    ("openings", Some(openings)),
                    ("adjudication", adjudication),
                    ("stop", stop),
                    ("contender", Some(Value::Array(contenders))),
                ]);
                toml::to_string(&file).unwrap_or_default()
            },
        )
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_match_that_is_written_is_the_same_when_it_is_read(text in match_file()) {
        let bench = Bench::with(&text);
        let read = bench.load();
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
