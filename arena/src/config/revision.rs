//! Resolves a contender that is the revision of a repository.

use std::path::{Path, PathBuf};

use revision::{Recipe, Revision};
use toml::Spanned;

use super::ConfigError;
use super::check::span;
use super::file::ContenderTable;
use super::resolver::Resolver;
use crate::system::causes::with_causes;

impl Resolver<'_> {
    /// The revision that a contender's program is built from.
    pub(super) fn revision_of(
        &self,
        contender: &ContenderTable,
        revision: &Spanned<String>,
    ) -> Result<Revision, ConfigError> {
        let text = |key: &Option<Spanned<String>>| key.as_ref().map(|text| text.get_ref().clone());
        let repository = match &contender.repo {
            Some(repo) => self.repository(repo)?,
            None => self.beside(""),
        };
        let recipe = Recipe {
            repository,
            revision: revision.get_ref().clone(),
            build: text(&contender.build),
            engine: text(&contender.engine),
            take: contender.take.as_ref().map(|take| take.get_ref().clone()).unwrap_or_default(),
        };
        recipe.resolve().map_err(|error| self.error(revision.span(), with_causes(error)))
    }

    /// A directory beside the file that names it, or else below the current directory if the command line names it.
    fn repository(&self, named: &Spanned<String>) -> Result<PathBuf, ConfigError> {
        let is_of_file = self.source.has(named.span().start);
        let directory = match is_of_file {
            true => self.beside(named.get_ref()),
            false => {
                std::path::absolute(named.get_ref()).unwrap_or_else(|_| named.get_ref().into())
            }
        };
        if Path::new(&directory).is_dir() {
            return Ok(directory);
        }
        let problem = format!("there is no directory {}", directory.display());
        Err(self.error(named.span(), problem))
    }

    /// Refuses the keys of revisions for a program that is there.
    pub fn refuse_keys_of_revisions(&self, contender: &ContenderTable) -> Result<(), ConfigError> {
        let keys = [
            ("repo", span(&contender.repo)),
            ("build", span(&contender.build)),
            ("engine", span(&contender.engine)),
            ("take", span(&contender.take)),
        ];
        self.refuse(keys, |key| format!("`{key}` goes with a `revision`, not with a `command`"))
    }
}
