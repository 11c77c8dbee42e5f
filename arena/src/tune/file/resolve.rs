//! A tuning file: as written, and what is meant by it.

use std::ops::RangeInclusive;

use engine::SearchConfig;
use toml::Spanned;
use uci_client::OptionValue;

use super::subject::{OptionKind, Subject};
use super::tables::{ConfirmTable, GainsTable, ParameterTable, TuningFile};
use super::{Confirmation, PLAYERS, TunedParameter, Tuning, value_in};
use crate::chess::conventions::Conventions;
use crate::chess::limits::PlayLimits;
use crate::chess::pairings::Format;
use crate::config::error::Source;
use crate::config::file::ContenderTable;
use crate::config::ranges::{ITERATIONS, PAIRS, SCALE};
use crate::config::resolve::one_line;
use crate::config::resolver::Resolver;
use crate::config::timetable::Timetable;
use crate::config::{
    ConfigError, ContenderSettings, EngineSettings, Match, Openings, Supervision, UciSettings,
    numeric_parameter,
};
use crate::tune::spsa::{Dimension, Gains};
use stats::sprt::{Model, Sprt};
use stats::stop::{StopRule, StopRules};

const DEFAULT_PAIRS: u32 = 8;
/// Games of a confirmation that is played on a clock.
const CONFIRMING_GAMES: u32 = 20_000;
/// How far all games together may move a parameter, in c_end: 0.002 for each of 60 000 games.
const REACH: f64 = 120.0;
const LARGEST_DEFAULT_STEP: f64 = 0.05;

pub(super) fn resolve(source: &Source, file: &TuningFile) -> Result<Tuning, ConfigError> {
    let resolver = TuningResolver(Resolver { source });
    let gains = resolver.gains(file)?;
    let base = resolver.base(file)?;
    Ok(Tuning {
        parameters: resolver.parameters(file, &base, &gains)?,
        confirmation: resolver.confirmation(&file.confirm, &base)?,
        gains,
        base,
    })
}

struct TuningResolver<'a>(Resolver<'a>);

/// What a table names.
struct Tunable<'t> {
    subject: Subject,
    /// The name as written.
    name: &'t Spanned<String>,
    /// Its value in the base, as it is played, where that is known.
    value: Option<f64>,
    /// Its own range, where that is known.
    own: Option<(i32, i32)>,
}

