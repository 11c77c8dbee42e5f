//! One build: locked, in a checkout of its own that is kept, logged, and recorded at the end.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use system::{files, shell};
use uci_client::{Guard, Stream};

use crate::bench;
use crate::build::{Build, RECORD, Record};
use crate::cache::{self, InUse, Kept};
use crate::cargo;
use crate::checkout::check_out;
use crate::error::RevisionError;
use crate::guess;
use crate::log::{self, Log};
use crate::recipe::{EXE, Recipe};
use crate::revision::{Revision, State};
use crate::tree_files::{self, fingerprint, is_script};

/// Bytes of a program at most.
const PROGRAM: u64 = 2 << 30;
/// Files that a line names at most.
const NAMED: usize = 5;
/// Variables of the Cargo that has started this process, and of a make around it: they do not belong to the build.
const OUTER: [&str; 4] = ["RUSTUP_TOOLCHAIN", "MAKEFLAGS", "MFLAGS", "MAKELEVEL"];

/// A step of a build that takes time, or something that its user should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice<'a> {
    /// Another process builds the same.
    Waiting(&'a Revision),
    /// This file of the checkout in the cache is not as the build left it, and so all is built again.
    Replaced(&'a Revision, &'a str),
    /// The build begins.
    Building {
        /// The revision.
        revision: &'a Revision,
        /// The build command; empty where nothing has to be built.
        command: &'a str,
        /// Whether the command was taken because of the files of the checkout.
        is_guessed: bool,
        /// The file of its output.
        log: &'a Path,
    },
    /// The program is kept, and its `bench` is waited for, this long at most.
    Bench(&'a Revision, Duration),
    /// Programs have written these files into the checkout since the last time.
    Written(&'a Revision, &'a [String]),
    /// This build was deleted, since the cache had reached its bound.
    Deleted(&'a Kept),
}

impl Revision {
    /// The build, and the lock that keeps it from being changed. The program is built if the cache does not have it as it
    /// was built. Processes of a build end with it, and with this process as the guard can.
    ///
    /// # Errors
    /// The checkout or the build fails; nothing but the log is kept then.
    pub fn build(
        &self,
        guard: &Guard,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<(Build, InUse), RevisionError> {
        let in_use = self.in_use(|| notify(Notice::Waiting(self)))?;
        if let State::Built(build) = self.state()? {
            self.report_written_files(notify)?;
            return Ok((self.with_signature(*build, guard, notify)?, in_use));
        }
        drop(in_use);
        let work = Work::begin(self, guard, notify)?;
        let build = work.finish(notify)?;
        // Another process that waits for the lock finds the same build.
        drop(work);
        let in_use = self.in_use(|| ())?;
        let others = cache::trim(&self.cache, cache::bound());
        others.iter().for_each(|deleted| notify(Notice::Deleted(deleted)));
        Ok((self.with_signature(build, guard, notify)?, in_use))
    }

    /// The build with the nodes of its `bench`, asked for once.
    fn with_signature(
        &self,
        build: Build,
        guard: &Guard,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<Build, RevisionError> {
        let Some(mut record) = Record::read(&self.directory()) else { return Ok(build) };
        let Some(program) = self.program_of(&record)? else { return Ok(build) };
        if record.bench.contains_key(&program) {
            return Ok(build);
        }
        notify(Notice::Bench(self, bench::PATIENCE));
        let bench = bench::signature(&build.program, &build.checkout, guard);
        record.bench.insert(program, bench);
        // The `bench` may have written files.
        record.others = others(&build.checkout, &record);
        write_record(&self.directory(), &record)?;
        Ok(Build { bench, ..build })
    }

    /// Says once which files the programs have written into the checkout.
    fn report_written_files(
        &self,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<(), RevisionError> {
        let Some(mut record) = Record::read(&self.directory()) else { return Ok(()) };
        let is_new = |name: &String| {
            !record.others.contains(name)
                && !record.tracked.contains_key(name)
                && !record.programs.contains_key(name)
        };
        let written: Vec<String> =
            tree_files::all_files(&self.checkout()).into_iter().filter(is_new).collect();
        if !written.is_empty() {
            notify(Notice::Written(self, &written));
            record.others.extend(written);
            write_record(&self.directory(), &record)?;
        }
        Ok(())
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
    /// Locks the directory of the build; waits while another process builds in it, or plays its program.
    pub(crate) fn begin(
        revision: &'a Revision,
        guard: &'a Guard,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<Work<'a>, RevisionError> {
        let directory = revision.directory();
        fs::create_dir_all(&directory).map_err(RevisionError::file("make", &directory))?;
        let lock = cache::lock(&directory, || notify(Notice::Waiting(revision)))?;
        Ok(Work { revision, guard, directory, _lock: lock })
    }

    /// Builds the program, unless another process has done so meanwhile.
    pub(crate) fn finish(
        &self,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<Build, RevisionError> {
        match self.revision.state()? {
            State::Built(build) => return Ok(*build),
            State::Replaced(file) => notify(Notice::Replaced(self.revision, &file)),
            State::Missing => {}
        }
        // What is left of a build that failed or was killed, or was changed since.
        let tree = self.revision.checkout();
        let _ = fs::remove_file(self.directory.join(RECORD));
        if let Some(place) = tree.parent()
            && place.exists()
        {
            fs::remove_dir_all(place).map_err(RevisionError::file("delete", place))?;
        }
        let tracked = check_out(self.revision, &tree)?;
        let tracked: Vec<String> =
            tracked.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        self.remove_tracked_program(&tree)?;
        // Before the build nothing is at that path.
        let exe = self.exe(&tree);
        let (command, made) = self.compile(&tree, &exe, notify)?;
        let record = self.record(&tree, tracked, command, made, &exe)?;
        write_record(&self.directory, &record)?;
        match self.revision.state()? {
            State::Built(build) => Ok(*build),
            State::Missing | State::Replaced(_) => Err(self.no_program(&record)),
        }
    }

    /// The file of the build's output.
    fn log(&self) -> PathBuf {
        self.directory.join("build.log")
    }

    /// Removes the program that the build is to make where the repository has one of that name: it would seem to be up to
    /// date. A script is a source, and stays.
    fn remove_tracked_program(&self, tree: &Path) -> Result<(), RevisionError> {
        let Recipe { build, engine: Some(engine), .. } = &self.revision.recipe else {
            return Ok(());
        };
        let program = tree.join(engine);
        if (build.is_some() || guess::command(tree).is_some())
            && program.is_file()
            && !is_script(&program)
        {
            fs::remove_file(&program).map_err(RevisionError::file("delete", &program))?;
        }
        Ok(())
    }

    /// Runs the build command. Returns it, and the programs that Cargo says it has made.
    fn compile(
        &self,
        tree: &Path,
        exe: &Path,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<(String, Option<Vec<PathBuf>>), RevisionError> {
        let Recipe { build, engine, .. } = &self.revision.recipe;
        let is_guessed = build.is_none();
        let plays_script = engine.as_ref().is_some_and(|engine| is_script(&tree.join(engine)));
        let command = match (build, guess::command(tree)) {
            (Some(build), _) => build.as_str(),
            // A script of the revision needs no build unless one is asked for.
            _ if plays_script => "",
            (None, Some(command)) => command,
            (None, None) => {
                return Err(RevisionError::NoCommand { revision: self.revision.name() });
            }
        };
        let log = self.log();
        notify(Notice::Building { revision: self.revision, command, is_guessed, log: &log });
        if command.is_empty() {
            return Ok((String::new(), Some(Vec::new())));
        }
        let line = command.replace(EXE, &shell::quoted(&exe.to_string_lossy()));
        if !(is_guessed && command == cargo::COMMAND) {
            self.run(tree, command, &line, &mut |_| ())?;
            return Ok((command.to_owned(), None));
        }
        let mut messages = Vec::new();
        let line = format!("{line} {}", cargo::MESSAGES);
        self.run(tree, command, &line, &mut |bytes| log::append(&mut messages, bytes))?;
        Ok((command.to_owned(), Some(cargo::programs(&String::from_utf8_lossy(&messages)))))
    }

    /// The path of [`EXE`]: in the root of the checkout, so that the program finds the files beside it.
    fn exe(&self, tree: &Path) -> PathBuf {
        let plain = tree.join(&self.revision.name);
        if plain.exists() { tree.join(format!("{}-engine", self.revision.name)) } else { plain }
    }

    /// The record of a build that is finished.
    fn record(
        &self,
        tree: &Path,
        tracked: Vec<String>,
        command: String,
        made: Option<Vec<PathBuf>>,
        exe: &Path,
    ) -> Result<Record, RevisionError> {
        let Revision { commit, changes, subject, recipe, .. } = self.revision;
        let digests = |names: Vec<String>| -> BTreeMap<String, String> {
            names.into_iter().map(|name| (name.clone(), fingerprint(&tree.join(name)))).collect()
        };
        let mut record = Record {
            commit: commit.clone(),
            changes: changes.as_ref().map(|changes| changes.tree.clone()),
            changed_files: self.revision.changed_files().to_vec(),
            revision: recipe.revision.clone(),
            subject: subject.clone(),
            command,
            tracked: BTreeMap::new(),
            others: Default::default(),
            programs: BTreeMap::new(),
            bench: BTreeMap::new(),
        };
        let mut programs: Vec<String> = match made {
            Some(made) => made.iter().map(|path| name_in(tree, path)).collect(),
            None => {
                let is_new =
                    |name: &String| !tracked.contains(name) && tree_files::is_program(tree, name);
                tree_files::all_files(tree).into_iter().filter(is_new).collect()
            }
        };
        // The build was told where to put the program, or which one is wanted.
        let exe = name_in(tree, exe);
        if record.command.contains(EXE) && tree.join(&exe).is_file() {
            programs = vec![exe];
        }
        if let Some(engine) = recipe.engine.as_ref()
            && tree.join(engine).is_file()
            && !programs.contains(engine)
            && !(tracked.contains(engine) && is_script(&tree.join(engine)))
        {
            programs.push(engine.clone());
        }
        for program in &programs {
            let size = fs::metadata(tree.join(program)).map_or(0, |file| file.len());
            if size > PROGRAM {
                let [size, most] = [size, PROGRAM].map(|bytes| bytes >> 20);
                let problem = format!("{program} has {size} MiB, and a program has {most} at most");
                let (revision, command) = (self.revision.name(), record.command);
                return Err(RevisionError::NoProgram { revision, command, problem });
            }
            let _ = files::allow_execution(&tree.join(program), true);
        }
        record.tracked = digests(tracked);
        record.programs = digests(programs);
        if record.command == cargo::COMMAND {
            remove_steps_of_cargo(tree);
        }
        record.others = others(tree, &record);
        Ok(record)
    }

    /// The error that the build did not make the program that is wanted.
    fn no_program(&self, record: &Record) -> RevisionError {
        let made: Vec<&str> = record.programs.keys().map(String::as_str).collect();
        let made = match made.is_empty() {
            true => "no program".to_owned(),
            false => made.join(", "),
        };
        let is_exe = record.command.contains(EXE);
        let problem = match &self.revision.recipe.engine {
            Some(engine) => format!("it did not write {engine}; it made {made}"),
            None if is_exe => format!("it put nothing at {EXE}; the log: {}", self.log().display()),
            None => format!(
                "it left no new program in the checkout; name it by --engine PATH, or put it at {EXE} in the build \
                 command; the log: {}",
                self.log().display()
            ),
        };
        let (revision, command) = (self.revision.name(), record.command.clone());
        RevisionError::NoProgram { revision, command, problem }
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
            account: format!(
                "{}
the whole log: {}{}",
                log.last_lines(),
                path.display(),
                untracked_in_words(self.revision)
            ),
        })
    }
}

/// The line on the files that the build did not have because git does not track them; empty without any.
fn untracked_in_words(revision: &Revision) -> String {
    match named(revision.untracked()) {
        None => String::new(),
        Some(files) => format!(
            "\nnot in {}, since git does not track them: {files}; `git add -N FILE` makes a file part of HEAD",
            revision.name()
        ),
    }
}

/// Some files on one line, five of them by name; `None` without any.
#[must_use]
pub fn named(files: &[String]) -> Option<String> {
    let first = files.iter().take(NAMED).map(String::as_str).collect::<Vec<&str>>().join(", ");
    match files.len() {
        0 => None,
        1..=NAMED => Some(first),
        many => Some(format!("{first} and {} more", many - NAMED)),
    }
}

/// All files of a checkout that its record does not name.
fn others(tree: &Path, record: &Record) -> std::collections::BTreeSet<String> {
    let mut all = tree_files::all_files(tree);
    all.retain(|name| !record.tracked.contains_key(name) && !record.programs.contains_key(name));
    all
}

/// Deletes what Cargo needs only to build again.
fn remove_steps_of_cargo(tree: &Path) {
    for step in ["deps", "build", "incremental", ".fingerprint"] {
        // Without that it only takes room.
        let _ = fs::remove_dir_all(tree.join("target/release").join(step));
    }
}

/// A path below the checkout, with `/` between names.
fn name_in(tree: &Path, path: &Path) -> String {
    path.strip_prefix(tree).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Writes the record, whole or not at all.
fn write_record(directory: &Path, record: &Record) -> Result<(), RevisionError> {
    let path = directory.join(RECORD);
    let text = serde_json::to_vec_pretty(record).map_err(io::Error::from);
    let written = text.and_then(|text| {
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        file.write_all(&text)?;
        file.as_file().sync_all()?;
        Ok(file.persist(&path).map(drop)?)
    });
    written.map_err(RevisionError::file("write", &path))
}
