//! From a match file to a checked match.
//!
//! [`MatchFile`] is exactly what was written; [`Match`] is what is meant: every default explicit,
//! every value in its range, the whole book read. A mistake is a [`ConfigError`] that names file,
//! line and key, and says what would be right.
//!
//! ```toml
//! question = "Does the null move gain at 2000 nodes a move?"   # goes to the report
//! games = 1000              # even: every opening is played twice, colours reversed; of each
//!                           # pairing where there are more than two contenders
//! format = "round-robin"    # of more than two contenders: everyone against everyone, the default;
//!                           # "gauntlet": the first against all others
//! seed = 1                  # order of a shuffled book; default 1
//! concurrency = 2           # games at a time; default: the physical cores allowed to the process
//!
//! [limits]                  # for both; all that is given holds at once
//! time_control = "10+0.1"   # or "40/300", "40/60+0.6", "300"; seconds, exact decimals
//! movetime = "0.1"          # seconds a move
//! nodes = 2000              # nodes a move
//! depth = 8                 # plies
//! time_margin = "0"         # how late a move may be before it loses; by default
//!                           # less than a whole millisecond, "0.000999"
//! overhead = "0.005"        # what an engine keeps back from its deadlines; default 0.005
//!
//! [openings]
//! file = "../openings/fifty.pgn"   # beside the match file, else in the current directory
//! order = "shuffled"        # or "sequential", the default
//! plies = 8                 # at most so many plies of each opening; PGN books only; default all.
//!                           # Of openings that lead to one position the first is played
//! start = 1                 # opening of that order to begin with; default 1
//!
//! [adjudication]            # all off by default; `true` is the rule with these defaults
//! draw = { score = 20, moves = 8, from_move = 34 }         # not before both have made move 34
//! resign = { score = 600, moves = 3, two_sided = false }
//! max_moves = 200           # of each side, the opening's not counted; then it is a draw
//!
//! [adjudication.tablebase]  # Syzygy tables (WDL), asked after captures and pawn moves
//! path = "../syzygy"        # or ["345", "6"]; beside the match file, else in the current directory
//! max_pieces = 5            # default: as many as the largest table has
//! fifty_moves = true        # false: a win that the fifty-move rule would spoil counts; default true
//! adjudicate = "both"       # or "wins", "draws"; default both
//!
//! [stop]                    # the first of these ends the match, after the pairs in progress
//! sprt = { elo0 = 0, elo1 = 5, alpha = 0.05, beta = 0.05, model = "logistic" }  # or normalized, bayes
//! confidence = 0.95         # when the interval that holds at any look excludes 0...
//! margin = 3                # ...or, with a margin, everything from -3 to 3 Elo
//! games = 400               # after so many games (of each pairing)
//! until = "07:00"           # at the next 07:00, local time; the match goes on if it is run again
//! budget = "6h"             # when the run has taken so long; likewise
//!
//! [[contender]]             # the one under test; results are told from its view
//! name = "null move"
//! preset = "null-move"
//! hash = 16                 # MiB; default 16
//! search = { null_move = { reduction = 3 }, multi_cut = false }   # changes to the preset
//!
//! [[contender]]
//! name = "base"
//! preset = "none"
//! limits = { nodes = 4000 } # replaces [limits] for this contender
//! ```
//!
//! What the rules of adjudication mean exactly, and where other runners differ, is told in
//! [`crate::chess::adjudication`].
//!
//! Instead of a `preset` a contender may have a `command`: any program that speaks UCI.
//!
//! ```toml
//! pin = true                # one core for each table; default: where a contender is a program
//!
//! [supervision]             # how long programs are waited for, in seconds
//! startup = "30"            # from the start of the process to `uciok`
//! ready = "30"              # `isready` to `readyok`
//! new_game = "60"           # `ucinewgame` to the `readyok` after it
//! hang = "60"               # a move that no clock limits
//! grace = "1"               # `stop` to `bestmove`, before the process is killed
//! on_suspect = "forfeit"    # or "replay-pair": a move the runner itself may have seen too late
//!
//! [[contender]]
//! name = "stockfish"
//! command = "stockfish"     # a program, or ["program", "argument", ...]; found beside the match
//!                           # file or else in PATH; no shell is involved
//! args = ["--quiet"]        # more arguments
//! dir = "engines"           # where it runs; default: where arena does
//! env = { OMP_NUM_THREADS = "1" }
//! options = { Hash = 16, Threads = 1, "Move Overhead" = 5, Ponder = false }
//! limits = { time_control = "10+0.1" }
//! time_margin = "0.005"     # instead of that of its limits
//! restart = false           # whether every game gets a new process
//! trim_history = false      # whether it is told only the moves since the last capture or pawn
//!                           # move, and that; saves time in very fast games, but engines that
//!                           # go on with their tree need the whole game
//! ```
//!
//! A tuning file has parameters in the place of contenders: see [`crate::tune::file`]. `arena run` also takes files
//! with searches of test suites ([`crate::suite::file`]), and lists of matches ([`series`]).
//!
//! With more than two contenders every pairing plays the same openings in the same order, and pairs
//! of games go round the pairings. Every table keeps a player of each contender that has played at
//! it, so that memory is up to `concurrency` times the sum of their hash tables. `sprt` and
//! `confidence` are for two contenders.

