//! Resolves a match file into a checked match.

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::{SearchOverrides, Setup};
use toml::Spanned;

use uci_client::Program;

use super::check::{concurrency_or_default, seed_or_default};
use super::error::Source;
use super::evaluation::EvaluationKeys;
use super::file::{AdjudicationTable, LimitsTable, MatchFile, OpeningsTable};
use super::pairing_order::PairingOrder;
use super::presets::preset;
use super::ranges::HashSize;
use super::resolver::{Overrides, Resolver};
use super::values::{Command, Whole, in_range};
use super::{
    ConfigError, ContenderSettings, EngineSettings, Match, Openings, Pinning, SearchSettings,
};
use crate::chess::adjudication::Adjudication;
use crate::chess::limits::PlayLimits;
use crate::chess::openings::{Book, Order, built_in_books, is_built_in};
use crate::chess::pairings::Format;
use crate::chess::runner_rules::RunnerRules;
use crate::system::causes::with_causes;

/// The default hash size, in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Reads and checks a match file, and the opening book it names.
///
/// # Errors
/// On the first mistake, or when a file cannot be read.
pub fn load(path: &Path, overrides: &Overrides) -> Result<Match, ConfigError> {
    let (source, file): (Source, MatchFile) = Source::read(path, &overrides.settings())?;
    Resolver { source: &source }.resolve(&file)
}

/// Reads and checks a match in this text; `path` names it in errors.
///
/// # Errors
/// The first mistake, or a file that cannot be read.
pub fn load_text(path: &Path, text: String) -> Result<Match, ConfigError> {
    let (source, file): (Source, MatchFile) = Source::of_text(path, text, &[])?;
    Resolver { source: &source }.resolve(&file)
}

