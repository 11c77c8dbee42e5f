//! A match as a worker is told of it.

use std::path::PathBuf;

use toml::{Table, Value};
use uci_client::Guard;

use super::{JobError, LocalFiles, is_another, is_otherwise, keys, programs, room, unreadable};
use crate::networks;
use crate::protocol::{Job, JobKind};
use arena::config::{self, Match};
use arena::player::{self, uci};
use arena::storage::facts::{ContenderFacts, MatchFacts};

/// A match as a worker plays it.
#[derive(Clone, Debug)]
pub(crate) struct AcceptedMatch {
    /// Without a book: tickets bring their openings.
    pub(crate) settings: Match,
    /// Of each pairing, as the coordinator has them.
    pub(crate) facts: Vec<MatchFacts>,
    /// Signatures of the worker's own engines.
    pub(crate) signatures: Vec<u64>,
    /// The factor of the clocks.
    pub(crate) time_scale: f64,
}

impl Job {
    /// The job of a match.
    pub(crate) fn of(settings: &Match, facts: &[MatchFacts], generation: &str) -> Job {
        let contenders = || settings.contenders.iter();
        let signature = |contender: &config::ContenderSettings| {
            let mut facts = facts.iter().flat_map(|facts| &facts.contenders);
            facts.find(|facts| facts.name == contender.name).map_or(0, |facts| facts.signature)
        };
        Job {
            fingerprint: facts.first().map(|facts| facts.fingerprint.clone()).unwrap_or_default(),
            generation: generation.to_owned(),
            name: settings.name.clone(),
            // The coordinator has measured the cost of a node, explains the match itself, and runs its `on_end`.
            settings: Match { same: false, explain: None, on_end: None, ..settings.clone() }
                .to_toml(),
            // Facts are maps with texts as keys: all of them have a form in JSON.
            facts: facts
                .iter()
                .map(|facts| serde_json::to_string(facts).unwrap_or_default())
                .collect(),
            signatures: settings.contenders.iter().map(signature).collect(),
            programs: contenders().map(|one| programs::digest(one.program())).collect(),
            files: contenders().map(|one| programs::files(one.program())).collect(),
            networks: settings.contenders.iter().map(|one| networks::digest(&one.engine)).collect(),
            ..Job::empty(JobKind::Match)
        }
    }

    /// The match to be played by a worker that has these things.
    ///
    /// # Errors
    /// Why it cannot be played here.
    pub(super) fn accept_match(
        &self,
        own: &LocalFiles,
        guard: &Guard,
        concurrency: usize,
    ) -> Result<AcceptedMatch, JobError> {
        let text = self.own_settings(own)?;
        let path = PathBuf::from(format!("{}.toml", self.plain_name()));
        let settings = config::load_text(&path, text);
        let mut settings = settings.map_err(|error| JobError(error.to_string()))?;
        settings.openings = settings.openings.dealt(Vec::new());
        room::check(concurrency, settings.contenders.iter().map(room::of_contender))?;
        for contender in &settings.contenders {
            if let Some(program) = contender.program() {
                let timeouts = &settings.supervision.timeouts();
                programs::check_options(&contender.name, program, timeouts, &own.allowed, guard)?;
            }
        }
        uci::identify(&mut settings, guard).map_err(|error| JobError(error.to_string()))?;
        let facts: Result<Vec<MatchFacts>, _> =
            self.facts.iter().map(|text| serde_json::from_str(text)).collect();
        let facts =
            facts.map_err(|error| JobError(format!("its facts cannot be read: {error}")))?;
        if facts.len() != settings.pairings.len() {
            return Err(JobError("it has facts of another number of pairings".to_owned()));
        }
        let signatures = player::signatures(&settings);
        let accepted = AcceptedMatch { settings, facts, signatures, time_scale: 1.0 };
        accepted.check(self)?;
        Ok(accepted)
    }

    /// The match file with this machine's own files in it.
    fn own_settings(&self, own: &LocalFiles) -> Result<String, JobError> {
        let mut file: Table = self.settings.parse().map_err(|_| unreadable())?;
        keys::check(&file, keys::MATCH)?;
        // Before as many pairings are made of them.
        let contenders = file.get("contender").and_then(Value::as_array).map_or(0, Vec::len);
        if contenders > self.facts.len() + 1 {
            return Err(JobError("it has facts of another number of pairings".to_owned()));
        }
        let openings = file.get_mut("openings").and_then(Value::as_table_mut);
        let openings = openings.ok_or_else(unreadable)?;
        // Any book will do: its openings are thrown away.
        openings.insert("file".to_owned(), Value::String("builtin:fifty".to_owned()));
        openings.insert("start".to_owned(), Value::Integer(1));
        openings.remove("plies");
        // The coordinator's machine says nothing of this one.
        file.remove("concurrency");
        let rule = file.get_mut("adjudication").and_then(|rules| rules.get_mut("tablebase"));
        if let Some(rule) = rule.and_then(Value::as_table_mut)
            && rule.contains_key("path")
        {
            if own.tables.is_empty() {
                let problem = "games are ended by endgame tables, and this machine has none: \
                               start the worker with --syzygy DIR";
                return Err(JobError(problem.to_owned()));
            }
            let paths = own.tables.iter().map(|path| Value::String(path.display().to_string()));
            rule.insert("path".to_owned(), Value::Array(paths.collect()));
        }
        self.name_own(file.get_mut("contender"), own)?;
        toml::to_string(&file).map_err(|_| unreadable())
    }
}

impl AcceptedMatch {
    /// Whether the engines here are those of the coordinator.
    fn check(&self, job: &Job) -> Result<(), JobError> {
        let contenders = self.settings.contenders.iter().zip(&self.signatures).enumerate();
        for (number, (contender, signature)) in contenders {
            let name = &contender.name;
            if job.signatures.get(number) != Some(signature) {
                return Err(is_another(name));
            }
            let own = ContenderFacts::of(contender, *signature);
            let theirs = self
                .facts
                .iter()
                .flat_map(|facts| &facts.contenders)
                .find(|facts| facts.name == *name);
            let is_in_process = contender.program().is_none();
            if let Some(theirs) = theirs
                && is_in_process
                && theirs.engine != own.engine
            {
                let [here, there] = [&own, theirs].map(|side| side.engine.to_string());
                return Err(is_otherwise(name, &here, &there));
            }
            if let Some(program) = contender.program() {
                programs::check_files(name, program, job.files.get(number))?;
            }
        }
        Ok(())
    }
}
