//! Options: every technique and parameter has one, with the effect of the library's configuration.

use engine::{
    Engine, Limits, PRESETS, Position, SearchConfig, SearchOverrides, Setup, Stop, Technique,
};
use shakmaty::Chess;

use super::Conversation;

const DEPTH: u32 = 7;

/// Nodes of the library's search of the start position.
fn nodes_of(setup: impl Into<Setup>) -> u64 {
    let position = Position::new(&Chess::default());
    Engine::new(setup, 16).search(&position, &Limits::depth(DEPTH), &Stop::new()).nodes
}

/// Nodes of the binary's, in a new game.
fn nodes(engine: &mut Conversation) -> u64 {
    engine.search(&format!("ucinewgame\nposition startpos\ngo depth {DEPTH}")).last("nodes")
}

#[test]
fn the_introduction_declares_every_technique_and_parameter() {
    let mut engine = Conversation::begin();
    engine.say("uci");
    let lines = engine.until(|line| line == "uciok");
    assert!(lines[0].starts_with("id name Ziggurat ") && lines[1].starts_with("id author "));
    let declares = |start: &str| lines.iter().any(|line| line.starts_with(start));
    for technique in Technique::ALL {
        let key = technique.name();
        assert!(declares(&format!("option name {key} type check default ")), "{key}");
        for parameter in technique.parameters() {
            let name = format!("{key}.{}", parameter.name);
            let kind = match (parameter.range, parameter.choices) {
                (Some(_), _) => "spin",
                (None, ["false", "true"]) => "check",
                _ => "combo",
            };
            assert!(declares(&format!("option name {name} type {kind} default ")), "{name}");
        }
    }
    for name in [
        "Hash type spin",
        "Clear Hash type button",
        "Threads type spin default 1 min 1 max 1",
        "MultiPV type spin",
        "Ponder type check",
        "Move Overhead type spin",
        "UCI_Chess960 type check default false",
        "Preset type combo default default var ",
        "Evaluation type combo default network var classical var network",
        "EvalFile type string default <empty>",
    ] {
        assert!(declares(&format!("option name {name}")), "{name}");
    }
}

#[test]
fn options_make_the_search_that_a_match_file_makes() {
    let mut engine = Conversation::begin();
    for preset in
        PRESETS.iter().filter(|preset| ["default", "none", "mia", "network"].contains(&preset.name))
    {
        let silence = engine.settle(&format!("setoption name Preset value {}", preset.name));
        assert!(silence.is_empty(), "{silence:?}");
        assert_eq!(nodes(&mut engine), nodes_of(preset.setup()), "{}", preset.name);
    }
    let overrides: SearchOverrides =
        toml::from_str("null_move = { reduction = 4 }\nrazoring = false\nmulti_cut = true")
            .unwrap();
    engine.say("setoption name Preset value none\nsetoption name null_move.reduction value 4");
    engine.say("setoption name null_move value true\nsetoption name razoring value false");
    engine.say("setoption name multi_cut value true");
    let config = SearchConfig::preset("none").unwrap().with(&overrides);
    assert_eq!(nodes(&mut engine), nodes_of(config));
}

#[test]
fn a_cleared_table_searches_as_a_new_engine_does() {
    let mut engine = Conversation::begin();
    let go = format!("position startpos\ngo depth {DEPTH}");
    let first = engine.search(&go).last("nodes");
    assert_ne!(engine.search(&go).last("nodes"), first);
    assert_eq!(engine.search(&format!("setoption name Clear Hash\n{go}")).last("nodes"), first);
    assert_eq!(engine.search(&format!("ucinewgame\n{go}")).last("nodes"), first);
    assert_eq!(engine.search(&format!("setoption name Hash value 17\n{go}")).last("nodes"), first);
}

#[test]
fn a_wrong_option_is_answered_with_what_would_be_right() {
    let mut engine = Conversation::begin();
    for (line, hint) in [
        ("setoption name Hash value 0", "from 1 to"),
        ("setoption name multi_cut.cutoffs value many", "from 1 to 64"),
        ("setoption name multi_cut value", "true or false"),
        ("setoption name Preset value worst", "null-move"),
        ("setoption name Contempt value 3", "no option `Contempt`"),
        ("setoption", "setoption name NAME"),
    ] {
        let heard = engine.settle(line);
        assert_eq!(heard.len(), 1, "{heard:?}");
        assert!(heard[0].starts_with("info string ") && heard[0].contains(hint), "{heard:?}");
    }
}

#[test]
fn debugging_tells_what_each_technique_did() {
    let mut engine = Conversation::begin();
    let quiet = engine.search("go depth 6");
    assert!(quiet.lines.iter().all(|line| !line.contains(" string ")));
    let loud = engine.search("debug on\ngo depth 6");
    assert!(loud.lines.iter().any(|line| line.starts_with("info string null_move tried ")));
}
