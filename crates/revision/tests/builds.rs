//! Revisions of small repositories, built in caches of their own.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use revision::{Build, Notice, Recipe, Revision, RevisionError, State};
use tempfile::TempDir;
use uci_client::Guard;

/// The build of the small engine.
const BUILD: &str = "cp engine.sh {exe}";

/// A repository with an engine that is a shell script, and a cache.
struct Bench {
    directory: TempDir,
}

impl Bench {
    fn new() -> Bench {
        let bench = Bench { directory: TempDir::new().unwrap() };
        fs::create_dir(bench.repository()).unwrap();
        bench.git(&["init", "--quiet", "--initial-branch=main"]);
        bench.write("engine.sh", &engine(4821));
        bench.write(".gitignore", "ignored\n");
        bench.commit("First \"engine\"");
        bench
    }

    fn repository(&self) -> PathBuf {
        self.directory.path().join("toy")
    }

    fn cache(&self) -> PathBuf {
        self.directory.path().join("cache")
    }

    fn git(&self, arguments: &[&str]) -> String {
        git(&self.repository(), arguments)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.repository().join(name), text).unwrap();
    }

    fn commit(&self, subject: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "-m", subject]);
    }

    fn recipe(&self, revision: &str, build: &str) -> Recipe {
        Recipe {
            repository: self.repository(),
            revision: revision.to_owned(),
            build: Some(build.to_owned()),
            ..Recipe::default()
        }
    }

    fn revision(&self, revision: &str, build: &str) -> Result<Revision, RevisionError> {
        self.recipe(revision, build).resolve_in(self.cache())
    }

    /// Builds a revision; says whether anything was built.
    fn build(&self, revision: &str, command: &str) -> (Result<Build, RevisionError>, bool) {
        build(&self.revision(revision, command).unwrap())
    }
}

/// Builds a revision; says whether the cache lacked it.
fn build(revision: &Revision) -> (Result<Build, RevisionError>, bool) {
    let mut is_built = false;
    let built = revision
        .build(&Guard::none(), &mut |notice| is_built |= matches!(notice, Notice::Building { .. }));
    (built.map(|(build, _)| build), is_built)
}

