use super::*;

use arena::storage::facts::ProgramFacts;

use crate::suite::configuration::parse_lists;
use OptionValue::{Flag, Number, Text};

fn of_preset(preset: &str) -> Configuration {
    parse_lists(&[preset.to_owned()], None).unwrap().remove(0)
}

fn search(configuration: &Configuration) -> SearchConfig {
    configuration.engine.in_process().unwrap().search
}

fn grid(preset: &str, axes: &[&str]) -> Result<Grid, String> {
    let axes: Result<Vec<Axis>, GridError> = axes.iter().map(|text| Axis::parse(text)).collect();
    axes.and_then(|axes| Grid::new(&of_preset(preset), &[axes])).map_err(|error| error.to_string())
}

fn numbers<const N: usize>(values: [i64; N]) -> Vec<OptionValue> {
    values.map(Number).into()
}

#[test]
fn values_of_options_are_switches_fractions_and_texts_too() {
    let values = |list: &str| Axis::parse(&format!("options.x={list}")).map(|axis| axis.values);
    let texts = |list: [&str; 2]| list.map(|text| Text(text.to_owned())).to_vec();
    assert_eq!(values("true, false"), Ok(vec![Flag(true), Flag(false)]));
    assert_eq!(values("Solid,Wild"), Ok(texts(["Solid", "Wild"])));
    assert_eq!(values("0.5,1"), Ok(texts(["0.5", "1"])));
    assert_eq!(values("../a.bin,<empty>"), Ok(texts(["../a.bin", "<empty>"])));
    assert_eq!(values("1..3"), Ok(numbers([1, 2, 3])));
    let error = |list: &str| values(list).unwrap_err().to_string();
    assert!(error("Solid,Solid").contains("the value Solid is there twice"));
    assert!(error("Solid,").contains("a value is empty"));
    assert!(error("5..1").contains("goes up"));
    assert!(Axis::parse("multi_cut.moves=true").is_err());
}

#[test]
fn values_are_numbers_and_ranges_with_both_ends() {
    let values = |list: &str| Axis::parse(&format!("a.b={list}")).map(|axis| axis.values);
    assert_eq!(values("2,3"), Ok(numbers([2, 3])));
    assert_eq!(values("4..16/4"), Ok(numbers([4, 8, 12, 16])));
    assert_eq!(values("1, 3..5"), Ok(numbers([1, 3, 4, 5])));
    assert_eq!(values("-50..0/25"), Ok(numbers([-50, -25, 0])));
    let error = |text: &str| Axis::parse(text).unwrap_err().to_string();
    assert!(error("a.b=5..1").contains("goes up"));
    assert!(error("a.b=1..5/0").contains("by a step of 1 or more"));
    assert!(error("a.b=x").contains("\"x\" is not a value"));
    assert!(error("a.b=2,1..3").contains("the value 2 is there twice"));
    assert!(error("ab=2").contains("written technique.parameter=values"));
}

fn values(grid: &Grid) -> Vec<Vec<OptionValue>> {
    grid.points.iter().map(|point| point.values.clone()).collect()
}

#[test]
fn every_combination_is_a_point_and_the_last_axis_changes_fastest() {
    let grid = grid("null-move", &["multi_cut.cutoffs=2,3", "multi_cut.reduction=2,4"]).unwrap();
    assert_eq!(values(&grid), [[2, 2], [2, 4], [3, 2], [3, 4]].map(numbers));
    let multi_cut = search(&grid.points[1].configuration).multi_cut.unwrap();
    assert_eq!((multi_cut.cutoffs, multi_cut.moves, multi_cut.reduction), (2, 10, 4));
    assert_eq!(grid.points[1].configuration.name, "multi_cut.cutoffs=2 multi_cut.reduction=4");
    assert_eq!(grid.baseline.name, "without multi_cut");
    assert_eq!(search(&grid.baseline), SearchConfig::preset("null-move").unwrap());
}

