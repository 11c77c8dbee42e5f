//! A match as a worker is told of it, and the match that the worker makes of that.
//!
//! What comes is a match file with every default written out. The worker replaces in it whatever names a
//! file of the coordinator's before anything is looked up: a program by the one of the same digest among
//! its own, endgame tables by its own directories, and the book by none, since tickets bring their
//! openings. Then it is read and checked as any match file is.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use shakmaty::{Chess, Color};
use toml::{Table, Value};

use super::networks;
use super::protocol::{Job, VERSION};
use crate::chess::openings::Opening;
use crate::chess::record::{GameRecord, GameSpec, Termination};
use crate::config::{self, Match};
use crate::player::{self, uci};
use crate::runner::today;
use crate::storage::facts::{ContenderFacts, MatchFacts};
use crate::storage::journal::{GameWriter, JournalReader};
use uci_client::Guard;

/// Why a worker does not play a match, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct JobError(String);

/// Variables of a program's environment that would have it run something else.
const LOADER: &str = "LD_";

/// What a worker has on its own disk.
#[derive(Clone, Debug, Default)]
pub(super) struct Belongings {
    /// Programs it may run, by the SHA-256 of their files, in hexadecimal.
    pub(super) programs: HashMap<String, PathBuf>,
    /// Files of networks, by their SHA-256 in hexadecimal.
    pub(super) networks: HashMap<String, PathBuf>,
    /// Directories of endgame tables.
    pub(super) tables: Vec<PathBuf>,
}

/// A match as a worker plays it.
#[derive(Clone, Debug)]
pub(super) struct Accepted {
    /// Without a book: tickets bring their openings.
    pub(super) settings: Match,
    /// Of each pairing, as the coordinator has them.
    pub(super) facts: Vec<MatchFacts>,
    /// What changes when an engine does, of the worker's own.
    pub(super) signatures: Vec<u64>,
    /// By what the clocks are multiplied.
    pub(super) time_scale: f64,
}

impl Job {
    /// The job of a match.
    pub(super) fn of(settings: &Match, facts: &[MatchFacts], generation: &str) -> Job {
        let digest = |contender: &config::ContenderSettings| {
            let identity = contender.program()?.identity.as_ref()?;
            Some(hex::encode(identity.digest))
        };
        let signature = |contender: &config::ContenderSettings| {
            let mut facts = facts.iter().flat_map(|of| &of.contenders);
            facts.find(|of| of.name == contender.name).map_or(0, |of| of.signature)
        };
        Job {
            v: VERSION,
            fingerprint: facts.first().map(|of| of.fingerprint.clone()).unwrap_or_default(),
            generation: generation.to_owned(),
            arena: env!("CARGO_PKG_VERSION").to_owned(),
            name: settings.name.clone(),
            settings: settings.to_toml(),
            facts: (0..).zip(facts).map(|(pairing, facts)| facts_as_text(pairing, facts)).collect(),
            signatures: settings.contenders.iter().map(signature).collect(),
            programs: settings.contenders.iter().map(digest).collect(),
            networks: settings.contenders.iter().map(networks::digest).collect(),
            lease: 30.0,
            priority: 0,
            host: String::new(),
            journal: String::new(),
        }
    }

    /// The match to be played by a worker that has these things.
    ///
    /// # Errors
    /// Why it cannot be played here.
    pub(super) fn accept(&self, own: &Belongings, guard: &Guard) -> Result<Accepted, JobError> {
        let arena = env!("CARGO_PKG_VERSION");
        if self.arena != arena {
            let problem = format!("the coordinator is arena {}, this is {arena}", self.arena);
            return Err(JobError(problem));
        }
        let text = self.own_settings(own)?;
        let path = PathBuf::from(format!("{}.toml", self.name));
        let settings = config::load_text(&path, text);
        let mut settings = settings.map_err(|error| JobError(error.to_string()))?;
        settings.openings = settings.openings.dealt(Vec::new());
        uci::identify(&mut settings, guard).map_err(|error| JobError(error.to_string()))?;
        let facts: Option<Vec<MatchFacts>> =
            self.facts.iter().map(|of| facts_of_text(of)).collect();
        let facts = facts.ok_or(JobError("what the match is cannot be read".to_owned()))?;
        if facts.len() != settings.pairings.len() {
            return Err(JobError("it has facts of another number of pairings".to_owned()));
        }
        let signatures: Vec<u64> = settings.contenders.iter().map(player::signature).collect();
        let accepted = Accepted { settings, facts, signatures, time_scale: 1.0 };
        accepted.check(self)?;
        Ok(accepted)
    }