fn git(directory: &Path, arguments: &[&str]) -> String {
    let mut git = Command::new("git");
    git.arg("-C").arg(directory).args(["-c", "user.name=T", "-c", "user.email=t@example.org"]);
    git.args(["-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false"]);
    let output = git.args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

fn engine(bench: u64) -> String {
    format!("#!/bin/sh\n[ \"$1\" = bench ] && echo '{bench} nodes 1000 nps'\n")
}

#[test]
fn a_commit_is_built_once_for_each_command() {
    let bench = Bench::new();
    let commit = bench.git(&["rev-parse", "HEAD"]);
    let (built, is_built) = bench.build("main", BUILD);
    let built = built.unwrap();
    assert!(is_built);
    assert_eq!((&built.commit, built.bench, &built.changes), (&commit, Some(4821), &None));
    let revision = bench.revision("HEAD", BUILD).unwrap();
    assert_eq!(revision.name(), format!("HEAD {}", &commit[..7]));
    assert_eq!(bench.revision(&commit[..9], BUILD).unwrap().name(), commit[..7]);
    assert_eq!(fs::read_to_string(&built.program).unwrap(), engine(4821));
    // HEAD and the commit's own name are the same revision; another command is another build.
    for name in ["HEAD", &commit] {
        let (again, is_built) = bench.build(name, BUILD);
        let again = Build { revision: "main".to_owned(), ..again.unwrap() };
        assert_eq!((again, is_built), (built.clone(), false), "{name}");
    }
    assert!(bench.build("HEAD", "cat engine.sh >{exe}").1);
    assert_eq!(bench.git(&["status", "--porcelain"]), "");
    assert_eq!(bench.git(&["worktree", "list"]).lines().count(), 1);
    let kept = fs::read_dir(built.checkout.ancestors().nth(2).unwrap()).unwrap();
    let mut kept: Vec<String> =
        kept.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    kept.sort();
    assert_eq!(kept, ["build.json", "build.log", "checkout", "lock", "used"]);
}

#[test]
fn a_program_is_kept_before_its_bench_is_asked_which_has_seconds() {
    let bench = Bench::new();
    let revision = bench.revision("HEAD", BUILD).unwrap();
    let mut kept = None;
    let built = revision.build(&Guard::none(), &mut |notice| {
        if let Notice::Bench(revision, _) = notice {
            kept = Some(revision.state().unwrap());
        }
    });
    let built = built.unwrap().0;
    assert_eq!(kept, Some(State::Built(Box::new(Build { bench: None, ..built.clone() }))));
    assert_eq!(build(&revision).0.unwrap(), built);

    bench.write("engine.sh", "#!/bin/sh\nsleep 60\n");
    let begun = Instant::now();
    assert_eq!(bench.build("HEAD", BUILD).0.unwrap().bench, None);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn uncommitted_changes_are_a_revision_of_their_own() {
    let bench = Bench::new();
    let objects = || bench.git(&["count-objects"]);
    bench.write("engine.sh", &engine(17));
    let changed = bench.revision("HEAD", BUILD).unwrap();
    assert!(changed.short_name().contains('+'), "{}", changed.short_name());
    assert_eq!(build(&changed).0.unwrap().bench, Some(17));
    assert_eq!(bench.build("main", BUILD).0.unwrap().bench, Some(4821), "a branch is its commit");
    // A file that git does not track is in no revision; it is named.
    bench.write("ignored", "x");
    bench.write("log.txt", "a line");
    let beside = bench.revision("HEAD", BUILD).unwrap();
    assert_eq!(beside.short_name(), changed.short_name());
    assert_eq!(beside.untracked(), ["log.txt"]);
    assert_eq!(beside.changed_files(), ["engine.sh"]);
    // One that is to be added belongs to it.
    bench.write("new.txt", "19");
    bench.git(&["add", "--intent-to-add", "new.txt"]);
    let before = objects();
    let with_new =
        "test -e ignored && exit 1; test -e log.txt && exit 1; cat engine.sh new.txt >{exe}";
    let built = bench.revision("HEAD", with_new).unwrap();
    assert_ne!(built.short_name(), changed.short_name());
    assert_eq!(built.changed_files(), ["engine.sh", "new.txt"]);
    assert_eq!(objects(), before, "the repository is written to");
    assert_eq!(bench.git(&["diff", "--cached", "--name-only"]), "");
    // The state that was read is the one that is built, whatever the files are by then.
    bench.write("new.txt", "23");
    let built = build(&built).0.unwrap();
    assert!(fs::read_to_string(built.program).unwrap().ends_with("19"));
    bench.git(&["checkout", "--quiet", "engine.sh"]);
    bench.git(&["rm", "--quiet", "--cached", "new.txt"]);
    assert!(!bench.revision("HEAD", BUILD).unwrap().short_name().contains('+'));
}

#[test]
fn an_untracked_file_is_taken_by_name_into_every_revision() {
    let bench = Bench::new();
    bench.write("ignored", "net one");
    let recipe = |revision: &str| Recipe {
        take: vec!["ignored".to_owned()],
        ..bench.recipe(revision, "cat engine.sh ignored >{exe}")
    };
    let resolve = |revision: &str| recipe(revision).resolve_in(bench.cache());
    let first = resolve("main").unwrap();
    assert_eq!(first.changed_files(), ["ignored"]);
    let (built, _) = build(&first);
    assert!(fs::read_to_string(built.unwrap().program).unwrap().ends_with("net one"));
    bench.write("ignored", "net two");
    assert_ne!(resolve("main").unwrap().short_name(), first.short_name());
    assert_eq!(bench.git(&["status", "--porcelain"]), "");
    fs::remove_file(bench.repository().join("ignored")).unwrap();
    let missing = resolve("HEAD").unwrap_err().to_string();
    assert!(missing.contains("no file \"ignored\""), "{missing}");
}

/// A Makefile that does nothing where the program is newer than its source.
const MAKEFILE: &str = "engine: engine.sh\n\tcp engine.sh engine\n\tchmod +x engine\n";

#[test]
fn a_program_that_was_built_before_is_never_played_for_a_new_one() {
    let bench = Bench::new();
    bench.write("Makefile", MAKEFILE);
    bench.commit("Built by make");
    bench.write("engine.sh", &engine(17));
    bench.commit("Second engine");
    let recipe = |revision: &str| Recipe {
        engine: Some("engine".to_owned()),
        ..bench.recipe(revision, "make")
    };
    let played = |revision: &str| {
        build(&recipe(revision).resolve_in(bench.cache()).unwrap()).0.unwrap().bench
    };
    let touch = || {
        bench.write("engine", &engine(99));
        system::files::allow_execution(&bench.repository().join("engine"), true).unwrap();
    };
    touch();
    assert_eq!([played("HEAD"), played("HEAD~1")], [Some(17), Some(4821)]);
    // Nor where somebody has committed it: a file that begins as a program of Linux does.
    fs::write(bench.repository().join("engine"), b"\x7fELF is no engine").unwrap();
    bench.commit("With a program");
    assert_eq!(played("HEAD"), Some(17));
    let nothing = Recipe { engine: Some("engine".to_owned()), ..bench.recipe("HEAD", "true") };
    let nothing = build(&nothing.resolve_in(bench.cache()).unwrap()).0.unwrap_err().to_string();
    assert!(nothing.contains("did not write engine"), "{nothing}");
}

#[test]
fn a_build_that_fails_names_the_files_that_it_lacked() {
    let bench = Bench::new();
    bench.write("part.sh", "# a part that nobody has added yet");
    let failed = bench.build("HEAD", "cat engine.sh part.sh >{exe}").0.unwrap_err().to_string();
    assert!(failed.contains("part.sh") && failed.contains("git add -N FILE"), "{failed}");
    let silent = bench.build("main", "exit 3").0.unwrap_err().to_string();
    assert!(!silent.contains("git add"), "a commit has no untracked files: {silent}");
}

#[test]
fn programs_find_the_files_of_their_own_revision() {
    let bench = Bench::new();
    let reading = "#!/bin/sh\necho \"$(cat net/net.bin) nodes 1 nps\"\n";
    fs::create_dir(bench.repository().join("net")).unwrap();
    bench.write("engine.sh", reading);
    bench.write("net/net.bin", "11");
    bench.git(&["add", "--all"]);
    bench.git(&["update-index", "--chmod=+x", "engine.sh"]);
    bench.git(&["commit", "--quiet", "-m", "With a net"]);
    bench.write("net/net.bin", "22");
    bench.git(&["commit", "--quiet", "--all", "-m", "Another net"]);
    // A script is played as it is, without a build.
    let resolve = |revision: &str| {
        let engine = Some("engine.sh".to_owned());
        Recipe { build: None, engine, ..bench.recipe(revision, "") }
            .resolve_in(bench.cache())
            .unwrap()
    };
    let [new, old] = ["HEAD", "HEAD~1"].map(|revision| build(&resolve(revision)).0.unwrap());
    assert_eq!([new.bench, old.bench], [Some(22), Some(11)]);
    assert_eq!(new.sha256, old.sha256);
    assert_ne!(new.checkout_sha256, old.checkout_sha256, "the nets tell the two apart");
    assert_eq!(new.command, "");
    // A tracked file that an engine has changed is restored.
    fs::write(new.checkout.join("net/net.bin"), "33").unwrap();
    let mut replaced = Vec::new();
    let revision = resolve("HEAD");
    let again = revision.build(&Guard::none(), &mut |notice| {
        if let Notice::Replaced(_, file) = notice {
            replaced.push(file.to_owned());
        }
    });
    assert_eq!((again.unwrap().0.bench, replaced), (Some(22), vec!["net/net.bin".to_owned()]));
}

#[test]
fn files_that_an_engine_writes_are_named_once() {
    let bench = Bench::new();
    bench.build("main", BUILD).0.unwrap();
    let revision = bench.revision("main", BUILD).unwrap();
    let written = || {
        let mut names = Vec::new();
        let built = revision.build(&Guard::none(), &mut |notice| {
            if let Notice::Written(_, files) = notice {
                names.extend(files.to_vec());
            }
        });
        built.unwrap();
        names
    };
    assert_eq!(written(), [""; 0]);
    fs::write(revision.checkout().join("learned.bin"), "x").unwrap();
    assert_eq!([written(), written()], [vec!["learned.bin".to_owned()], vec![]]);
}

#[test]
fn the_one_new_program_needs_no_name_and_several_are_listed_once_built() {
    let bench = Bench::new();
    bench.write("Makefile", "all:\n\tcp engine.sh toy-engine; chmod +x toy-engine; echo x >>count; touch a.so; chmod +x a.so\n");
    bench.commit("Built by make");
    let guessed = |engine: Option<&str>| {
        let engine = engine.map(str::to_owned);
        Recipe { build: None, engine, ..bench.recipe("HEAD", "") }
            .resolve_in(bench.cache())
            .unwrap()
    };
    let mut command = String::new();
    let built = guessed(None).build(&Guard::none(), &mut |notice| {
        if let Notice::Building { command: guess, is_guessed: true, .. } = notice {
            guess.clone_into(&mut command);
        }
    });
    assert_eq!((built.unwrap().0.bench, command.as_str()), (Some(4821), "make -j4"));
    let second = "all:\n\tfor name in one two; do cp engine.sh $$name; chmod +x $$name; done\n";
    bench.write("Makefile", second);
    let several = build(&guessed(None)).0.unwrap_err().to_string();
    assert!(several.contains("--engine one") && several.contains("--engine two"), "{several}");
    let (named, is_built) = build(&guessed(Some("two")));
    assert!(named.unwrap().program.ends_with("two") && !is_built, "the build is kept");
}

#[test]
fn a_pointer_of_lfs_is_replaced_from_the_store_or_refused_by_name() {
    let bench = Bench::new();
    let object = "0123456789abcdef".repeat(4);
    let pointer =
        format!("version https://git-lfs.github.com/spec/v1\noid sha256:{object}\nsize 4\n");
    bench.write("net.bin", &pointer);
    bench.commit("With a pointer");
    let command = "cat net.bin >{exe}";
    let refused = bench.build("main", command).0.unwrap_err().to_string();
    assert!(
        refused.starts_with("net.bin is a pointer") && refused.contains("git lfs pull"),
        "{refused}"
    );
    let store = bench.repository().join(".git/lfs/objects/01/23");
    fs::create_dir_all(&store).unwrap();
    fs::write(store.join(&object), "weights").unwrap();
    let built = bench.build("main", command).0.unwrap();
    assert_eq!(fs::read_to_string(built.program).unwrap(), "weights");
}

#[test]
fn the_cache_has_a_bound_that_spares_builds_in_use_and_of_unfinished_matches() {
    let bench = Bench::new();
    let filled = |name: &str| {
        let command = format!("head -c 1000000 /dev/zero >{name}.bin; cp engine.sh {{exe}}");
        let revision = bench.revision("main", &command).unwrap();
        revision.build(&Guard::none(), &mut |_| ()).unwrap()
    };
    let results = bench.directory.path().join("results");
    fs::create_dir(&results).unwrap();
    let (_, first) = filled("first");
    first.keep_for(&results).unwrap();
    drop(first);
    drop(filled("second"));
    let (_, _third) = filled("third");
    let kept = revision::kept_in(&bench.cache());
    assert_eq!(kept.len(), 3);
    assert!(kept.iter().all(|build| build.bytes > 1_000_000), "{kept:?}");
    let deleted = kept.iter().map(|build| build.matches.is_empty() && build.delete().unwrap());
    assert_eq!(deleted.filter(|is_deleted| *is_deleted).count(), 1);
    // Results that are gone need no build.
    fs::remove_dir(&results).unwrap();
    assert!(revision::kept_in(&bench.cache()).iter().all(|build| build.matches.is_empty()));
}

#[test]
fn a_failure_shows_the_last_lines_and_leaves_nothing_that_counts_as_built() {
    let bench = Bench::new();
    let failing = "i=0; while [ $i -lt 40 ]; do echo line $i; i=$((i+1)); done; echo 'no such type' >&2; exit 3";
    let (failed, _) = bench.build("main", failing);
    let text = failed.unwrap_err().to_string();
    assert!(text.contains("exit status: 3") && text.contains("no such type"), "{text}");
    assert!(text.contains("line 39") && !text.contains("line 9\n"), "{text}");
    let (again, is_built) = bench.build("main", failing);
    assert!(again.is_err() && is_built, "a failure is not kept");
    let nothing = bench.build("main", "true").0.unwrap_err().to_string();
    assert!(nothing.contains("put it at {exe} in the build command"), "{nothing}");
    let nowhere = bench.build("main", "echo {exe}").0.unwrap_err().to_string();
    assert!(nowhere.contains("it put nothing at {exe}"), "{nowhere}");
    let recipe = Recipe { engine: Some("bin/x".to_owned()), ..bench.recipe("main", "true") };
    let missing = build(&recipe.resolve_in(bench.cache()).unwrap()).0.unwrap_err().to_string();
    assert!(missing.contains("it did not write bin/x"), "{missing}");
}

#[test]
fn what_is_no_revision_is_named() {
    let bench = Bench::new();
    let unknown = bench.revision("mian", BUILD).unwrap_err().to_string();
    assert!(
        unknown
            .ends_with("no revision (a branch, a tag or a commit) \"mian\", did you mean `main`?"),
        "{unknown}"
    );
    let far = bench.revision("0123", BUILD).unwrap_err().to_string();
    assert!(!far.contains("did you mean"), "{far}");
    // A name is never an option of git.
    assert!(matches!(bench.revision("--output=x", BUILD), Err(RevisionError::Unknown { .. })));
    let recipe =
        Recipe { repository: bench.directory.path().to_owned(), ..bench.recipe("main", BUILD) };
    let none = recipe.resolve_in(bench.cache()).unwrap_err().to_string();
    assert!(none.contains("not a git repository"), "{none}");
    let cargo = Recipe { build: None, ..bench.recipe("main", "") };
    let cargo = build(&cargo.resolve_in(bench.cache()).unwrap()).0.unwrap_err().to_string();
    assert!(cargo.contains("no build command is given") && cargo.contains("Cargo.toml"), "{cargo}");
}

#[test]
fn a_build_that_was_killed_is_begun_again() {
    let bench = Bench::new();
    let built = bench.build("main", BUILD).0.unwrap();
    fs::remove_file(built.checkout.ancestors().nth(2).unwrap().join("build.json")).unwrap();
    fs::write(built.checkout.join("half.o"), "x").unwrap();
    let (again, is_built) = bench.build("main", "cp engine.sh {exe}");
    assert!(is_built && !again.unwrap().checkout.join("half.o").exists());
}

#[test]
fn two_processes_build_once() {
    let bench = Bench::new();
    let counted = bench.directory.path().join("count");
    let command = format!("echo x >>{}; sleep 0.5; cp engine.sh {{exe}}", counted.display());
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| bench.build("main", &command).0.unwrap());
        }
    });
    assert_eq!(fs::read_to_string(counted).unwrap(), "x\n");
}

