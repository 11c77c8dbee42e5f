//! Reads an experiment file into a checked experiment: searches of test suites, for the tables and
//! figures that are not matches. [`EXPERIMENT_FILE`] has its keys.
//!
//! A file is an experiment if it has one of the keys `suite`, `block`, `vary` or `configuration` and no
//! `contender`; see [`arena::config::kind`].

mod tables;

use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Spanned;

use crate::suite::Suite;
use crate::suite::configuration::{Configuration, ConfigurationTable, resolve};
use crate::suite::experiment::{Block, Experiment};
use crate::suite::grid::{Axis, Grid, values};
use crate::suite::plan::{Plan, SuiteLimit, parse_depths};
use arena::config::check::{concurrency_or_default, from_option};
use arena::config::error::Source;
use arena::config::ranges::{Depth, Sample};
use arena::config::resolve::{DEFAULT_HASH, one_line};
use arena::config::resolver::Resolver;
use arena::config::values::Whole;
use arena::config::{ConfigError, Overrides, Setting, Supervision};
use arena::system::causes::with_causes;

/// Keys of `[supervision]` that are of games.
const MATCH_KEYS: [&str; 1] = ["faults_in_a_row"];

pub use tables::EXPERIMENT_FILE;
use tables::{BlockTable, ExperimentFile, LimitTable, SuiteTable, VaryTable};

/// The changes that the command line makes to an experiment.
#[derive(Clone, Debug, Default)]
pub struct ExperimentOverrides {
    /// `--positions`: the suite, instead of that at the top of the file.
    pub positions: Option<PathBuf>,
    /// `--sample`
    pub sample: Option<i64>,
    /// `--max-depth`: no search goes deeper.
    pub max_depth: Option<i64>,
    /// `--concurrency`
    pub concurrency: Option<i64>,
    /// `--set`, in the order they were given.
    pub set: Vec<Setting>,
}

/// Reads and checks an experiment file, and the suites it names.
///
/// # Errors
/// On the first mistake, or when a file cannot be read.
pub fn load(path: &Path, changes: &ExperimentOverrides) -> Result<Experiment, ConfigError> {
    let (concurrency, set) = (changes.concurrency, changes.set.clone());
    let overrides = Overrides { concurrency, set, ..Overrides::default() };
    let (source, file): (Source, ExperimentFile) = Source::read(path, &overrides.settings())?;
    let resolver = Resolver { source: &source };
    let max_depth = changes.max_depth.map(|depth| from_option("--max-depth", depth));
    let sample = changes.sample.map(|most| from_option("--sample", most));
    let (max_depth, sample): (Option<Depth>, Option<Sample>) =
        (max_depth.transpose()?, sample.transpose()?);
    let (max_depth, sample) = (max_depth.map(Whole::get), sample.map(Whole::get));
    let positions = changes.positions.as_deref();
    let resolver = ExperimentResolver { resolver, file: &file, positions, sample, max_depth };
    Ok(Experiment {
        path: path.to_owned(),
        name: resolver.resolver.name(),
        question: file.question.as_ref().map(|question| one_line(question.get_ref())),
        concurrency: concurrency_or_default(file.concurrency),
        blocks: resolver.blocks()?,
    })
}

struct ExperimentResolver<'a> {
    resolver: Resolver<'a>,
    file: &'a ExperimentFile,
    positions: Option<&'a Path>,
    sample: Option<usize>,
    max_depth: Option<u32>,
}

