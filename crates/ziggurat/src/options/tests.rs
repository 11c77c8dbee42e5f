//! The options agree with the techniques' tables, and keep their values.

use super::*;
use std::collections::HashSet;

/// Every value worth trying of a declared option: the ends of its range, or all choices.
fn values(declaration: &UciOptionConfig) -> Vec<String> {
    match declaration {
        UciOptionConfig::Check { .. } => vec!["true".into(), "false".into()],
        UciOptionConfig::Spin { min, max, .. } => {
            vec![min.unwrap().to_string(), max.unwrap().to_string()]
        }
        UciOptionConfig::Combo { var, .. } => var.clone(),
        UciOptionConfig::Button { .. } | UciOptionConfig::String { .. } => vec![String::new()],
    }
}

fn declared(options: &Options, name: &str) -> String {
    let declarations = options.declarations();
    declarations.iter().find(|option| option.get_name() == name).unwrap().to_string()
}

#[test]
fn every_technique_and_parameter_is_an_option_of_its_own_and_can_be_set() {
    let names: Vec<String> = entries().map(|(_, name)| name).collect();
    let unique: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(unique.len(), names.len());
    for &technique in Technique::ALL {
        let key = technique.name();
        for on in [true, false] {
            let mut options = Options::default();
            assert_eq!(options.set(key, Some(&on.to_string())), Ok(Effect::None));
            assert_eq!(options.setup().search.values(technique).is_some(), on, "{key}");
        }
        for (i, parameter) in technique.parameters().iter().enumerate() {
            let name = format!("{key}.{}", parameter.name);
            let mut options = Options::default();
            options.set(key, Some("true")).unwrap();
            let declarations = options.declarations();
            let declaration = declarations.iter().find(|option| option.get_name() == name);
            for value in values(declaration.unwrap()) {
                options.set(&name, Some(&value)).unwrap();
                let set = options.setup().search.values(technique).unwrap()[i];
                assert_eq!(set.to_string(), value, "{name}");
            }
        }
    }
}

#[test]
fn every_declaration_reads_back_as_it_was_written() {
    for declaration in Options::default().declarations() {
        let line = declaration.to_string();
        let message: shakmaty_uci::UciMessage = line.parse().unwrap();
        let expected = match declaration {
            UciOptionConfig::String { name, default: Some(text) } if text == "<empty>" => {
                UciOptionConfig::String { name, default: Some(String::new()) }
            }
            written => written,
        };
        assert_eq!(message, shakmaty_uci::UciMessage::Option(expected), "{line}");
    }
}

#[test]
fn presets_can_be_chosen_and_reset_every_technique() {
    for preset in PRESETS {
        let mut options = Options::default();
        options.set("multi_cut.cutoffs", Some("7")).unwrap();
        options.set("multi_cut", Some("true")).unwrap();
        options.set("Preset", Some(preset.name)).unwrap();
        assert_eq!(options.setup(), preset.setup(), "{}", preset.name);
    }
}

#[test]
fn a_network_is_read_from_a_file_and_counts_when_it_is_wanted() {
    let mut options = Options::default();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/networks/default.network");
    options.set("EvalFile", Some(file)).unwrap();
    assert_eq!(options.setup(), Options::default().setup());
    options.set("Evaluation", Some("network")).unwrap();
    let network = Evaluation::Network(Network::built_in());
    assert_eq!(options.setup().evaluation, network);
    assert_eq!(
        declared(&options, "EvalFile"),
        format!("option name EvalFile type string default {file}")
    );
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for (wrong, hint) in [("no-such.network", "No such file"), (text, "does not begin with")] {
        let error = options.set("EvalFile", Some(wrong)).unwrap_err().to_string();
        assert!(error.contains(hint), "{error}");
    }
    assert_eq!(options.setup().evaluation, network);
    options.set("EvalFile", Some("<empty>")).unwrap();
    assert_eq!(declared(&options, "EvalFile"), "option name EvalFile type string default <empty>");
}

#[test]
fn parameters_and_switches_may_come_in_any_order() {
    let mut one = Options::default();
    one.set("multi_cut", Some("true")).unwrap();
    one.set("multi_cut.cutoffs", Some("2")).unwrap();
    let mut other = Options::default();
    other.set("multi_cut.cutoffs", Some("2")).unwrap();
    assert_eq!(other.setup(), Options::default().setup());
    other.set("multi_cut", Some("true")).unwrap();
    assert_eq!(one.setup(), other.setup());
}

#[test]
fn common_options_are_set_and_case_does_not_matter() {
    let mut options = Options::default();
    assert_eq!(options.set("hash", Some("64")), Ok(Effect::None));
    assert_eq!(options.set("MULTIPV", Some("3")), Ok(Effect::None));
    assert_eq!(options.set("move overhead", Some("0")), Ok(Effect::None));
    assert_eq!(options.set("UCI_Chess960", Some("true")), Ok(Effect::None));
    assert_eq!(options.set("Clear Hash", None), Ok(Effect::ClearHash));
    assert_eq!((options.hash, options.lines, options.overhead), (64, 3, Duration::ZERO));
    assert_eq!(options.castling, CastlingMode::Chess960);
    let line = "option name Hash type spin default 64 min 1 max 32768";
    assert_eq!(declared(&options, "Hash"), line);
    let line = "option name multi_cut.cutoffs type spin default 3 min 1 max 64";
    assert_eq!(declared(&options, "multi_cut.cutoffs"), line);
}

#[test]
fn wrong_values_say_what_would_be_right_and_change_nothing() {
    let mut options = Options::default();
    let before = options.declarations();
    for (name, value, hint) in [
        ("Hash", "0", "from 1 to 32768"),
        ("Hash", "lots", "from 1 to 32768"),
        ("Threads", "2", "from 1 to 1"),
        ("multi_cut", "yes", "true or false"),
        ("multi_cut.cutoffs", "65", "from 1 to 64"),
        ("enhanced_multi_cut.applies", "sometimes", "cut-or-trans"),
        ("Preset", "best", "null-move"),
        ("Skill", "20", "no option"),
    ] {
        let error = options.set(name, Some(value)).unwrap_err().to_string();
        assert!(error.contains(hint), "{error}");
        assert_eq!(options.declarations(), before);
    }
    assert!(options.set("Hash", None).is_err());
}