#[test]
fn submodules_come_from_the_repository() {
    let bench = Bench::new();
    let library = bench.directory.path().join("library");
    fs::create_dir(&library).unwrap();
    git(&library, &["init", "--quiet"]);
    fs::write(library.join("part.sh"), "# part\n").unwrap();
    git(&library, &["add", "--all"]);
    git(&library, &["commit", "--quiet", "-m", "Part"]);
    bench.git(&["submodule", "--quiet", "add", &library.to_string_lossy(), "part"]);
    bench.commit("With a submodule");
    fs::remove_dir_all(&library).unwrap();
    let command = "cat engine.sh part/part.sh >{exe}";
    let built = bench.build("HEAD", command).0.unwrap();
    assert!(fs::read_to_string(built.program).unwrap().ends_with("# part\n"));
    fs::write(bench.repository().join("part/log.txt"), "untracked").unwrap();
    assert!(bench.revision("HEAD", command).is_ok());
    fs::write(bench.repository().join("part/part.sh"), "changed").unwrap();
    let dirty = bench.revision("HEAD", command).unwrap_err().to_string();
    assert!(dirty.contains("the submodule part"), "{dirty}");
    bench.git(&["-C", "part", "checkout", "--quiet", "."]);
    fs::remove_dir_all(bench.repository().join(".git/modules/part")).unwrap();
    let missing = bench.build("main", "cat part/part.sh >{exe}").0.unwrap_err().to_string();
    assert!(
        missing.contains("the submodule part") && missing.contains("git submodule update"),
        "{missing}"
    );
}

