//! Reads a match file into a checked match.
//!
//! [`MatchFile`] is the file as written; [`Match`] has every default explicit, every value in its
//! range, the whole book read. A mistake is a [`ConfigError`] that names file, line, key and
//! remedy.
//!
//! [`MATCH_FILE`] has every key with its meaning and default; `arena help match-file` shows them. A
//! match is written by the types that read it, see [`Match::to_toml`], and the command line changes
//! single keys of a file before it is resolved, see [`Setting`]. [`crate::chess::adjudication`]
//! defines the adjudication rules exactly and says where other runners differ.
//!
//! A tuning file has parameters instead of contenders: see `lab::tune::file`. `arena run` also
//! takes files with searches of test suites (`lab::suite::file`), and lists of matches
//! ([`series`]).
//!
//! With more than two contenders every pairing plays the same openings in the same order, and pairs
//! of games go round the pairings. Every game thread keeps a player of each contender that has played
//! in it, so that memory is up to `concurrency` times the sum of their hash tables. `sprt` and
//! `confidence` are for two contenders.

pub mod check;
mod contenders;
mod cores;
mod direct;
pub mod error;
pub mod evaluation;
pub mod file;
pub mod gone;
mod kind;
mod mistakes;
pub mod pairing_order;
mod presets;
pub mod ranges;
pub mod reference;
mod repository;
pub mod resolve;
pub mod resolver;
mod revision;
pub mod schedule;
mod search_parameter;
mod search_settings;
pub mod series;
mod setting;
pub mod shard;
mod stop;
mod tablebase;
mod uci;
mod uci_contender;
pub mod values;
mod warnings;
mod written;

use std::path::PathBuf;
use std::time::Duration;

use shakmaty::Color;
use uci_client::Program;

pub use cores::Pinning;
pub use direct::command_of_words;
pub use direct::{DirectContender, DirectMatch};
pub use error::{ConfigError, Origin};
pub use evaluation::network_in;
pub use file::{ExplainSettings, MATCH_FILE, MatchFile, OwnEngine, Supervision};
pub use kind::{Kind, kind};
pub use mistakes::with_suggestion;
pub use presets::preset;
pub use repository::Repository;
pub use resolve::load;
pub use resolve::load_text;
pub use resolver::Overrides;
pub use search_parameter::numeric_parameter;
pub use search_settings::SearchSettings;
pub use setting::Setting;
pub use uci::UciSettings;
pub use uci_contender::find_program;

use crate::chess::adjudication::Adjudication;
use crate::chess::limits::PlayLimits;
use crate::chess::openings::{Book, Opening, Order};
use crate::chess::pairings::{Format, place};
use crate::chess::record::GameSpec;
use crate::chess::runner_rules::RunnerRules;
use crate::config::pairing_order::PairingOrder;
use crate::config::schedule::schedule;
use crate::config::shard::Shard;
use stats::stop::StopRules;

/// A match: checked, with every default explicit.
#[derive(Clone, Debug)]
pub struct Match {
    /// The match file.
    pub path: PathBuf,
    /// The match file's name without extension.
    pub name: String,
    /// The question that the match answers.
    pub question: Option<String>,
    /// Games of each pairing, an even number.
    pub games: u32,
    /// Seed of the opening order.
    pub seed: u64,
    /// Games played at a time.
    pub concurrency: usize,
    /// Whether every game thread is kept to a core of its own.
    pub pinning: Pinning,
    /// The supervision of programs.
    pub supervision: Supervision,
    /// The contenders, two or more, in the order of the match file.
    pub contenders: Vec<ContenderSettings>,
    /// The format that decides which contenders meet, with more than two.
    pub format: Format,
    /// The pairings, by the indices of their contenders: all play the same openings in the same
    /// order.
    pub pairings: Vec<[usize; 2]>,
    /// The openings and their order.
    pub openings: Openings,
    /// The rules that end games before the laws of chess do.
    pub adjudication: Adjudication,
    /// The rules that may end the match before its last game.
    pub stop: StopRules,
    /// Whether contenders may be the same but for their names.
    pub same: bool,
    /// How it is explained at its end, where it is.
    pub explain: Option<ExplainSettings>,
    /// The command that is run whenever a run of the match ends, by an absolute path.
    pub on_end: Option<Program>,
    /// Whether the match file leaves the scale of its sequential test open: an existing journal
    /// then keeps its own.
    pub leaves_model_open: bool,
    /// Whether the first engine fault ends the match.
    pub strict: bool,
    /// For how long new games wait in all while the machine is busy; `None` where nobody looks whether it is.
    pub patience: Option<Duration>,
    /// The part of the match to play; `None` for all of it.
    pub shard: Option<Shard>,
    /// The match runner whose rules its games follow.
    pub runner_rules: RunnerRules,
    /// The order and numbering of its games.
    pub pairing_order: PairingOrder,
}

