//! The request of a command line.

use serde::{Deserialize, Serialize};

pub use crate::language::choices::{
    BookFormat, BookOrder, Format, LogLevel, Notation, Output, Variant,
};
use arena::config::pairing_order::Encounters;

use crate::Dialect;
use crate::language::counts::Counts;
use crate::language::engine_arguments::{EngineArguments, Extra};

/// The requested action.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Print the version.
    Version,
    /// Print the manual.
    Help,
    /// Play.
    Play(Box<Command>),
}

/// A tournament, as the command line and its JSON file have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// The engines, in the order of the command line.
    pub engines: Vec<EngineArguments>,
    /// Everything else.
    pub tournament: Tournament,
    /// Results of an earlier run that is resumed, by `A vs B`.
    pub stats: Vec<(String, Counts)>,
}

impl Command {
    /// The dialect of the command line.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.tournament.unsaved.dialect
    }

    /// Whether the JSON file has all that a later run needs.
    #[must_use]
    pub fn is_resumable(&self) -> bool {
        let is_plain = |engine: &EngineArguments| engine.extra == Extra::default();
        self.tournament.unsaved.encounters.is_none() && self.engines.iter().all(is_plain)
    }
}

/// The settings of a tournament. [`Unsaved`] has those that a later run does not get from the JSON
/// file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tournament {
    /// When a side is said to have resigned.
    pub resign: Resign,
    /// The rule for agreed draws.
    pub draw: Draw,
    /// After how many moves a game is drawn.
    pub maxmoves: MaxMoves,
    /// Endgame tables.
    pub tb_adjudication: Tables,
    /// The book.
    pub opening: BookSettings,
    /// The file of games.
    pub pgn: Pgn,
    /// The file of final positions.
    pub epd: Epd,
    /// The sequential test.
    pub sprt: Sprt,
    /// The JSON file.
    pub config_name: String,
    /// The output format.
    pub output: Output,
    /// Of the order of the book.
    pub seed: u64,
    /// The variant.
    pub variant: Variant,
    /// The format of the tournament.
    #[serde(rename = "type")]
    pub format: Format,
    /// Engines of a gauntlet that play all others.
    pub gauntlet_seeds: i32,
    /// Pairs, or games, between two reports.
    pub ratinginterval: i32,
    /// Games between two scores.
    pub scoreinterval: i32,
    /// Milliseconds between two games.
    pub wait: u32,
    /// Games between two writings of the JSON file.
    pub autosaveinterval: i32,
    /// Games of a round.
    pub games: i64,
    /// Rounds, each of one opening for every two engines.
    pub rounds: i64,
    /// Games at a time.
    pub concurrency: i32,
    /// Whether concurrent games may outnumber the hardware threads.
    pub force_concurrency: bool,
    /// Whether the tournament goes on after a crash.
    pub recover: bool,
    /// Whether colours are never swapped.
    pub noswap: bool,
    /// Whether the first game has the colours of the second.
    pub reverse: bool,
    /// Whether results are counted in pairs.
    pub report_penta: bool,
    /// Whether each game keeps to a processor.
    pub affinity: bool,
    /// Whether the lines of mate scores are checked.
    pub check_mate_pvs: bool,
    /// Whether latencies are logged.
    pub show_latency: bool,
    /// The log.
    pub log: Log,
    /// Settings that the JSON file does not have.
    #[serde(skip, default = "Unsaved::new")]
    pub unsaved: Unsaved,
}

/// Settings that hold for one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unsaved {
    /// The dialect of the command line, whose runner's rules apply.
    pub dialect: Dialect,
    /// The schedule, where it is one of cutechess-cli's that fastchess has not.
    pub encounters: Option<Encounters>,
    /// Whether the command line names the seed.
    pub has_seed: bool,
    /// Sentences on parts of the command line that change nothing here, or are of another version.
    pub notes: Vec<String>,
    /// Games after which cutechess-cli prints how games ended; 0 for the end alone.
    pub outcomeinterval: i32,
    /// Whether the exchange with the engines is printed.
    pub shows_exchange: bool,
    /// The games that the endgame tables end.
    pub table_results: TableResults,
    /// Whether a warning of several lines is one line.
    pub test_env: bool,
    /// Whether a warning ends the tournament.
    pub strict: bool,
    /// The processors that may be used; empty for all.
    pub processors: Vec<i32>,
    /// The wait for `uciok`, in milliseconds.
    pub startup: u64,
    /// The wait for `readyok` after `ucinewgame`, in milliseconds.
    pub new_game: u64,
    /// The wait for any other `readyok`, in milliseconds.
    pub ping: u64,
}

