//! Checks a revision out without a trace in its repository.

use std::path::Path;

use crate::error::RevisionError;
use crate::git::{self, Git};
use crate::recipe::Recipe;
use crate::revision::Revision;
use crate::working_tree;

/// Checks the revision out into a clone that borrows the objects of the repository.
pub(crate) fn check_out(revision: &Revision, tree: &Path) -> Result<(), RevisionError> {
    let Revision { recipe: Recipe { repository, .. }, commit, changes, .. } = revision;
    let path = |name: &str| {
        git::text(repository, &["rev-parse", "--path-format=absolute", "--git-path", name])
    };
    let common =
        git::text(repository, &["rev-parse", "--path-format=absolute", "--git-common-dir"])?;
    let place = tree.to_string_lossy();
    let clone = ["clone", "--shared", "--no-checkout", "--quiet", &common, &place];
    Git::new(&revision.cache, &clone).text(repository)?;
    git::text(tree, &["config", "lfs.storage", &path("lfs")?])?;
    if let Ok(origin) = git::text(repository, &["config", "remote.origin.url"]) {
        // Addresses of submodules may be relative to it.
        git::text(tree, &["config", "remote.origin.url", &origin])?;
    }
    borrow_promises(repository, tree)?;
    git::text(tree, &["checkout", "--quiet", "--detach", commit])?;
    let missing = git::text(tree, &["ls-files", "--deleted"])?;
    if let Some(first) = missing.lines().next() {
        let message = format!(
            "objects are missing: it left out {} files, first {first}",
            missing.lines().count()
        );
        let command = "checkout".to_owned();
        return Err(RevisionError::Git { repository: repository.clone(), command, message });
    }
    if let Some(wanted) = changes {
        // The clone gets the objects that the repository lacks.
        if working_tree::write(repository, &tree.join(".git/objects"))? != *wanted {
            return Err(RevisionError::Changed(repository.clone()));
        }
        git::text(tree, &["read-tree", "-m", "-u", "HEAD", wanted])?;
    }
    check_out_submodules(tree, Path::new(&common))
}

/// Lets the checkout fetch the objects that a partial clone has left at its origin.
fn borrow_promises(repository: &Path, tree: &Path) -> Result<(), RevisionError> {
    for key in ["remote.origin.promisor", "remote.origin.partialclonefilter"] {
        if let Ok(value) = git::text(repository, &["config", key]) {
            git::text(tree, &["config", key, &value])?;
        }
    }
    Ok(())
}

/// Checks the submodules out, from the copies of the repository where it has them.
fn check_out_submodules(tree: &Path, common: &Path) -> Result<(), RevisionError> {
    if !tree.join(".gitmodules").is_file() {
        return Ok(());
    }
    let names = [
        "config",
        "--file",
        ".gitmodules",
        "--name-only",
        "--get-regexp",
        "^submodule\\..*\\.path$",
    ];
    let keys = git::text(tree, &names).unwrap_or_default();
    for key in keys.lines() {
        let Some(name) = key.strip_prefix("submodule.").and_then(|key| key.strip_suffix(".path"))
        else {
            continue;
        };
        let copy = common.join("modules").join(name);
        if copy.is_dir() {
            let url = format!("submodule.{name}.url");
            git::text(tree, &["config", &url, &copy.to_string_lossy()])?;
        }
    }
    // Git refuses submodules of local files unless it is told that they are trusted; these are the user's own.
    let update = [
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "update",
        "--init",
        "--recursive",
    ];
    git::text(tree, &update).map(drop)
}
