//! The searches of a suite as a worker is told of them.

use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use toml::Table;
use uci_client::Guard;

use super::{JobError, LocalFiles, is_another, is_otherwise, keys, programs, room, unreadable};
use crate::networks;
use crate::protocol::{Job, JobKind};
use lab::suite::configuration::Configuration;
use lab::suite::file::load_dealt;
use lab::suite::identify::identify;
use lab::suite::plan::{ConfigurationFacts, Plan, PlanFacts};

/// A plan as a worker searches by it.
#[derive(Clone, Debug)]
pub(crate) struct AcceptedSuite {
    /// Without positions: tickets bring them.
    pub(crate) plan: Arc<Plan>,
    /// Signatures of the worker's own engines.
    pub(crate) signatures: Vec<u64>,
}

impl Job {
    /// The job of a plan.
    pub(crate) fn of_plan(plan: &Plan, facts: &PlanFacts) -> Job {
        let configurations = &plan.configurations;
        let engines = || configurations.iter().map(|configuration| &configuration.engine);
        let with_facts = configurations.iter().zip(&facts.configurations);
        Job {
            fingerprint: fingerprint(facts),
            name: format!("{} ({})", facts.suite, facts.limits_text()),
            settings: plan.to_toml(),
            facts: with_facts.map(|(configuration, facts)| essence(configuration, facts)).collect(),
            signatures: facts.configurations.iter().map(|facts| facts.signature).collect(),
            programs: engines().map(|engine| programs::digest(engine.program())).collect(),
            files: engines().map(|engine| programs::files(engine.program())).collect(),
            networks: engines().map(networks::digest).collect(),
            ..Job::empty(JobKind::Suite)
        }
    }

    /// The plan by which a worker searches that has these things.
    ///
    /// # Errors
    /// Why it cannot do that.
    pub(super) fn accept_suite(
        &self,
        own: &LocalFiles,
        guard: &Guard,
        concurrency: usize,
    ) -> Result<AcceptedSuite, JobError> {
        let mut file: Table = self.settings.parse().map_err(|_| unreadable())?;
        keys::check(&file, keys::PLAN)?;
        self.name_own(file.get_mut("configuration"), own)?;
        let text = toml::to_string(&file).map_err(|_| unreadable())?;
        let plan = load_dealt(Path::new(&self.plain_name()), text);
        let mut plan = plan.map_err(|error| JobError(error.to_string()))?;
        let rooms = plan.configurations.iter().map(|one| room::of_configuration(one, plan.hash));
        room::check(concurrency, rooms.max().into_iter())?;
        for configuration in &plan.configurations {
            if let Some(program) = configuration.engine.program() {
                let (name, timeouts) = (&configuration.name, &plan.supervision.timeouts());
                programs::check_options(name, program, timeouts, &own.allowed, guard)?;
            }
        }
        identify(&mut plan, None, guard).map_err(|error| JobError(error.to_string()))?;
        let facts = plan.facts().configurations;
        for (number, (configuration, facts)) in plan.configurations.iter().zip(&facts).enumerate() {
            let name = &configuration.name;
            if self.signatures.get(number) != Some(&facts.signature) {
                return Err(is_another(name));
            }
            let here = essence(configuration, facts);
            match self.facts.get(number) {
                Some(there) if *there == here => {}
                there => return Err(is_otherwise(name, &here, there.map_or("", String::as_str))),
            }
            if let Some(program) = configuration.engine.program() {
                programs::check_files(name, program, self.files.get(number))?;
            }
        }
        if facts.len() != self.signatures.len() {
            return Err(unreadable());
        }
        let signatures = facts.iter().map(|facts| facts.signature).collect();
        Ok(AcceptedSuite { plan: Arc::new(plan), signatures })
    }
}

/// The name of a plan at a server.
pub(crate) fn fingerprint(facts: &PlanFacts) -> String {
    // All of it has a form in JSON.
    let bytes = serde_json::to_vec(facts).unwrap_or_default();
    format!("suite-{}", &hex::encode(Sha256::digest(bytes))[..16])
}

/// A configuration beside its signature and its files: for a preset the beginning of a digest.
fn essence(configuration: &Configuration, facts: &ConfigurationFacts) -> String {
    match configuration.engine.program() {
        None => hex::encode(Sha256::digest(&facts.search))[..16].to_owned(),
        Some(_) => String::new(),
    }
}
