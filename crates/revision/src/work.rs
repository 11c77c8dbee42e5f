//! One build: locked, in a clone of its own, logged, and put in its place at the end.

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::bench;
use crate::build::{Build, RECORD};
use crate::cargo;
use crate::checkout::check_out;
use crate::error::RevisionError;
use crate::log::last_lines;
use crate::process_group;
use crate::recipe::{EXE, Recipe};
use crate::revision::Revision;

/// The beginning of the names of directories in which builds work.
const WORK: &str = "work-";
/// Variables of the Cargo that has started this process, and of a make around it: they do not belong to the build.
const OUTER: [&str; 4] = ["RUSTUP_TOOLCHAIN", "MAKEFLAGS", "MFLAGS", "MAKELEVEL"];

/// A step of a build that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice<'a> {
    /// Another process builds the same.
    Waiting(&'a Revision),
    /// The build begins; its output goes to this file.
    Building(&'a Revision, &'a Path),
}

impl Revision {
    /// The record of the build. The program is built if the cache does not have it.
    ///
    /// # Errors
    /// The checkout or the build fails; nothing but the log is kept then.
    pub fn build(&self, notify: &mut dyn FnMut(Notice<'_>)) -> Result<Build, RevisionError> {
        match self.built() {
            Some(build) => Ok(build),
            None => Work::begin(self, notify)?.finish(notify),
        }
    }
}

/// A build whose directory is locked.
pub(crate) struct Work<'a> {
    revision: &'a Revision,
    directory: PathBuf,
    _lock: File,
}

