//! Test suites: positions whose best moves are known, searched by several configurations.
//!
//! `arena suite`, `arena sweep` and `arena run` with an experiment file share this flow, which is a
//! match's without the games:
//!
//! ```text
//! FILE.epd, configurations, limits --Plan--> tasks --searchers--> SearchRecord -> journal (JSON lines)
//!                                                                               |
//!                  tables, CSV, JSON, plot <- Row <--------- Records <----------+
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`configuration`] | the configurations: presets with changes, and programs; `--config` |
//! | [`identify`] | identifies the programs of a plan before its first search |
//! | [`experiment`] | the plans of an experiment file, a block each |
//! | [`mod@file`] | the experiment file: as written, and resolved |
//! | [`plan`] | the searches to run: a pure function of the command |
//! | [`solution`] | the effort until a search found a solving move, and kept it |
//! | [`record`] | one finished search, and those of a plan |
//! | [`journal`] | finished searches on disk, the one source of truth |
//! | [`runner`], [`searches`], `searcher`, `running` | brings finished searches to the journal; runs them on threads; runs one after the other; an engine that searches |
//! | [`grid`] | the combinations of parameters a sweep goes through |
//! | [`report`] | the tables of the papers |

pub mod configuration;
pub mod experiment;
pub mod file;
pub mod grid;
pub mod identify;
pub mod journal;
pub mod plan;
pub mod record;
pub mod report;
pub mod runner;
mod running;
mod searcher;
pub mod searches;
pub mod solution;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use sha2::{Digest, Sha256};
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use arena::chess::epd::{self, EpdLine};

/// A suite: read and checked as a whole before anything is searched.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Its source.
    pub path: PathBuf,
    /// The positions, in the file's order; never empty.
    pub positions: Vec<SuitePosition>,
    /// SHA-256 of the file.
    pub digest: [u8; 32],
}

/// A line of a suite.
const EXAMPLE: &str = "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"name\";";
/// The operations that are read.
const READ: [&str; 5] = ["bm", "am", "id", "hmvc", "fmvn"];

/// A position of a suite.
#[derive(Clone, Debug)]
pub struct SuitePosition {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Its name: the operation `id`.
    pub id: Option<String>,
    /// The position.
    pub position: Chess,
    /// The moves that solve it (`bm`); if there are none, any move that need not be avoided.
    pub best: Vec<Move>,
    /// The moves that do not solve it (`am`).
    pub avoid: Vec<Move>,
    /// Its line as it is written.
    pub written: String,
}

impl Suite {
    /// Reads a suite: an EPD file with the operations `bm`, `am` and `id`, each of them optional.
    ///
    /// # Errors
    /// When the file cannot be read or is empty, or at the first line with an error.
    pub fn read(path: &Path) -> anyhow::Result<Suite> {
        let name = path.display();
        let bytes = arena::system::input::read(path)
            .with_context(|| format!("cannot read the suite {name}"))?;
        let positions = epd::lines(&bytes).map(|(line, epd)| {
            let position = epd.and_then(|epd| SuitePosition::new(&epd, line));
            position.map_err(|problem| anyhow!("{name}:{line}: {problem}"))
        });
        let positions = positions.collect::<anyhow::Result<Vec<SuitePosition>>>()?;
        if positions.is_empty() {
            bail!("{name}: no position in it; a line is written\n  {EXAMPLE}");
        }
        Ok(Suite { path: path.to_owned(), positions, digest: Sha256::digest(&bytes).into() })
    }

    /// At most this many of its positions, evenly spread over the file; always the same ones.
    #[must_use]
    pub fn sample(mut self, most: usize) -> Suite {
        let all = self.positions.len();
        if most < all {
            let chosen = (0..most).map(|i| self.positions[i * all / most].clone());
            self.positions = chosen.collect();
        }
        self
    }

