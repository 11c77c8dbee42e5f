//! One build: locked, in a clone of its own, logged, and put in its place at the end.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use system::{files, shell};
use tempfile::TempDir;
use uci_client::{Guard, Stream};

use crate::bench;
use crate::build::{Build, RECORD};
use crate::cache;
use crate::cargo;
use crate::checkout::check_out;
use crate::error::RevisionError;
use crate::log::{self, Log};
use crate::recipe::{EXE, Recipe};
use crate::revision::{Revision, State, digest};

/// The beginning of the names of directories in which builds work.
const WORK: &str = "work-";
/// Bytes of a program at most.
const PROGRAM: u64 = 2 << 30;
/// Variables of the Cargo that has started this process, and of a make around it: they do not belong to the build.
const OUTER: [&str; 4] = ["RUSTUP_TOOLCHAIN", "MAKEFLAGS", "MFLAGS", "MAKELEVEL"];

/// A step of a build that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice<'a> {
    /// Another process builds the same.
    Waiting(&'a Revision),
    /// The program in the cache is not the one that was built, and so it is built again.
    Replaced(&'a Revision),
    /// The build begins; its output goes to this file.
    Building(&'a Revision, &'a Path),
    /// The program is kept, and its `bench` is waited for, this long at most.
    Bench(&'a Revision, Duration),
}

impl Revision {
    /// The record of the build. The program is built if the cache does not have it as it was built. Processes of a build
    /// end with it, and with this process as the guard can.
    ///
    /// # Errors
    /// The checkout or the build fails; nothing but the log is kept then.
    pub fn build(
        &self,
        guard: &Guard,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<Build, RevisionError> {
        match self.state() {
            State::Built(build) => {
                // A copied cache may lack this; where it cannot be given, the program's start says so.
                let _ = files::allow_execution(&self.program(), true);
                Ok(build)
            }
            State::Missing | State::Replaced => Work::begin(self, guard, notify)?.finish(notify),
        }
    }
}

/// A build whose directory is locked.
pub(crate) struct Work<'a> {
    revision: &'a Revision,
    guard: &'a Guard,
    directory: PathBuf,
    _lock: File,
}

impl<'a> Work<'a> {
    /// Locks the directory of the build; waits while another process builds in it.
    pub(crate) fn begin(
        revision: &'a Revision,
        guard: &'a Guard,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<Work<'a>, RevisionError> {
        let directory = revision.directory();
        fs::create_dir_all(&directory).map_err(RevisionError::file("make", &directory))?;
        let lock = cache::lock(&directory.join("lock"), || notify(Notice::Waiting(revision)))?;
        Ok(Work { revision, guard, directory, _lock: lock })
    }

    /// Builds the program, unless another process has done so meanwhile.
    pub(crate) fn finish(
        &self,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<Build, RevisionError> {
        match self.revision.state() {
            State::Built(build) => return Ok(build),
            State::Replaced => notify(Notice::Replaced(self.revision)),
            State::Missing => {}
        }
        self.remove_leftovers();
        notify(Notice::Building(self.revision, &self.log()));
        let work = tempfile::Builder::new().prefix(WORK).tempdir_in(&self.directory);
        let work = work.map_err(RevisionError::file("make a directory in", &self.directory))?;
        let tree = work.path().join("checkout").join(&self.revision.name);
        check_out(self.revision, &tree)?;
        let exe = work.path().join("exe");
        let (command, built) = self.compile(&tree, &exe)?;
        let mut build = self.keep(&work, &built, command)?;
        // The build is kept before: an interruption costs the signature alone.
        notify(Notice::Bench(self.revision, bench::PATIENCE));
        build.bench = bench::signature(&self.revision.program(), work.path(), self.guard);
        if build.bench.is_some() {
            self.record(&work, &build)?;
        }
        Ok(build)
    }

    /// The file of the build's output.
    fn log(&self) -> PathBuf {
        self.directory.join("build.log")
    }

    /// Removes directories in which builds were killed, those of other revisions too: nobody may ever want these again.
    fn remove_leftovers(&self) {
        for build in entries(&self.revision.cache) {
            let is_work = |path: &PathBuf| name_of(path).starts_with(WORK);
            let left: Vec<PathBuf> = entries(&build).filter(is_work).collect();
            if left.is_empty() {
                continue;
            }
            // A build that runs has its lock.
            let lock = cache::lock_if_free(&build.join("lock"));
            if build == self.directory || lock.is_some() {
                left.iter().for_each(|work| drop(fs::remove_dir_all(work)));
            }
        }
    }

    /// Runs the build command. Returns it, and the program that it has made.
    fn compile(&self, tree: &Path, exe: &Path) -> Result<(String, PathBuf), RevisionError> {
        let Recipe { build, engine, .. } = &self.revision.recipe;
        let Some(build) = build else { return self.compile_cargo(tree) };
        let exe_text = exe.to_string_lossy();
        self.run(tree, build, &build.replace(EXE, &shell::quoted(&exe_text)), &mut |_| ())?;
        if let Some(engine) = engine {
            return Ok((build.clone(), self.named(build, tree, engine)?));
        }
        if exe.is_file() {
            return Ok((build.clone(), exe.to_owned()));
        }
        let problem = match build.contains(EXE) {
            true => format!("it put nothing at {EXE}; the log: {}", self.log().display()),
            false => format!(
                "say by {EXE} in the build command where it is to be put, or by `engine` where it is"
            ),
        };
        Err(self.no_program(build, problem))
    }

    /// The program that the key `engine` names in the checkout, after this build command.
    fn named(&self, build: &str, tree: &Path, engine: &str) -> Result<PathBuf, RevisionError> {
        let program = tree.join(engine);
        let missing =
            || self.no_program(build, format!("there is no file {engine} in the checkout"));
        program.is_file().then_some(program).ok_or_else(missing)
    }

    /// Builds a Cargo project.
    fn compile_cargo(&self, tree: &Path) -> Result<(String, PathBuf), RevisionError> {
        if !tree.join("Cargo.toml").is_file() {
            return Err(RevisionError::NoCommand { revision: self.revision.name() });
        }
        let build = cargo::COMMAND;
        let mut messages = Vec::new();
        let line = format!("{build} {}", cargo::MESSAGES);
        self.run(tree, build, &line, &mut |bytes| log::append(&mut messages, bytes))?;
        if let Some(engine) = &self.revision.recipe.engine {
            return Ok((build.to_owned(), self.named(build, tree, engine)?));
        }
        let mut made = cargo::programs(&String::from_utf8_lossy(&messages));
        match (made.pop(), made.is_empty()) {
            (Some(program), true) => Ok((build.to_owned(), program)),
            (None, _) => Err(self.no_program(build, "the project has no program".to_owned())),
            (Some(last), false) => {
                made.push(last);
                let names = made.iter().map(|path| format!("target/release/{}", name_of(path)));
                let names = names.collect::<Vec<String>>().join(", ");
                let problem = format!("it made several: name one of them by `engine`: {names}");
                Err(self.no_program(build, problem))
            }
        }
    }

    /// Runs the build `command`, written out as `line`, in a shell in the checkout. Its output goes to the log, standard
    /// output also to `hear`.
    fn run(
        &self,
        tree: &Path,
        command: &str,
        line: &str,
        hear: &mut dyn FnMut(&[u8]),
    ) -> Result<(), RevisionError> {
        let path = self.log();
        let mut log = Log::create(&path).map_err(RevisionError::file("write", &path))?;
        let is_inner =
            std::env::var_os("CARGO").is_some() || std::env::var_os("MAKELEVEL").is_some();
        let mut shell = shell::running(line, if is_inner { &OUTER } else { &[] });
        let target = tree.join("target").to_string_lossy().into_owned();
        shell.environment = vec![("CARGO_TARGET_DIR".to_owned(), target)];
        shell.directory = Some(tree.to_owned());
        let status = uci_client::run(&shell, self.guard, Duration::MAX, &mut |stream, bytes| {
            log.write(bytes);
            if stream == Stream::Out {
                hear(bytes);
            }
        });
        let ending = match status.map_err(RevisionError::file("run", &shell.path))? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => format!("ended with {status}"),
            None => "was killed".to_owned(),
        };
        Err(RevisionError::Failed {
            revision: self.revision.name(),
            command: command.to_owned(),
            ending,
            last_lines: log.last_lines(),
            log: path,
        })
    }

    fn no_program(&self, command: &str, problem: String) -> RevisionError {
        RevisionError::NoProgram {
            revision: self.revision.name(),
            command: command.to_owned(),
            problem,
        }
    }

    /// Puts the program and its record in their places. The record comes last: with it the build is there.
    fn keep(&self, work: &TempDir, built: &Path, command: String) -> Result<Build, RevisionError> {
        let (new, program) = (work.path().join("new"), self.revision.program());
        let size = fs::metadata(built).map_or(0, |file| file.len());
        if size > PROGRAM {
            let [size, most] = [size, PROGRAM].map(|bytes| bytes >> 20);
            let problem = format!("it made a file of {size} MiB, and a program has {most} at most");
            return Err(self.no_program(&command, problem));
        }
        fs::copy(built, &new).map_err(RevisionError::file("copy", built))?;
        files::allow_execution(&new, true).map_err(RevisionError::file("make executable", &new))?;
        let sha256 = digest(&new).map_err(RevisionError::file("read", &new))?;
        // With the record on disk, all of the program is.
        let synced = bounded::open(&new).and_then(|file| file.sync_all());
        synced.map_err(RevisionError::file("write", &new))?;
        if let Some(place) = program.parent() {
            fs::create_dir_all(place).map_err(RevisionError::file("make", place))?;
        }
        // By a rename, since a program that runs cannot be written to.
        fs::rename(&new, &program).map_err(RevisionError::file("write", &program))?;
        let Revision { commit, changes, subject, .. } = self.revision.clone();
        let build = Build { commit, changes, subject, command, sha256, bench: None };
        self.record(work, &build)?;
        Ok(build)
    }

    /// Writes the record, whole or not at all.
    fn record(&self, work: &TempDir, build: &Build) -> Result<(), RevisionError> {
        let path = self.directory.join(RECORD);
        let record = serde_json::to_vec_pretty(build).map_err(io::Error::from);
        let written = record.and_then(|record| {
            let mut file = tempfile::NamedTempFile::new_in(work.path())?;
            file.write_all(&record)?;
            file.as_file().sync_all()?;
            Ok(file.persist(&path).map(drop)?)
        });
        written.map_err(RevisionError::file("write", &path))
    }
}

/// The entries of a directory; none where it cannot be read.
fn entries(directory: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path())
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
