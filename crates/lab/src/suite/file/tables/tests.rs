use super::*;
use arena::config::reference::held::{fields_of, hold};

#[test]
fn every_key_of_an_experiment_file_is_in_the_reference() {
    hold::<ExperimentFile>(&EXPERIMENT_FILE, &fields_of::<ExperimentFile>());
    hold::<SuiteTable>(&SUITE, &fields_of::<SuiteTable>());
    hold::<LimitTable>(&LIMIT, &fields_of::<LimitTable>());
    hold::<ConfigurationTable>(&CONFIGURATION, &fields_of::<ConfigurationTable>());
    hold::<BlockTable>(&BLOCK, &fields_of::<BlockTable>());
}

#[test]
fn the_waits_of_an_experiment_are_those_of_a_match_but_for_those_of_games() {
    let left_out =
        SUPERVISION.keys.iter().filter(|key| WAITS.keys.iter().all(|wait| wait.name != key.name));
    assert_eq!(left_out.map(|key| key.name).collect::<Vec<_>>(), ["on_suspect", "faults_in_a_row"]);
}
