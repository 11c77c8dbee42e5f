//! The statistics against reference values computed by independent programs.

#![expect(clippy::unwrap_used, reason = "a reference file that cannot be read fails the test")]

use serde_json::{Map, Value, json};
use stats::clustered::{self, Cluster};
use stats::distributions::{normal_cdf, normal_quantile, student_t_cdf, student_t_quantile};
use stats::operating_characteristics::characteristics;
use stats::pair_counts::PairCounts;
use stats::power::{Comparison, Noise};
use stats::sprt::{Model, Sprt};
use stats::{
    CONFIDENCE, Estimates, Figure, Pentanomial, ScoreCounts, Wdl, confidence_sequence, elo,
    percentage, ratios, wilson,
};

const CASES: &str = include_str!("data/statistics.json");

#[test]
fn every_reference_value_is_met_within_its_tolerance() {
    let file: Value = serde_json::from_str(CASES).unwrap();
    let (mut checked, mut wrong) = (0, Vec::new());
    for case in file["cases"].as_array().unwrap() {
        let kind = case["kind"].as_str().unwrap();
        let input = &case["input"];
        let computed = compute(kind, input);
        for expected in case["expect"].as_array().unwrap() {
            let key = expected[0].as_str().unwrap();
            let found = computed.get(key).unwrap_or_else(|| panic!("{kind} computes no {key}"));
            checked += 1;
            if !agrees(found, &expected[1], number(&expected[2]), number(&expected[3])) {
                wrong.push(format!("{kind} {input} {key}: {found}, expected {}", expected[1]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {checked} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 900, "only {checked} values were found to check");
}

fn agrees(found: &Value, expected: &Value, absolute: f64, relative: f64) -> bool {
    match expected.as_f64() {
        Some(expected) => found
            .as_f64()
            .is_some_and(|found| (found - expected).abs() <= absolute + relative * expected.abs()),
        None if expected == "nan" => found.is_null(),
        None => found == expected,
    }
}

fn compute(kind: &str, input: &Value) -> Map<String, Value> {
    match kind {
        "tri" => calculated(&input["counts"], &Value::Null, None),
        "penta" => calculated(&Value::Null, input, None),
        "sprt" => {
            let pairs = json!({ "counts": input["penta"] });
            calculated(&input["tri"], &pairs, Some(input))
        }
        "characteristics" => of_characteristics(input),
        "power" => of_power(input),
        "convert" => of_convert(input),
        "seed" => of_paper(input),
        "quantile" => object(json!({ "q": match input["df"].as_f64() {
            Some(freedom) => student_t_quantile(number(&input["p"]), freedom),
            None => normal_quantile(number(&input["p"])),
        } })),
        "cdf" => object(json!({ "p": match input["df"].as_f64() {
            Some(freedom) => student_t_cdf(number(&input["x"]), freedom),
            None => normal_cdf(number(&input["x"])),
        } })),
        "cluster" => of_clusters(input),
        "cs_stream" => of_stream(input),
        other => panic!("unknown kind {other}"),
    }
}

/// Everything that is calculated from these counts.
fn calculated(tri: &Value, penta: &Value, sprt: Option<&Value>) -> Map<String, Value> {
    let pairs = pair_counts(penta);
    let split = pairs.and_then(PairCounts::split);
    let games = tri.as_array().map(|_| wdl(tri)).or_else(|| split.map(Pentanomial::games));
    let drawn = pairs.map(PairCounts::taking_middle_for_drawn);
    let all = games.or_else(|| drawn.map(Pentanomial::games)).unwrap();
    let scores = drawn.map_or_else(|| ScoreCounts::from(all), ScoreCounts::from);
    let mut found = object(serde_json::to_value(Estimates::of(&scores, all)).unwrap());
    let figure = |value: Option<f64>| json!(Figure::from(value));
    let of_pairs = |ratio: fn(Pentanomial) -> Option<f64>, pairs: Option<Pentanomial>| {
        figure(pairs.and_then(ratio))
    };
    found.extend([
        ("winning_ratio".to_owned(), figure(ratios::winning_ratio(all))),
        ("draw_ratio".to_owned(), figure(games.and_then(ratios::draw_ratio))),
        ("pair_draw_ratio".to_owned(), of_pairs(ratios::pair_draw_ratio, drawn)),
        ("pairs_ratio".to_owned(), of_pairs(ratios::pairs_ratio, drawn)),
        ("wl_dd_ratio".to_owned(), of_pairs(ratios::wl_dd_ratio, split)),
        ("pair_correlation".to_owned(), of_pairs(ratios::pair_correlation, split)),
    ]);
    if let Some(test) = sprt {
        let [elo0, elo1, alpha, beta] =
            ["elo0", "elo1", "alpha", "beta"].map(|name| number(&test[name]));
        let sprt = Sprt::new(elo0, elo1, alpha, beta, model(&test["model"])).unwrap();
        let llr = sprt.log_likelihood_ratio(&scores);
        found.extend([
            ("lower".to_owned(), json!(sprt.lower())),
            ("upper".to_owned(), json!(sprt.upper())),
            ("llr".to_owned(), json!(llr)),
            ("llr_exact".to_owned(), json!(sprt.exact_log_likelihood_ratio(&scores))),
            ("state".to_owned(), json!(sprt.state(llr))),
        ]);
    }
    let wilson = wilson::interval(&scores, CONFIDENCE);
    let mixture = confidence_sequence::interval(&scores, CONFIDENCE);
    for (name, ends) in [("wilson", wilson), ("anytime", mixture)] {
        let elo = ends.elo();
        for (end, value) in
            [("lo", ends.low), ("hi", ends.high), ("elo_lo", elo.low), ("elo_hi", elo.high)]
        {
            found.insert(format!("{name}_{end}"), json!(Figure(Some(value))));
        }
    }
    let evidence = [
        ("log_e_pos", confidence_sequence::log_evidence_above(&scores, 0.5)),
        ("log_e_neg", confidence_sequence::log_evidence_below(&scores, 0.5)),
    ];
    found.extend(evidence.map(|(name, value)| (name.to_owned(), json!(Figure(Some(value))))));
    found
}

fn pair_counts(input: &Value) -> Option<PairCounts> {
    let counts = input["counts"].as_array()?.iter().map(|n| n.as_u64().unwrap());
    let counts: [u64; 5] = counts.collect::<Vec<_>>().try_into().unwrap();
    let [ll, ld, middle, wd, ww] = counts;
    Some(match (input["dd"].as_u64(), input["wl"].as_u64()) {
        (Some(dd), Some(wl)) => {
            assert_eq!(dd + wl, middle);
            PairCounts::Six(Pentanomial { ll, ld, dd, wl, wd, ww })
        }
        _ => PairCounts::Five(counts),
    })
}

fn of_characteristics(input: &Value) -> Map<String, Value> {
    let field = |name: &str| number(&input[name]);
    // Fishtest's model of equal opponents.
    let bias = elo::score(field("rms_bias")) - 0.5;
    let variance = (1.0 - field("draw_ratio")) / 4.0 - bias.powi(2);
    let sprt = Sprt::new(
        field("elo0"),
        field("elo1"),
        field("alpha"),
        field("beta"),
        model(&input["model"]),
    );
    let found = characteristics(&sprt.unwrap(), field("elo"), variance);
    object(json!({
        "var_game": variance, "pass_prob": found.pass_probability, "games": found.games,
    }))
}

fn of_power(input: &Value) -> Map<String, Value> {
    let comparison = Comparison {
        null_elo: number(&input["elo0"]),
        true_elo: number(&input["e"]),
        alpha: number(&input["alpha"]),
        sides: u8::try_from(input["sided"].as_u64().unwrap()).unwrap(),
    };
    let noise = Noise { draw_ratio: number(&input["d"]), pair_correlation: number(&input["rho"]) };
    object(json!({ "games": comparison.games(noise, number(&input["power"])) }))
}

fn of_convert(input: &Value) -> Map<String, Value> {
    object(if let Some(score) = input["score"].as_f64() {
        json!({ "elo": elo::elo(score) })
    } else if let Some(elo) = input["elo"].as_f64() {
        json!({ "score": elo::score(elo) })
    } else {
        let strength = number(&input["bayeselo"]);
        json!({ "bayes_score": elo::bayes_score(strength, number(&input["drawelo"])) })
    })
}

/// Points as the papers print them.
fn of_paper(input: &Value) -> Map<String, Value> {
    let half_points = (2.0 * number(&input["points"])) as u64;
    let opponent = (2.0 * number(&input["opponent_points"])) as u64;
    let all = half_points + opponent;
    let printed = |decimals| percentage::text(half_points, all, decimals).parse::<f64>().unwrap();
    object(json!({
        "elo": elo::elo(half_points as f64 / all as f64),
        "winning_percent_1dp": printed(1),
        "winning_percent_0dp": printed(0),
        "winning_ratio": half_points as f64 / opponent as f64,
    }))
}

fn of_clusters(input: &Value) -> Map<String, Value> {
    let cluster = |scores: &Value| {
        let scores = scores.as_array().unwrap();
        Cluster { pairs: scores.len() as f64, total: scores.iter().map(number).sum() }
    };
    let clusters: Vec<_> = input["clusters"].as_array().unwrap().iter().map(cluster).collect();
    let found = clustered::estimate(&clusters, 0.95).unwrap();
    object(json!({
        "mean": found.mean, "se": found.standard_error,
        "lo": found.interval.low, "hi": found.interval.high,
    }))
}

/// The confidence sequence after each pair, and its running intersection.
fn of_stream(input: &Value) -> Map<String, Value> {
    let (mut counts, mut best) = ([0; 5], (0.0_f64, 1.0_f64));
    let mut found = Map::new();
    for (t, cell) in input["cells"].as_array().unwrap().iter().enumerate() {
        counts[usize::try_from(cell.as_u64().unwrap()).unwrap()] += 1;
        let interval = confidence_sequence::interval(&ScoreCounts::of_pairs(counts), 0.95);
        best = (best.0.max(interval.low), best.1.min(interval.high));
        for (name, value) in
            [("lo", interval.low), ("hi", interval.high), ("run_lo", best.0), ("run_hi", best.1)]
        {
            found.insert(format!("{name}@{}", t + 1), json!(value));
        }
    }
    found
}

fn model(name: &Value) -> Model {
    match name.as_str().unwrap().to_lowercase().as_str() {
        "logistic" => Model::Logistic,
        "normalized" => Model::Normalized,
        other => panic!("unknown model {other}"),
    }
}

fn wdl(tri: &Value) -> Wdl {
    let count = |i: usize| tri[i].as_u64().unwrap();
    Wdl { losses: count(0), draws: count(1), wins: count(2) }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

fn object(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}
