use super::*;
use crate::options::OptionValue;

/// Lines of real engines, awkward ones among them.
const LINES: [&str; 10] = [
    "id name Toga II 3.0",
    "id author Thomas Gaksch and Fabien Letouzey",
    "option name Hash type spin default 128 min 4 max 1024",
    "option name NullMove Pruning type combo default Fail High var Always var Fail High var Never",
    "option name Debug Log File type string default",
    "option name SyzygyPath type string default <empty>",
    "option name Clear Hash type button",
    "option name Ponder type check default false",
    "option name ContemptDrawPenalty type spin default 12 min -300 max 300",
    "option name Odd type slider default half",
];

fn engine_info() -> EngineInfo {
    let mut engine_info = EngineInfo::default();
    LINES.iter().for_each(|line| engine_info.note(line.as_bytes()));
    engine_info
}

fn set(name: &str, value: OptionValue) -> String {
    match engine_info().set(name, &value) {
        Ok(line) => line.trim_end().to_owned(),
        Err(problem) => problem.to_string(),
    }
}

#[test]
fn an_engine_introduces_itself() {
    let engine_info = engine_info();
    assert_eq!(engine_info.name, "Toga II 3.0");
    assert_eq!(engine_info.author, "Thomas Gaksch and Fabien Letouzey");
    assert_eq!(engine_info.options.len(), 8);
    assert_eq!(engine_info.threads(), 1);
    assert!(!engine_info.plays_chess960());
    let mut parallel = EngineInfo::default();
    parallel.note(
        b"option name Maximum Number of Threads per Split Point type spin default 5 min 4 max 8",
    );
    parallel.note(b"option name Threads type spin default 2 min 1 max 8");
    assert_eq!(parallel.threads(), 2);
    assert_eq!(parallel.reserve(), None);
    parallel.note(b"option name Move Overhead type spin default 30 min 0 max 5000");
    assert_eq!(parallel.reserve(), Some(Duration::from_millis(30)));
    parallel.note(b"option name UCI_Chess960 type check default false");
    assert!(parallel.plays_chess960());
}

#[test]
fn values_are_set_as_the_engine_spells_them() {
    let text = |text: &str| OptionValue::Text(text.to_owned());
    assert_eq!(set("hash", OptionValue::Number(16)), "setoption name Hash value 16");
    assert_eq!(
        set("NullMove Pruning", text("fail high")),
        "setoption name NullMove Pruning value Fail High"
    );
    assert_eq!(set("Clear Hash", OptionValue::Flag(true)), "setoption name Clear Hash");
    assert_eq!(set("Clear Hash", OptionValue::Flag(false)), "");
    assert_eq!(set("Ponder", OptionValue::Flag(true)), "setoption name Ponder value true");
    assert_eq!(set("SyzygyPath", text("")), "setoption name SyzygyPath value <empty>");
    assert_eq!(set("Odd", text("full")), "setoption name Odd value full");
    assert_eq!(
        set("ContemptDrawPenalty", OptionValue::Number(-300)),
        "setoption name ContemptDrawPenalty value -300"
    );
}

#[test]
fn what_the_engine_does_not_take_is_refused() {
    let text = |text: &str| OptionValue::Text(text.to_owned());
    assert!(
        set("Hesh", OptionValue::Number(1)).contains("no option \"Hesh\", did you mean `Hash`?")
    );
    assert_eq!(
        set("Hash", OptionValue::Number(2)),
        "option \"Hash\": 2 is out of range, the engine takes 4 to 1024"
    );
    assert_eq!(
        set("Hash", text("16")),
        "option \"Hash\" takes a whole number from 4 to 1024, such as 128, without quotes"
    );
    assert_eq!(
        set("Ponder", OptionValue::Number(1)),
        "option \"Ponder\" takes true or false, without quotes"
    );
    assert_eq!(
        set("NullMove Pruning", text("Sometimes")),
        "option \"NullMove Pruning\": there is no choice \"Sometimes\"; there are Always, Fail \
         High, Never"
    );
}
