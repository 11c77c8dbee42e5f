//! The rule that adjudicates games by endgame tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::Spanned;

use uci_client::did_you_mean;

use super::ConfigError;
use super::file::TablebaseTable;
use super::ranges::PIECES;
use super::resolver::Resolver;
use super::values::Rule;
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
        let most = self.whole(table.max_pieces.as_ref(), &PIECES)?;
        let rule = TablebaseRule {
            directories: directories.map_err(|problem| self.error(paths.span(), problem))?,
            max_pieces: most.unwrap_or(TablebaseRule::MOST_PIECES),
            fifty_moves: table.fifty_moves.unwrap_or(true),
            adjudicate: self.tablebase_results(table.adjudicate.as_ref())?,
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

    fn tablebase_results(
        &self,
        text: Option<&Spanned<String>>,
    ) -> Result<TablebaseResults, ConfigError> {
        let Some(text) = text else { return Ok(TablebaseResults::default()) };
        let names = TablebaseResults::ALL.map(TablebaseResults::name);
        let known =
            TablebaseResults::ALL.into_iter().find(|results| results.name() == text.get_ref());
        known.ok_or_else(|| {
            let other = text.get_ref();
            let nearest = did_you_mean(other, names.into_iter());
            let problem = format!("`{other}` is none of {}{nearest}", names.join(", "));
            self.error(text.span(), problem)
        })
    }
}
