//! `arena help`.

use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, CommandFactory, ValueEnum};

use super::files::FileKind;
use super::offered::Offered;
use super::output::{print, print_json};
use super::run::exit;
use super::{Cli, catalogue};
use arena::config::reference;
use arena::report::GLOSSARY;
use uci_client::did_you_mean;

/// Show help for a command, or the reference of a file's keys.
#[derive(Debug, Args)]
pub(super) struct HelpArgs {
    /// A command; match-file, tuning-file, experiment-file or series-file; presets or techniques; exit-codes; glossary, or
    /// one of its words
    #[arg(value_name = "TOPIC", value_parser = Offered(topics), hide_possible_values = true)]
    topic: Vec<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Form,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Form {
    /// For a terminal
    #[default]
    Text,
    /// For a manual
    Markdown,
    /// For a program: of presets and techniques
    Json,
}

/// Topics that are neither commands, files nor words.
const TOPICS: [&str; 4] = ["presets", "techniques", "exit-codes", "glossary"];

pub(super) const EXAMPLES: &str = "\
Examples:
  arena help run                              the same as `arena run --help`
  arena help match-file                       every key of a match file: type, default, example
  arena help match-file --format markdown     the same for a manual
  arena help sprt                             a word of the reports, explained
  arena help exit-codes                       the exit codes of `arena run`
  arena help presets                          the presets of the engine in this process, a line each
  arena help techniques --format json         the techniques of its search with parameters and ranges";

pub(super) fn execute(args: &HelpArgs, cli: clap::Command) -> anyhow::Result<ExitCode> {
    if let [topic] = args.topic.as_slice()
        && let Ok(file) = FileKind::from_str(topic, false)
    {
        print(&match args.format {
            Form::Text | Form::Json => reference::text(file.section()),
            Form::Markdown => reference::markdown(file.title(), file.section()),
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    match args.topic.iter().map(String::as_str).collect::<Vec<&str>>().as_slice() {
        ["presets"] => match args.format {
            Form::Text | Form::Markdown => print(&catalogue::preset_list())?,
            Form::Json => print_json(&catalogue::presets_as_json()?)?,
        },
        ["techniques"] => match args.format {
            Form::Text | Form::Markdown => print(&catalogue::technique_list())?,
            Form::Json => print_json(&catalogue::techniques_as_json()?)?,
        },
        ["exit-codes"] => print(&match args.format {
            Form::Text | Form::Json => exit::help() + "\n",
            Form::Markdown => exit::markdown(),
        })?,
        ["glossary"] => print(&match args.format {
            Form::Text | Form::Json => GLOSSARY.map(explained).join("\n"),
            Form::Markdown => glossary_page(),
        })?,
        topic => match entry(&topic.join(" ")) {
            Some(entry) => print(&explained(entry))?,
            None => return of_command(topic, cli),
        },
    }
    Ok(ExitCode::SUCCESS)
}

/// The topics that a shell offers.
fn topics() -> Vec<&'static str> {
    let cli = Cli::command();
    let words = GLOSSARY.iter().map(|(word, _)| *word).chain(TOPICS).map(str::to_owned);
    let commands = cli.get_subcommands().map(|command| command.get_name().to_owned());
    let names = commands.chain(files()).chain(words);
    // The command line wants names that are never freed; they are made once.
    names.map(|name| &*name.leak()).collect()
}

/// A word of the glossary, however it is written.
fn entry(word: &str) -> Option<(&'static str, &'static str)> {
    let word = word.to_lowercase().replace('-', " ");
    GLOSSARY.into_iter().find(|(name, _)| name.replace('-', " ") == word)
}

fn explained((word, meaning): (&str, &str)) -> String {
    format!("{word}: {meaning}\n")
}

/// The glossary as a page of the manual.
fn glossary_page() -> String {
    let rows = GLOSSARY.map(|(word, meaning)| format!("| {word} | {meaning} |\n"));
    format!("# Glossary\n\n| word | meaning |\n|---|---|\n{}", rows.concat())
}

/// The names of the kinds of files.
fn files() -> Vec<String> {
    let files = FileKind::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    files.map(|file| file.get_name().to_owned()).collect()
}

/// Prints the help of a command.
fn of_command(topic: &[&str], cli: clap::Command) -> anyhow::Result<ExitCode> {
    let mut command = &cli;
    for name in topic {
        let found = command.find_subcommand(name);
        command = found.with_context(|| no_topic(name, command))?;
    }
    // Prints the command's own help: another match runner's in its format, the others' in clap's.
    let words = ["arena"].into_iter().chain(topic.iter().copied());
    let line: Vec<String> = words.chain(["--help"]).map(str::to_owned).collect();
    if let Some(done) = super::other_runners::execute_line(&line) {
        return done;
    }
    if let Err(help) = cli.try_get_matches_from(line) {
        print(&help.to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn no_topic(name: &str, command: &clap::Command) -> String {
    let files = files();
    let commands = command.get_subcommands().map(clap::Command::get_name);
    let words = GLOSSARY.iter().map(|(word, _)| *word).chain(TOPICS);
    let nearest = did_you_mean(name, commands.chain(files.iter().map(String::as_str)).chain(words));
    format!(
        "there is no topic `{name}`{nearest}; `arena help` lists commands, files are {}, words are in `arena \
         help glossary`",
        files.join(", ")
    )
}
