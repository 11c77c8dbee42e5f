//! Resolves the contenders of a match file.

use revision::Revision;
use toml::Spanned;

use super::evaluation::EvaluationKeys;
use super::file::{ContenderTable, EngineKey, MatchFile, ProgramKey};
use super::resolver::Resolver;
use super::{ConfigError, ContenderSettings, EngineSettings};
use crate::chess::pairings::CONTENDERS;

impl Resolver<'_> {
    pub(crate) fn contenders(
        &self,
        file: &MatchFile,
    ) -> Result<Vec<ContenderSettings>, ConfigError> {
        let count = file.contender.len();
        if count < *CONTENDERS.start() {
            let problem =
                format!("a match needs two [[contender]] tables or more, there are {count}");
            return Err(ConfigError::file(&self.source.path, problem));
        }
        if let Some(beyond) = file.contender.get(*CONTENDERS.end()) {
            let most = CONTENDERS.end();
            let problem = format!("there are {count} contenders, a match has {most} at most");
            return Err(self.error(beyond.span(), problem));
        }
        let mut contenders: Vec<ContenderSettings> = Vec::with_capacity(count);
        for table in &file.contender {
            let contender = self.contender(file, table)?;
            if contenders.iter().any(|earlier| earlier.name == contender.name) {
                let both = if count == 2 { "both" } else { "two" };
                let problem = format!("{both} contenders are named {:?}", contender.name);
                let name = table.get_ref().name.as_ref();
                return Err(self.error(name.map_or(table.span(), Spanned::span), problem));
            }
            contenders.push(contender);
        }
        if let Some(each) = &file.each {
            self.check_each(each.get_ref(), &contenders)?;
        }
        Ok(contenders)
    }

    fn contender(
        &self,
        file: &MatchFile,
        table: &Spanned<ContenderTable>,
    ) -> Result<ContenderSettings, ConfigError> {
        let own = table.get_ref();
        let none = ContenderTable::default();
        let each = file.each.as_ref().map_or(&none, Spanned::get_ref);
        let engine = self.engine(table, each)?;
        let name = self.name_of(table, &engine)?;
        let limits = own.limits.as_ref().or(each.limits.as_ref()).or(file.limits.as_ref());
        let limits = limits.ok_or_else(|| {
            let problem = format!(
                "{name:?} has no limits: add a [limits] table with time_control, movetime, nodes \
                 or depth"
            );
            self.error(table.span(), problem)
        })?;
        let mut limits = self.limits(limits, &engine)?;
        // The file is looked through once more only where the margin of all contenders may apply.
        let has_own_margin = || {
            let own_limits = own.limits.as_ref().map(Spanned::span);
            own_limits.is_some_and(|limits| self.source.place(&limits, "time_margin").is_some())
        };
        let shared = each.time_margin.filter(|_| !has_own_margin());
        limits.time_margin = own.time_margin.or(shared).unwrap_or(limits.time_margin);
        if let EngineSettings::Uci(_) = engine {
            self.check_ponder(&own.or(each), &limits)?;
        }
        Ok(ContenderSettings { name, engine, limits })
    }

    /// The engine of a contender: its own one, or else the shared one.
    fn engine(
        &self,
        table: &Spanned<ContenderTable>,
        each: &ContenderTable,
    ) -> Result<EngineSettings, ConfigError> {
        let own = table.get_ref();
        let two = |second| {
            let problem = "a contender is a `preset` of the engine in this process, a `command`, a `revision` or an \
                           engine of your `own`: only one of them";
            self.error(second, problem.to_owned())
        };
        let key = match own.engine_key().map_err(two)? {
            None => each.engine_key().map_err(two)?,
            own => own,
        };
        match key {
            Some(EngineKey::Preset(preset)) => {
                self.refuse_keys_of_programs(own)?;
                let hash = own.hash.as_ref().or(each.hash.as_ref());
                let search = each.search.iter().chain(&own.search);
                let evaluation = EvaluationKeys::of(own).or(EvaluationKeys::of(each));
                Ok(EngineSettings::InProcess(
                    self.search_settings(preset, search, evaluation, hash)?,
                ))
            }
            Some(EngineKey::Own(engine)) => {
                self.refuse_keys_of_programs(own)?;
                self.refuse_keys_of_presets(own)?;
                Ok(EngineSettings::Own(engine.get_ref().clone()))
            }
            Some(EngineKey::Program(program)) => {
                self.refuse_keys_of_presets(own)?;
                if let ProgramKey::Command(_) = program {
                    self.refuse_keys_of_revisions(own)?;
                }
                Ok(EngineSettings::Uci(self.program(&own.or(each), program)?))
            }
            None => {
                let name = own.name.as_ref().map_or("a contender", |name| name.get_ref().as_str());
                let problem = format!(
                    "{name:?} has no engine: add a `preset`, or the `command` of a UCI engine"
                );
                Err(self.error(table.span(), problem))
            }
        }
    }

    /// Checks `[each]`: its keys must be useful to some contender, and it has no name.
    fn check_each(
        &self,
        each: &ContenderTable,
        contenders: &[ContenderSettings],
    ) -> Result<(), ConfigError> {
        if let Some(name) = &each.name {
            let problem = "every contender has a name of its own: write it in [[contender]]";
            return Err(self.error(name.span(), problem.to_owned()));
        }
        let programs = contenders.iter().filter(|contender| contender.program().is_some()).count();
        if programs == 0 {
            self.refuse_keys_of_programs(each)?;
        }
        if programs == contenders.len() {
            self.refuse_keys_of_presets(each)?;
        }
        Ok(())
    }

    /// A contender's name, or that of its revision; it must fit into tags and tables.
    fn name_of(
        &self,
        table: &Spanned<ContenderTable>,
        engine: &EngineSettings,
    ) -> Result<String, ConfigError> {
        let Some(name) = &table.get_ref().name else {
            let revision = match engine {
                EngineSettings::InProcess(_) | EngineSettings::Own(_) => None,
                EngineSettings::Uci(program) => program.revision.as_deref(),
            };
            let missing = || self.error(table.span(), "missing key `name`".to_owned());
            return revision.map(Revision::name).ok_or_else(missing);
        };
        let text = name.get_ref();
        let is_name = !text.trim().is_empty()
            && text.trim() == text
            && text.chars().count() <= 40
            && !text.chars().any(char::is_control);
        if is_name {
            return Ok(text.clone());
        }
        let problem = "a name has 1 to 40 characters, no blanks at its ends and no line break";
        Err(self.error(name.span(), problem.to_owned()))
    }
}