    /// A sentence on the operations that are not read, each with its first line; `None` where there are none.
    #[must_use]
    pub fn unread(&self) -> Option<String> {
        let mut unread = BTreeMap::new();
        for SuitePosition { line, written, .. } in &self.positions {
            let operations = epd::line(written).map_or_else(|_| Vec::new(), |epd| epd.operations);
            for operation in operations {
                unread.entry(operation.opcode).or_insert(*line);
            }
        }
        unread.retain(|opcode, _| !READ.contains(&opcode.as_str()));
        let named: Vec<String> =
            unread.iter().map(|(opcode, line)| format!("`{opcode}` (line {line})")).collect();
        (!named.is_empty()).then(|| {
            format!("operations that are not read, and their first lines: {}", named.join(", "))
        })
    }

    /// The file's name.
    #[must_use]
    pub fn file_name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl SuitePosition {
    /// The position of a line, and its number.
    ///
    /// # Errors
    /// The problem, in a sentence.
    pub fn new(epd: &EpdLine, line: usize) -> Result<SuitePosition, String> {
        if epd.position.legal_moves().is_empty() {
            return Err("the game is over in this position: there is no move to find".to_owned());
        }
        Ok(SuitePosition {
            line,
            id: epd.text("id").filter(|id| !id.is_empty()),
            position: epd.position.clone(),
            best: moves(epd, "bm")?,
            avoid: moves(epd, "am")?,
            written: epd.written.clone(),
        })
    }

    /// Whether this move solves the position; `None` if the suite names no move.
    #[must_use]
    pub fn is_solved_by(&self, m: Move) -> Option<bool> {
        let solves = (self.best.is_empty() || self.best.contains(&m)) && !self.avoid.contains(&m);
        self.names_a_move().then_some(solves)
    }

    /// Whether the suite names a best move, or a move to avoid.
    #[must_use]
    pub fn names_a_move(&self) -> bool {
        !self.best.is_empty() || !self.avoid.is_empty()
    }
}

/// The moves of an operation, as SAN or in the notation of UCI. Marks such as `+` and `!` are allowed.
fn moves(epd: &EpdLine, opcode: &str) -> Result<Vec<Move>, String> {
    let named = epd.operations.iter().any(|operation| operation.opcode == opcode);
    let moves = epd.operands(opcode).map(|text| {
        let san = text.trim_end_matches(['+', '#', '!', '?']);
        let by_squares = san.parse().ok().and_then(|uci: UciMove| uci.to_move(&epd.position).ok());
        if let Some(found) = by_squares {
            return Ok(found);
        }
        let san: San = san.parse().map_err(|_| {
            format!("`{opcode}`: {text:?} is not a move such as Nf3, exd5, O-O or e8=Q")
        })?;
        san.to_move(&epd.position).map_err(|error| {
            let legal = epd.position.legal_moves();
            let legal: Vec<String> =
                legal.iter().map(|&m| San::from_move(&epd.position, m).to_string()).collect();
            let problem = match error {
                shakmaty::san::SanError::AmbiguousSan => "ambiguous",
                _ => "not legal",
            };
            format!("`{opcode}`: {text} is {problem} here; legal are {}", legal.join(" "))
        })
    });
    let moves = moves.collect::<Result<Vec<Move>, String>>()?;
    if named && moves.is_empty() {
        return Err(format!("`{opcode}` names no move"));
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(text: &str) -> Result<Suite, String> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.epd");
        std::fs::write(&path, text).unwrap();
        let prefix = format!("{}/", directory.path().display());
        Suite::read(&path).map_err(|error| error.to_string().replace(&prefix, ""))
    }

    const ROOK_ENDING: &str = "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - -";

    #[test]
    fn operations_that_are_not_read_are_told_with_their_lines() {
        let text =
            format!("{ROOK_ENDING} bm Rd7; dm 3; id \"one\";\n{ROOK_ENDING} ce 5; dm 1; hmvc 2;");
        let told =
            "operations that are not read, and their first lines: `ce` (line 2), `dm` (line 1)";
        assert_eq!(suite(&text).unwrap().unread().as_deref(), Some(told));
        assert_eq!(suite(&format!("{ROOK_ENDING} bm Rd7; am h3;")).unwrap().unread(), None);
    }

    #[test]
    fn best_and_avoided_moves_decide() {
        let text = format!("{ROOK_ENDING} bm Rd8#! Rd7; am h3; id \"back rank\";\n{ROOK_ENDING}");
        let suite = suite(&text).unwrap();
        let position = &suite.positions[0];
        assert_eq!(position.id.as_deref(), Some("back rank"));
        let solved = |position: &SuitePosition, san: &str| {
            position.is_solved_by(san.parse::<San>().unwrap().to_move(&position.position).unwrap())
        };
        assert_eq!(solved(position, "Rd8"), Some(true));
        assert_eq!(solved(position, "Rd7"), Some(true));
        assert_eq!(solved(position, "g3"), Some(false));
        assert_eq!(solved(&suite.positions[1], "g3"), None);
        let avoid = self::suite(&format!("{ROOK_ENDING} am h3;")).unwrap().positions.remove(0);
        assert_eq!(solved(&avoid, "h3"), Some(false));
        assert_eq!(solved(&avoid, "Rd8"), Some(true));
    }

    #[test]
    fn a_sample_is_spread_over_the_file_and_never_larger_than_it() {
        let text: String =
            (0..10).map(|i| format!("{ROOK_ENDING} bm Rd8; id \"{i}\";\n")).collect();
        let ids = |most: usize| -> String {
            let sample = suite(&text).unwrap().sample(most);
            sample.positions.into_iter().filter_map(|position| position.id).collect()
        };
        assert_eq!((ids(1), ids(3), ids(5)), ("0".into(), "036".into(), "02468".into()));
        assert_eq!((ids(10), ids(300)), ("0123456789".into(), "0123456789".into()));
    }

    #[test]
    fn a_bad_line_is_named_with_what_is_wrong() {
        let with = |line: &str| suite(&format!("# a\n{ROOK_ENDING} bm Rd8;\n{line}")).unwrap_err();
        assert_eq!(
            with("6k1/8 w - - bm Rd8;"),
            "a.epd:3: invalid board part in fen: \"6k1/8 w - - 0 1\""
        );
        let illegal = with(&format!("{ROOK_ENDING} bm Rd9;"));
        assert!(illegal.starts_with("a.epd:3: `bm`: \"Rd9\" is not a move"), "{illegal}");
        let illegal = with(&format!("{ROOK_ENDING} bm Rh8;"));
        assert!(illegal.starts_with("a.epd:3: `bm`: Rh8 is not legal here; legal are "));
        let open = with(&format!("{ROOK_ENDING} bm Rd8 id \"a\";"));
        assert!(open.starts_with("a.epd:3: `bm`: \"id\" is not a move"), "{open}");
        let none = with(&format!("{ROOK_ENDING} am ;"));
        assert_eq!(none, "a.epd:3: `am` names no move");
        let over = with("R5k1/5ppp/8/8/8/8/8/6K1 b - - id \"mate\";");
        assert!(over.contains("the game is over"), "{over}");
        let ambiguous = with("4k3/8/8/8/8/4K3/8/R6R w - - bm Rd1;");
        assert!(ambiguous.contains("Rd1 is ambiguous here"), "{ambiguous}");
    }

    #[test]
    fn an_empty_suite_shows_how_a_line_is_written() {
        let error = suite("# nothing\n").unwrap_err();
        assert!(error.starts_with("a.epd: no position in it") && error.contains("bm Rxb2"));
    }

    #[test]
    fn the_public_suites_are_read() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites");
        if !directory.is_dir() {
            println!("skipped: there is no directory ../shared/suites beside the project");
            return;
        }
        let wac = Suite::read(&directory.join("wac.epd")).unwrap();
        assert_eq!(wac.positions.len(), 300);
        assert!(
            wac.positions
                .iter()
                .all(|position| !position.best.is_empty() || !position.avoid.is_empty())
        );
        assert!(!Suite::read(&directory.join("bt2630.epd")).unwrap().positions.is_empty());
    }
}