#[test]
fn parameters_that_are_not_varied_keep_the_values_of_the_configuration() {
    let mut base = of_preset("multi-cut");
    let EngineSettings::InProcess(settings) = &mut base.engine else { panic!("a program") };
    settings.search.multi_cut.as_mut().unwrap().moves = 7;
    let grid = Grid::new(&base, &[vec![Axis::parse("multi_cut.cutoffs=2").unwrap()]]).unwrap();
    assert_eq!(search(&grid.points[0].configuration).multi_cut.unwrap().moves, 7);
    assert_eq!(search(&grid.baseline).multi_cut, None);
}

#[test]
fn combinations_that_never_prune_are_skipped() {
    let grid = grid("none", &["multi_cut.cutoffs=2..4", "multi_cut.moves=3"]).unwrap();
    assert_eq!(grid.points.len(), 2);
    let [skipped] = grid.skipped.as_slice() else { panic!("{:?}", grid.skipped) };
    assert_eq!(skipped.name, "multi_cut.cutoffs=4 multi_cut.moves=3");
    assert!(skipped.reason.contains("4 cutoffs among 3 moves"));
    let none = self::grid("none", &["multi_cut.cutoffs=4", "multi_cut.moves=3"]).unwrap_err();
    assert!(none.contains("no combination makes sense"), "{none}");
}

#[test]
fn several_sets_of_combinations_stand_in_one_grid() {
    let sets = [
        ["multi_cut.cutoffs=2,3", "multi_cut.moves=4"],
        ["multi_cut.cutoffs=3", "multi_cut.moves=3,4"],
    ];
    let axes = |set: &[&str]| set.iter().map(|text| Axis::parse(text).unwrap()).collect();
    let base = of_preset("none");
    let grid = Grid::new(&base, &sets.each_ref().map(|set| axes(set))).unwrap();
    assert_eq!(values(&grid), [[2, 4], [3, 4], [3, 3]].map(numbers));
    assert_eq!(grid.axes[1].values, numbers([4, 3]));
    let other = axes(&["multi_cut.moves=4", "multi_cut.cutoffs=2"]);
    let error = Grid::new(&base, &[axes(&sets[0]), other]).unwrap_err().to_string();
    assert!(error.contains("varies the same parameters in the same order"), "{error}");
}

#[test]
fn options_of_a_program_are_varied() {
    let [base] =
        parse_lists(&["S=sh:{options={Hash=4}}".to_owned()], None).unwrap().try_into().unwrap();
    let axes = |text: &str| vec![Axis::parse(text).unwrap()];
    let grid = Grid::new(&base, &[axes("options.Hash=1,16"), axes("options.Hash=16")]).unwrap();
    let told = |configuration: &Configuration| {
        ProgramFacts::of(configuration.engine.program().unwrap()).to_string()
    };
    assert_eq!((grid.baseline.name.as_str(), told(&grid.baseline)), ("S", told(&base)));
    assert_eq!(grid.points.len(), 2);
    assert_eq!(grid.points[1].configuration.name, "options.Hash=16");
    assert!(told(&grid.points[1].configuration).ends_with("; Hash = 16"));
    let error = Grid::new(&base, &[axes("multi_cut.moves=3")]).unwrap_err().to_string();
    assert!(error.contains("as options.Hash=1,16"), "{error}");
}

#[test]
fn mistakes_say_what_would_be_right() {
    let error = |axis: &str| grid("none", &[axis]).unwrap_err();
    assert!(error("multicut.moves=3").contains("did you mean `multi_cut`?"));
    assert!(error("multi_cut.move=3").contains("did you mean `moves`?"));
    assert!(error("multi_cut.cutoffs=0").contains("expected 1 to 64"));
    assert!(error("multi_cut.moves=1..9000000").contains("more than 10000 combinations"));
    let twice = grid("none", &["multi_cut.moves=3", "multi_cut.moves=4"]).unwrap_err();
    assert!(twice.contains("varied twice"), "{twice}");
}