impl TuningResolver<'_> {
    fn base(&self, file: &TuningFile) -> Result<Match, ConfigError> {
        let TuningResolver(resolver) = self;
        let seed = resolver.seed(file.seed.as_ref())?;
        let engine = self.engine(file)?;
        let limits = resolver.limits(&file.limits, &engine)?;
        let contender = |name: &str| ContenderSettings {
            name: name.to_owned(),
            engine: engine.clone(),
            limits,
        };
        let pairs = resolver.whole(file.pairs.as_ref(), &PAIRS)?.unwrap_or(DEFAULT_PAIRS);
        Ok(Match {
            path: resolver.source.path.clone(),
            name: resolver.name(),
            question: file.question.as_ref().map(|question| one_line(question.get_ref())),
            games: 2 * pairs,
            seed,
            concurrency: resolver.concurrency(file.concurrency.as_ref())?,
            pin: file.command.is_some(),
            supervision: Supervision::default(),
            contenders: PLAYERS.map(contender).into(),
            format: Format::default(),
            pairings: Format::default().pairings(2),
            openings: resolver.openings(&file.openings, seed)?,
            adjudication: resolver.adjudication(&file.adjudication)?,
            stop: StopRules::default(),
            strict: false,
            shard: None,
            conventions: Conventions::Own,
            timetable: Timetable::Pairs,
        })
    }

    /// What is tuned: a preset, or a program.
    fn engine(&self, file: &TuningFile) -> Result<EngineSettings, ConfigError> {
        let TuningResolver(resolver) = self;
        let table = ContenderTable {
            hash: file.hash.clone(),
            search: file.search.clone(),
            args: file.args.clone(),
            dir: file.dir.clone(),
            env: file.env.clone(),
            options: file.options.clone(),
            ..ContenderTable::default()
        };
        match (&file.preset, &file.command) {
            (Some(preset), None) => {
                resolver.refuse_keys_of_programs(&table)?;
                let search = file.search.as_ref();
                let settings = resolver.search_settings(preset, search, file.hash.as_ref())?;
                Ok(EngineSettings::InProcess(settings))
            }
            (None, Some(command)) => {
                resolver.refuse_keys_of_presets(&table)?;
                Ok(EngineSettings::Uci(resolver.program(&table, command)?))
            }
            (Some(_), Some(command)) => {
                let problem = "what is tuned is a `preset` or a `command`, not both";
                Err(resolver.error(command.span(), problem.to_owned()))
            }
            (None, None) => {
                let problem =
                    "there is nothing to tune: add a `preset`, or the `command` of a UCI engine";
                Err(ConfigError::file(&resolver.source.path, problem))
            }
        }
    }

    fn gains(&self, file: &TuningFile) -> Result<Gains, ConfigError> {
        let TuningResolver(resolver) = self;
        let iterations = resolver.required(&file.iterations, &ITERATIONS)?;
        let default = Gains::of(iterations);
        let GainsTable { alpha, gamma, stability } = &file.gains;
        let share = self.number(stability.as_ref(), 0.0..=1.0)?;
        Ok(Gains {
            iterations,
            alpha: self.number(alpha.as_ref(), 0.0..=1.0)?.unwrap_or(default.alpha),
            gamma: self.number(gamma.as_ref(), 0.0..=1.0)?.unwrap_or(default.gamma),
            stability: share.map_or(default.stability, |share| share * f64::from(iterations)),
        })
    }

    fn parameters(
        &self,
        file: &TuningFile,
        base: &Match,
        gains: &Gains,
    ) -> Result<Vec<TunedParameter>, ConfigError> {
        let TuningResolver(resolver) = self;
        let games = f64::from(base.games) * f64::from(gains.iterations);
        let step = (REACH / games).min(LARGEST_DEFAULT_STEP);
        let mut parameters: Vec<TunedParameter> = Vec::with_capacity(file.parameter.len());
        for table in &file.parameter {
            let parameter = self.parameter(table, &base.contenders[0].engine, step)?;
            let is_same =
                |earlier: &TunedParameter| earlier.name().eq_ignore_ascii_case(&parameter.name());
            if parameters.iter().any(is_same)
                && let Some(name) = table.name.as_ref().or(table.option.as_ref())
            {
                let problem = "this parameter is there twice; leave one of the tables out";
                return Err(resolver.error(name.span(), problem.to_owned()));
            }
            parameters.push(parameter);
        }
        if parameters.is_empty() {
            let problem = "nothing is tuned: add a [[parameter]] table with the name of one, such \
                           as name = \"late_move_reductions.divisor\"";
            return Err(ConfigError::file(&resolver.source.path, problem));
        }
        Ok(parameters)
    }

    fn parameter(
        &self,
        table: &ParameterTable,
        engine: &EngineSettings,
        step: f64,
    ) -> Result<TunedParameter, ConfigError> {
        let Tunable { subject, name, value, own } = match engine {
            EngineSettings::InProcess(settings) => self.technique(table, &settings.search)?,
            EngineSettings::Uci(program) => self.option(table, program)?,
        };
        let scale = subject.scale();
        let (low, high) = match &table.range {
            Some(range) => self.range(range, own, &subject)?,
            None => own.unwrap_or((0, 1)),
        };
        let start = table.start.as_ref().map(|start| *start.get_ref() * scale);
        let middle = f64::midpoint(f64::from(low), f64::from(high));
        let start = start.or(value).unwrap_or(middle);
        if !(f64::from(low)..=f64::from(high)).contains(&start) {
            let (span, whose) = match (&table.start, &table.range) {
                (Some(start), _) => (start.span(), ""),
                (None, Some(range)) => (range.span(), "the base's value "),
                (None, None) => (name.span(), "the base's value "),
            };
            let [start, low, high] = [start, f64::from(low), f64::from(high)].map(|of| of / scale);
            let problem = format!("{whose}{start} is out of range, expected {low} to {high}");
            return Err(self.0.error(span, problem));
        }
        let width = f64::from(high) - f64::from(low);
        let c_end = self.positive(table.c_end.as_ref(), width / 2.0 / scale)?;
        let r_end = self.positive(table.r_end.as_ref(), 1.0)?;
        let dimension = Dimension {
            start,
            low,
            high,
            c_end: c_end.map_or((width / 20.0).max(0.5), |c_end| c_end * scale),
            r_end: r_end.unwrap_or(step),
        };
        Ok(TunedParameter { subject, dimension })
    }

    /// A number of a technique.
    fn technique<'t>(
        &self,
        table: &'t ParameterTable,
        search: &SearchConfig,
    ) -> Result<Tunable<'t>, ConfigError> {
        let keys =
            [table.option.as_ref().map(Spanned::span), table.scale.as_ref().map(Spanned::span)];
        if let Some(span) = keys.into_iter().flatten().next() {
            let problem = "this goes with a `command`; with a `preset` a parameter has a `name`, as \
                           name = \"multi_cut.cutoffs\"";
            return Err(self.0.error(span, problem.to_owned()));
        }
        let missing = || ConfigError::file(&self.0.source.path, "a [[parameter]] has no `name`");
        let name = table.name.as_ref().ok_or_else(missing)?;
        let error = |problem: String| self.0.error(name.span(), problem);
        let (technique, key) = name.get_ref().split_once('.').ok_or_else(|| {
            let form = "a parameter is written technique.parameter, as multi_cut.cutoffs";
            error(form.to_owned())
        })?;
        let (technique, parameter) = numeric_parameter(technique, key).map_err(error)?;
        let value = value_in(search, technique, parameter).ok_or_else(|| {
            let technique = technique.name();
            error(format!(
                "{technique} is off in the base: turn it on with search = {{ {technique} = true }}"
            ))
        })?;
        Ok(Tunable {
            subject: Subject::Technique { technique, parameter },
            name,
            value: Some(f64::from(value)),
            own: Some(parameter.range.unwrap_or((value, value))),
        })
    }

    /// An option of a program. Whether the program has it, and takes the ends of its range, is found out
    /// before the first game.
    fn option<'t>(
        &self,
        table: &'t ParameterTable,
        program: &UciSettings,
    ) -> Result<Tunable<'t>, ConfigError> {
        if let Some(name) = &table.name {
            let problem = "this goes with a `preset`; with a `command` a parameter is an `option`, as \
                           option = \"NullMoveBase\"";
            return Err(self.0.error(name.span(), problem.to_owned()));
        }
        let missing = || ConfigError::file(&self.0.source.path, "a [[parameter]] has no `option`");
        let name = table.option.as_ref().ok_or_else(missing)?;
        let scale = self.0.whole(table.scale.as_ref(), &SCALE)?;
        if let (Some(scale), None) = (&table.scale, &table.range) {
            let problem = "fractions have a `range`, as range = [0.5, 2.0]";
            return Err(self.0.error(scale.span(), problem.to_owned()));
        }
        let kind = match (scale, &table.range) {
            (Some(scale), _) => OptionKind::Fraction(scale),
            (None, Some(_)) => OptionKind::Spin,
            (None, None) => OptionKind::Check,
        };
        let written =
            program.options.iter().find(|of| of.name.eq_ignore_ascii_case(name.get_ref()));
        let value = written.and_then(|of| match &of.value {
            OptionValue::Number(number) => Some(*number as f64),
            OptionValue::Flag(flag) => Some(f64::from(u8::from(*flag))),
            OptionValue::Text(text) => text.parse().ok(),
        });
        let line = self.0.source.line_at(name.span().start);
        let subject = Subject::Option { name: name.get_ref().clone(), kind, line };
        let value = value.map(|value: f64| value * subject.scale());
        Ok(Tunable { subject, name, value, own: None })
    }

    /// The range in the file, within the parameter's own where that is known, in whole numbers.
    fn range(
        &self,
        written: &Spanned<(f64, f64)>,
        own: Option<(i32, i32)>,
        subject: &Subject,
    ) -> Result<(i32, i32), ConfigError> {
        let &(low, high) = written.get_ref();
        let error = |problem: String| Err(self.0.error(written.span(), problem));
        if low >= high {
            return error(format!("[{low}, {high}] has no room: a range is [low, high]"));
        }
        let scaled = [low, high].map(|end| (end * subject.scale()).round());
        let is_whole = [low, high].iter().all(|end| end.fract() == 0.0);
        if !is_whole && subject.scale() == 1.0 {
            return error(format!(
                "[{low}, {high}] is a range of whole numbers; fractions of an option have a `scale`"
            ));
        }
        let (least, most) = own.unwrap_or((i32::MIN, i32::MAX));
        if !scaled.iter().all(|end| (f64::from(least)..=f64::from(most)).contains(end)) {
            let name = subject.name();
            return error(format!(
                "[{low}, {high}] goes beyond the range of {name}, expected within [{least}, {most}]"
            ));
        }
        Ok((scaled[0] as i32, scaled[1] as i32))
    }

    fn confirmation(
        &self,
        table: &ConfirmTable,
        base: &Match,
    ) -> Result<Confirmation, ConfigError> {
        let TuningResolver(resolver) = self;
        let contender = &base.contenders[0];
        let limits = table.limits.as_ref();
        let limits = limits
            .map_or(Ok(contender.limits), |limits| resolver.limits(limits, &contender.engine))?;
        let sprt = match &table.sprt {
            Some(sprt) => resolver.sprt(sprt)?,
            None => {
                Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::default() }
            }
        };
        let stop = StopRules { sequential: vec![StopRule::Sprt(sprt)], ..StopRules::default() };
        let games = resolver.stop_games(table.games.as_ref())?;
        let games = games.unwrap_or_else(|| default_games(&limits, &base.openings));
        Ok(Confirmation { games, stop, limits })
    }

    fn number(
        &self,
        value: Option<&Spanned<f64>>,
        range: RangeInclusive<f64>,
    ) -> Result<Option<f64>, ConfigError> {
        match value {
            Some(value) if !range.contains(value.get_ref()) => {
                let (low, high) = (range.start(), range.end());
                let value_is = value.get_ref();
                let problem = format!("{value_is} is out of range, expected {low} to {high}");
                Err(self.0.error(value.span(), problem))
            }
            value => Ok(value.map(|value| *value.get_ref())),
        }
    }

    fn positive(
        &self,
        value: Option<&Spanned<f64>>,
        most: f64,
    ) -> Result<Option<f64>, ConfigError> {
        match value {
            Some(value) if !(*value.get_ref() > 0.0 && *value.get_ref() <= most) => {
                let value_is = value.get_ref();
                let problem =
                    format!("{value_is} is out of range, expected more than 0, and {most} at most");
                Err(self.0.error(value.span(), problem))
            }
            value => Ok(value.map(|value| *value.get_ref())),
        }
    }
}

/// Without a clock an opening that is played again repeats its games move for move.
fn default_games(limits: &PlayLimits, openings: &Openings) -> u32 {
    let openings = u32::try_from(openings.book.openings.len()).unwrap_or(u32::MAX);
    let once = openings.saturating_mul(2).clamp(2, CONFIRMING_GAMES);
    if limits.is_timed() { CONFIRMING_GAMES } else { once }
}
