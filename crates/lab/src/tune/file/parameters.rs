//! The tuned parameters, from the tables `[[parameter]]`.

use engine::SearchConfig;
use toml::Spanned;
use uci_client::OptionValue;

use super::resolve::TuningResolver;
use super::subject::{OptionKind, Subject};
use super::tables::{ParameterTable, TuningFile};
use super::{TunedParameter, value_in};
use crate::tune::spsa::{Dimension, Gains};
use arena::config::{ConfigError, EngineSettings, Match, UciSettings, numeric_parameter};

/// The distance that all games together may move a parameter, in c_end: 0.002 for each of 60 000
/// games.
const REACH: f64 = 120.0;
const LARGEST_DEFAULT_STEP: f64 = 0.05;

/// The parameter that a table names.
struct Tunable<'t> {
    subject: Subject,
    /// The name as written.
    name: &'t Spanned<String>,
    /// Its value in the base, in the unit that is played, if known.
    value: Option<f64>,
    /// Its own range, if known.
    own: Option<(i32, i32)>,
}

impl TuningResolver<'_> {
    pub(super) fn parameters(
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
            let mut parameter = self.parameter(table, &base.contenders[0].engine, step)?;
            if let Some(floor) = &table.get_ref().at_least {
                parameter.dimension.floor = Some(self.floor(floor, &parameter, &parameters)?);
                if let Some(problem) = parameter.floor_problem(&parameters) {
                    return Err(resolver.error(floor.span(), problem));
                }
            }
            let is_same =
                |earlier: &TunedParameter| earlier.name().eq_ignore_ascii_case(&parameter.name());
            if parameters.iter().any(is_same)
                && let Some(name) =
                    table.get_ref().name.as_ref().or(table.get_ref().option.as_ref())
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
        written: &Spanned<ParameterTable>,
        engine: &EngineSettings,
        step: f64,
    ) -> Result<TunedParameter, ConfigError> {
        let table = written.get_ref();
        let Tunable { subject, name, value, own } = match engine {
            EngineSettings::InProcess(settings) => self.technique(written, &settings.search)?,
            EngineSettings::Uci(program) => self.option(written, program)?,
            EngineSettings::Own(own) => {
                let problem = format!("{own} has no parameters that could be set");
                return Err(self.0.error(written.span(), problem));
            }
        };
        let scale = subject.scale();
        let (low, high) = match &table.range {
            Some(range) => self.range(range, own, &subject)?,
            None => own.unwrap_or((0, 1)),
        };
        let start = table.start.as_ref().map(|start| *start.get_ref() * scale);
        let starts_at_default = start.is_none() && value.is_none();
        let middle = f64::midpoint(f64::from(low), f64::from(high));
        let start = start.or(value).unwrap_or(middle);
        if !(f64::from(low)..=f64::from(high)).contains(&start) {
            let (span, whose) = match (&table.start, &table.range) {
                (Some(start), _) => (start.span(), ""),
                (None, Some(range)) => (range.span(), "the base's value "),
                (None, None) => (name.span(), "the base's value "),
            };
            let [start, low, high] =
                [start, f64::from(low), f64::from(high)].map(|bound| bound / scale);
            let problem = format!("{whose}{start} is out of range, expected {low} to {high}");
            return Err(self.0.error(span, problem));
        }
        let width = f64::from(high) - f64::from(low);
        let positive = |value: &Option<Spanned<f64>>, most: f64| {
            let expected = format!("more than 0, and {most} at most");
            self.number(value.as_ref(), |value| value > 0.0 && value <= most, &expected)
        };
        let c_end = positive(&table.c_end, width / 2.0 / scale)?;
        let r_end = positive(&table.r_end, 1.0)?;
        let dimension = Dimension {
            start,
            low,
            high,
            c_end: c_end.map_or((width / 20.0).max(0.5), |c_end| c_end * scale),
            r_end: r_end.unwrap_or(step),
            floor: None,
        };
        Ok(TunedParameter { subject, dimension, starts_at_default })
    }

    /// The place of the parameter that this one is never below.
    fn floor(
        &self,
        name: &Spanned<String>,
        parameter: &TunedParameter,
        earlier: &[TunedParameter],
    ) -> Result<usize, ConfigError> {
        let error = |problem: String| self.0.error(name.span(), problem);
        let is_named = |known: &TunedParameter| known.name().eq_ignore_ascii_case(name.get_ref());
        let place = earlier.iter().position(is_named).ok_or_else(|| {
            let name = name.get_ref();
            error(format!(
                "{name:?} is no [[parameter]] above this one: `at_least` names one that stands before it"
            ))
        })?;
        if parameter.subject.scale() != earlier[place].subject.scale() {
            return Err(error(
                "the two have a different `scale`: their values cannot be compared".to_owned(),
            ));
        }
        Ok(place)
    }

    /// A number of a technique.
    fn technique<'t>(
        &self,
        written: &'t Spanned<ParameterTable>,
        search: &SearchConfig,
    ) -> Result<Tunable<'t>, ConfigError> {
        let table = written.get_ref();
        let keys =
            [table.option.as_ref().map(Spanned::span), table.scale.as_ref().map(Spanned::span)];
        if let Some(span) = keys.into_iter().flatten().next() {
            let problem = "this goes with a `command`; with a `preset` a parameter has a `name`, as \
                           name = \"multi_cut.cutoffs\"";
            return Err(self.0.error(span, problem.to_owned()));
        }
        let missing = || {
            let problem = "this [[parameter]] has no `name`, as name = \"multi_cut.cutoffs\"";
            self.0.error(written.span(), problem.to_owned())
        };
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
        written: &'t Spanned<ParameterTable>,
        program: &UciSettings,
    ) -> Result<Tunable<'t>, ConfigError> {
        let table = written.get_ref();
        if let Some(name) = &table.name {
            let problem = "this goes with a `preset`; with a `command` a parameter is an `option`, as \
                           option = \"NullMoveBase\"";
            return Err(self.0.error(name.span(), problem.to_owned()));
        }
        let missing = || {
            let problem = "this [[parameter]] has no `option`, as option = \"NullMoveBase\"";
            self.0.error(written.span(), problem.to_owned())
        };
        let name = table.option.as_ref().ok_or_else(missing)?;
        let scale = table.scale.as_ref().map(|scale| scale.get_ref().get());
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
            program.options.iter().find(|option| option.name.eq_ignore_ascii_case(name.get_ref()));
        let value = written.and_then(|option| match &option.value {
            OptionValue::Number(number) => Some(*number as f64),
            OptionValue::Flag(flag) => Some(f64::from(u8::from(*flag))),
            OptionValue::Text(text) => text.parse().ok(),
        });
        let origin = self.0.source.origin(name.span().start);
        let subject = Subject::Option { name: name.get_ref().clone(), kind, origin };
        let value = value.map(|value: f64| value * subject.scale());
        Ok(Tunable { subject, name, value, own: None })
    }

    /// The range in the file, within the parameter's own if that is known, in whole numbers.
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
}
