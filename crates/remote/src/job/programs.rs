//! The programs of a job: the worker's operator decides which one runs, and with which arguments and files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use toml::{Table, Value};
use uci_client::{DeclaredOption, EngineOption, Guard, Timeouts, UciOptionConfig, declared};

use super::{JobError, LocalFiles, unreadable};
use arena::config::UciSettings;

/// Variables of a program's environment that nobody may allow: they have it load other code.
const LOADER: &str = "LD_";
/// Parts of the names of options that are about files, whatever their type.
const FILES: [&str; 13] = [
    "file",
    "path",
    "dir",
    "folder",
    "log",
    "book",
    "syzygy",
    "tablebase",
    "net",
    "save",
    "write",
    "export",
    "import",
];
/// Types whose values are never paths, although their names sound like it: a number, a choice or a switch.
const NO_FILES: [&str; 3] = ["syzygyprobedepth", "syzygyprobelimit", "syzygy50moverule"];

/// The settings of a program that a job may name, as the worker's operator allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Names of variables that a job may set.
    pub variables: BTreeSet<String>,
    /// Arguments that a job may give.
    pub arguments: BTreeSet<String>,
    /// Files and directories for options, by their names: they replace those of a job.
    pub option_files: BTreeMap<String, PathBuf>,
}

impl Allowed {
    /// The file of an option, where the operator has named one.
    fn option_file(&self, option: &str) -> Option<&PathBuf> {
        let mut files = self.option_files.iter();
        files.find(|(name, _)| name.eq_ignore_ascii_case(option)).map(|(_, file)| file)
    }
}

/// Whether a variable of this name can be allowed at all.
#[must_use]
pub fn is_of_loader(variable: &str) -> bool {
    variable.to_ascii_uppercase().starts_with(LOADER)
}

/// Why no worker can be given this program as it is, in a sentence.
pub(crate) fn not_for_workers(name: &str, settings: &UciSettings) -> Option<String> {
    let program = &settings.program;
    if let Some(directory) = &program.directory {
        return Some(format!(
            "{name}: `dir` is a directory of this machine, {}: workers start programs where they are; leave \
             it out",
            directory.display()
        ));
    }
    let mut variables = program.environment.iter().map(|(variable, _)| variable);
    let variable = variables.find(|variable| is_of_loader(variable))?;
    Some(format!("{name}: no worker sets {variable} for a program; leave it out"))
}

/// The SHA-256 of a program's file, in hexadecimal.
pub(super) fn digest(program: Option<&UciSettings>) -> Option<String> {
    Some(hex::encode(program?.identity.as_ref()?.digest))
}

/// Names this machine's own program in the table of a contender or configuration, and its own files in its options.
pub(super) fn name_own(
    table: &mut Table,
    digest: Option<&str>,
    own: &LocalFiles,
) -> Result<(), JobError> {
    let name = table.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    check_variables(&name, table, &own.allowed)?;
    check_arguments(&name, table, &own.allowed)?;
    map_options(&name, table, &own.allowed)?;
    let digest = digest.ok_or_else(|| JobError(format!("{name}: its digest is not told")))?;
    let program = own.programs.get(digest).ok_or_else(|| {
        let short = digest.get(..16).unwrap_or(digest);
        JobError(format!(
            "{name}: no program with SHA-256 {short}.. among those that this worker lists: name it with \
             --engine NAME=PATH, or its directory with --engines DIR"
        ))
    })?;
    table.insert("command".to_owned(), Value::String(program.display().to_string()));
    Ok(())
}

fn check_variables(name: &str, table: &Table, allowed: &Allowed) -> Result<(), JobError> {
    let Some(variables) = table.get("env") else { return Ok(()) };
    let variables = variables.as_table().ok_or_else(unreadable)?;
    for variable in variables.keys() {
        if is_of_loader(variable) {
            return Err(JobError(format!("{name}: no worker sets {variable} for a program")));
        }
        if !allowed.variables.contains(variable) {
            return Err(JobError(format!(
                "{name}: the match sets the variable {variable} for a program, which this worker does \
                 not allow: --allow-env {variable} would"
            )));
        }
    }
    Ok(())
}