/// The results that the endgame tables decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableResults {
    /// Wins, losses and draws.
    #[default]
    Both,
    /// Wins and losses.
    WinLoss,
    /// Draws.
    Draw,
}

/// When a side is said to have resigned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resign {
    /// Moves in a row with such a score.
    pub move_count: i32,
    /// In centipawns.
    pub score: i32,
    /// Whether the other side must agree.
    pub twosided: bool,
    /// Whether it is requested.
    pub enabled: bool,
}

/// The rule for agreed draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw {
    /// Moves that must have been made.
    pub move_number: u32,
    /// Moves in a row with such a score.
    pub move_count: i32,
    /// In centipawns.
    pub score: i32,
    /// Whether it is requested.
    pub enabled: bool,
}

/// After how many moves a game is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaxMoves {
    /// Of each side.
    pub move_count: i32,
    /// Whether it is requested.
    pub enabled: bool,
}

/// Endgame tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tables {
    /// Directories, with colons between them.
    pub syzygy_dirs: String,
    /// Pieces at most; 0 for the largest table.
    pub max_pieces: i32,
    /// Whether the fifty-move rule is ignored.
    pub ignore_50_move_rule: bool,
    /// Whether they are requested.
    pub enabled: bool,
}

/// The book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookSettings {
    /// The file; empty for the start position.
    pub file: String,
    /// Its form.
    pub format: BookFormat,
    /// Its order.
    pub order: BookOrder,
    /// Plies of each game; below zero for all.
    pub plies: i32,
    /// The first opening, from 1.
    pub start: i32,
}

/// The file of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the reference")]
pub struct Pgn {
    /// Expressions of lines that are kept with the moves.
    pub additional_lines_rgx: Vec<String>,
    /// The tag.
    pub event_name: String,
    /// The tag.
    pub site: String,
    /// The file; empty for none.
    pub file: String,
    /// The notation of moves.
    pub notation: Notation,
    /// Whether games are appended to the file.
    pub append_file: bool,
    /// Whether comments have the nodes.
    pub track_nodes: bool,
    /// Whether comments have the selective depth.
    pub track_seldepth: bool,
    /// Whether comments have the nodes a second.
    pub track_nps: bool,
    /// Whether comments have the fill of the hash table.
    pub track_hashfull: bool,
    /// Whether comments have the hits of endgame tables.
    pub track_tbhits: bool,
    /// Whether comments have the time left.
    pub track_timeleft: bool,
    /// Whether comments have the latency.
    pub track_latency: bool,
    /// Whether comments have the principal variation.
    pub track_pv: bool,
    /// Whether there are only the seven tags and no comments.
    pub min: bool,
    /// Whether the checksum of the file is printed.
    pub crc: bool,
}

/// The file of final positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Epd {
    /// The file; empty for none.
    pub file: String,
    /// Whether positions are appended to the file.
    pub append_file: bool,
}

/// The sequential test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Probability of accepting H1 where H0 holds.
    pub alpha: f64,
    /// Probability of accepting H0 where H1 holds.
    pub beta: f64,
    /// H0.
    pub elo0: f64,
    /// H1.
    pub elo1: f64,
    /// `normalized`, `logistic` or `bayesian`.
    pub model: String,
    /// Whether it is requested.
    pub enabled: bool,
}

/// The log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    /// The file; empty for none.
    pub file: String,
    /// The level of the log.
    pub level: LogLevel,
    /// Whether it is appended to the file.
    pub append_file: bool,
    /// Whether it is compressed.
    pub compress: bool,
    /// Whether every line is flushed.
    pub realtime: bool,
    /// Whether it includes the engines' output.
    pub engine_coms: bool,
}