/// One contender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContenderSettings {
    /// The name in all output.
    pub name: String,
    /// The engine that plays for it.
    pub engine: EngineSettings,
    /// The limits on its moves.
    pub limits: PlayLimits,
}

/// The engine that plays for a contender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSettings {
    /// The project's own engine, in this process.
    InProcess(SearchSettings),
    /// An engine of the caller's, see [`crate::play_with`].
    Own(OwnEngine),
    /// A program that speaks UCI.
    Uci(UciSettings),
}

impl ContenderSettings {
    /// Whether its games differ from each other even without a clock: its evaluation has a random
    /// term, or it searches with several threads.
    #[must_use]
    pub fn varies(&self) -> bool {
        match &self.engine {
            EngineSettings::InProcess(settings) => settings.search.random_evaluation.is_some(),
            // Only its moves can show it.
            EngineSettings::Own(_) => false,
            EngineSettings::Uci(program) => program.threads() > 1,
        }
    }

    /// Whether another contender plays as this one does, limits aside.
    #[must_use]
    pub fn plays_like(&self, other: &ContenderSettings) -> bool {
        match &self.engine {
            EngineSettings::InProcess(this) => {
                matches!(&other.engine, EngineSettings::InProcess(other)
                if this.setup() == other.setup() && this.hash == other.hash)
            }
            EngineSettings::Own(this) => {
                matches!(&other.engine, EngineSettings::Own(other) if this == other)
            }
            EngineSettings::Uci(this) => {
                matches!(&other.engine, EngineSettings::Uci(other) if this.plays_like(other))
            }
        }
    }

    /// A summary: `preset null-move, Hash 16, 2000 nodes`, `Stockfish 15.1, Hash 16, 8+0.08`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut words = match &self.engine {
            EngineSettings::InProcess(settings) => settings.summary(),
            EngineSettings::Own(own) => vec![own.to_string()],
            EngineSettings::Uci(program) => {
                let file = program.program.path.file_name().unwrap_or_default().to_string_lossy();
                let name = program.identity.as_ref().map_or(&*file, |identity| &identity.name);
                let options = program
                    .options
                    .iter()
                    .map(|option| format!("{} {}", option.name, option.value));
                std::iter::once(name.to_owned()).chain(options).collect()
            }
        };
        words.push(self.limits.summary());
        words.join(", ")
    }

    /// The program that plays for it, to be changed.
    pub fn program_mut(&mut self) -> Option<&mut UciSettings> {
        self.engine.program_mut()
    }

    /// The program that plays for it, if it is one.
    #[must_use]
    pub fn program(&self) -> Option<&UciSettings> {
        self.engine.program()
    }
}

impl EngineSettings {
    /// The program, to be changed.
    pub fn program_mut(&mut self) -> Option<&mut UciSettings> {
        match self {
            EngineSettings::InProcess(_) | EngineSettings::Own(_) => None,
            EngineSettings::Uci(program) => Some(program),
        }
    }

    /// The program, if it is one.
    #[must_use]
    pub fn program(&self) -> Option<&UciSettings> {
        match self {
            EngineSettings::InProcess(_) | EngineSettings::Own(_) => None,
            EngineSettings::Uci(program) => Some(program),
        }
    }

    /// The search of the engine in this process, if it is that.
    #[must_use]
    pub fn in_process(&self) -> Option<&SearchSettings> {
        match self {
            EngineSettings::InProcess(settings) => Some(settings),
            EngineSettings::Own(_) | EngineSettings::Uci(_) => None,
        }
    }
}

/// The openings of a match.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The book.
    pub book: Book,
    /// The order it is played in.
    pub order: Order,
    /// The plies its openings were cut to.
    pub plies: Option<usize>,
    /// The opening of that order the match begins with, from 1.
    pub start: usize,
    indices: Vec<usize>,
}

impl Openings {
    /// The openings of a book in this order, `plies` of each, from number `start`; `seed` shuffles them.
    #[must_use]
    pub fn new(
        book: Book,
        order: Order,
        plies: Option<usize>,
        start: usize,
        seed: u64,
    ) -> Openings {
        let indices = order.indices(book.len(), seed);
        Openings { book, order, plies, start, indices }
    }

    /// These openings in place of the book's, by their index in it.
    pub fn dealt(&self, openings: Vec<(usize, Opening)>) -> Openings {
        let book =
            Book::of(self.book.path.clone(), self.book.digest, openings.into_iter().collect());
        Openings { book, indices: Vec::new(), ..self.clone() }
    }