impl Resolver<'_> {
    pub(crate) fn resolve(&self, file: &MatchFile) -> Result<Match, ConfigError> {
        let seed = seed_or_default(file.seed);
        let contenders = self.contenders(file)?;
        let format = file.format.map_or(Format::default(), |format| format.0);
        let has_program = contenders.iter().any(|contender| contender.program().is_some());
        let mut settings = Match {
            path: self.source.path.clone(),
            name: self.name(),
            question: file.question.as_ref().map(|question| one_line(question.get_ref())),
            games: file.games.get(),
            seed,
            concurrency: concurrency_or_default(file.concurrency),
            pinning: Pinning::of(file.pin.unwrap_or(has_program)),
            supervision: file.supervision,
            pairings: format.pairings(contenders.len()),
            format,
            adjudication: self.adjudication(&file.adjudication)?,
            stop: self.stop_rules(&file.stop, contenders.len())?,
            same: file.same.unwrap_or(false),
            explain: file.explain,
            on_end: self.on_end(file.on_end.as_ref())?,
            leaves_model_open: file.stop.leaves_model_open(),
            contenders,
            strict: false,
            patience: None,
            shard: None,
            runner_rules: RunnerRules::Own,
            pairing_order: PairingOrder::Pairs,
            openings: self.openings(&file.openings, seed)?,
        };
        let ponders = |contender: &ContenderSettings| {
            contender.program().is_some_and(|program| program.ponder)
        };
        if file.concurrency.is_none() && settings.contenders.iter().any(ponders) {
            settings.concurrency = (settings.concurrency / settings.cores_a_game()).max(1);
        }
        Ok(settings)
    }

    fn on_end(&self, command: Option<&Spanned<Command>>) -> Result<Option<Program>, ConfigError> {
        let Some(command) = command else { return Ok(None) };
        let Command { program, arguments } = command.get_ref().clone();
        let path = self.find_program(&program, command)?;
        Ok(Some(Program { arguments, ..Program::new(path) }))
    }

    /// A preset with changes, later ones applied on top of earlier ones.
    pub fn search_settings<'c>(
        &self,
        preset: &Spanned<String>,
        changes: impl IntoIterator<Item = &'c Spanned<SearchOverrides>>,
        evaluation: EvaluationKeys<'_>,
        hash: Option<&Spanned<HashSize>>,
    ) -> Result<SearchSettings, ConfigError> {
        let setup = self.preset(preset)?;
        let (evaluation, network) = self.evaluation(&setup.evaluation, evaluation)?;
        Ok(SearchSettings {
            preset: preset.get_ref().clone(),
            search: changes
                .into_iter()
                .fold(setup.search, |search, overrides| search.with(overrides.get_ref())),
            evaluation,
            network,
            hash: hash.map_or(DEFAULT_HASH, |hash| hash.get_ref().get()),
        })
    }

    /// The search of a named preset.
    pub fn preset(&self, name: &Spanned<String>) -> Result<Setup, ConfigError> {
        preset(name.get_ref()).map_err(|problem| self.error(name.span(), problem))
    }

    /// The limits that a contender plays by.
    pub fn limits(
        &self,
        table: &Spanned<LimitsTable>,
        engine: &EngineSettings,
    ) -> Result<PlayLimits, ConfigError> {
        let LimitsTable(mut limits) = *table.get_ref();
        let error = |key: &str, problem: String| {
            let place = self.source.place(&table.span(), key);
            Err(self.error(place.unwrap_or(table.span()), problem))
        };
        if let EngineSettings::Uci(_) = engine {
            // A program's reserve is an option of its own.
            limits.overhead = Duration::ZERO;
            if limits.soft_nodes.is_some() {
                let problem = "UCI has no such limit: use `nodes` for a program";
                return error("soft_nodes", problem.to_owned());
            }
        }
        if !limits.end_a_search() {
            let problem =
                "no limit is set: name time_control, movetime, nodes, soft_nodes or depth";
            return Err(self.error(table.span(), problem.to_owned()));
        }
        if limits.movetime.is_some_and(|time| time <= limits.overhead) {
            let problem = format!(
                "the engine keeps back overhead = {} s of it: set a longer movetime, or a \
                 shorter overhead",
                limits.overhead.as_secs_f64()
            );
            return error("movetime", problem);
        }
        Ok(limits)
    }

    /// The openings, read and checked whole.
    pub fn openings(&self, table: &OpeningsTable, seed: u64) -> Result<Openings, ConfigError> {
        let order = table.order.map_or(Order::default(), |order| order.0);
        let plies = table.plies.map(Whole::get);
        let book = Book::read(&self.book_named(&table.file)?, plies)
            .map_err(|error| self.error(table.file.span(), with_causes(error)))?;
        let start = match &table.start {
            None => 1,
            Some(start) => in_range(start.get_ref().get() as i64, &(1..=book.len() as i64))
                .map_err(|problem| self.error(start.span(), problem))?,
        };
        Ok(Openings::new(book, order, plies, start, seed))
    }

    /// An opening book: a built-in one, or a file.
    fn book_named(&self, file: &Spanned<String>) -> Result<PathBuf, ConfigError> {
        let named = Path::new(file.get_ref());
        if is_built_in(named) {
            return Ok(named.to_owned());
        }
        self.find(named, "opening book").map_err(|problem| {
            self.error(file.span(), format!("{problem}; built in are {}", built_in_books()))
        })
    }

    /// A file, named relative to the file that names it, or else to the current directory.
    pub fn file_named(&self, file: &Spanned<String>, what: &str) -> Result<PathBuf, ConfigError> {
        let found = self.find(Path::new(file.get_ref()), what);
        found.map_err(|problem| self.error(file.span(), problem))
    }

    /// The same; the error is a sentence that names the paths tried.
    fn find(&self, named: &Path, what: &str) -> Result<PathBuf, String> {
        let beside = self.source.path.parent().unwrap_or(Path::new("")).join(named);
        let found = [beside.as_path(), named].into_iter().find(|path| path.is_file());
        found.map(Path::to_owned).ok_or_else(|| {
            let (here, there) = (named.display(), beside.display());
            match beside == named {
                true => format!("there is no such {what}: {here}"),
                false => format!(
                    "there is no such {what}: neither {there} (beside this file) nor {here} (from the \
                     current directory)"
                ),
            }
        })
    }

    /// The rules that end a game early.
    pub fn adjudication(&self, table: &AdjudicationTable) -> Result<Adjudication, ConfigError> {
        Ok(Adjudication {
            tablebase: self.tablebase(table.tablebase.as_ref())?,
            draw: table.draw.0.as_ref().map(|table| table.0),
            resign: table.resign.0.as_ref().map(|table| table.0),
            max_moves: table.max_moves,
        })
    }
}

/// A text without line breaks, as it goes into tags and reports.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}
