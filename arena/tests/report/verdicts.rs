//! The conclusions of a report: stop rules, and the interval that is valid.

use std::path::Path;

use arena::chess::record::{Contender, Termination};
use arena::report::validity::Validity;
use arena::report::{self, Comparison, Report, ReportFormat, Summary};
use shakmaty::{Color, KnownOutcome};

use crate::common::{
    changed_match, facts, format, on_one_line, played, ruled, small_match, summary_of_pairs, tally,
    text_of,
};

#[test]
fn a_report_says_which_rule_stopped_the_match() {
    let sprt = "sprt{elo0=0,elo1=100,alpha=0.05,beta=0.05,model=logistic}";
    let won: Vec<[u8; 2]> = (0..60).map(|i| [2, [2, 1, 0][i % 3]]).collect();
    let text = text_of(&ruled(sprt, 1000, &won));
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let stopped = "Stopped by the SPRT [0, 100] Elo (alpha 0.05, beta 0.05) after ";
    assert!(flat.contains(stopped) && flat.contains(" pairs: it accepted H1. "), "{text}");
    assert!(
        flat.contains("more games were under way, and are not counted in the verdict."),
        "{text}"
    );
    assert!(flat.contains("H1 accepted") && !flat.contains("not finished"), "{text}");
    assert!(flat.contains("stop rules SPRT [0, 100] Elo"), "{text}");
    // The verdict is the test's, and the one interval beside it that of its exit.
    let verdict = flat
        .lines()
        .next()
        .unwrap()
        .split_once("Yes: 'null-move' is stronger than 'multi-cut', +")
        .unwrap()
        .1;
    let verdict = verdict.split_once(" games, by the SPRT [0, 100] Elo.").unwrap().0;
    assert!(verdict.contains("(stop-adjusted 90 % CI) after "), "{text}");
    assert_eq!(verdict.matches("CI").count(), 1, "{text}");
    let summary = ruled("confidence{level=0.95,margin=10}", 1000, &won);
    let text = text_of(&summary).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Yes: 'null-move' is stronger than 'multi-cut', +"), "{text}");
    assert!(!text_of(&summary).contains("Sequential test"));
}

#[test]
fn matches_side_by_side_say_what_their_rules_decided() {
    let sprt = "sprt{elo0=0,elo1=100,alpha=0.05,beta=0.05,model=logistic}";
    let compared = |matches: &[(&str, u32, &[[u8; 2]])]| {
        let summaries: Vec<Summary> =
            matches.iter().map(|(rules, planned, pairs)| ruled(rules, *planned, pairs)).collect();
        let named = summaries.iter().map(|summary| (Path::new("games.pgn"), summary));
        Report::Comparison(Box::new(Comparison::of(named)))
    };
    let won: Vec<[u8; 2]> = (0..60).map(|i| [2, [2, 1, 0][i % 3]]).collect();
    let level = vec![[2, 0]; 300];
    let report = compared(&[
        (sprt, 1000, &won),
        (sprt, 1000, &level),
        (sprt, 6, &level[..3]),
        (sprt, 8, &level[..3]),
        ("confidence{level=0.95,margin=0}", 1000, &won),
        ("games{6}", 1000, &level[..3]),
        ("", 6, &level[..3]),
    ]);
    let expected = [
        "H1 accepted",
        "H0 accepted",
        "not decided",
        "not decided yet",
        "first is stronger",
        "limit of 6 games",
        "none",
    ];
    for format in ["text", "markdown", "latex", "csv", "html"].map(format) {
        let text = report.render(format).unwrap();
        let mut rest = text.as_str();
        for decision in expected {
            let (_, after) =
                rest.split_once(decision).unwrap_or_else(|| panic!("{decision}: {text}"));
            rest = after;
        }
        assert_eq!(matches!(format, ReportFormat::Csv), !text.contains("overstates it"), "{text}");
    }
    let json = |report: &Report| {
        let text = report.render(ReportFormat::Json).unwrap();
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["matches"].clone()
    };
    assert_eq!(json(&report)[0]["stop"]["outcome"], "h1");
    // The lines to paste are of the pairs that the test has seen.
    let pairs = json(&report)[0]["stop"]["pairs"].as_u64().unwrap();
    let blocks = report.render(ReportFormat::OpenBench).unwrap();
    assert!(pairs < 60 && blocks.contains(&format!("Games | N: {} ", 2 * pairs)), "{blocks}");
    assert_eq!(json(&report)[5]["match"]["stop"], "games{6}");

    // Without a decision there is no bias from one; without rules there is nothing to report about
    // them.
    let text = compared(&[(sprt, 6, &level[..3])]).render(ReportFormat::TEXT).unwrap();
    assert!(text.contains("stop rules") && !text.contains("overstates"), "{text}");
    let text = compared(&[("", 6, &level[..3])]).render(ReportFormat::TEXT).unwrap();
    assert!(!text.contains("stop rules"), "{text}");
}

