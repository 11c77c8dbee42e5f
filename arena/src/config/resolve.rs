//! Resolves a match file into a checked match.

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::{SearchOverrides, Setup};
use toml::Spanned;

use uci_client::{Program, did_you_mean};

use super::error::Source;
use super::evaluation::EvaluationKeys;
use super::file::{
    AdjudicationTable, DrawTable, ExplainTable, LimitsTable, MatchFile, OpeningsTable, ResignTable,
};
use super::pairing_order::PairingOrder;
use super::presets::preset;
use super::ranges::{DEPTH, DRAW_SCORE, EXPLAINED, GAMES, HASH, MOVES, NODES, PLIES, RESIGN_SCORE};
use super::resolver::{Overrides, Resolver};
use super::values::{Command, Whole};
use super::{
    ConfigError, ContenderSettings, EngineSettings, ExplainSettings, Match, Openings, Pinning,
    SearchSettings,
};
use crate::chess::adjudication::{Adjudication, DrawRule, ResignRule};
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
        let games = self.games(file)?;
        let seed = self.seed(file.seed.as_ref())?;
        let contenders = self.contenders(file)?;
        let format = self.format(file.format.as_ref())?;
        let has_program = contenders.iter().any(|contender| contender.program().is_some());
        let mut settings = Match {
            path: self.source.path.clone(),
            name: self.name(),
            question: file.question.as_ref().map(|question| one_line(question.get_ref())),
            games,
            seed,
            concurrency: self.concurrency(file.concurrency.as_ref())?,
            pinning: Pinning::of(file.pin.unwrap_or(has_program)),
            supervision: self.supervision(&file.supervision)?,
            pairings: format.pairings(contenders.len()),
            format,
            adjudication: self.adjudication(&file.adjudication)?,
            stop: self.stop_rules(&file.stop, contenders.len())?,
            equal_cost: self.equal_cost(file.equal_cost.as_ref(), &contenders)?,
            explain: self.explanation(file.explain.as_ref())?,
            on_end: self.on_end(file.on_end.as_ref())?,
            leaves_model_open: file.stop.leaves_model_open(),
            contenders,
            strict: false,
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

    fn explanation(
        &self,
        table: Option<&ExplainTable>,
    ) -> Result<Option<ExplainSettings>, ConfigError> {
        let Some(table) = table else { return Ok(None) };
        Ok(Some(ExplainSettings {
            nodes: self.whole(table.nodes.as_ref(), &NODES)?,
            positions: self.whole(table.positions.as_ref(), &EXPLAINED)?,
        }))
    }

    fn on_end(&self, command: Option<&Spanned<Command>>) -> Result<Option<Program>, ConfigError> {
        let Some(command) = command else { return Ok(None) };
        let Command { program, arguments } = command.get_ref().clone();
        let path = self.find_program(&program, command)?;
        Ok(Some(Program { arguments, ..Program::new(path) }))
    }

    fn games(&self, file: &MatchFile) -> Result<u32, ConfigError> {
        let odd = |games: u32| {
            let (fewer, more) = (games - 1, games + 1);
            let even = if fewer == 0 { more.to_string() } else { format!("{fewer} or {more}") };
            format!("{games} is odd, but every opening is played twice; try {even}")
        };
        // Out of the range of games, but the reason is another one.
        if file.games.get_ref().0 == 1 {
            return Err(self.error(file.games.span(), odd(1)));
        }
        let games = self.required(&file.games, &GAMES)?;
        if games % 2 != 0 {
            return Err(self.error(file.games.span(), odd(games)));
        }
        Ok(games)
    }

    fn format(&self, name: Option<&Spanned<String>>) -> Result<Format, ConfigError> {
        let Some(name) = name else { return Ok(Format::default()) };
        Format::named(name.get_ref()).ok_or_else(|| {
            let names = Format::ALL.map(Format::name);
            let nearest = did_you_mean(name.get_ref(), names.into_iter());
            let (unknown, list) = (name.get_ref(), names.join(", "));
            let problem = format!("there is no format `{unknown}`{nearest}; formats are {list}");
            self.error(name.span(), problem)
        })
    }

    /// A preset with changes, later ones applied on top of earlier ones.
    pub fn search_settings<'c>(
        &self,
        preset: &Spanned<String>,
        changes: impl IntoIterator<Item = &'c Spanned<SearchOverrides>>,
        evaluation: EvaluationKeys<'_>,
        hash: Option<&Spanned<Whole>>,
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
            hash: self.whole(hash, &HASH)?.unwrap_or(DEFAULT_HASH),
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
        let limits = table.get_ref();
        let time_control = limits.time_control.as_ref().map(|text| {
            let control = text.get_ref().0.parse();
            control.map_err(|error| {
                let forms = "a time control is written \"40/300\", \"10+0.1\" or \"40/60+0.6\"";
                self.error(text.span(), format!("{error}; {forms}"))
            })
        });
        let resolved = PlayLimits {
            time_control: time_control.transpose()?,
            move_time: self.positive_seconds(limits.movetime.as_ref())?,
            nodes: self.whole(limits.nodes.as_ref(), &NODES)?,
            soft_nodes: self.whole(limits.soft_nodes.as_ref(), &NODES)?,
            depth: self.whole(limits.depth.as_ref(), &DEPTH)?,
            margin: self
                .seconds(limits.time_margin.as_ref())?
                .unwrap_or(PlayLimits::DEFAULT_MARGIN),
            // A program's reserve is an option of its own.
            overhead: match (self.seconds(limits.overhead.as_ref())?, engine) {
                (_, EngineSettings::Uci(_)) => Duration::ZERO,
                (overhead, EngineSettings::InProcess(_)) => {
                    overhead.unwrap_or(PlayLimits::DEFAULT_OVERHEAD)
                }
            },
        };
        if let (Some(soft), EngineSettings::Uci(_)) = (&limits.soft_nodes, engine) {
            let problem = "UCI has no such limit: use `nodes` for a program";
            return Err(self.error(soft.span(), problem.to_owned()));
        }
        if !resolved.end_a_search() {
            let problem =
                "no limit is set: name time_control, movetime, nodes, soft_nodes or depth";
            return Err(self.error(table.span(), problem.to_owned()));
        }
        if let (Some(time), Some(text)) = (resolved.move_time, &limits.movetime)
            && time <= resolved.overhead
        {
            let problem = format!(
                "the engine keeps back overhead = {} s of it: set a longer movetime, or a \
                 shorter overhead",
                resolved.overhead.as_secs_f64()
            );
            return Err(self.error(text.span(), problem));
        }
        Ok(resolved)
    }

    /// The openings, read and checked whole.
    pub fn openings(&self, table: &OpeningsTable, seed: u64) -> Result<Openings, ConfigError> {
        let order = match &table.order {
            None => Order::default(),
            Some(text) => match text.get_ref().as_str() {
                "sequential" => Order::Sequential,
                "shuffled" => Order::Shuffled,
                other => {
                    let nearest = did_you_mean(other, ["sequential", "shuffled"].into_iter());
                    let problem = format!(
                        "there is no order `{other}`{nearest}; orders are sequential, shuffled"
                    );
                    return Err(self.error(text.span(), problem));
                }
            },
        };
        let plies = self.whole(table.plies.as_ref(), &PLIES)?;
        let book = Book::read(&self.book_named(&table.file)?, plies)
            .map_err(|error| self.error(table.file.span(), with_causes(error)))?;
        let start = self.whole(table.start.as_ref(), &(1..=book.openings.len() as i64))?;
        Ok(Openings::new(book, order, plies, start.unwrap_or(1), seed))
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
        let draw = table.draw.as_ref().and_then(|rule| rule.0.as_ref());
        let resign = table.resign.as_ref().and_then(|rule| rule.0.as_ref());
        Ok(Adjudication {
            tablebase: self.tablebase(table.tablebase.as_ref())?,
            draw: draw.map(|draw| self.draw_rule(draw)).transpose()?,
            resign: resign.map(|resign| self.resign_rule(resign)).transpose()?,
            max_moves: self.whole(table.max_moves.as_ref(), &MOVES)?,
        })
    }

    fn draw_rule(&self, table: &DrawTable) -> Result<DrawRule, ConfigError> {
        let default = DrawRule::default();
        Ok(DrawRule {
            score: self.whole(table.score.as_ref(), &DRAW_SCORE)?.unwrap_or(default.score),
            moves: self.whole(table.moves.as_ref(), &MOVES)?.unwrap_or(default.moves),
            from_move: self.whole(table.from_move.as_ref(), &MOVES)?.unwrap_or(default.from_move),
        })
    }

    fn resign_rule(&self, table: &ResignTable) -> Result<ResignRule, ConfigError> {
        let default = ResignRule::default();
        Ok(ResignRule {
            score: self.whole(table.score.as_ref(), &RESIGN_SCORE)?.unwrap_or(default.score),
            moves: self.whole(table.moves.as_ref(), &MOVES)?.unwrap_or(default.moves),
            two_sided: table.two_sided.unwrap_or(default.two_sided),
        })
    }
}

/// A text without line breaks, as it goes into tags and reports.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}
