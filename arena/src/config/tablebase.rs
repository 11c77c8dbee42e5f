//! The rule that adjudicates games by endgame tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Spanned;

use super::ConfigError;
use super::file::TablebaseTable;
use super::resolver::Resolver;
use super::values::{Rule, Whole};
use crate::chess::adjudication::{Tablebase, TablebaseResults, TablebaseRule};
use crate::system::causes::with_causes;

impl Resolver<'_> {
    /// The rule with its tables found; a table is opened when it is needed.
    pub(crate) fn tablebase(
        &self,
        rule: Option<&Spanned<Rule<TablebaseTable>>>,
    ) -> Result<Option<Arc<Tablebase>>, ConfigError> {
        let Some(written) = rule else { return Ok(None) };
        let Some(table) = &written.get_ref().0 else { return Ok(None) };
        let Some(paths) = table.path.as_ref().filter(|paths| !paths.get_ref().0.is_empty()) else {
            let problem = "say where the tables are: tablebase = { path = \"DIRECTORY\" }";
            return Err(self.error(written.span(), problem.to_owned()));
        };
        let directories = paths.get_ref().0.iter().map(|named| self.table_directory(named));
        let directories = directories.collect::<Result<Vec<PathBuf>, String>>();
        let rule = TablebaseRule {
            directories: directories.map_err(|problem| self.error(paths.span(), problem))?,
            max_pieces: table.max_pieces.map_or(TablebaseRule::MOST_PIECES, Whole::get),
            fifty_moves: table.fifty_moves.unwrap_or(true),
            adjudicate: table.adjudicate.map_or(TablebaseResults::default(), |results| results.0),
        };
        let tablebase = Tablebase::open(rule);
        let tablebase = tablebase.map_err(|error| self.error(paths.span(), with_causes(error)))?;
        Ok(Some(Arc::new(tablebase)))
    }

    /// A directory, named relative to the match file or else to the current directory.
    fn table_directory(&self, named: &str) -> Result<PathBuf, String> {
        let named = Path::new(named);
        let beside = self.source.path.parent().unwrap_or(Path::new("")).join(named);
        let found = [beside.as_path(), named].into_iter().find(|path| path.is_dir());
        found.map(Path::to_owned).ok_or_else(|| {
            let (here, there) = (named.display(), beside.display());
            format!(
                "there is no such directory: neither {there} (beside the match file) nor {here} \
                 (from the current directory)"
            )
        })
    }
}