#[test]
fn a_partial_clone_fetches_the_objects_that_it_lacks() {
    let bench = Bench::new();
    bench.write("engine.sh", &engine(4907));
    bench.commit("Second engine");
    bench.git(&["config", "uploadpack.allowFilter", "true"]);
    bench.git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
    let origin = format!("file://{}", bench.repository().display());
    let partial = bench.directory.path().join("partial");
    git(
        bench.directory.path(),
        &["clone", "--quiet", "--filter=blob:none", &origin, &partial.to_string_lossy()],
    );
    let first = |build: &str| {
        let recipe = Recipe { repository: partial.clone(), ..bench.recipe("HEAD~1", build) };
        recipe.resolve_in(bench.cache()).unwrap()
    };
    assert_eq!(build(&first(BUILD)).0.unwrap().bench, Some(4821));
    // Without the origin nothing is built of an incomplete checkout.
    fs::rename(bench.repository(), bench.directory.path().join("gone")).unwrap();
    let again = first("cp engine.sh {exe} && true");
    assert!(matches!(build(&again).0, Err(RevisionError::Git { .. })));
}

#[test]
fn a_cargo_project_needs_no_build_command() {
    let bench = Bench::new();
    let manifest =
        "[package]\nname = \"toy\"\nversion = \"1.0.0\"\nedition = \"2021\"\n[workspace]\n";
    bench.write("Cargo.toml", manifest);
    fs::create_dir_all(bench.repository().join("src/bin")).unwrap();
    bench.write("src/main.rs", "fn main() { println!(\"{} nodes\", 7); }\n");
    bench.commit("In Rust");
    let revision = |engine: Option<&str>| {
        let engine = engine.map(str::to_owned);
        let recipe = Recipe { build: None, engine, ..bench.recipe("HEAD", "") };
        recipe.resolve_in(bench.cache()).unwrap()
    };
    let built = build(&revision(None)).0.unwrap();
    assert_eq!((built.bench, built.command.as_str()), (Some(7), "cargo build --release"));
    bench.write("src/bin/other.rs", "fn main() {}\n");
    bench.git(&["add", "--intent-to-add", "src/bin/other.rs"]);
    let several = build(&revision(None)).0.unwrap_err().to_string();
    assert!(several.contains("target/release/other"), "{several}");
    assert_eq!(build(&revision(Some("target/release/toy"))).0.unwrap().bench, Some(7));
}

