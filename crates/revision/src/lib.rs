//! Builds programs from revisions of git repositories, each once.
//!
//! | item | meaning |
//! |---|---|
//! | [`Recipe`] | repository, revision, build command and program, as somebody writes them |
//! | [`Revision`] | the commit that the revision is now, and the program's place in the cache |
//! | [`Revision::build`] | the program of the cache, built first if it is not there |
//! | [`Build`] | the record of a finished build |
//!
//! # The repository
//!
//! Nothing is written into the repository. A build has a repository of its own in the cache, which borrows the objects,
//! filters and line ends of the user's and is deleted afterwards; so a build starts from committed files only and leaves
//! no worktree behind. Submodules come from the repository's own copies where it has them; files in Git LFS from its
//! store.
//!
//! # `HEAD` with uncommitted changes
//!
//! `HEAD`, or `@`, is the working tree: with changes, or new files that git does not ignore, it is a revision of its
//! own, named by the digest of its tree.
//!
//! # The cache
//!
//! `$XDG_CACHE_HOME/ziggurat/builds`, or `~/.cache/ziggurat/builds`, has a directory for each build: `program/NAME`,
//! `build.log` and `build.json`. Its name contains a digest of commit, changes, command and processor. A lock in it
//! lets one process build and the others wait. A program is built again where its digest is not the one of the record.
//! A build removes the directories that killed builds have left.

#![forbid(unsafe_code)]

mod bench;
mod build;
mod cache;
mod cargo;
mod checkout;
mod error;
mod git;
mod log;
mod recipe;
mod revision;
mod work;
mod working_tree;

pub use self::revision::{Revision, State};
pub use build::Build;
pub use error::RevisionError;
pub use recipe::{EXE, Recipe};
pub use work::Notice;