impl ExperimentResolver<'_> {
    fn blocks(&self) -> Result<Vec<Block>, ConfigError> {
        if self.file.block.is_empty() {
            return Ok(vec![self.block(String::new(), &BlockTable::default(), None)?]);
        }
        let mut blocks: Vec<Block> = Vec::with_capacity(self.file.block.len());
        for table in &self.file.block {
            let block = table.get_ref();
            let name = block.name.as_ref().ok_or_else(|| {
                let problem = "a block needs a `name`, which is its heading";
                self.error(table.span(), problem)
            })?;
            if blocks.iter().any(|earlier| earlier.name == *name.get_ref()) {
                let problem = format!("two blocks are named {:?}", name.get_ref());
                return Err(self.error(name.span(), problem));
            }
            blocks.push(self.block(one_line(name.get_ref()), block, Some(table.span()))?);
        }
        Ok(blocks)
    }

    /// A block, each part from its own table or else from the top of the file.
    fn block(
        &self,
        name: String,
        block: &BlockTable,
        span: Option<Range<usize>>,
    ) -> Result<Block, ConfigError> {
        let missing = |problem: &str| match &span {
            Some(span) => self.error(span.clone(), problem),
            None => ConfigError::file(&self.resolver.source.path, problem),
        };
        let (suite, is_own) = match (&block.suite, &self.file.suite) {
            (Some(own), _) => (own, true),
            (None, Some(common)) => (common, false),
            (None, None) => {
                return Err(missing("no suite: add a [suite] table with file = \"FILE.epd\""));
            }
        };
        let limits = block.limits.as_ref().or(self.file.limits.as_ref()).ok_or_else(|| {
            missing("no limits: add a [limits] table with depth, depths, nodes or movetime")
        })?;
        let configurations = match block.configuration.as_slice() {
            [] => &self.file.configuration,
            own => own,
        };
        let vary = if block.vary.is_empty() { &self.file.vary } else { &block.vary };
        let configurations = self.configurations(configurations)?;
        let Some(first) = configurations.first() else {
            return Err(missing(
                "no configuration: add a [[configuration]] table with a `preset` or a `command`",
            ));
        };
        let suite = self.suite(suite, if is_own { None } else { self.positions })?;
        let limits_of_searches = self.limits(limits)?;
        let grid = match vary.as_slice() {
            [] => None,
            _ if limits_of_searches.len() > 1 => {
                let problem = "a sweep has one limit: set `depth` instead of `depths`";
                return Err(self.error(limits.span(), problem));
            }
            sets => {
                let grid = self.grid(first, sets)?;
                Some(Grid { references: configurations[1..].to_vec(), ..grid })
            }
        };
        let configurations = grid.as_ref().map_or(configurations, Grid::configurations);
        let (hash, supervision) = (self.hash(), self.supervision()?);
        let limits = limits_of_searches;
        let plan = Plan { suite, configurations, limits, hash, supervision };
        Ok(Block { name, plan: Arc::new(plan), grid })
    }

    /// Transposition table of each search, in MiB.
    fn hash(&self) -> usize {
        self.file.hash.as_ref().map_or(DEFAULT_HASH, |hash| hash.get_ref().get())
    }

    /// The timeouts of programs.
    fn supervision(&self) -> Result<Supervision, ConfigError> {
        let Some(table) = &self.file.supervision else { return Ok(Supervision::default()) };
        for key in MATCH_KEYS {
            if let Some(place) = self.resolver.source.place(&table.span(), key) {
                let problem = format!("`{key}` is of games, here are searches: leave it out");
                return Err(self.error(place, problem));
            }
        }
        Ok(*table.get_ref())
    }

    /// The positions of a suite; a file on the command line overrides the one in the table.
    fn suite(
        &self,
        table: &Spanned<SuiteTable>,
        positions: Option<&Path>,
    ) -> Result<Suite, ConfigError> {
        let SuiteTable { file, sample } = table.get_ref();
        let suite = match (positions, file) {
            (Some(path), _) => Suite::read(path)
                .map_err(|error| ConfigError::option("--positions", with_causes(error)))?,
            (None, Some(file)) => Suite::read(&self.resolver.file_named(file, "suite")?)
                .map_err(|error| self.error(file.span(), with_causes(error)))?,
            (None, None) => {
                let problem = "this suite has no `file`, since it is not the project's to give \
                               away: name yours with --positions FILE.epd";
                return Err(self.error(table.span(), problem));
            }
        };
        let sample = sample.map(Whole::get);
        // Both hold: the command line makes an experiment smaller, never larger.
        Ok(match self.sample.into_iter().chain(sample).min() {
            Some(most) => suite.sample(most),
            None => suite,
        })
    }

    fn limits(&self, table: &Spanned<LimitTable>) -> Result<Vec<SuiteLimit>, ConfigError> {
        let LimitTable { depth, depths, nodes, movetime } = table.get_ref();
        let mut kinds = Vec::new();
        if let Some(depth) = depth.map(Whole::get) {
            kinds.push(self.depths(depth..=depth));
        }
        if let Some(text) = depths {
            let range = parse_depths(text.get_ref());
            let range = range.map_err(|problem| self.error(text.span(), problem))?;
            kinds.push(self.depths(range));
        }
        if let Some(nodes) = nodes.map(Whole::get) {
            kinds.push(vec![SuiteLimit::Nodes(nodes)]);
        }
        if let Some(time) = *movetime {
            kinds.push(vec![SuiteLimit::MoveTime(time)]);
        }
        match <[Vec<SuiteLimit>; 1]>::try_from(kinds) {
            Ok([limits]) => Ok(limits),
            Err(kinds) => {
                let problem = format!(
                    "searches of a suite have one limit, here are {}: set depth, depths, nodes or \
                     movetime",
                    kinds.len()
                );
                Err(self.error(table.span(), problem))
            }
        }
    }

    /// These depths, as far as the command line lets them go, but one at least.
    fn depths(&self, range: RangeInclusive<u32>) -> Vec<SuiteLimit> {
        let most = self.max_depth.unwrap_or(u32::MAX);
        let first = (*range.start()).min(most);
        (first..=(*range.end()).min(most)).map(SuiteLimit::Depth).collect()
    }

    fn configurations(
        &self,
        tables: &[Spanned<ConfigurationTable>],
    ) -> Result<Vec<Configuration>, ConfigError> {
        let mut configurations: Vec<Configuration> = Vec::with_capacity(tables.len());
        for table in tables {
            let (configuration, span) = resolve(&self.resolver, table)?;
            let name = &configuration.name;
            if name.is_empty() || configurations.iter().any(|earlier| earlier.name == *name) {
                let problem = match name.as_str() {
                    "" => "a configuration needs a name".to_owned(),
                    _ => format!("two configurations are named {name:?}; give one another `name`"),
                };
                return Err(self.error(span, problem));
            }
            configurations.push(configuration);
        }
        Ok(configurations)
    }

    fn grid(
        &self,
        base: &Configuration,
        tables: &[Spanned<VaryTable>],
    ) -> Result<Grid, ConfigError> {
        let (mut sets, mut spans) = (Vec::with_capacity(tables.len()), Vec::new());
        for table in tables {
            let (axes, of_axes) = self.axes(table)?;
            sets.push(axes);
            spans.push(of_axes);
        }
        Grid::new(base, &sets).map_err(|error| {
            // The first set that fails is the one to correct.
            let failing = |count: &usize| Grid::new(base, &sets[..*count]).is_err();
            let set = (1..sets.len()).find(failing).unwrap_or(sets.len()) - 1;
            let axis = sets[set].iter().position(|axis| axis.to_string() == error.axis);
            let span = axis.map_or_else(|| tables[set].span(), |axis| spans[set][axis].clone());
            self.error(span, error.problem)
        })
    }

    /// The axes of one set, each with its place in the file.
    fn axes(
        &self,
        table: &Spanned<VaryTable>,
    ) -> Result<(Vec<Axis>, Vec<Range<usize>>), ConfigError> {
        let (mut axes, mut spans) = (Vec::new(), Vec::new());
        for (technique, parameter, list) in table.get_ref().axes() {
            let values = values(technique, &list.get_ref().0);
            let values = values.map_err(|problem| self.error(list.span(), problem))?;
            let (technique, parameter) = (technique.to_owned(), parameter.to_owned());
            axes.push(Axis { technique, parameter, values });
            spans.push(list.span());
        }
        if axes.is_empty() {
            let problem = "nothing is varied: write technique = { parameter = VALUES }, as \
                           multi_cut = { moves = \"4..16/2\" }";
            return Err(self.error(table.span(), problem));
        }
        Ok((axes, spans))
    }

    fn error(&self, span: Range<usize>, problem: impl Into<String>) -> ConfigError {
        self.resolver.error(span, problem.into())
    }
}
