//! The evaluation is part of a match: its keys, and the network's digest.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arena::config::{ContenderSettings, EngineSettings, Match, Overrides, SearchSettings};
use arena::storage::facts::EngineFacts;
use arena::storage::journal::Journal;
use engine::{Evaluation, Network};
use lab::suite::file::{self as experiment, ExperimentOverrides};
use lab::tune::facts::TuningFacts;
use lab::tune::file as tuning;

use crate::common::{Bench, facts, match_text, read, run, without_times};

pub(crate) const BUILT_IN: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/networks/default.network");

/// A match with these lines in the first contender's table, and with a network beside it.
fn bench(lines: &str) -> Bench {
    let text = match_text(4, "limits = { nodes = 60 }");
    let first = "preset = \"null-move\"\n";
    let bench = Bench::with(&text.replace(first, &format!("{first}{lines}\n")));
    fs::copy(BUILT_IN, bench.path("mine.network")).unwrap();
    bench
}

fn engine_of(contender: &ContenderSettings) -> &SearchSettings {
    match &contender.engine {
        EngineSettings::InProcess(settings) => settings,
        _ => panic!("a preset"),
    }
}

fn evaluation(settings: &Match, contender: usize) -> Evaluation {
    engine_of(&settings.contenders[contender]).evaluation.clone()
}

/// Makes the network another one, by the least of its last bias.
fn change(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let last = bytes.len() - 2;
    bytes[last] ^= 1;
    fs::write(file, bytes).unwrap();
}

#[test]
fn the_evaluation_is_the_presets_unless_the_contender_says_otherwise() {
    let network = Evaluation::Network(Network::built_in());
    assert_eq!(evaluation(&bench("").load(), 0), Evaluation::Classical);
    for lines in ["evaluation = \"network\"", "network = \"mine.network\""] {
        let settings = bench(lines).load();
        assert_eq!(
            (evaluation(&settings, 0), evaluation(&settings, 1)),
            (network.clone(), Evaluation::Classical)
        );
        let [ours, theirs] =
            [0, 1].map(|i| EngineFacts::of(&settings.contenders[i].engine).to_string());
        let digest = hex::encode(&Network::built_in().digest()[..8]);
        assert!(ours.contains(&format!(" evaluation{{network={digest}}} hash=1MiB")), "{ours}");
        assert!(!theirs.contains("evaluation"), "{theirs}");
    }
    let words = |lines: &str| bench(lines).load().contenders[0].summary();
    assert_eq!(
        words("evaluation = \"network\""),
        "preset null-move, evaluation network, Hash 1, 60 nodes"
    );
    assert_eq!(
        words("network = \"mine.network\""),
        "preset null-move, network mine.network, Hash 1, 60 nodes"
    );
    let preset =
        Bench::with(&match_text(4, "limits = { nodes = 60 }").replace("\"none\"", "\"network\""));
    let settings = preset.load();
    assert_eq!(evaluation(&settings, 1), network);
    assert_eq!(settings.contenders[1].summary(), "preset network, Hash 1, 60 nodes");
    fs::write(
        preset.file(),
        settings.to_toml().replace("evaluation = \"network\"", "evaluation = \"classical\""),
    )
    .unwrap();
    assert_eq!(evaluation(&preset.load(), 1), Evaluation::Classical);
}

#[test]
fn what_all_share_is_for_those_that_do_not_say_otherwise() {
    let with = |each: &str, own: &str| {
        let bench = bench(own);
        let text = fs::read_to_string(bench.file()).unwrap();
        let each = format!("[each]\n{each}\n\n[[contender]]");
        fs::write(bench.file(), text.replacen("[[contender]]", &each, 1)).unwrap();
        let settings = bench.load();
        let evaluation_of = |i: usize| {
            let engine = engine_of(&settings.contenders[i]);
            (engine.evaluation.name(), engine.network.is_some())
        };
        [evaluation_of(0), evaluation_of(1)]
    };
    let (classical, built_in, file) = (("classical", false), ("network", false), ("network", true));
    assert_eq!(with("evaluation = \"network\"", ""), [built_in, built_in]);
    assert_eq!(with("network = \"mine.network\"", ""), [file, file]);
    assert_eq!(with("network = \"mine.network\"", "evaluation = \"classical\""), [classical, file]);
    assert_eq!(with("network = \"mine.network\"", "evaluation = \"network\""), [file, file]);
    assert_eq!(with("evaluation = \"classical\"", "network = \"mine.network\""), [file, classical]);
}

