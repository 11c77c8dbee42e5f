//! Builds programs from revisions of git repositories, each once.
//!
//! | item | meaning |
//! |---|---|
//! | [`Recipe`] | repository, revision, build command and program, as somebody writes them |
//! | [`Revision`] | the commit that the revision is now, and the place of its checkout in the cache |
//! | [`Revision::build`] | the checkout of the cache with its program, built first if it is not there |
//! | [`Build`] | the record of a finished build |
//!
//! # The repository
//!
//! Nothing is written into the repository. A build has a repository of its own in the cache, which borrows the objects,
//! filters and line ends of the user's; so a build starts from tracked files only and leaves no worktree behind.
//! Submodules come from the user's own copies, files in Git LFS from its store, neither from the network.
//!
//! # `HEAD` with uncommitted changes
//!
//! `HEAD`, or `@`, is the tracked files of the working tree as they are, those of `git add --intent-to-add` included. With
//! changes it is a revision of its own, named by the digest of its tree. Untracked files are never taken, unless the
//! recipe names them. The state is read once, by [`Recipe::resolve`]: it is built whatever becomes of the working tree.
//!
//! # The cache
//!
//! `$XDG_CACHE_HOME/ziggurat/builds`, or `~/.cache/ziggurat/builds`, has a directory for each build: `checkout/NAME`, in
//! which the program was built and runs, `build.log` and `build.json`. Its name contains a digest of commit, changes,
//! command and processor. A lock in it lets one process build and the others wait, and keeps a build in use from being
//! deleted. A checkout is built again where the program or a tracked file has another digest than in the record. The
//! cache has a bound; the builds that were not used for the longest time leave it.

#![forbid(unsafe_code)]

mod bench;
mod build;
mod cache;
mod cargo;
mod checkout;
mod error;
mod git;
mod guess;
mod lfs;
mod log;
mod recipe;
mod revision;
mod tree_files;
mod work;
mod working_tree;

pub use self::revision::{Revision, State};
pub use build::Build;
pub use cache::{BOUND, DEFAULT_BOUND, InUse, Kept, is_kept, kept, kept_in, restore};
pub use error::RevisionError;
pub use recipe::{EXE, Recipe};
pub use work::{Notice, named};
