//! The study in `docs/study`: its numbers follow from the stored results of its games, and its
//! games can be replayed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use arena::report::pairs;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use stats::anytime::{Evidence, Method};
use stats::stop::{SequentialMonitor, StopRule};
use study::{answer, comparison, figures, interaction, papers, played, tables, tunings};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/study")
}

/// The directories of the matches that are kept as a whole.
fn matches() -> Vec<PathBuf> {
    let mut found = played::directories(&directory()).unwrap();
    found.retain(|directory| directory.join("report.json").exists());
    assert!(found.len() >= 2, "{found:?}");
    found
}

/// The directories of the shards that are kept.
fn shards() -> Vec<PathBuf> {
    let matches = played::directories(&directory()).unwrap().into_iter();
    matches.flat_map(|path| played::directories(&path.join("shards")).unwrap_or_default()).collect()
}

fn report(directory: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(directory.join("report.json")).unwrap()).unwrap()
}

#[test]
fn the_pages_have_the_numbers_of_the_matches() {
    let found = tables::Found::read(&directory()).unwrap();
    for name in ["../study.md", "../../README.md"] {
        let page = fs::read_to_string(directory().join(name)).unwrap();
        let renewed = tables::renewed(&page, &found).unwrap();
        assert!(page == renewed, "run: cargo run --release -p ziggurat-study -- write");
    }
}

#[test]
fn the_figures_are_those_of_the_matches() {
    let found = tables::Found::read(&directory()).unwrap();
    for (name, svg) in figures::all(&found.played).unwrap() {
        let kept = fs::read_to_string(directory().join(name)).unwrap_or_default();
        assert!(kept == svg, "{name}: cargo run --release -p ziggurat-study -- write");
    }
}

#[test]
fn a_figure_has_a_row_for_each_technique_and_number_of_nodes() {
    let named = |name: &str| of_pairs(name, Vec::new());
    let played = ["depth-mc-a-5000", "primary-mc-a", "primary-multi-cut"].map(named);
    let drawn = figures::all(&played).unwrap();
    let [(name, svg)] = &drawn[..] else { panic!("no null move") };
    assert_eq!(*name, "techniques.svg");
    assert_eq!(svg.matches("<circle").count(), 3);
    assert_eq!(svg.matches("multi-cut at expected ALL nodes (MC-A), 20,000 nodes").count(), 2);
}

/// The pairs of a match or shard, which the report has counted.
fn counted(directory: &Path) -> Vec<[u8; 2]> {
    let json = report(directory);
    let text = fs::read_to_string(directory.join("pairs.txt")).unwrap();
    let kept = pairs::read(&text).unwrap();
    let [scheduled] = &kept.pairings[..] else { panic!("one pairing") };
    let pairs: Vec<[u8; 2]> = scheduled.pairs.iter().copied().flatten().collect();
    let counts = pairs::counts(&pairs);
    assert_eq!(json["pairs"]["complete"], counts.pairs(), "{directory:?}");
    for (name, count) in [
        ("LL", counts.ll),
        ("LD", counts.ld),
        ("DD", counts.dd),
        ("WL", counts.wl),
        ("WD", counts.wd),
        ("WW", counts.ww),
    ] {
        assert_eq!(json["pairs"][name], count, "{directory:?}: {name}");
    }
    pairs.clone()
}

#[test]
fn the_pairs_of_every_shard_are_those_of_its_report() {
    for shard in shards() {
        assert!(!counted(&shard).is_empty(), "{shard:?}");
    }
}

#[test]
fn every_interval_of_a_report_follows_from_its_pairs() {
    for directory in matches().into_iter().chain(shards()) {
        let of_report = report(&directory);
        let mut command = Command::new(cargo_bin!("arena"));
        command.args(["report", "--format", "json", "--pairs"]).arg(directory.join("pairs.txt"));
        let output = command.output().unwrap();
        let computed: Value = serde_json::from_slice(&output.stdout).unwrap();
        let of_pairs = &computed["pair_correlation"];
        let mut numbers = vec![(of_pairs, &of_report["pairs"]["pair_correlation"])];
        for (part, key) in [
            ("anytime", "elo_lo"),
            ("anytime", "elo_hi"),
            ("anytime", "log_e_pos"),
            ("anytime", "pairs"),
            ("on_pairs", "elo"),
            ("on_pairs", "el_elo_lo"),
            ("on_pairs", "t_elo_hi"),
            ("on_pairs", "nelo"),
        ] {
            numbers.push((&computed[part][key], &of_report[part][key]));
        }
        for (found, known) in numbers {
            let is_same = match (found.as_f64(), known.as_f64()) {
                (Some(found), Some(known)) => (found - known).abs() < 1e-9,
                _ => found == known && !known.is_null(),
            };
            assert!(is_same, "{directory:?}: {found} and {known}");
        }
    }
}