#[test]
fn a_program_of_the_cache_that_was_replaced_or_emptied_is_built_again() {
    let bench = Bench::new();
    let built = bench.build("main", BUILD).0.unwrap();
    let revision = bench.revision("main", BUILD).unwrap();
    for other in ["#!/bin/sh\necho another program\n", ""] {
        fs::write(&built.program, other).unwrap();
        let mut notices = Vec::new();
        let again = revision.build(&Guard::none(), &mut |notice| match notice {
            // A process that another test forks holds the lock, too, until it runs its program.
            Notice::Waiting(_) => {}
            Notice::Replaced(..) => notices.push("replaced"),
            Notice::Building { .. } => notices.push("building"),
            Notice::Bench(..) => notices.push("bench"),
            Notice::Written(..) | Notice::Deleted(_) => notices.push("another"),
        });
        let (again, built) = (again.unwrap().0, built.clone());
        assert_eq!(
            (again, notices),
            (built.clone(), vec!["replaced", "building", "bench"]),
            "{other:?}"
        );
        assert_eq!(fs::read_to_string(built.program).unwrap(), engine(4821));
    }
    // The permission is no part of the digest.
    system::files::allow_execution(&built.program, false).unwrap();
    assert_eq!(bench.build("main", BUILD).0.unwrap(), built);
    system::files::check_executable(&built.program).unwrap();
}