fn check_arguments(name: &str, table: &Table, allowed: &Allowed) -> Result<(), JobError> {
    let in_command = match table.get("command") {
        Some(Value::Array(words)) => words.get(1..).unwrap_or_default(),
        Some(Value::String(_)) => &[],
        _ => return Err(unreadable()),
    };
    let more = match table.get("args") {
        Some(arguments) => arguments.as_array().ok_or_else(unreadable)?.as_slice(),
        None => &[],
    };
    for argument in in_command.iter().chain(more) {
        let argument = argument.as_str().ok_or_else(unreadable)?;
        if !allowed.arguments.contains(argument) {
            return Err(JobError(format!(
                "{name}: the match gives a program the argument {argument:?}, which this worker does not \
                 allow: --allow-argument={argument} would"
            )));
        }
    }
    Ok(())
}

/// Puts the operator's own files in the place of those that options name.
fn map_options(name: &str, table: &mut Table, allowed: &Allowed) -> Result<(), JobError> {
    let Some(options) = table.get_mut("options") else { return Ok(()) };
    let options = options.as_table_mut().ok_or_else(unreadable)?;
    for (option, value) in options.iter_mut() {
        match allowed.option_file(option) {
            Some(file) => *value = Value::String(file.display().to_string()),
            None if is_about_files(option) => return Err(names_a_file(name, option)),
            None => {}
        }
    }
    Ok(())
}

fn is_about_files(option: &str) -> bool {
    let option: String =
        option.to_ascii_lowercase().chars().filter(|c| !" _-".contains(*c)).collect();
    !NO_FILES.contains(&option.as_str()) && FILES.iter().any(|part| option.contains(part))
}

fn names_a_file(name: &str, option: &str) -> JobError {
    JobError(format!(
        "{name}: the match sets the option {option} of a program, which may name a file of this machine: \
         --option-file \"{option}=PATH\" would have it name yours"
    ))
}

/// Refuses options of a program that take a text, but for those of the operator's own files: a text may be a path.
/// The program is asked for its options and told nothing.
pub(super) fn check_options(
    name: &str,
    settings: &UciSettings,
    timeouts: &Timeouts,
    allowed: &Allowed,
    guard: &Guard,
) -> Result<(), JobError> {
    let is_mapped = |option: &&EngineOption| allowed.option_file(&option.name).is_some();
    if settings.options.iter().all(|option| is_mapped(&option)) {
        return Ok(());
    }
    let info = declared(&settings.program, timeouts, guard);
    let info = info.map_err(|error| JobError(format!("{name}: {error}")))?;
    for option in settings.options.iter().filter(|option| !is_mapped(option)) {
        let mut known = info.options.iter();
        let known = known.find(|known| known.name().eq_ignore_ascii_case(&option.name));
        match known {
            Some(DeclaredOption::Known(UciOptionConfig::String { .. }))
            | Some(DeclaredOption::Unreadable { .. }) => {
                return Err(names_a_file(name, &option.name));
            }
            // One that there is not is refused when it is set.
            Some(DeclaredOption::Known(_)) | None => {}
        }
    }
    Ok(())
}

/// The digests of the files that a program is given, in order: their names are of one machine. None without a program.
pub(super) fn files(program: Option<&UciSettings>) -> Vec<String> {
    let identity = program.and_then(|program| program.identity.as_ref());
    let files = identity.map_or(&[][..], |identity| &identity.files);
    let mut digests: Vec<String> = files.iter().map(|file| hex::encode(file.digest)).collect();
    digests.sort_unstable();
    digests
}

/// Holds the files that a program is given here against the coordinator's.
pub(super) fn check_files(
    name: &str,
    settings: &UciSettings,
    theirs: Option<&Vec<String>>,
) -> Result<(), JobError> {
    let own = files(Some(settings));
    if Some(&own) == theirs {
        return Ok(());
    }
    let in_words = |digests: &[String]| {
        let short =
            digests.iter().map(|digest| format!("sha256={}", digest.get(..16).unwrap_or(digest)));
        let short: Vec<String> = short.collect();
        if short.is_empty() { "none".to_owned() } else { short.join(", ") }
    };
    let (here, there) =
        (in_words(&own), theirs.map_or("unknown".to_owned(), |theirs| in_words(theirs)));
    Err(JobError(format!(
        "{name}: its arguments and options name other files ({here}) than the coordinator's ({there})"
    )))
}