#[test]
fn every_verdict_follows_from_the_pairs() {
    for directory in matches() {
        let (json, pairs) = (report(&directory), counted(&directory));
        if json["stop"].is_null() {
            assert_eq!(json["games"]["played"], json["games"]["planned"], "{directory:?}");
            continue;
        }
        let method: Method = json["match"]["anytime"].as_str().unwrap().parse().unwrap();
        let mut evidence = Evidence::new(method);
        let file = fs::read_to_string(directory.join("match.toml")).unwrap();
        let file: toml::Table = file.parse().unwrap();
        let confidence = file["stop"]["confidence"].as_float().unwrap();
        let name = directory.file_name().unwrap().to_string_lossy();
        let reading = study::reading::Reading::of(&name);
        assert_eq!(confidence, reading.confidence, "{name}: the page reads it at another level");
        let no_difference =
            file["stop"].get("no_difference").map(|elo| elo.as_integer().unwrap() as f64);
        assert!(no_difference.is_none_or(|elo| elo == reading.matters), "{name}");
        let rule = StopRule::Confidence { confidence, margin: 0.0, no_difference };
        let mut monitor = SequentialMonitor::new(vec![rule]);
        let stopped = pairs.iter().find_map(|pair| {
            evidence.add(*pair);
            monitor.note(*pair, &evidence)
        });
        let stop = &json["stop"];
        match stopped {
            Some(stopped) => {
                assert_eq!(
                    stop["outcome"],
                    serde_json::to_value(stopped.decision).unwrap(),
                    "{name}"
                );
                assert_eq!(stop["pairs"], stopped.pairs, "{name}");
            }
            None => assert_eq!(stop["outcome"], "inconclusive", "{name}"),
        }
    }
}

/// A minute and a half of one core a match; run by `cargo test -p ziggurat-cli --test arena -- --ignored`.
#[test]
#[ignore = "plays 40 games of 20,000 nodes a move for each of two matches"]
fn the_first_20_pairs_of_two_matches_come_to_their_digests() {
    // Games on a clock differ each time and have no digest.
    let by_nodes = matches().into_iter().filter(|path| path.join("digests.txt").exists());
    for directory in by_nodes.take(2) {
        let out = tempfile::tempdir().unwrap();
        let mut command = Command::new(cargo_bin!("arena"));
        command
            .arg("run")
            .arg(directory.join("match.toml"))
            .args(["--games", "40", "--quiet", "--out"]);
        let output = command.arg(out.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let played: Value =
            serde_json::from_str(&fs::read_to_string(out.path().join("report.json")).unwrap())
                .unwrap();
        let first = |json: &Value| json["games_digest"]["blocks"][0].clone();
        assert_eq!(first(&played), first(&report(&directory)), "{directory:?}");
        assert!(first(&played)["sha256"].is_string());
    }
}

/// A match stored in two shards, made from one stored as a whole.
fn in_shards(whole: &Path, out: &Path, shards: &[usize]) {
    let mut json = report(whole);
    json["games"]["planned"] = json["games"]["played"].clone();
    let text = fs::read_to_string(whole.join("pairs.txt")).unwrap();
    for shard in shards {
        let mut place = 0;
        let lines = text.lines().map(|line| {
            if line.contains(": ") || line.starts_with('#') {
                return line.to_owned();
            }
            let kept = line.chars().map(|pair| {
                place += 1;
                if place % 2 == *shard { pair } else { '.' }
            });
            kept.collect()
        });
        let pairs = lines.collect::<Vec<String>>().join("\n");
        let directory = out.join("match/shards").join(format!("{shard}-of-2"));
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("pairs.txt"), pairs).unwrap();
        fs::write(directory.join("report.json"), json.to_string()).unwrap();
    }
}

#[test]
fn a_match_kept_in_shards_says_what_the_whole_says() {
    let whole = &matches()[0];
    let name = whole.file_name().unwrap().to_string_lossy();
    let all = played::all(&directory()).unwrap();
    let known = all.into_iter().find(|known| known.name == name).unwrap();
    let out = tempfile::tempdir().unwrap();
    in_shards(whole, out.path(), &[1]);
    assert!(played::all(out.path()).unwrap().is_empty(), "a shard is missing");
    in_shards(whole, out.path(), &[0]);
    let joined = played::all(out.path()).unwrap().swap_remove(0);
    assert_eq!(joined.games, 2 * known.games, "both reports count all games");
    assert_eq!((joined.counts, joined.points), (known.counts, known.points));
    assert_eq!((joined.elo, joined.once), (known.elo, known.once));
    assert_eq!(joined.deciding, known.deciding);
    let means = joined.depth.into_iter().chain(joined.nodes);
    for (joined, known) in means.zip(known.depth.into_iter().chain(known.nodes)) {
        assert!((joined / known - 1.0).abs() < 1e-12, "a mean of shards: {joined} and {known}");
    }
    assert_eq!(joined.report, known.report.replace("report.md", "shards"));
}