#[test]
fn a_shallow_clone_builds_the_commits_that_it_has() {
    let bench = Bench::new();
    bench.git(&["tag", "v1"]);
    bench.write("engine.sh", &engine(4907));
    bench.commit("Second engine");
    bench.git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
    let base = bench.git(&["rev-parse", "HEAD~1"]);
    let origin = format!("file://{}", bench.repository().display());
    let shallow = bench.directory.path().join("shallow");
    let clone = ["clone", "--quiet", "--depth", "1", &origin, &shallow.to_string_lossy()];
    git(bench.directory.path(), &clone);
    let base = format!("{base}:refs/remotes/origin/base");
    git(&shallow, &["fetch", "--quiet", "--depth", "1", "origin", &base]);
    git(&shallow, &["fetch", "--quiet", "--depth", "1", "origin", "tag", "v1"]);
    let described = "git describe --always --tags >{exe}; cat engine.sh >>{exe}";
    for (revision, nodes) in [("HEAD", 4907), ("origin/base", 4821)] {
        let recipe = Recipe { repository: shallow.clone(), ..bench.recipe(revision, BUILD) };
        let recipe = recipe.resolve_in(bench.cache()).unwrap();
        assert_eq!(build(&recipe).0.unwrap().bench, Some(nodes), "{revision}");
    }
    let recipe = Recipe { repository: shallow, ..bench.recipe("origin/base", described) };
    let recipe = recipe.resolve_in(bench.cache()).unwrap();
    let described = build(&recipe).0.unwrap();
    assert!(fs::read_to_string(described.program).unwrap().starts_with("v1\n"));
}

