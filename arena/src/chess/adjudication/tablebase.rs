//! Ending a game by Syzygy endgame tables.
//!
//! Their WDL values (win, draw, loss, and the wins and losses that the fifty-move rule turns into
//! draws) hold for a fifty-move clock of zero. So a position is looked up right after a capture or
//! a pawn move, as fastchess and cutechess do, and then the value is exact; between them a game is
//! played on even where the tables have it. Positions with castling rights are not in the tables.
//!
//! A look-up reads a few blocks of a file while no clock runs. It needs the tables of all endings
//! that captures lead to; where one is missing the game is played on.

mod rule;

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use serde::{Deserialize, Serialize};
use shakmaty::Chess;
use shakmaty_syzygy::SyzygyError;

use crate::chess::record::Termination;
use rule::{FEWEST_PIECES, TABLES};

pub use rule::{TablebaseResults, TablebaseRule};

/// The tables of a match and the rule for their use. Two are equal if their rules are: the tables
/// are those found in the rule's directories.
pub struct Tablebase {
    rule: TablebaseRule,
    /// Names of the tables that may be looked into.
    names: BTreeSet<OsString>,
    tables: shakmaty_syzygy::Tablebase<Chess>,
}

impl Tablebase {
    /// Finds the tables of all directories. A table is opened at its first look-up.
    ///
    /// The rule's number of pieces becomes that of the largest table, if there is none as large.
    ///
    /// # Errors
    /// When a directory cannot be read or has no table, or a table has an impossible size.
    pub fn open(rule: TablebaseRule) -> anyhow::Result<Tablebase> {
        let tables = shakmaty_syzygy::Tablebase::new();
        let mut tablebase = Tablebase { rule, names: BTreeSet::new(), tables };
        for directory in tablebase.rule.directories.clone() {
            tablebase.add(&directory)?;
        }
        tablebase.rule.max_pieces = tablebase.rule.max_pieces.min(tablebase.tables.max_pieces());
        Ok(tablebase)
    }

    fn add(&mut self, directory: &Path) -> anyhow::Result<()> {
        let unreadable = |path: &Path| format!("cannot read the tables in {}", path.display());
        let mut found = 0;
        for entry in directory.read_dir().with_context(|| unreadable(directory))? {
            let path = entry.with_context(|| unreadable(directory))?.path();
            let Some(name) = path.file_name().filter(|name| self.is_wanted(name)) else { continue };
            match self.tables.add_file(&path) {
                Ok(()) => {
                    self.names.insert(name.to_owned());
                    found += 1;
                }
                // After all not the name of a table.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    bail!(
                        "{}: no table has this file size, it was not copied or downloaded whole",
                        path.display()
                    );
                }
                Err(error) => return Err(error).with_context(|| unreadable(&path)),
            }
        }
        ensure!(
            found > 0,
            "{}: there is no WDL table (such as KQvK.rtbw) of {FEWEST_PIECES} to {} pieces in it",
            directory.display(),
            self.rule.max_pieces
        );
        Ok(())
    }

    /// Whether a file of this name is a WDL table of as many pieces as the rule allows.
    fn is_wanted(&self, name: &OsStr) -> bool {
        let stem = name.to_str().and_then(|name| name.strip_suffix(".rtbw"));
        let men = stem.map(|stem| stem.bytes().filter(|&c| c != b'v').count());
        men.is_some_and(|men| (FEWEST_PIECES..=self.rule.max_pieces).contains(&men))
    }

    /// The rule for the use of the tables.
    #[must_use]
    pub fn rule(&self) -> &TablebaseRule {
        &self.rule
    }

    /// The number of tables with at most the rule's number of pieces.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.names.len()
    }

    /// The number of tables in a complete set.
    #[must_use]
    pub fn complete(&self) -> usize {
        TABLES.iter().take((self.rule.max_pieces + 1).saturating_sub(FEWEST_PIECES)).sum()
    }

    /// The end of a game in this position, if the tables end it.
    pub fn verdict(&self, position: &Chess) -> Option<Termination> {
        if !self.rule.covers(position) {
            return None;
        }
        match self.tables.probe_wdl_after_zeroing(position) {
            Ok(value) => self.rule.termination(position, value),
            Err(error) => {
                if matches!(error, SyzygyError::ProbeFailed { .. }) {
                    tracing::warn!(%error, "a table cannot be used, the game is played on");
                }
                None
            }
        }
    }
}