#[test]
fn the_reports_that_the_page_names_are_there() {
    for entry in played::all(&directory()).unwrap() {
        assert!(directory().join("..").join(&entry.report).exists(), "{}", entry.report);
    }
}

/// A match with these half points of its pairs.
fn of_pairs(name: &str, pairs: Vec<Option<[u8; 2]>>) -> played::Played {
    let mut played = played::all(&directory()).unwrap().swap_remove(0);
    played.name = name.to_owned();
    played.report = format!("study/{name}/report.md");
    played.pairs = pairs;
    played
}

#[test]
fn the_interaction_with_the_null_move_is_taken_over_shared_openings() {
    let better: Vec<_> = (0..400).map(|place| Some([2, (place % 3) as u8])).collect();
    let even: Vec<_> = (0..400).map(|place| Some([1, (place % 3) as u8])).collect();
    let matches = |with: &Vec<_>, without: &Vec<_>| {
        [
            of_pairs("factorial-multi-cut-with-null-move", with.clone()),
            of_pairs("factorial-multi-cut-without-null-move", without.clone()),
            of_pairs("factorial-enhanced-multi-cut-with-null-move", without.clone()),
        ]
    };
    let same = matches(&better, &better);
    let [none] = &interaction::with_null_move(&same)[..] else {
        panic!("the third has no partner")
    };
    assert_eq!((none.difference, none.interval), (0.0, [0.0, 0.0]), "the openings are shared");
    let differ = matches(&better, &even);
    let found = &interaction::with_null_move(&differ)[0];
    let expected = stats::elo::elo(0.75) - stats::elo::elo(0.5);
    assert!((found.difference - expected).abs() < 2.0, "{}", found.difference);
    assert!(found.interval[0] > 0.0 && found.interval[1] < 2.0 * expected, "{:?}", found.interval);
    // Where equal openings have nothing in common, the interval is wider.
    let shifted: Vec<_> = better.iter().cycle().skip(1).take(400).copied().collect();
    let shifted = matches(&better, &shifted);
    let [low, high] = interaction::with_null_move(&shifted)[0].interval;
    assert!(low < 0.0 && high > 0.0);
}

#[test]
fn the_difference_by_the_network_is_that_of_the_openings_that_both_matches_played() {
    let even: Vec<_> = (0..200).map(|place| Some([1, (place % 3) as u8])).collect();
    let won_later: Vec<_> = even[..100].iter().copied().chain([Some([2, 2]); 100]).collect();
    let played = [
        of_pairs("network-mc-a", won_later),
        of_pairs("primary-mc-a", even[..100].to_vec()),
        of_pairs("primary-multi-cut", even.clone()),
    ];
    let [found] = &interaction::with_network(&played)[..] else { panic!("one has both") };
    assert_eq!((found.technique, found.shared, found.difference), ("mc-a", 100, 0.0));
    let wide = interaction::Interaction {
        interval: [-9.8, 9.8],
        ..interaction::with_network(&played).remove(0)
    };
    assert!((wide.detectable() - 16.2).abs() < 1e-9, "{}", wide.detectable());
}

#[test]
fn a_paper_and_a_match_are_held_against_each_other_in_standard_errors_of_both() {
    let estimate = |elo: f64, half: f64| comparison::Estimate::of(elo, [elo - half, elo + half]);
    // Standard errors of 3 and 4, so that the difference has one of 5.
    let found = estimate(10.0, 3.0 * 1.96).compare(estimate(20.0, 4.0 * 1.96));
    assert!((found.z + 2.0).abs() < 1e-12, "{}", found.z);
    assert!((found.p - 0.0455).abs() < 1e-4, "{}", found.p);
    let adjusted = comparison::holm(&[0.04, 0.01, 0.9, 0.02]);
    for (found, expected) in adjusted.iter().zip([0.08, 0.04, 0.9, 0.06]) {
        assert!((found - expected).abs() < 1e-12, "{adjusted:?}");
    }
}