#[test]
fn filters_of_the_repository_make_the_files_of_a_build() {
    let bench = Bench::new();
    let rot = "tr a-z n-za-m";
    bench.git(&["config", "filter.rot.clean", rot]);
    bench.git(&["config", "filter.rot.smudge", rot]);
    bench.write(".gitattributes", "net.txt filter=rot\n");
    bench.write("net.txt", "secret\n");
    bench.commit("With a filter");
    let command = "cat net.txt >{exe}";
    let built = bench.build("HEAD", command).0.unwrap();
    assert_eq!(fs::read_to_string(built.program).unwrap(), "secret\n");
    // A filter that fails leaves no file as it is stored.
    bench.git(&["config", "filter.rot.smudge", "false"]);
    let refused = bench.build("HEAD", "cat net.txt >{exe} ").0.unwrap_err().to_string();
    assert!(refused.contains("filter"), "{refused}");
}

#[test]
fn names_of_repositories_collide_with_no_file_of_the_cache() {
    for name in ["build.json", "exe", "new", "lock", "program", "x:y", "a\nb", "\"q\\", "x "] {
        let bench = Bench::new();
        bench.write("engine.sh", &engine(17));
        let repository = bench.directory.path().join(name);
        fs::rename(bench.repository(), &repository).unwrap();
        let recipe = Recipe { repository, ..bench.recipe("HEAD", BUILD) };
        let revision = recipe.resolve_in(bench.cache()).unwrap();
        assert!(revision.short_name().contains('+'), "{name:?}");
        assert_eq!(build(&revision).0.unwrap().bench, Some(17), "{name:?}");
        assert!(!build(&revision).1, "{name:?} is built twice");
    }
}

#[test]
fn large_changes_are_read_up_to_a_bound_and_leave_nothing_behind() {
    let bench = Bench::new();
    bench.write("big.bin", "");
    bench.git(&["add", "--intent-to-add", "big.bin"]);
    let size = |bytes: u64| {
        let big = fs::File::options().write(true).open(bench.repository().join("big.bin"));
        big.unwrap().set_len(bytes).unwrap();
    };
    size(1 << 20);
    assert!(bench.revision("HEAD", BUILD).unwrap().short_name().contains('+'));
    let left = fs::read_dir(bench.cache()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| name.to_string_lossy().starts_with("toy-")));
    size(600 << 20);
    let refused = bench.revision("HEAD", BUILD).unwrap_err().to_string();
    assert!(refused.contains("629 MB") && refused.contains("\"big.bin\""), "{refused}");
    assert!(bench.revision("main", BUILD).is_ok(), "a commit has no such files");
}

#[test]
fn an_endless_output_is_bounded_in_memory_and_on_disk() {
    let bench = Bench::new();
    let command = "yes 0123456789012345678901234567890123456789 | head -c 80000000; exit 1";
    let failed = bench.build("main", command).0.unwrap_err().to_string();
    assert!(failed.contains("  0123456789") && failed.len() < 4000, "{}", failed.len());
    let revision = bench.revision("main", command).unwrap();
    let log = revision.checkout().ancestors().nth(2).unwrap().join("build.log");
    assert!(fs::metadata(log).unwrap().len() < (64 << 20) + 100);
}