impl<'a> Work<'a> {
    /// Locks the directory of the build; waits while another process builds in it.
    pub(crate) fn begin(
        revision: &'a Revision,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<Work<'a>, RevisionError> {
        let directory = revision.directory();
        fs::create_dir_all(&directory).map_err(RevisionError::file("make", &directory))?;
        let path = directory.join("lock");
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let lock = lock.map_err(RevisionError::file("open", &path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                notify(Notice::Waiting(revision));
                lock.lock().map_err(RevisionError::file("lock", &path))?;
            }
            Err(TryLockError::Error(error)) => {
                return Err(RevisionError::file("lock", &path)(error));
            }
        }
        Ok(Work { revision, directory, _lock: lock })
    }

    /// Builds the program, unless another process has done so meanwhile.
    pub(crate) fn finish(
        &self,
        notify: &mut dyn FnMut(Notice<'_>),
    ) -> Result<Build, RevisionError> {
        if let Some(build) = self.revision.built() {
            return Ok(build);
        }
        self.remove_leftovers();
        notify(Notice::Building(self.revision, &self.log()));
        let work = tempfile::Builder::new().prefix(WORK).tempdir_in(&self.directory);
        let work = work.map_err(RevisionError::file("make a directory in", &self.directory))?;
        let tree = work.path().join(&self.revision.name);
        check_out(self.revision, &tree)?;
        let exe = work.path().join("exe");
        let (command, built) = self.compile(&tree, &exe)?;
        self.keep(&work, &built, command)
    }

    /// The file of the build's output.
    fn log(&self) -> PathBuf {
        self.directory.join("build.log")
    }

    /// Removes directories of builds that were killed. The lock says that none of them runs.
    fn remove_leftovers(&self) {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        for entry in entries {
            if entry.file_name().to_string_lossy().starts_with(WORK) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// Runs the build command. Returns it, and the program that it has made.
    fn compile(&self, tree: &Path, exe: &Path) -> Result<(String, PathBuf), RevisionError> {
        let Recipe { build, engine, .. } = &self.revision.recipe;
        let path = self.log();
        let log = File::create(&path).map_err(RevisionError::file("write", &path))?;
        let Some(build) = build else { return self.compile_cargo(tree, log) };
        let exe_text = exe.to_string_lossy();
        let exe_text = shlex::try_quote(&exe_text).unwrap_or_default();
        let line = build.replace(EXE, &exe_text);
        let mut command = self.command(tree, &log)?;
        let out = log.try_clone().map_err(RevisionError::file("write", &path))?;
        command.stdout(out).args(["-c", &line]);
        let output = process_group::run(&mut command);
        let output = output.map_err(RevisionError::file("run", "/bin/sh"))?;
        self.check(output.status, build)?;
        if let Some(engine) = engine {
            return Ok((build.clone(), self.named(build, tree, engine)?));
        }
        if exe.is_file() {
            return Ok((build.clone(), exe.to_owned()));
        }
        let problem = match build.contains(EXE) {
            true => format!("it put nothing at {EXE}; the log: {}", path.display()),
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
    fn compile_cargo(&self, tree: &Path, log: File) -> Result<(String, PathBuf), RevisionError> {
        if !tree.join("Cargo.toml").is_file() {
            return Err(RevisionError::NoCommand { revision: self.revision.name() });
        }
        let build = cargo::COMMAND;
        let line = format!("{build} {}", cargo::MESSAGES);
        let mut command = self.command(tree, &log)?;
        let output = process_group::run(command.args(["-c", &line]).stdout(Stdio::piped()));
        let output = output.map_err(RevisionError::file("run", "/bin/sh"))?;
        self.check(output.status, build)?;
        if let Some(engine) = &self.revision.recipe.engine {
            return Ok((build.to_owned(), self.named(build, tree, engine)?));
        }
        let mut made = cargo::programs(&String::from_utf8_lossy(&output.stdout));
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

    /// A shell in the checkout, whose errors go to the log.
    fn command(&self, tree: &Path, log: &File) -> Result<Command, RevisionError> {
        let mut command = Command::new("/bin/sh");
        let errors = log.try_clone().map_err(RevisionError::file("write", self.log()))?;
        command.current_dir(tree).stdin(Stdio::null()).stderr(errors);
        command.env("CARGO_TARGET_DIR", tree.join("target"));
        if std::env::var_os("CARGO").is_some() || std::env::var_os("MAKELEVEL").is_some() {
            for variable in OUTER {
                command.env_remove(variable);
            }
        }
        Ok(command)
    }

    fn check(&self, status: ExitStatus, command: &str) -> Result<(), RevisionError> {
        if status.success() {
            return Ok(());
        }
        let log = self.log();
        Err(RevisionError::Failed {
            revision: self.revision.name(),
            command: command.to_owned(),
            ending: format!("ended with {status}"),
            last_lines: last_lines(&log),
            log,
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
        fs::copy(built, &new).map_err(RevisionError::file("copy", built))?;
        let mode = Permissions::from_mode(0o755);
        fs::set_permissions(&new, mode).map_err(RevisionError::file("make executable", &new))?;
        let sha256 = digest(&new).map_err(RevisionError::file("read", &new))?;
        let bench = bench::signature(&new, work.path());
        // By a rename, since a program that runs cannot be written to.
        fs::rename(&new, &program).map_err(RevisionError::file("write", &program))?;
        let Revision { commit, changes, subject, .. } = self.revision.clone();
        let build = Build { commit, changes, subject, command, sha256, bench };
        let path = self.directory.join(RECORD);
        let record = serde_json::to_vec_pretty(&build).map_err(io::Error::from);
        let written = record.and_then(|record| {
            let mut file = tempfile::NamedTempFile::new_in(work.path())?;
            file.write_all(&record)?;
            file.as_file().sync_all()?;
            Ok(file.persist(&path).map(drop)?)
        });
        written.map_err(RevisionError::file("write", &path))?;
        Ok(build)
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The SHA-256 of a file, in hexadecimal.
fn digest(path: &Path) -> io::Result<String> {
    let mut digest = Sha256::new();
    io::copy(&mut File::open(path)?, &mut digest)?;
    Ok(hex::encode(digest.finalize()))
}