    /// The opening of this index in the book.
    #[must_use]
    #[expect(
        clippy::expect_used,
        reason = "a schedule names openings of its book; a ticket brings its games'"
    )]
    pub fn opening(&self, index: usize) -> Opening {
        self.book.opening(index).expect("the book has the opening")
    }

    /// The index in the book of a pair's opening. The order is gone through from `start` on, and
    /// again from its beginning when it is used up.
    #[must_use]
    pub fn of_pair(&self, pair: u32) -> usize {
        self.indices[(self.start - 1 + pair as usize) % self.indices.len()]
    }
}

impl Match {
    /// The file whose name the results have: the match file; but where contenders are revisions, their commits belong
    /// to it, so that the next commit begins a match of its own.
    #[must_use]
    pub fn file_of_results(&self) -> PathBuf {
        let programs = self.contenders.iter().filter_map(ContenderSettings::program);
        let commits = programs.filter_map(|program| Some(program.revision.as_ref()?.short_name()));
        let commits = commits.collect::<Vec<String>>().join("-");
        match commits.as_str() {
            "" => self.path.clone(),
            commits => self.path.with_file_name(format!("{}-{commits}.toml", self.name)),
        }
    }

    /// Checks that no contender is an engine of a program with the library.
    ///
    /// # Errors
    /// One is; in a sentence.
    pub fn check_no_own_engine(&self) -> Result<(), String> {
        let is_own =
            |contender: &&ContenderSettings| matches!(contender.engine, EngineSettings::Own(_));
        self.contenders.iter().find(is_own).map_or(Ok(()), |own| {
            Err(format!(
                "{:?} is an engine that a program with the library `arena` brings: play the match with \
                 `arena::play_with`, or name a `preset` or a `command`",
                own.name
            ))
        })
    }

    /// The settings of the contender that has this colour in this game.
    #[must_use]
    pub fn player(&self, spec: &GameSpec, color: Color) -> &ContenderSettings {
        &self.contenders[self.player_index(spec, color)]
    }

    /// The index of the contender that has this colour in this game.
    #[must_use]
    pub fn player_index(&self, spec: &GameSpec, color: Color) -> usize {
        self.pairings[self.pairing(spec)][spec.player(color) as usize]
    }

    /// The index of the pairing that a game belongs to.
    #[must_use]
    pub fn pairing(&self, spec: &GameSpec) -> usize {
        let encounter = match self.pairing_order {
            PairingOrder::Pairs => spec.pair(),
            PairingOrder::Rounds(rounds) => spec.game / rounds.games,
            PairingOrder::Encounters(encounters) => encounters.encounter(spec.game),
        };
        place(encounter, self.pairings.len()).0
    }

    /// Whether it has more than two contenders.
    #[must_use]
    pub fn is_tournament(&self) -> bool {
        self.contenders.len() > 2
    }

    /// The games of all pairings.
    #[must_use]
    pub fn all_games(&self) -> u32 {
        self.of_all_pairings(self.games)
    }

    /// The games of all pairings, or of the shard if there is one, unless a result stops the match.
    #[must_use]
    pub fn planned(&self) -> u32 {
        let all = self.of_all_pairings(self.stop.limit(self.games));
        self.shard.map_or(all, |shard| shard.games_of(all))
    }

    /// The games of the schedule up to the largest number that the rules on games allow, without
    /// those of other shards.
    pub fn schedule(&self) -> impl Iterator<Item = GameSpec> + '_ {
        let all = self.of_all_pairings(self.stop.limit(self.games));
        let is_here = |spec: &GameSpec| self.shard.is_none_or(|shard| shard.has(spec.pair()));
        schedule(self).take(all as usize).filter(is_here)
    }

    fn of_all_pairings(&self, games: u32) -> u32 {
        games.saturating_mul(u32::try_from(self.pairings.len()).unwrap_or(u32::MAX))
    }

    /// The opening of a game.
    #[must_use]
    pub fn opening(&self, spec: &GameSpec) -> Opening {
        self.openings.opening(spec.opening)
    }

    /// The number of a pairing's pairs that repeat the opening of an earlier pair.
    #[must_use]
    pub fn pairs_on_a_used_opening(&self) -> u32 {
        let openings = u32::try_from(self.openings.book.len()).unwrap_or(u32::MAX);
        (self.games / 2).saturating_sub(openings)
    }

    /// Whether any contender has a time limit.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.contenders.iter().any(|contender| contender.limits.is_timed())
    }

    /// Whether a pair with an already played opening repeats the earlier games move for move: no
    /// clock limits the moves, and no contender varies.
    #[must_use]
    pub fn repeats_games(&self) -> bool {
        let varies = self.contenders.iter().any(ContenderSettings::varies);
        self.runner_rules.are_own() && !self.is_timed() && !varies
    }
}
