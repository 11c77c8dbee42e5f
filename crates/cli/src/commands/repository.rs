//! The options that name a repository, where contenders or configurations are revisions of it.

use clap::Args;

use arena::config::Repository;

/// A repository whose revisions are built.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Revisions of a git repository")]
pub(super) struct RepositoryArgs {
    /// A directory of the repository: engines may be branches, tags or commits of it, each checked out and built once,
    /// and kept. HEAD is the tracked files of the working tree, with their uncommitted changes
    #[arg(long, value_name = "DIR")]
    repo: Option<String>,
    /// The command, for a shell, that builds the program in the root of a checkout, such as "make -j EXE={exe}"; {exe}
    /// is the path where it is to be put [default: by the Cargo.toml, Makefile, CMakeLists.txt, build.sh or go.mod]
    #[arg(long, value_name = "COMMAND", requires = "repo")]
    build: Option<String>,
    /// The program's path in the checkout after the build [default: {exe}, or the only new program]; a script of the
    /// repository is played as it is
    #[arg(long, value_name = "PATH", requires = "repo")]
    engine: Option<String>,
    /// A file that belongs to every revision although git does not track it, such as a network, by its path from the root
    /// of the working tree. May be given more than once
    #[arg(long, value_name = "PATH", requires = "repo")]
    take: Vec<String>,
}

impl RepositoryArgs {
    /// The repository, if one is given.
    pub(super) fn given(&self) -> Option<Repository> {
        let (build, engine) = (self.build.clone(), self.engine.clone());
        Some(Repository { directory: self.repo.clone()?, build, engine, take: self.take.clone() })
    }
}
