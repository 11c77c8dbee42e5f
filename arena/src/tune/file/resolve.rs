//! A tuning file: as written, and what is meant by it.

use std::ops::RangeInclusive;

use engine::SearchConfig;
use toml::Spanned;

use super::tables::{ConfirmTable, GainsTable, ParameterTable, TuningFile};
use super::{Confirmation, PLAYERS, TunedParameter, Tuning, value_in};
use crate::chess::conventions::Conventions;
use crate::chess::limits::PlayLimits;
use crate::chess::pairings::Format;
use crate::config::error::Source;
use crate::config::ranges::{ITERATIONS, PAIRS};
use crate::config::resolve::one_line;
use crate::config::resolver::Resolver;
use crate::config::timetable::Timetable;
use crate::config::values::Whole;
use crate::config::{
    ConfigError, ContenderSettings, EngineSettings, Match, Openings, Supervision, numeric_parameter,
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

impl TuningResolver<'_> {
    fn base(&self, file: &TuningFile) -> Result<Match, ConfigError> {
        let TuningResolver(resolver) = self;
        let seed = resolver.seed(file.seed.as_ref())?;
        let search =
            resolver.search_settings(&file.preset, file.search.as_ref(), file.hash.as_ref())?;
        let engine = EngineSettings::InProcess(search);
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
            pin: false,
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
            if parameters.iter().any(|earlier| earlier.name() == parameter.name()) {
                let problem = "this parameter is there twice; leave one of the tables out";
                return Err(resolver.error(table.name.span(), problem.to_owned()));
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
        let name = &table.name;
        let error = |problem: String| self.0.error(name.span(), problem);
        let (technique, key) = name.get_ref().split_once('.').ok_or_else(|| {
            let form = "a parameter is written technique.parameter, as multi_cut.cutoffs";
            error(form.to_owned())
        })?;
        let (technique, parameter) = numeric_parameter(technique, key).map_err(error)?;
        let search = match engine {
            EngineSettings::InProcess(settings) => settings.search,
            EngineSettings::Uci(_) => SearchConfig::default(),
        };
        let value = value_in(&search, technique, parameter).ok_or_else(|| {
            let technique = technique.name();
            error(format!(
                "{technique} is off in the base: turn it on with search = {{ {technique} = true }}"
            ))
        })?;
        let own = parameter.range.unwrap_or((value, value));
        let (low, high) = self.range(table.range.as_ref(), own, name.get_ref())?;
        let start = table.start.as_ref().map_or(f64::from(value), |start| *start.get_ref());
        if !(f64::from(low)..=f64::from(high)).contains(&start) {
            let (span, whose) = match (&table.start, &table.range) {
                (Some(start), _) => (start.span(), ""),
                (None, Some(range)) => (range.span(), "the base's value "),
                (None, None) => (name.span(), "the base's value "),
            };
            let problem = format!("{whose}{start} is out of range, expected {low} to {high}");
            return Err(self.0.error(span, problem));
        }
        let width = f64::from(high) - f64::from(low);
        let c_end = self.positive(table.c_end.as_ref(), width / 2.0)?;
        let r_end = self.positive(table.r_end.as_ref(), 1.0)?;
        let dimension = Dimension {
            start,
            low,
            high,
            c_end: c_end.unwrap_or((width / 20.0).max(0.5)),
            r_end: r_end.unwrap_or(step),
        };
        Ok(TunedParameter { technique, parameter, dimension })
    }

    /// The range in the file, within that of the technique.
    fn range(
        &self,
        written: Option<&Spanned<(Whole, Whole)>>,
        own: (i32, i32),
        name: &str,
    ) -> Result<(i32, i32), ConfigError> {
        let Some(written) = written else { return Ok(own) };
        let (Whole(low), Whole(high)) = *written.get_ref();
        let within = |value: i64| i32::try_from(value).is_ok_and(|v| (own.0..=own.1).contains(&v));
        if low >= high {
            let problem = format!("[{low}, {high}] has no room: a range is [low, high]");
            return Err(self.0.error(written.span(), problem));
        }
        if !within(low) || !within(high) {
            let (least, most) = own;
            let problem = format!(
                "[{low}, {high}] goes beyond the range of {name}, expected within [{least}, {most}]"
            );
            return Err(self.0.error(written.span(), problem));
        }
        Ok((low as i32, high as i32))
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