#[test]
fn a_match_that_no_rule_decided_is_inconclusive() {
    let rules = "sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic} games{8}";
    let pairs = [[2, 1], [1, 0], [1, 1], [2, 0]];
    let summary = ruled(rules, 1000, &pairs);
    let text = text_of(&summary);
    assert!(text.contains("The test reached neither of its bounds in 4 pairs"), "{text}");
    assert!(!text.contains("not finished"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&report::json(&summary).unwrap()).unwrap();
    assert_eq!(json["stop"]["outcome"], "inconclusive");
    assert_eq!(json["stop"]["sprt"]["elo1"], 5.0);
    assert_eq!(json["match"]["stop"], rules);
    let open = text_of(&ruled(rules, 1000, &pairs[..3]));
    assert!(
        open.contains("Nothing is decided in the first 3 pairs") && open.contains("6 of 8 games"),
        "{open}"
    );
    for pairs in [&[][..], &[[1, 1]; 30], &[[2, 2]; 2], &[[0, 0]; 9]] {
        let text = text_of(&ruled(rules, 1000, pairs));
        let said = text.replace("-inf (lost all)", "").replace("inf (won all)", "");
        assert!(
            !said.contains(">= ") && !said.contains("<= ") && !said.contains("+- n/a"),
            "{text}"
        );
        assert!(!said.contains("NaN") && !said.contains("inf") && !said.contains("-0.0"), "{text}");
    }
}

#[test]
fn until_a_match_is_over_its_verdict_is_the_one_that_may_be_looked_at() {
    let pairs: Vec<[u8; 2]> = (0..60).map(|i| [2, [2, 1, 0][i % 3]]).collect();
    let finished = summary_of_pairs(&pairs);
    let (fixed, anytime) = (finished.headline.ends, finished.anytime.ends);
    assert!(fixed.elo_lo.0 > anytime.elo_lo.0, "the test is of two different intervals");
    assert_eq!(finished.interval().ends, fixed.interval());
    let open = ruled("", 1000, &pairs);
    assert_eq!(open.interval().ends, anytime.interval());
    assert!(text_of(&finished).contains("empirical likelihood (used for the verdict)"));
    let text = text_of(&open);
    assert!(text.contains("anytime-valid (60 pairs) (used for the verdict)"), "{text}");
    assert_eq!(text.matches("(used for the verdict)").count(), 1, "{text}");
    // The interval of a fixed length shows a difference here, the anytime-valid one does not.
    let pair = |i: usize| [[2; 2], [0; 2], [1; 2]][usize::from(i >= 11) + usize::from(i >= 16)];
    let little: Vec<[u8; 2]> = (0..60).map(|i| pair(i % 30)).collect();
    let verdict = |summary: &Summary| {
        let text = on_one_line(&text_of(summary));
        text.split_once("'multi-cut', ").unwrap().1.split_once(". ").unwrap().0.to_owned()
    };
    let done = summary_of_pairs(&little);
    assert!(done.headline.ends.elo_lo.0 > Some(0.0) && done.anytime.ends.elo_lo.0 < Some(0.0));
    let told = verdict(&done);
    assert!(told.contains(" (95 % CI) after 120 games"), "{told}");
    let told = verdict(&ruled("", 1000, &little));
    assert!(told.contains(" (anytime-valid 95 % CI) after 120 games"), "{told}");
}

#[test]
fn the_interval_of_a_match_that_an_sprt_ended_agrees_with_the_verdict() {
    // A test of hypotheses far apart ends after few pairs, when an anytime-valid interval is still wide.
    let won: Vec<[u8; 2]> =
        (0..90).map(|i| [[2, 1], [1, 1], [2, 0], [1, 0], [2, 1]][i % 5]).collect();
    let lost: Vec<[u8; 2]> = won.iter().map(|pair| pair.map(|points| 2 - points)).collect();
    let test = "sprt{elo0=0,elo1=60,alpha=0.05,beta=0.05,model=normalized}";
    for (pairs, is_h1) in [(&won, true), (&lost, false)] {
        let summary = ruled(test, 8000, pairs);
        let (interval, elo) = (summary.interval(), summary.elo().unwrap());
        assert!(summary.anytime.ends.interval().contains(0.0), "{:?}", summary.anytime.ends);
        assert!(interval.ends.contains(elo) && elo.abs() < summary.headline.elo.0.unwrap().abs());
        let excludes = if is_h1 { interval.ends.low >= 0.0 } else { interval.ends.high < 30.0 };
        assert!(summary.is_decided() && excludes, "{interval:?}");
        let text = on_one_line(&text_of(&summary));
        for said in
            ["(stop-adjusted 90 % CI) after ", "stop-adjusted 90 % CI (used for the verdict)"]
        {
            assert!(text.contains(said), "{said}: {text}");
        }
        assert!(!text.contains("may disagree") && !text.contains("overstates it"), "{text}");
        let json: serde_json::Value =
            serde_json::from_str(&report::json(&summary).unwrap()).unwrap();
        assert_eq!(json["exit"]["elo"].as_f64(), Some(elo));
        assert_eq!(json["verdict_by"], "exit");
    }
    // A rule on the interval has no law of its exit: the anytime-valid interval stays in force.
    let clear: Vec<[u8; 2]> = (0..60).map(|i| [2, [2, 1, 0][i % 3]]).collect();
    let by_interval = ruled("confidence{level=0.95,margin=0}", 8000, &clear);
    assert!(by_interval.exit.is_none());
    assert!(text_of(&by_interval).contains("overstates"));
}

#[test]
fn the_difference_is_that_of_all_games_also_where_one_waits_for_its_partner() {
    let mut games: Vec<(usize, u8)> = (0..61).flat_map(|opening| [(opening, 1); 2]).collect();
    games.push((61, 2));
    let summary = Summary::of(&facts(400), &tally(&played(&games)));
    assert_eq!(summary.pairs.unpaired_games, 1);
    let text = on_one_line(&text_of(&summary));
    assert!(text.contains("Not yet: 'null-move' against 'multi-cut', +2.8 Elo ["), "{text}");
}

/// The page of the games of a small match, with this many planned.
fn page_of(planned: u32) -> String {
    changed_match(|game| game.facts_mut().games = planned).render(ReportFormat::Html).unwrap()
}

#[test]
fn the_largest_tile_of_a_page_has_the_interval_that_can_be_believed() {
    let tile = |page: &str| {
        let (_, tile) = page.split_once("<dt>Elo</dt>").unwrap();
        tile.split_once("</div>").unwrap().0.to_owned()
    };
    let (over, open) = (tile(&page_of(8)), tile(&page_of(400)));
    assert!(over.contains("[-293.3, 348.5]") && !over.contains("anytime"), "{over}");
    assert!(open.contains("anytime-valid") && !open.contains("348.5"), "{open}");
}

#[test]
fn a_stop_rule_that_was_changed_is_told_with_the_game() {
    let rules =
        |elo1: u32| format!("sprt{{elo0=0,elo1={elo1},alpha=0.05,beta=0.05,model=logistic}}");
    let report = |changed: &dyn Fn(usize) -> String| {
        let mut stops = (0..).map(changed);
        changed_match(|game| game.facts_mut().stop = stops.next().unwrap().parse().unwrap())
    };
    let rendered = |report: &Report, format| {
        let text = on_one_line(&report.render(format).unwrap());
        // Markdown and LaTeX escape brackets.
        text.replace("\\[", "[").replace("\\]", "]").replace("{[}", "[").replace("{]}", "]")
    };
    let changed = report(&|game| rules(if game < 5 { 5 } else { 10 }));
    let sentence = "The stop rule was changed after 5 games, from SPRT [0, 5] Elo (alpha 0.05, \
                    beta 0.05) to SPRT [0, 10] Elo (alpha 0.05, beta 0.05). The results of \
                    these games could be known then: the error rates of the test no longer hold.";
    for format in ["text", "markdown", "latex", "html"].map(format) {
        assert!(rendered(&changed, format).contains(sentence), "{format:?}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&changed.render(ReportFormat::Json).unwrap()).unwrap();
    assert_eq!(json["rule_changes"][0]["after_games"], 5);
    let removed = report(&|game| if game < 1 { rules(5) } else { String::new() });
    assert!(
        rendered(&removed, ReportFormat::TEXT)
            .contains("changed after 1 game, from SPRT [0, 5] Elo")
    );
    // When a run ends may be changed at will.
    let paused = report(&|game| rules(5) + if game < 5 { " until{07:00}" } else { " budget{6h}" });
    assert!(!rendered(&paused, ReportFormat::TEXT).contains("was changed"));
}

/// The report of the small match in which the first contender fails in this way in this many games.
fn faulty_match(failing: usize, change: impl Fn(Color) -> Termination) -> Report {
    let mut games = 0;
    changed_match(|game| {
        games += 1;
        if games > failing {
            return;
        }
        let record = &mut game.record;
        let side = record.spec.white;
        let side = if side == Contender::First { Color::White } else { Color::Black };
        record.termination = change(side);
        record.outcome = KnownOutcome::Decisive { winner: !side };
        record.moves.clear();
    })
}

#[test]
fn faults_that_could_have_decided_a_match_lead_every_form_of_its_report() {
    let report = faulty_match(usize::MAX, Termination::Abandoned);
    let Report::Match(of_two) = &report else { panic!("two contenders") };
    let (games, name) = (of_two.summary.games.played, &of_two.summary.facts.contenders[0].name);
    for format_name in ["text", "markdown", "latex", "html"] {
        // Each form has its own way to write the name.
        let text = on_one_line(&report.render(format(format_name)).unwrap());
        let first = text.find("Void: ").unwrap_or_else(|| panic!("{format_name}: {text}"));
        let counts = format!(" failed in {games} of {games} games.");
        assert!(text[first..].contains(&counts), "{format_name}: {text}");
        assert!(text.find("As the games stand: ").unwrap() > first, "{format_name}");
        assert!(!text.contains("Both games of each pair are the same"), "{format_name}: {text}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&report.render(ReportFormat::Json).unwrap()).unwrap();
    assert_eq!(json["validity"]["state"], "invalid");
    assert_eq!(json["validity"]["failures"][0]["failures"], games);
    let brief = report.brief(200);
    let headline = format!("Void: '{name}' failed in {games} of {games} games.");
    assert!(brief.trim_end().ends_with(&headline), "{brief}");
}

#[test]
fn games_lost_on_time_lead() {
    let report = faulty_match(3, Termination::TimeForfeit);
    let text = on_one_line(&report.render(ReportFormat::TEXT).unwrap());
    let Report::Match(of_two) = &report else { panic!("two contenders") };
    let games = of_two.summary.games.played;
    let headline = format!(
        "3 of {games} games were lost on time. `limits.time_margin` is how late a move may be."
    );
    assert!(text.contains(&headline), "{text}");
}

#[test]
fn a_match_without_faults_is_led_by_its_verdict() {
    let Report::Match(of_two) = small_match() else { panic!("two contenders") };
    assert_eq!(of_two.summary.validity, Validity::Valid);
}

/// The line Why of a match in which the first contender wins all pairs, or half of them, with half of the nodes.
fn why(half_points: [u8; 2], pairs: usize, termination: Option<Termination>) -> Option<String> {
    let games: Vec<(usize, u8)> =
        (0..pairs).flat_map(|i| half_points.map(|result| (i, result))).collect();
    let mut records = played(&games);
    for record in &mut records {
        let mut mover = record.first_mover;
        for played in &mut record.moves {
            let is_first = (record.spec.white == Contender::First) == (mover == Color::White);
            played.nodes = if is_first { 1000 } else { 2000 };
            mover = !mover;
        }
        record.termination = termination.unwrap_or(record.termination);
    }
    let planned = u32::try_from(games.len()).unwrap();
    let text = text_of(&Summary::of(&facts(planned), &tally(&records)));
    let flat = on_one_line(&text);
    let (_, line) = flat.split_once("Why: ")?;
    line.split_once('.').map(|(line, _)| line.to_owned())
}

#[test]
fn a_cause_is_named_only_beyond_chance_and_where_chess_decided() {
    let told = why([2, 1], 40, None).unwrap();
    assert_eq!(told, "'null-move' visits 50 % fewer nodes a move");
    assert_eq!(why([2, 1], 2, None), None, "four games");
    assert_eq!(why([2, 0], 40, None), None, "no difference");
    let crashed = Termination::Abandoned(Color::White);
    assert_eq!(why([2, 1], 40, Some(crashed)), None, "the crashes are the cause");
}
