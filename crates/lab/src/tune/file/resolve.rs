//! Resolves a tuning file.

use toml::Spanned;

use super::tables::{ConfirmTable, GainsTable, TuningFile};
use super::{Confirmation, PLAYERS, Tuning};
use crate::engine_table;
use crate::tune::spsa::Gains;
use arena::chess::limits::PlayLimits;
use arena::chess::pairings::Format;
use arena::chess::runner_rules::RunnerRules;
use arena::config::check::{concurrency_or_default, seed_or_default};
use arena::config::error::Source;
use arena::config::pairing_order::PairingOrder;
use arena::config::resolve::one_line;
use arena::config::resolver::Resolver;
use arena::config::values::{Games, Whole};
use arena::config::{
    ConfigError, ContenderSettings, EngineSettings, Match, Openings, Pinning, Supervision,
};
use stats::sprt::{Model, Sprt};
use stats::stop::{StopRule, StopRules};

const DEFAULT_PAIRS: u32 = 8;
/// Games of a confirmation that is played on a clock.
const CONFIRMING_GAMES: u32 = 20_000;

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

pub(super) struct TuningResolver<'a>(pub(super) Resolver<'a>);

impl TuningResolver<'_> {
    fn base(&self, file: &TuningFile) -> Result<Match, ConfigError> {
        let TuningResolver(resolver) = self;
        let seed = seed_or_default(file.seed);
        let engine = self.engine(file)?;
        let limits = resolver.limits(&file.limits, &engine)?;
        let contender = |name: &str| ContenderSettings {
            name: name.to_owned(),
            engine: engine.clone(),
            limits,
        };
        let pairs = file.pairs.map_or(DEFAULT_PAIRS, Whole::get);
        Ok(Match {
            path: resolver.source.path.clone(),
            name: resolver.name(),
            question: file.question.as_ref().map(|question| one_line(question.get_ref())),
            games: 2 * pairs,
            seed,
            concurrency: concurrency_or_default(file.concurrency),
            pinning: Pinning::of(matches!(engine, EngineSettings::Uci(_))),
            supervision: Supervision::default(),
            contenders: PLAYERS.map(contender).into(),
            format: Format::default(),
            pairings: Format::default().pairings(2),
            openings: resolver.openings(&file.openings, seed)?,
            adjudication: resolver.adjudication(&file.adjudication)?,
            stop: StopRules::default(),
            leaves_model_open: false,
            strict: false,
            patience: None,
            shard: None,
            same: false,
            explain: None,
            on_end: None,
            runner_rules: RunnerRules::Own,
            pairing_order: PairingOrder::Pairs,
        })
    }

    /// The tuned engine: a preset, or a program.
    fn engine(&self, file: &TuningFile) -> Result<EngineSettings, ConfigError> {
        let TuningResolver(resolver) = self;
        let table = engine_table::contender!(
            file; preset, command, revision, repo, build, engine, hash, search, evaluation, network, args, dir, env,
            options,
        );
        let none = || {
            let problem =
                "there is nothing to tune: add a `preset`, or the `command` of a UCI engine";
            ConfigError::file(&resolver.source.path, problem)
        };
        let two = "a tuning is of a `preset`, a `command` or a `revision`: only one of them";
        Ok(engine_table::engine(resolver, &table, two, none)?.0)
    }

    fn gains(&self, file: &TuningFile) -> Result<Gains, ConfigError> {
        let iterations = file.iterations.get();
        let default = Gains::of(iterations);
        let GainsTable { alpha, gamma, stability } = &file.gains;
        let share = self.share(stability.as_ref())?;
        Ok(Gains {
            iterations,
            alpha: self.share(alpha.as_ref())?.unwrap_or(default.alpha),
            gamma: self.share(gamma.as_ref())?.unwrap_or(default.gamma),
            stability: share.map_or(default.stability, |share| share * f64::from(iterations)),
        })
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
        let games = table.games.map_or_else(|| default_games(&limits, &base.openings), Games::get);
        Ok(Confirmation { games, stop, limits })
    }

    /// A number that fits; otherwise the error names the expected one.
    pub(super) fn number(
        &self,
        value: Option<&Spanned<f64>>,
        fits: impl Fn(f64) -> bool,
        expected: &str,
    ) -> Result<Option<f64>, ConfigError> {
        let Some(value) = value else { return Ok(None) };
        let number = *value.get_ref();
        let problem = || format!("{number} is out of range, expected {expected}");
        fits(number).then_some(Some(number)).ok_or_else(|| self.0.error(value.span(), problem()))
    }

    /// A share, 0 to 1.
    fn share(&self, value: Option<&Spanned<f64>>) -> Result<Option<f64>, ConfigError> {
        self.number(value, |share| (0.0..=1.0).contains(&share), "0 to 1")
    }
}

/// Without a clock an opening that is played again repeats its games move for move.
fn default_games(limits: &PlayLimits, openings: &Openings) -> u32 {
    let openings = u32::try_from(openings.book.len()).unwrap_or(u32::MAX);
    let once = openings.saturating_mul(2).clamp(2, CONFIRMING_GAMES);
    if limits.is_timed() { CONFIRMING_GAMES } else { once }
}
