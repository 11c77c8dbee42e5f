//! Checks a revision out without a trace in its repository.

use std::fs;
use std::path::Path;

use crate::error::RevisionError;
use crate::git::{self, Git};
use crate::recipe::Recipe;
use crate::revision::Revision;
use crate::working_tree;

/// Settings of a repository that decide how its objects become files, where missing objects and submodules come from.
const SETTINGS: &str = r"^(filter\.|lfs\.|core\.(autocrlf|eol|symlinks)$|remote\.origin\.(url|promisor|partialclonefilter)$)";

/// Checks the revision out into a repository of its own, which borrows the objects of the user's.
pub(crate) fn check_out(revision: &Revision, tree: &Path) -> Result<(), RevisionError> {
    let Revision { recipe: Recipe { repository, .. }, commit, changes, .. } = revision;
    borrow(repository, tree)?;
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
        // The checkout gets the objects that the repository lacks.
        let objects = tree.join(".git/objects");
        if working_tree::write(repository, &objects, &tree.join(".git/state"))? != *wanted {
            return Err(RevisionError::Changed(repository.clone()));
        }
        git::text(tree, &["read-tree", "-m", "-u", "HEAD", wanted])?;
    }
    check_out_submodules(tree, &git::path(repository, "modules")?)
}

/// Makes a repository that has the objects, tags and branches of another one, and the settings and files that decide
/// about a checkout. It is no clone, since git clones a shallow repository without the commits that were fetched later.
fn borrow(repository: &Path, tree: &Path) -> Result<(), RevisionError> {
    let format = git::text(repository, &["rev-parse", "--show-object-format"])?;
    fs::create_dir_all(tree).map_err(RevisionError::file("make", tree))?;
    let init = ["init", "--quiet", "--template=", "--object-format", &format];
    Git::new(tree, &init).with("GIT_DEFAULT_REF_FORMAT", "files").text(repository)?;
    let write = |name: &str, text: &[u8]| {
        let path = tree.join(".git").join(name);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&path, text)).map_err(RevisionError::file("write", path))
    };
    let objects = git::path(repository, "objects")?;
    write("objects/info/alternates", format!("{}\n", git::quoted(&objects)).as_bytes())?;
    for name in ["shallow", "info/attributes"] {
        let path = git::path(repository, name)?;
        if path.is_file() {
            let text = bounded::read(&path, bounded::LARGE);
            write(name, &text.map_err(RevisionError::file("read", &path))?)?;
        }
    }
    // A repository without branches and tags has none to show.
    let refs = git::text(repository, &["show-ref", "--heads", "--tags"]).unwrap_or_default();
    write(
        "packed-refs",
        (refs.replace(" refs/heads/", " refs/remotes/origin/") + "\n").as_bytes(),
    )?;
    let settings = ["config", "--local", "--null", "--get-regexp", SETTINGS];
    for setting in git::text(repository, &settings).unwrap_or_default().split_terminator('\0') {
        let (key, value) = setting.split_once('\n').unwrap_or((setting, "true"));
        git::text(tree, &["config", "--add", key, value])?;
        if let Some(filter) = key.strip_suffix(".smudge").or_else(|| key.strip_suffix(".process")) {
            // Without it git leaves a file as it is stored where its filter fails.
            git::text(tree, &["config", &format!("{filter}.required"), "true"])?;
        }
    }
    let lfs = git::path(repository, "lfs")?;
    git::text(tree, &["config", "lfs.storage", &lfs.to_string_lossy()]).map(drop)
}

/// Checks the submodules out, from these copies where they are there.
fn check_out_submodules(tree: &Path, copies: &Path) -> Result<(), RevisionError> {
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
        let copy = copies.join(name);
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
