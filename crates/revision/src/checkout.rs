//! Checks a revision out without a trace in its repository.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::RevisionError;
use crate::git::{self, Git};
use crate::lfs;
use crate::recipe::Recipe;
use crate::revision::Revision;
use crate::working_tree::names;

/// Settings of a repository that decide how its objects become files, where missing objects and submodules come from.
const SETTINGS: &str = r"^(filter\.|lfs\.|core\.(autocrlf|eol|symlinks)$|remote\.origin\.(url|promisor|partialclonefilter)$)";

/// Checks the revision out into a repository of its own, which borrows the objects of the user's. Returns the files that git
/// tracks, by their paths.
pub(crate) fn check_out(revision: &Revision, tree: &Path) -> Result<Vec<PathBuf>, RevisionError> {
    let Revision { recipe: Recipe { repository, .. }, commit, changes, .. } = revision;
    borrow(repository, &revision.changed_objects(), tree)?;
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
    if let Some(changes) = changes {
        git::text(tree, &["read-tree", "-m", "-u", "HEAD", &changes.tree])?;
    }
    // Only a bare repository has no working tree.
    let top = git::text(repository, &["rev-parse", "--show-toplevel"]).map(PathBuf::from);
    Submodules { top: top.ok(), copies: git::path(repository, "modules")? }.check_out(tree)?;
    let listed = Git::new(tree, &["ls-files", "-z", "--recurse-submodules"]).bytes(tree)?;
    let tracked: Vec<PathBuf> = names(&listed).collect();
    lfs::replace_pointers(tree, &tracked, &git::path(repository, "lfs")?)?;
    Ok(tracked)
}

/// Makes a repository that has the objects, tags and branches of another one, and the settings and files that decide
/// about a checkout. It is no clone, since git clones a shallow repository without the commits that were fetched later.
fn borrow(repository: &Path, changed: &Path, tree: &Path) -> Result<(), RevisionError> {
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
    let changed = if changed.is_dir() { git::quoted(changed) + "\n" } else { String::new() };
    write("objects/info/alternates", format!("{}\n{changed}", git::quoted(&objects)).as_bytes())?;
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

/// The user's own copies of the submodules of a repository.
struct Submodules {
    /// The root of the working tree, in which old copies are repositories themselves.
    top: Option<PathBuf>,
    /// The directory of the other ones.
    copies: PathBuf,
}

impl Submodules {
    /// Checks the submodules of this checkout out, and theirs, never from the network.
    fn check_out(&self, tree: &Path) -> Result<(), RevisionError> {
        if !tree.join(".gitmodules").is_file() {
            return Ok(());
        }
        let keys = [
            "config",
            "--file",
            ".gitmodules",
            "--null",
            "--get-regexp",
            "^submodule\\..*\\.path$",
        ];
        let keys = git::text(tree, &keys).unwrap_or_default();
        for key in keys.split_terminator('\0') {
            let Some((key, path)) = key.split_once('\n') else { continue };
            let Some(name) =
                key.strip_prefix("submodule.").and_then(|key| key.strip_suffix(".path"))
            else {
                continue;
            };
            // A submodule that this revision does not have is none of its files.
            if git::text(tree, &["ls-files", "--stage", "--", path])?.starts_with("160000 ") {
                self.check_out_one(tree, name, path)?;
            }
        }
        Ok(())
    }

    fn check_out_one(&self, tree: &Path, name: &str, path: &str) -> Result<(), RevisionError> {
        let inner = self.top.as_ref().map(|top| top.join(path));
        let old = inner
            .iter()
            .filter(|inner| inner.join(".git").is_dir())
            .map(|inner| inner.join(".git"));
        let copy = std::iter::once(self.copies.join(name)).chain(old).find(|copy| copy.is_dir());
        let missing =
            |message: String| RevisionError::MissingSubmodule { path: path.to_owned(), message };
        let copy = copy.ok_or_else(|| missing("there is no copy of it".to_owned()))?;
        git::text(tree, &["config", &format!("submodule.{name}.url"), &copy.to_string_lossy()])?;
        // Git refuses submodules of local files unless it is told that they are trusted; these are the user's own.
        let update = [
            "-c",
            "protocol.allow=never",
            "-c",
            "protocol.file.allow=always",
            "submodule",
            "--quiet",
            "update",
            "--init",
            "--",
            path,
        ];
        git::text(tree, &update).map_err(|error| missing(error.to_string()))?;
        Submodules { top: inner, copies: copy.join("modules") }.check_out(&tree.join(path))
    }
}
