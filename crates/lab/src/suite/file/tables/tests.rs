use super::*;
use arena::config::reference::held::hold;

#[test]
fn the_examples_of_all_keys_of_an_experiment_file_are_read() {
    hold::<ExperimentFile>(&EXPERIMENT_FILE);
    hold::<SuiteTable>(&SUITE);
    hold::<LimitTable>(&LIMIT);
    hold::<ConfigurationTable>(&CONFIGURATION);
    hold::<BlockTable>(&BLOCK);
}

#[test]
fn the_waits_of_an_experiment_are_those_of_a_match_but_for_those_of_games() {
    let left_out =
        SUPERVISION.keys.iter().filter(|key| WAITS.keys.iter().all(|wait| wait.name != key.name));
    assert_eq!(left_out.map(|key| key.name).collect::<Vec<_>>(), ["faults_in_a_row"]);
}
