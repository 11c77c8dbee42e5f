//! Every output of one journal says the same verdict, with the same Elo, interval and count.

use std::path::Path;
use std::sync::Arc;

use arena::chess::record::{Contender, Termination};
use arena::chess::runner_rules::RunnerRules;
use arena::report::pairs::{self, PairResults};
use arena::report::{
    self, Comparison, CountsReport, Origin, OverviewRow, Report, ReportBuilder, overview_page,
};
use arena::storage::facts::MatchFacts;
use arena::storage::journal::{JournalGame, JournalReader};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use shakmaty::{Color, KnownOutcome};
use stats::stop::StopRules;
use stats::{Interval, words};

use crate::common::{data, facts, format, on_one_line};

const RULES: [&str; 3] = [
    "",
    "sprt{elo0=0,elo1=100,alpha=0.05,beta=0.05,model=normalized}",
    "confidence{level=0.95,margin=0,no_difference=150}",
];

/// The journal of these pairs, of a match with these rules.
fn journal(rules: &str, planned: u32, pairs: &[[u8; 2]]) -> Vec<JournalGame> {
    let stop: StopRules = rules.parse().unwrap();
    let anytime = stop.interval_method(planned);
    // Its pairs all have the same moves, and none repeats another.
    let runner_rules = RunnerRules::Fastchess;
    let facts = Arc::new(MatchFacts { stop, anytime, runner_rules, ..facts(planned) });
    let template = JournalReader::open(&data("match.pgn")).unwrap().next_game().unwrap().unwrap();
    let game = |(number, &half_points): (usize, &u8)| {
        let mut game = JournalGame { facts: Arc::clone(&facts), ..template.clone() };
        let first = if number % 2 == 0 { Color::White } else { Color::Black };
        game.record.spec.game = u32::try_from(number).unwrap();
        game.record.spec.opening = number / 2;
        game.record.spec.white = first.fold_wb(Contender::First, Contender::Second);
        (game.record.termination, game.record.outcome) = match half_points {
            1 => (Termination::ThreefoldRepetition, KnownOutcome::Draw),
            2 => (Termination::Checkmate, KnownOutcome::Decisive { winner: first }),
            _ => (Termination::Checkmate, KnownOutcome::Decisive { winner: !first }),
        };
        game
    };
    pairs.iter().flatten().enumerate().map(game).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_output_of_a_journal_says_one_verdict(
        rules in select(&RULES[..]),
        skill in 0..3_u8,
        pairs in prop::collection::vec([0..3_u8, 0..3_u8], 1..60),
        left in 0..2_u32,
    ) {
        // A stronger or a weaker first contender in two thirds of the cases, so that rules decide.
        let pairs: Vec<[u8; 2]> =
            pairs.iter().map(|pair| pair.map(|points| (points + skill).clamp(1, 3) - 1)).collect();
        let planned = 2 * u32::try_from(pairs.len()).unwrap() + 200 * left;
        let (mut builder, mut results) = (ReportBuilder::default(), PairResults::default());
        for game in journal(rules, planned, &pairs) {
            results.add(&game);
            builder.add(game);
        }
        let report = builder.report(Origin::default()).unwrap();
        let json: Value = serde_json::from_str(&report.render(format("json")).unwrap()).unwrap();
        let sentence = json["verdict"]["sentence"].as_str().unwrap();

        for text in [report.document().text(), report.verdict()] {
            prop_assert!(on_one_line(&text).contains(sentence), "{sentence}\n{text}");
        }
        let page = report.render(format("html")).unwrap();
        let answer = sentence.split_once(", ").map_or(sentence, |(answer, _)| answer);
        // The rule's own bounds come after the number of games.
        let (measured, _) = sentence.split_once(" after ").unwrap();
        let ends = measured.split_once('[').and_then(|(_, rest)| Some(rest.split_once(']')?.0));
        let interval = ends.map_or_else(String::new, |ends| format!("[{ends}] after "));
        prop_assert!(page.contains(answer) && page.contains(&interval), "{sentence}");
        let row = OverviewRow { verdict: Some(sentence.to_owned()), ..OverviewRow::default() };
        prop_assert!(overview_page("results", &[row]).contains(sentence), "{sentence}");

        let kept = pairs::read(&results.text()).unwrap();
        let counted = CountsReport::of_pairs(&kept, &kept.pairings[0], None);
        let lines = on_one_line(&counted.document().text());
        // The journal alone tells the time of further games.
        let without_outlook = |text: &str| text.trim_end_matches('.').split("; about").next().map(str::to_owned);
        let sentence_of_pairs = without_outlook(sentence).unwrap();
        prop_assert!(lines.contains(&sentence_of_pairs), "{sentence_of_pairs}\n{lines}");
        let stopped = json["stop"]["games_after"].as_u64().unwrap_or(0);
        prop_assert_eq!(counted.games_after, stopped);
        prop_assert_eq!(lines.contains("under way"), stopped > 0, "{}", lines);
        let number: Value = serde_json::from_str(&report::json(&counted.headline.elo).unwrap()).unwrap();
        prop_assert_eq!(&number, &json["headline"]["elo"]);

        // The interval of a test's exit is in every output, and excludes the hypothesis that was rejected.
        let exit: Value = serde_json::from_str(&report::json(&counted.exit).unwrap()).unwrap();
        prop_assert_eq!(&exit, &json["exit"]);
        prop_assert_eq!(exit.is_null(), json["verdict_by"] != "exit");
        let accepted = json["stop"]["outcome"].as_str();
        prop_assert!(exit.is_null() || matches!(accepted, Some("h0" | "h1")), "{json}");
        if let (Some(low), Some(high)) = (exit["elo_lo"].as_f64(), exit["elo_hi"].as_f64()) {
            let excludes = if accepted == Some("h1") { low >= 0.0 } else { high < 100.0 };
            prop_assert!(excludes && !sentence.contains("is weaker than"), "{sentence}");
            let ends = words::interval(Interval { low, high });
            for form in ["openbench", "text"] {
                let text = report.render(format(form)).unwrap();
                prop_assert!(text.contains(&ends), "{form}, {ends}: {text}");
            }
            let Report::Match(report) = &report else { panic!("two contenders") };
            let compared = Comparison::of([(Path::new("games.pgn"), &report.summary)]);
            let table = Report::Comparison(Box::new(compared)).render(format("text")).unwrap();
            prop_assert!(table.contains(&ends), "{ends}: {table}");
        }
    }
}
