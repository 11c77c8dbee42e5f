//! Plans against the tables of the specification.

use super::*;

fn rounded(plan: &MatchPlan) -> Vec<f64> {
    plan.test.expectations.iter().map(|at| at.length.games.round()).collect()
}

#[test]
fn the_lengths_are_those_of_the_tables() {
    let model = Model::Logistic;
    let settings = PlanSettings { one_sided: true, correlation: -0.2, model, ..Default::default() };
    let of_table = plan(&settings).unwrap();
    assert_eq!(of_table.fixed.games.round(), 16536.0);
    assert_eq!(rounded(&of_table), [10238.0, 16747.0, 10238.0]);
    let without_draws = plan(&PlanSettings { draws: 0.0, ..Default::default() }).unwrap();
    assert_eq!(without_draws.standard_error_of_ten.games.round(), 1207.0);
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
        let Sprt { elo0, elo1, model, .. } = planned.test.sprt;
        assert_eq!(model, Model::default());
        let hypotheses = Some([elo0, elo1]);
        let copied = plan(&PlanSettings { hypotheses, ..settings.clone() }).unwrap();
        assert_eq!(rounded(&copied), rounded(&planned));
    }
}

#[test]
fn a_pace_turns_games_into_hours() {
    let settings =
        PlanSettings { elo: 10.0, games: 500, games_per_hour: Some(100.0), ..Default::default() };
    let timed = plan(&settings).unwrap();
    assert_eq!(timed.worth.length.hours.0, Some(5.0));
    assert!(timed.document().text().contains("5 h"));
    let untimed = plan(&PlanSettings { games_per_hour: None, ..settings }).unwrap();
    assert_eq!(untimed.fixed.hours.0, None);
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
