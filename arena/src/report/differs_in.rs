//! The settings in which two contenders differ, and nothing else of them.

use crate::storage::differences::{DifferingSetting, differing_parts};
use crate::storage::facts::{ContenderFacts, EngineFacts, ProgramFacts, RevisionFacts};

/// Settings that a sentence names.
const NAMED: usize = 8;
/// Characters of a value that a sentence shows.
const SHOWN: usize = 40;
/// The name of the setting that tells whose program plays.
const PROGRAM: &str = "program";
/// The name of the setting that tells two files of one program apart.
const BUILD: &str = "build";

/// The settings in which two contenders differ, their names aside.
pub(super) fn differing_settings([first, second]: &[ContenderFacts; 2]) -> Vec<DifferingSetting> {
    let mut settings = of_engines(&first.engine, &second.engine);
    settings.extend(setting("limits", &first.limits.to_string(), &second.limits.to_string()));
    let commit = |contender: &ContenderFacts| {
        contender.revision.as_ref().map_or_else(|| "none".to_owned(), RevisionFacts::short_name)
    };
    if let Some(commits) = setting("commit", &commit(first), &commit(second)) {
        settings.retain(|setting| setting.setting != BUILD);
        settings.push(commits);
    }
    settings
}

fn of_engines(first: &EngineFacts, second: &EngineFacts) -> Vec<DifferingSetting> {
    match (first, second) {
        (EngineFacts::Program(first), EngineFacts::Program(second)) => of_programs(first, second),
        (EngineFacts::Search(_), EngineFacts::Search(_))
        | (EngineFacts::Own(_), EngineFacts::Own(_)) => {
            differing_parts(&first.parts(), &second.parts())
        }
        _ => setting(PROGRAM, name(first), name(second)).into_iter().collect(),
    }
}

/// Two programs differ by their names, or else by their builds; and by commands, options and manners.
fn of_programs(first: &ProgramFacts, second: &ProgramFacts) -> Vec<DifferingSetting> {
    let build = |program: &ProgramFacts| {
        program.identity.as_ref().map_or_else(String::new, |identity| identity.digest.clone())
    };
    let itself = setting(PROGRAM, first.name(), second.name())
        .or_else(|| setting(BUILD, &build(first), &build(second)))
        .or_else(|| setting("command", &first.command, &second.command));
    let [first, second] = [first, second].map(|program| {
        let mut parts = EngineFacts::Program(program.clone()).parts();
        parts.remove(PROGRAM);
        parts
    });
    itself.into_iter().chain(differing_parts(&first, &second)).collect()
}

fn name(engine: &EngineFacts) -> &str {
    match engine {
        EngineFacts::Search(_) => "ziggurat's search",
        EngineFacts::Own(own) => &own.name,
        EngineFacts::Program(program) => program.name(),
    }
}

fn setting(name: &str, first: &str, second: &str) -> Option<DifferingSetting> {
    (first != second).then(|| DifferingSetting {
        setting: name.to_owned(),
        first: first.to_owned(),
        second: second.to_owned(),
    })
}

/// `Differs in: late_move_reductions (off / on)`, or that nothing differs.
pub(super) fn sentence(settings: &[DifferingSetting]) -> String {
    if settings.is_empty() {
        return "Differs in nothing: both contenders have the same settings.".to_owned();
    }
    let named = settings.iter().take(NAMED).map(|setting| {
        let [first, second] = [&setting.first, &setting.second].map(|value| shortened(value));
        format!("{} ({first} / {second})", setting.setting)
    });
    let more = settings.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{more} more"));
    format!("Differs in: {}.", named.chain(more).collect::<Vec<String>>().join(", "))
}

fn shortened(value: &str) -> String {
    match value.chars().count() {
        0..=SHOWN => value.to_owned(),
        _ => value.chars().take(SHOWN - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::facts::tests::{program, search};

    fn sentence_of(first: EngineFacts, second: EngineFacts) -> String {
        let contender = |engine: EngineFacts| ContenderFacts {
            name: engine.to_string(),
            engine,
            limits: "nodes=2000".parse().unwrap(),
            signature: 0,
            files: None,
            revision: None,
        };
        sentence(&differing_settings(&[contender(first), contender(second)]))
    }

    #[test]
    fn only_the_settings_that_differ_are_named() {
        let with = || search("null_move = { reduction = 2 }\nlate_move_reductions = true", 8);
        let without = search("null_move = { reduction = 4 }", 8);
        assert_eq!(
            sentence_of(without, with()),
            "Differs in: late_move_reductions (off / on), null_move.reduction (4 / 2)."
        );
        assert!(sentence_of(with(), with()).starts_with("Differs in nothing"));
    }

    #[test]
    fn programs_differ_in_their_versions_or_builds_and_options() {
        let old = || program("Stockfish 15", "00", &[("Hash", "16"), ("Threads", "1")]);
        let new = program("Stockfish 16", "01", &[("Hash", "32"), ("Threads", "1")]);
        assert_eq!(
            sentence_of(old(), new),
            "Differs in: program (Stockfish 15 / Stockfish 16), Hash (16 / 32)."
        );
        let build = program("Stockfish 15", "01", &[("Hash", "16"), ("Threads", "1")]);
        assert_eq!(sentence_of(old(), build), "Differs in: build (00 / 01).");
        assert_eq!(
            sentence_of(old(), search("null_move = { reduction = 4 }", 8)),
            "Differs in: program (Stockfish 15 / ziggurat's search)."
        );
    }
}
