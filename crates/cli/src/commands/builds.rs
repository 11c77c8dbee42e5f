//! `arena builds`.

use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Context, bail};
use clap::Args;
use revision::Kept;

use super::output::{print, say};
use arena::system::duration::duration;

/// List the kept builds of revisions, or delete some.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  arena builds                     list them: revision, size, last use
  arena builds --delete main       delete the builds of main
  arena builds --delete 9b2fc8c    delete the builds of one commit
  arena builds --delete-all        delete all that neither run nor belong to an unfinished match

Each revision that was played has a checkout in ~/.cache/ziggurat/builds, in which its program was built and
runs. The cache has at most 10 GB, or as many as ARENA_BUILDS_GB says; the builds that were not used for the
longest time leave it first.")]
pub(super) struct BuildsArgs {
    /// Delete the builds whose revision, commit or directory begins with this. May be given more than once
    #[arg(long, value_name = "NAME")]
    delete: Vec<String>,
    /// Delete all builds but those in use and those of unfinished matches
    #[arg(long, conflicts_with = "delete")]
    delete_all: bool,
}

pub(super) fn execute(args: &BuildsArgs) -> anyhow::Result<ExitCode> {
    let kept = revision::kept()?;
    if args.delete.is_empty() && !args.delete_all {
        return list(&kept).map(|()| ExitCode::SUCCESS);
    }
    if let Some(unknown) =
        args.delete.iter().find(|name| !kept.iter().any(|build| is_named(build, name)))
    {
        bail!("--delete {unknown}: no kept build has this name; `arena builds` lists them");
    }
    let is_wanted =
        |build: &&Kept| args.delete_all || args.delete.iter().any(|name| is_named(build, name));
    for build in kept.iter().filter(is_wanted) {
        let name = format!("{} ({})", build.revision, build.name);
        let is_named = !args.delete_all;
        match build.matches.first() {
            Some(results) if !is_named => {
                say(&format!("kept: {name}: the match in {} is not finished", results.display()));
                continue;
            }
            _ => {}
        }
        let deleted = build.delete().with_context(|| format!("cannot delete {name}"))?;
        say(&format!("{}: {name}", if deleted { "deleted" } else { "kept, since it is in use" }));
    }
    Ok(ExitCode::SUCCESS)
}

#[expect(clippy::disallowed_methods, reason = "files have dates of the wall clock")]
fn list(kept: &[Kept]) -> anyhow::Result<()> {
    if kept.is_empty() {
        return print("no builds are kept\n");
    }
    let now = SystemTime::now();
    let mut text = String::new();
    let width = kept.iter().map(|build| build.revision.chars().count()).max().unwrap_or_default();
    for build in kept {
        let age = now.duration_since(build.used).unwrap_or_default();
        let needed = match build.matches.as_slice() {
            [] => String::new(),
            [results, ..] => format!("  unfinished: {}", results.display()),
        };
        text += &format!(
            "{:width$}  {:>8.1} MB  used {} ago  {}{needed}\n",
            build.revision,
            build.bytes as f64 / 1e6,
            duration(age),
            build.directory.display()
        );
    }
    let bytes: u64 = kept.iter().map(|build| build.bytes).sum();
    print(&format!("{text}{} builds, {:.1} MB\n", kept.len(), bytes as f64 / 1e6))
}

/// Whether a name is that of a build: as its revision, its commit or its directory begins.
fn is_named(build: &Kept, name: &str) -> bool {
    let mut words = build.revision.split(' ').chain([build.name.as_str()]);
    !name.is_empty() && (build.revision == name || words.any(|word| word.starts_with(name)))
}