#[test]
fn mistakes_say_what_would_be_right() {
    for (lines, message) in [
        (
            "evaluation = \"netwrok\"",
            "x.toml:9: `evaluation`: there is no evaluation `netwrok`, did you mean `network`?; there are \
             classical, network",
        ),
        (
            "evaluation = \"classical\"\nnetwork = \"mine.network\"",
            "x.toml:10: `network`: a `network` goes with evaluation = \"network\", not with the classical one",
        ),
        (
            "network = \"my.network\"",
            "x.toml:9: `network`: there is no such network: neither my.network (beside",
        ),
        (
            "network = \"book.pgn\"",
            "x.toml:9: `network`: cannot use book.pgn: this is no network: it does not begin",
        ),
    ] {
        let mistake = bench(lines).mistake();
        assert!(mistake.starts_with(message), "{mistake}");
    }
    let text = match_text(4, "limits = { nodes = 60 }");
    let bench = Bench::with(
        &text.replace("preset = \"none\"\nhash = 1", "command = \"/bin/sh\"\nnetwork = \"x\""),
    );
    assert!(
        bench.mistake().contains("`network` goes with a `preset`; with a `command` use options")
    );
}

#[tokio::test]
async fn games_of_a_network_repeat_and_those_of_another_one_are_another_match() {
    let bench = bench("network = \"mine.network\"");
    let journal = |name: &str| -> PathBuf { bench.path(name) };
    let settings = Arc::new(bench.load());
    for name in ["one.pgn", "two.pgn"] {
        run(&settings, &journal(name)).await.unwrap();
    }
    let [one, two] = ["one.pgn", "two.pgn"].map(|name| without_times(&read(&journal(name))));
    assert!(one == two && one.len() == 4);
    change(&bench.path("mine.network"));
    let other = bench.load();
    let facts = facts(&other);
    let error = Journal::open(&journal("one.pgn"), &[facts], |_| {}).unwrap_err().to_string();
    assert!(
        error.contains("the journal of another match: new's evaluation.network is "),
        "{error}"
    );
}

#[test]
fn tunings_and_experiments_choose_it_in_the_same_words() {
    let bench = bench("");
    let digest = hex::encode(&Network::built_in().digest()[..8]);
    let expected = format!(" evaluation{{network={digest}}}");
    fs::write(
        bench.file(),
        "preset = \"modern\"\nnetwork = \"mine.network\"\niterations = 5\npairs = 2\n\
         limits = { nodes = 100 }\nopenings = { file = \"book.pgn\" }\n\n\
         [[parameter]]\nname = \"futility.margin\"\n",
    )
    .unwrap();
    let tuning = tuning::load(&bench.file(), &Overrides::default()).unwrap();
    let base = TuningFacts::of(&tuning).base.to_string();
    assert!(base.contains(&expected), "{base}");
    fs::write(bench.path("x.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n").unwrap();
    fs::write(
        bench.file(),
        "suite = { file = \"x.epd\" }\nlimits = { depth = 2 }\n\n\
         [[configuration]]\npreset = \"modern\"\n\n\
         [[configuration]]\nname = \"other\"\npreset = \"modern\"\nnetwork = \"mine.network\"\n",
    )
    .unwrap();
    let experiment = experiment::load(&bench.file(), &ExperimentOverrides::default()).unwrap();
    let facts = experiment.blocks[0].plan.facts();
    let searches: Vec<&str> =
        facts.configurations.iter().map(|configuration| configuration.search.as_str()).collect();
    assert_eq!(searches[1], format!("{}{expected}", searches[0]));
}