impl PartialEq for Tablebase {
    fn eq(&self, other: &Tablebase) -> bool {
        self.rule == other.rule
    }
}

impl Eq for Tablebase {}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables();
        f.debug_struct("Tablebase").field("rule", &self.rule).field("tables", &tables).finish()
    }
}

/// The use of endgame tables, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablebaseFacts {
    /// The values that end a game.
    pub adjudicate: TablebaseResults,
    /// Most pieces of a position that is looked up.
    pub max_pieces: usize,
    /// Whether the fifty-move rule holds.
    pub fifty_moves: bool,
    /// Tables found. They decide how games end, wherever they are.
    pub tables: usize,
}

impl Tablebase {
    /// The rule and the tables, without their directories.
    #[must_use]
    pub fn facts(&self) -> TablebaseFacts {
        let TablebaseRule { max_pieces, fifty_moves, adjudicate, .. } = self.rule;
        TablebaseFacts { adjudicate, max_pieces, fifty_moves, tables: self.tables() }
    }
}

impl fmt::Display for TablebaseFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TablebaseFacts { adjudicate, max_pieces, fifty_moves, tables } = self;
        let name = adjudicate.name();
        write!(f, "adjudicate={name},max_pieces={max_pieces},fifty_moves={fifty_moves},")?;
        write!(f, "tables={tables}")
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color::{Black, White};

    use super::rule::tests::{position, rule};
    use super::*;

    /// The tables beside the project, if they are there.
    fn tables(rule: TablebaseRule) -> Option<Tablebase> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/syzygy");
        if !path.is_dir() {
            println!("skipped: there are no tables in ../shared/syzygy beside the project");
            return None;
        }
        Some(Tablebase::open(TablebaseRule { directories: vec![path], ..rule }).unwrap())
    }

    #[test]
    fn the_tables_know_their_endings() {
        let Some(tables) = tables(rule()) else { return };
        let verdict = |fen| tables.verdict(&position(fen));
        let (lost, drawn) = (Termination::TablebaseLoss, Termination::TablebaseDraw);
        assert_eq!(verdict("7k/8/8/8/8/3K4/8/6Q1 b - - 0 1"), Some(lost(Black)));
        assert_eq!(verdict("7K/8/8/8/8/3k4/8/6q1 w - - 0 1"), Some(lost(White)));
        assert_eq!(verdict("4k3/8/8/8/8/4P3/8/4K3 b - - 0 1"), Some(drawn));
        assert_eq!(verdict("8/8/8/8/8/k7/P7/K7 b - - 0 1"), Some(drawn));
        assert_eq!(verdict("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), Some(lost(Black)));
        // The queen is taken next move, in an ending that has a table of its own.
        assert_eq!(verdict("8/8/8/8/8/2k5/1q6/KR6 w - - 0 1"), Some(lost(Black)));
    }

    #[test]
    fn without_the_table_the_game_goes_on() {
        let Some(tables) = tables(TablebaseRule { max_pieces: 7, ..rule() }) else { return };
        assert_eq!(tables.rule().max_pieces, 4);
        assert!(0 < tables.tables() && tables.tables() < tables.complete());
        assert_eq!(tables.verdict(&position("7k/8/8/8/8/3K4/8/RR6 b - - 0 1")), None);
        assert_eq!(tables.verdict(&position("7k/8/8/8/8/3K4/8/RRR5 b - - 0 1")), None);
    }

    #[test]
    fn complete_sets_are_counted() {
        let most = |max_pieces| Tablebase {
            rule: TablebaseRule { max_pieces, ..rule() },
            names: BTreeSet::new(),
            tables: shakmaty_syzygy::Tablebase::new(),
        };
        assert_eq!([3, 4, 5, 6].map(|pieces| most(pieces).complete()), [5, 35, 145, 510]);
    }
}