pub(crate) mod check;
pub(crate) mod error;
pub(crate) mod file;
mod kind;
mod presets;
mod render;
pub(crate) mod resolve;
pub(crate) mod resolver;
pub mod schedule;
mod search_parameter;
pub mod series;
pub mod shard;
mod stop;
mod tablebase;
mod uci;
mod uci_contender;
pub(crate) mod values;
mod warnings;

use std::path::PathBuf;

use engine::SearchConfig;
use shakmaty::Color;

pub use error::ConfigError;
pub(crate) use error::{did_you_mean, with_suggestion};
pub use file::MatchFile;
pub use kind::{Kind, kind};
pub(crate) use presets::preset;
pub use resolve::load;
pub use resolver::Overrides;
pub(crate) use search_parameter::numeric_parameter;
pub use uci::{
    EngineOption, FileDigest, Identity, OnSuspect, OptionValue, Supervision, UciSettings,
};
pub(crate) use uci::{NO_FILES, sets_reserve, sets_threads};
pub(crate) use uci_contender::find_program;

use crate::chess::adjudication::Adjudication;
use crate::chess::limits::PlayLimits;
use crate::chess::openings::{Book, Opening, Order};
use crate::chess::pairings::{Format, place};
use crate::chess::record::GameSpec;
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
    /// What the match is to find out.
    pub question: Option<String>,
    /// Games of each pairing, an even number.
    pub games: u32,
    /// Seed of the opening order.
    pub seed: u64,
    /// Games played at a time.
    pub concurrency: usize,
    /// Whether every table is to have a core of its own.
    pub pin: bool,
    /// How programs are supervised.
    pub supervision: Supervision,
    /// The contenders, two or more, in the order of the match file.
    pub contenders: Vec<ContenderSettings>,
    /// Which of them meet, where there are more than two.
    pub format: Format,
    /// Who meets whom, by their indices: all pairings play the same openings in the same order.
    pub pairings: Vec<[usize; 2]>,
    /// The openings and their order.
    pub openings: Openings,
    /// How games are ended before the rules do.
    pub adjudication: Adjudication,
    /// What may end the match before its last game.
    pub stop: StopRules,
    /// Whether the first fault of an engine ends the match.
    pub strict: bool,
    /// The part of the match to be played; all of it where there is none.
    pub shard: Option<Shard>,
}

/// One contender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContenderSettings {
    /// The name in all output.
    pub name: String,
    /// What plays for it.
    pub engine: EngineSettings,
    /// What it may spend on its moves.
    pub limits: PlayLimits,
}

/// What plays for a contender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineSettings {
    /// The project's own engine, in this process.
    InProcess(SearchSettings),
    /// A program that speaks UCI.
    Uci(UciSettings),
}

/// A configuration of the project's own engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// The preset it was made from.
    pub preset: String,
    /// The preset with the match file's changes.
    pub search: SearchConfig,
    /// Transposition table, in MiB.
    pub hash: usize,
}

impl ContenderSettings {
    /// All that makes it play as it does, but for its limits, on one line.
    #[must_use]
    pub fn configuration(&self) -> String {
        match &self.engine {
            EngineSettings::InProcess(SearchSettings { search, hash, .. }) => {
                format!("{search} hash={hash}MiB")
            }
            EngineSettings::Uci(engine) => engine.to_string(),
        }
    }

    /// The program that plays for it, where it is one.
    #[must_use]
    pub fn program(&self) -> Option<&UciSettings> {
        match &self.engine {
            EngineSettings::InProcess(_) => None,
            EngineSettings::Uci(engine) => Some(engine),
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
    pub(crate) fn new(
        book: Book,
        order: Order,
        plies: Option<usize>,
        start: usize,
        seed: u64,
    ) -> Openings {
        let indices = order.indices(book.openings.len(), seed);
        Openings { book, order, plies, start, indices }
    }

    /// The index in the book of a pair's opening. The order is gone through from `start` on, and
    /// again from its beginning when it is used up.
    #[must_use]
    pub fn of_pair(&self, pair: u32) -> usize {
        self.indices[(self.start - 1 + pair as usize) % self.indices.len()]
    }
}

impl Match {
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
        place(spec.pair(), self.pairings.len()).0
    }

    /// Whether there are more than two contenders.
    #[must_use]
    pub fn is_tournament(&self) -> bool {
        self.contenders.len() > 2
    }

    /// The games of all pairings.
    #[must_use]
    pub fn all_games(&self) -> u32 {
        self.of_all_pairings(self.games)
    }

    /// The games of all pairings that are to be played if no result stops the match; those of the
    /// shard alone where there is one.
    #[must_use]
    pub fn planned(&self) -> u32 {
        let all = self.of_all_pairings(self.stop.limit(self.games));
        self.shard.map_or(all, |shard| shard.games_of(all))
    }

    /// The first games of the schedule, as many as no rule but the results' leaves out, without
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
    pub fn opening(&self, spec: &GameSpec) -> &Opening {
        &self.openings.book.openings[spec.opening]
    }

    /// How many pairs of a pairing play an opening that an earlier pair has played.
    #[must_use]
    pub fn pairs_on_a_used_opening(&self) -> u32 {
        let openings = u32::try_from(self.openings.book.openings.len()).unwrap_or(u32::MAX);
        (self.games / 2).saturating_sub(openings)
    }

    fn is_timed(&self) -> bool {
        self.contenders.iter().any(|contender| contender.limits.is_timed())
    }
}