#[test]
fn a_difference_from_a_paper_is_established_only_after_holm() {
    let papers = papers::Papers::read(&directory()).unwrap();
    let said = |elo: f64| {
        let mut ours = of_pairs("equal-nodes-eiriksson-2", Vec::new());
        (ours.elo, ours.once) = (elo, [elo - 18.0, elo + 18.0]);
        let found = papers::findings(&papers, &[ours]);
        found.lines().find(|line| line.starts_with("* at 20,000 nodes")).unwrap().to_owned()
    };
    // The paper's is +41 with a standard error of 17.
    assert!(said(0.0).contains("one difference from a paper is established"), "{}", said(0.0));
    assert!(said(20.0).contains("no difference from a paper is established"), "{}", said(20.0));
    assert!(said(20.0).contains("Eiríksson, Table 2"), "{}", said(20.0));
    // With all ten matches the same z of about -2.3 is not established.
    let played = played::all(&directory()).unwrap();
    let found = papers::findings(&papers, &played);
    assert!(found.contains("at 20,000 nodes, 10 matches: no difference"), "{found}");
}

#[test]
fn the_answer_says_of_each_technique_what_was_found() {
    let named = |name: &str, deciding: [f64; 2]| played::Played {
        deciding,
        elo: 3.0,
        games: 1000,
        ..of_pairs(name, Vec::new())
    };
    let announced = ["primary-mc-a", "primary-multi-cut", "retuned-mc-a"].map(str::to_owned);
    let harmful = [named("primary-mc-a", [-30.0, -1.0]), named("primary-multi-cut", [-20.0, -2.0])];
    let text = answer::answer(&harmful);
    let published = "With the parameters of their papers: the original multi-cut and multi-cut at expected ALL nodes \
                     (MC-A): no (costs strength).\n";
    assert!(text.starts_with(published), "{text}");
    assert!(text.contains("tuned for this search: the original multi-cut, the enhanced"), "{text}");
    assert!(text.ends_with("not yet (not played).\n"), "{text}");
    assert_eq!(
        answer::extent(&harmful, &announced),
        "2 of the 3 matches of the study are finished, 2,000 games of one engine.\n"
    );
    assert_eq!(answer::missing(&harmful, &announced), ["retuned-mc-a"]);
    // A match of a fixed length leads, whatever the early one says.
    let fixed = [named("primary-mc-a", [-30.0, -1.0]), named("fixed-mc-a", [-4.0, 4.0])];
    let text = answer::answer(&fixed);
    assert!(text.contains("(MC-A): no (no difference that matters)."), "{text}");
    // Asked on its own, where 5 Elo matter: "pays" needs an interval above them.
    for (deciding, words) in [
        ([5.1, 12.0], "Singular multi-cut: yes: +3.0 Elo [+5.1, +12.0]"),
        ([0.5, 9.0], "Singular multi-cut: yes, a little: +3.0 Elo [+0.5, +9.0]"),
        ([-4.0, 4.0], "Singular multi-cut: no (no difference that matters): "),
        ([-9.0, 9.0], "Singular multi-cut: not decided: "),
    ] {
        let text = answer::answer(&[named("new-openings-singular-multi-cut", deciding)]);
        assert!(text.starts_with(words), "{text}");
    }
    let tuned = answer::answer(&[named("retuned-mc-a", [6.0, 14.0])]);
    let words = "the original multi-cut and the enhanced multi-cut: not yet (not played); multi-cut at expected ALL \
                 nodes (MC-A): yes.";
    assert!(tuned.contains(words), "{tuned}");
}

#[test]
fn a_tuning_counts_once_it_is_finished() {
    let kept = tempfile::tempdir().unwrap();
    let directory = kept.path().join("tune-mc-a");
    fs::create_dir_all(&directory).unwrap();
    let parameters =
        "parameter,start,mean,spread,tuned,range\nmulti_cut_all.moves,10,11.60,0.51,12,3 to 24\n";
    fs::write(directory.join("parameters.csv"), parameters).unwrap();
    let journal = |iterations: usize| {
        let text = "{\"iterations\":2,\"pairs\":10}\n".to_owned() + &"{}\n".repeat(iterations);
        fs::write(directory.join("iterations.jsonl"), text).unwrap();
        tunings::all(kept.path())
    };
    let refused = format!("{:#}", journal(1).err().unwrap());
    assert!(refused.ends_with("tune-mc-a: not finished: 1 of 2 iterations"), "{refused}");
    let [tuning] = &journal(2).unwrap()[..] else { panic!("one tuning") };
    assert_eq!((tuning.name.as_str(), tuning.games), ("tune-mc-a", 40));
    assert_eq!(tuning.parameters[0].tuned, "12");
}
