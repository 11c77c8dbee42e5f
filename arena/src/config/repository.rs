//! The repository of revisions that the command line names.

use revision::{Recipe, Revision, RevisionError};

use super::setting::quoted;

/// A repository, and how programs are built from its revisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repository {
    /// A directory of the repository.
    pub directory: String,
    /// The build command.
    pub build: Option<String>,
    /// The program's path in the checkout.
    pub engine: Option<String>,
    /// Untracked files that belong to its revisions.
    pub take: Vec<String>,
}

impl Repository {
    /// This revision; `None` if the repository has none of that name.
    ///
    /// # Errors
    /// The directory is no repository, or git refuses.
    pub fn revision(&self, revision: &str) -> Result<Option<Revision>, RevisionError> {
        let recipe = self.recipe(revision);
        recipe.check_repository()?;
        if recipe.is_known()? { recipe.resolve().map(Some) } else { Ok(None) }
    }

    /// The recipe of a revision, which the repository need not have.
    pub(super) fn recipe(&self, revision: &str) -> Recipe {
        let directory = std::path::absolute(&self.directory);
        Recipe {
            repository: directory.unwrap_or_else(|_| self.directory.clone().into()),
            revision: revision.to_owned(),
            build: self.build.clone(),
            engine: self.engine.clone(),
            take: self.take.clone(),
        }
    }

    /// The keys of a contender that is this revision: the option that sets each, if it is not the contender's own; the
    /// key; and its value in TOML.
    pub fn keys(
        &self,
        revision: &str,
    ) -> impl Iterator<Item = (Option<String>, &'static str, String)> {
        let option = |option: &str, value: &str| Some(format!("{option} {value}"));
        let directory = &self.directory;
        let keys = [
            Some((None, "revision", quoted(revision))),
            Some((option("--repo", directory), "repo", quoted(directory))),
            self.build.as_ref().map(|build| (option("--build", build), "build", quoted(build))),
            self.engine
                .as_ref()
                .map(|engine| (option("--engine", engine), "engine", quoted(engine))),
            (!self.take.is_empty()).then(|| {
                let files: Vec<String> = self.take.iter().map(|file| quoted(file)).collect();
                (option("--take", &self.take.join(" ")), "take", format!("[{}]", files.join(", ")))
            }),
        ];
        keys.into_iter().flatten()
    }
}
