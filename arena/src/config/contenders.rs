//! Resolves the contenders of a match file.

use toml::Spanned;

use super::evaluation::EvaluationKeys;
use super::file::{ContenderTable, LimitsTable, MatchFile};
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
                return Err(self.error(self.name_of(table)?.span(), problem));
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
        let name = self.name_of(table)?.get_ref();
        let limits = own.limits.as_ref().or(each.limits.as_ref()).or(file.limits.as_ref());
        let limits = limits.ok_or_else(|| {
            let problem = format!(
                "{name:?} has no limits: add a [limits] table with time_control, movetime, nodes \
                 or depth"
            );
            self.error(table.span(), problem)
        })?;
        let engine = self.engine(table, each)?;
        let mut limits = self.limits(limits, &engine)?;
        let own_limits = own.limits.as_ref().map(Spanned::get_ref);
        let has_own_margin =
            own_limits.is_some_and(|limits: &LimitsTable| limits.time_margin.is_some());
        let shared = each.time_margin.as_ref().filter(|_| !has_own_margin);
        if let Some(margin) = self.seconds(own.time_margin.as_ref().or(shared))? {
            limits.margin = margin;
        }
        if let EngineSettings::Uci(_) = engine {
            self.check_ponder(&own.or(each), &limits)?;
        }
        Ok(ContenderSettings { name: name.clone(), engine, limits })
    }

    /// The engine of a contender: its own preset or command, or else the shared one.
    fn engine(
        &self,
        table: &Spanned<ContenderTable>,
        each: &ContenderTable,
    ) -> Result<EngineSettings, ConfigError> {
        let own = table.get_ref();
        let (preset, command) = match (&own.preset, &own.command) {
            (None, None) => (&each.preset, &each.command),
            of_its_own => of_its_own,
        };
        match (preset, command) {
            (Some(preset), None) => {
                self.refuse_keys_of_programs(own)?;
                let hash = own.hash.as_ref().or(each.hash.as_ref());
                let search = each.search.iter().chain(&own.search);
                let evaluation = EvaluationKeys::of(own).or(EvaluationKeys::of(each));
                Ok(EngineSettings::InProcess(
                    self.search_settings(preset, search, evaluation, hash)?,
                ))
            }
            (None, Some(command)) => {
                self.refuse_keys_of_presets(own)?;
                Ok(EngineSettings::Uci(self.program(&own.or(each), command)?))
            }
            (Some(_), Some(command)) => {
                let problem = "a contender is a `preset` of the engine in this process or a \
                               `command`, not both";
                Err(self.error(command.span(), problem.to_owned()))
            }
            (None, None) => {
                let name = self.name_of(table)?.get_ref();
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

    /// A contender's name; it must fit into tags and tables.
    fn name_of<'t>(
        &self,
        table: &'t Spanned<ContenderTable>,
    ) -> Result<&'t Spanned<String>, ConfigError> {
        let name = table.get_ref().name.as_ref();
        let name = name.ok_or_else(|| self.error(table.span(), "missing key `name`".to_owned()))?;
        let text = name.get_ref();
        let is_name = !text.trim().is_empty()
            && text.trim() == text
            && text.chars().count() <= 40
            && !text.chars().any(char::is_control);
        if is_name {
            return Ok(name);
        }
        let problem = "a name has 1 to 40 characters, no blanks at its ends and no line break";
        Err(self.error(name.span(), problem.to_owned()))
    }
}
