//! Plans against the tables of the specification.

use super::*;

impl Default for PlanSettings {
    /// 5 Elo, found with a probability of 0.9 by games with half of them drawn.
    fn default() -> PlanSettings {
        PlanSettings {
            elo: 5.0,
            power: 0.9,
            alpha: 0.05,
            beta: 0.05,
            one_sided: false,
            draws: 0.5,
            correlation: 0.0,
            margin: 0.0,
            no_difference: None,
            hypotheses: None,
            model: Model::default(),
            games: 1000,
            games_per_hour: None,
        }
    }
}

/// The games of the test at each strength.
fn rounded(plan: &MatchPlan) -> Vec<f64> {
    plan.rules[1].outcomes.iter().map(|at| at.games.round()).collect()
}

#[test]
fn the_lengths_are_those_of_the_tables() {
    let model = Model::Logistic;
    let settings = PlanSettings { one_sided: true, correlation: -0.2, model, ..Default::default() };
    let of_table = plan(&settings).unwrap();
    assert_eq!(of_table.rules[0].planned.0.unwrap().round(), 16536.0);
    assert_eq!(rounded(&of_table), [10238.0, 16747.0, 10238.0]);
    let hypotheses = Some([0.0, 5.0]);
    let games = rounded(&plan(&PlanSettings { hypotheses, ..Default::default() }).unwrap());
    assert_eq!(games[0], 25591.0);
    assert!((games[1] - 41861.0).abs() <= 1.0 && (games[2] - 25591.0).abs() <= 1.0);
}

#[test]
fn a_match_with_the_bounds_shown_is_the_one_planned() {
    for settings in [
        PlanSettings { draws: 0.6, ..Default::default() },
        PlanSettings { elo: -12.0, correlation: -0.3, ..Default::default() },
    ] {
        let planned = plan(&settings).unwrap();
        let Sprt { elo0, elo1, model, .. } = planned.sprt;
        assert_eq!(model, Model::default());
        let hypotheses = Some([elo0, elo1]);
        let copied = plan(&PlanSettings { hypotheses, ..settings.clone() }).unwrap();
        assert_eq!(rounded(&copied), rounded(&planned));
    }
}

#[test]
fn every_rule_finds_the_difference_as_often_as_was_asked_and_none_as_often_as_it_may_err() {
    for settings in [
        PlanSettings::default(),
        PlanSettings { elo: -8.0, margin: 2.0, draws: 0.7, ..Default::default() },
    ] {
        let planned = plan(&settings).unwrap();
        let at = |rule: &RulePlan, elo: f64| {
            rule.outcomes.iter().find(|at| at.elo == elo).unwrap().finds
        };
        for rule in planned.rules.iter().filter(|rule| rule.planned.0.is_some()) {
            let (found, erred) = (at(rule, settings.elo), at(rule, 0.0));
            assert!((found - 0.9).abs() < 0.02 && erred < 0.052, "{}: {found} {erred}", rule.rule);
        }
        let test = &planned.rules[1];
        assert!((at(test, settings.elo) - 0.95).abs() < 0.01 && at(test, 0.0) < 0.06, "{test:?}");
    }
}

#[test]
fn a_pace_turns_games_into_hours() {
    let settings =
        PlanSettings { elo: 10.0, games: 500, games_per_hour: Some(100.0), ..Default::default() };
    let timed = plan(&settings).unwrap();
    assert_eq!(timed.worth.hours.0, Some(5.0));
    assert!(timed.document().text().contains("500 games (5 hours)"));
    let untimed = plan(&PlanSettings { games_per_hour: None, ..settings }).unwrap();
    assert_eq!(untimed.worth.hours.0, None);
}

#[test]
fn numbers_out_of_range_are_refused() {
    let set = PlanSettings::default;
    for (settings, name) in [
        (PlanSettings { elo: 0.0, ..set() }, "elo is 0"),
        (PlanSettings { power: 1.0, ..set() }, "power is 1"),
        (PlanSettings { draws: 1.0, ..set() }, "draws is 1"),
        (PlanSettings { correlation: -1.0, ..set() }, "correlation is -1"),
        (PlanSettings { games: 0, ..set() }, "games is 0"),
        (PlanSettings { margin: 5.0, ..set() }, "margin is 5"),
        (PlanSettings { margin: 2.0, no_difference: Some(2.0), ..set() }, "no_difference is 2"),
        (PlanSettings { games_per_hour: Some(0.0), ..set() }, "games_per_hour is 0"),
        (PlanSettings { elo: 400.0, ..set() }, "at most 0.182"),
    ] {
        let message = plan(&settings).unwrap_err().to_string();
        assert!(message.contains(name), "{settings:?}: {message}");
    }
}

#[test]
fn a_plan_reads_well() {
    let settings = PlanSettings {
        games_per_hour: Some(120.0),
        hypotheses: Some([-2.0, 5.0]),
        ..Default::default()
    };
    let text = plan(&settings).unwrap().document().text();
    assert_eq!(text, include_str!("../../tests/data/plan.txt"));
}