    /// The match file with this machine's own files in it.
    fn own_settings(&self, own: &Belongings) -> Result<String, JobError> {
        let unreadable = || JobError("the match cannot be read".to_owned());
        let mut file: Table = self.settings.parse().map_err(|_| unreadable())?;
        let openings = file.get_mut("openings").and_then(Value::as_table_mut);
        let openings = openings.ok_or_else(unreadable)?;
        // Any book will do: its openings are thrown away.
        openings.insert("file".to_owned(), Value::String("builtin:fifty".to_owned()));
        openings.insert("start".to_owned(), Value::Integer(1));
        openings.remove("plies");
        // What the coordinator's machine has says nothing of this one.
        file.remove("concurrency");
        let rule = file.get_mut("adjudication").and_then(|of| of.get_mut("tablebase"));
        if let Some(rule) = rule.and_then(Value::as_table_mut)
            && rule.contains_key("path")
        {
            if own.tables.is_empty() {
                let problem = "games are ended by endgame tables, of which this machine has none: \
                               start the worker with --syzygy DIR";
                return Err(JobError(problem.to_owned()));
            }
            let paths = own.tables.iter().map(|path| Value::String(path.display().to_string()));
            rule.insert("path".to_owned(), Value::Array(paths.collect()));
        }
        let contenders = file.get_mut("contender").and_then(Value::as_array_mut);
        for (number, contender) in contenders.ok_or_else(unreadable)?.iter_mut().enumerate() {
            let contender = contender.as_table_mut().ok_or_else(unreadable)?;
            if contender.contains_key("command") {
                let digest = self.programs.get(number).and_then(Option::as_deref);
                self.own_program(contender, digest, own)?;
            }
            if contender.contains_key("network") {
                let digest = self.networks.get(number).and_then(Option::as_deref);
                networks::name_own(contender, digest, &own.networks).map_err(JobError)?;
            }
        }
        toml::to_string(&file).map_err(|_| unreadable())
    }

    /// Names this machine's own program in the table of a contender.
    fn own_program(
        &self,
        contender: &mut Table,
        digest: Option<&str>,
        own: &Belongings,
    ) -> Result<(), JobError> {
        let name = contender.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let variables = contender.get("env").and_then(Value::as_table);
        if let Some(variable) =
            variables.and_then(|of| of.keys().find(|key| key.starts_with(LOADER)))
        {
            return Err(JobError(format!(
                "{name}: a worker does not set {variable} for a program"
            )));
        }
        let digest = digest.ok_or_else(|| JobError(format!("{name}: its digest is not told")))?;
        let program = own.programs.get(digest).ok_or_else(|| {
            let short = digest.get(..16).unwrap_or(digest);
            JobError(format!(
                "{name}: no file with SHA-256 {short}.. in the directories of --engines"
            ))
        })?;
        contender.insert("command".to_owned(), Value::String(program.display().to_string()));
        Ok(())
    }
}

impl Accepted {
    /// Whether the engines here are those of the coordinator.
    fn check(&self, job: &Job) -> Result<(), JobError> {
        let contenders = self.settings.contenders.iter().zip(&self.signatures).enumerate();
        for (number, (contender, signature)) in contenders {
            let name = &contender.name;
            if job.signatures.get(number) != Some(signature) {
                let problem =
                    format!("{name}: the engine here is another one than the coordinator's");
                return Err(JobError(problem));
            }
            let own = ContenderFacts::of(contender, *signature);
            let theirs =
                self.facts.iter().flat_map(|of| &of.contenders).find(|of| of.name == *name);
            let is_in_process = contender.program().is_none();
            if let Some(theirs) = theirs
                && is_in_process
                && theirs.configuration != own.configuration
            {
                let problem = format!(
                    "{name}: it would be another here ({}) than the coordinator's ({})",
                    own.configuration, theirs.configuration
                );
                return Err(JobError(problem));
            }
            if let Some(theirs) = theirs.filter(|theirs| own.has_other_files(theirs)) {
                let [here, there] =
                    [&own, theirs].map(|of| of.files.clone().unwrap_or("none".to_owned()));
                let problem = format!(
                    "{name}: its arguments and options name other files ({here}) than the \
                     coordinator's ({there})"
                );
                return Err(JobError(problem));
            }
        }
        Ok(())
    }
}

/// What the games of a pairing say of the match, in the journal's own form: a game without moves.
fn facts_as_text(pairing: u32, facts: &MatchFacts) -> String {
    let record = GameRecord {
        spec: GameSpec::new(2 * pairing, 0),
        first_mover: Color::White,
        moves: Vec::new(),
        termination: Termination::MoveLimit,
        incident: None,
        outcome: Termination::MoveLimit.outcome(&Chess::default()),
        counters: Default::default(),
        overruns: Default::default(),
        suspect: false,
        late: Default::default(),
        table: None,
        worker: None,
    };
    GameWriter::new(facts).write(&record, &Opening::new(Chess::default(), 0), &today())
}

fn facts_of_text(text: &str) -> Option<MatchFacts> {
    let mut reader = JournalReader::new(Cursor::new(text), Path::new("job"));
    Some(reader.next_game().ok()??.facts)
}
