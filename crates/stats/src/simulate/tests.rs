//! Checks the intervals and tests by simulation, and the simulations themselves.

use super::*;
use crate::sprt::{Model, Sprt};

/// Matches of this number of games.
fn of(matches: u32, games: u32) -> SimulationSettings {
    SimulationSettings { matches, games, ..Default::default() }
}

fn simulated(settings: &SimulationSettings) -> Simulation {
    simulate(settings, &|| {}).unwrap().remove(0)
}

fn sprt(elo0: f64, elo1: f64) -> Vec<StopRule> {
    vec![StopRule::Sprt(Sprt::new(elo0, elo1, 0.05, 0.05, Model::Logistic).unwrap())]
}

fn coverage(simulation: &Simulation, interval: &str) -> f64 {
    simulation.coverage.iter().find(|row| row.interval == interval).unwrap().share
}

#[test]
fn the_headline_interval_holds_what_it_promises_and_one_checked_too_soon_does_not() {
    let simulation = simulated(&SimulationSettings {
        elo: 20.0,
        book: OpeningEffect::Unbalanced,
        ..of(3000, 400)
    });
    let likelihood = coverage(&simulation, "pairs, empirical likelihood");
    assert!((0.935..0.97).contains(&likelihood), "{likelihood}");
    assert!(coverage(&simulation, "games, Student's t") > 0.96);
    assert!(coverage(&simulation, "anytime-valid, after every pair") > 0.95);
    let naive = coverage(&simulation, "pairs, Student's t, after every pair from the tenth");
    assert!(naive < 0.75, "{naive}");
}

#[test]
fn the_anytime_valid_interval_is_as_narrow_as_promised_and_holds_the_truth() {
    let base = SimulationSettings { planned: Some(400), ..of(100, 800) };
    for line in [
        base.clone(),
        SimulationSettings { draws: 0.8, elo: 30.0, ..base.clone() },
        SimulationSettings { draws: 0.6, correlation: vec![-0.556], ..base },
    ] {
        let simulation = simulated(&line);
        let deviation = simulation.pair_deviation;
        assert!((0.15..0.3).contains(&deviation), "{line:?}: {deviation}");
        let looks: Vec<u32> = simulation.widths.iter().map(|row| row.pairs).collect();
        assert_eq!(looks, [20, 50, 100, 200, 400]);
        for (row, most) in simulation.widths.iter().zip([2.2, 1.9, 1.6, 1.45, 1.6]) {
            let widths = [row.anytime, row.this_look].map(|ratio| ratio.0.unwrap());
            assert!(widths[0] <= widths[1] && widths[1] <= most, "{line:?}: {widths:?}");
            // A single look is narrower, or it would be safe itself.
            assert!(widths[1] > 1.3, "{line:?}: {widths:?}");
        }
    }
    let simulation =
        simulated(&SimulationSettings { planned: Some(200), draws: 0.7, ..of(4000, 400) });
    for interval in simulation.coverage.iter().filter(|row| row.interval.contains("every pair")) {
        let is_naive = interval.interval.contains("Student");
        assert_eq!(interval.share < 0.943, is_naive, "{interval:?}");
    }
}

#[test]
fn repeated_openings_need_the_clustered_interval() {
    let simulation = simulated(&SimulationSettings {
        openings: Some(25),
        book: OpeningEffect::Skill,
        ..of(3000, 200)
    });
    let clustered = coverage(&simulation, "openings, clustered t");
    assert!((0.93..0.97).contains(&clustered), "{clustered}");
    assert!(coverage(&simulation, "pairs, Student's t") < 0.92);
}

#[test]
fn a_sequential_test_keeps_its_error_probabilities() {
    let rules = sprt(0.0, 30.0);
    let at = |elo: f64| {
        simulated(&SimulationSettings { elo, rules: rules.clone(), ..of(1000, 4000) }).endings
    };
    let level = at(0.0);
    assert!(level.accepted_h1 < 0.07);
    assert!(at(30.0).accepted_h0 < 0.07);
    assert_eq!(level.undecided, 0.0);
}

#[test]
fn how_a_rule_ended_matches_is_told_even_where_it_never_did() {
    let text = |rules: Vec<StopRule>| {
        let simulation = simulated(&SimulationSettings { rules, ..of(20, 4) });
        let text = document(&[simulation]).text();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let never = text(sprt(0.0, 5.0));
    let rows = "test accepts H1 0.0 % test accepts H0 0.0 % undecided 100.0 % pairs";
    assert!(never.contains(rows), "{never}");
    let sure =
        text(vec![StopRule::Confidence { confidence: 0.95, margin: 0.0, no_difference: None }]);
    let rows = "shown to be stronger 0.0 % shown to be weaker 0.0 % undecided 100.0 % pairs";
    assert!(sure.contains(rows) && !sure.contains("H1"), "{sure}");
    assert!(!text(Vec::new()).contains("undecided"));
}

#[test]
fn several_correlations_stand_side_by_side() {
    let settings = SimulationSettings { correlation: vec![0.0, -0.4], ..of(30, 8) };
    let text = document(&simulate(&settings, &|| {}).unwrap()).text();
    let row = text.lines().find(|line| line.contains("pair correlation")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells, ["pair", "correlation", "0.000", "-0.400"], "{text}");
    assert!(simulate(&SimulationSettings { games: 3, ..settings }, &|| {}).is_err());
}

#[test]
fn the_result_depends_on_the_seed_alone() {
    let with = |seed: u64| {
        let settings = SimulationSettings { seed, ..of(50, 200) };
        serde_json::to_string(&simulated(&settings)).unwrap()
    };
    assert_eq!(with(1), with(1));
    assert_ne!(with(1), with(2));
}
