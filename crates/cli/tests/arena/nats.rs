//! A NATS server for one test, and the processes around it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use installed::skip;

#[path = "../installed/mod.rs"]
pub(crate) mod installed;

/// A server with JetStream on a port of its own; it ends with the test.
pub(crate) struct NatsServer {
    program: PathBuf,
    pub(crate) child: Child,
    pub(crate) port: u16,
    store: TempDir,
    arguments: Vec<String>,
}

/// A process that ends with the test.
pub(crate) struct Process(pub(crate) Child);

impl NatsServer {
    /// Starts a server; `None`, with a message, if there is no such program.
    pub(crate) fn start() -> Option<NatsServer> {
        NatsServer::with(&[])
    }

    /// The same with these arguments.
    pub(crate) fn with(arguments: &[&str]) -> Option<NatsServer> {
        let places = std::env::var_os("PATH").unwrap_or_default();
        let places = std::env::split_paths(&places).chain([PathBuf::from("/usr/sbin")]);
        let Some(program) = places.map(|path| path.join("nats-server")).find(|path| path.is_file())
        else {
            skip("nats-server is not installed");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let store = tempfile::tempdir().unwrap();
        let arguments: Vec<String> =
            arguments.iter().map(|&argument| argument.to_owned()).collect();
        let child = start(&program, port, store.path(), &arguments);
        Some(NatsServer { program, child, port, store, arguments })
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it as a power failure would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again on the same port.
    pub(crate) fn start_again(&mut self) {
        self.child = start(&self.program, self.port, self.store.path(), &self.arguments);
    }
}

fn start(program: &Path, port: u16, store: &Path, arguments: &[String]) -> Child {
    let mut command = Command::new(program);
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(store);
    let command = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let begun = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(20), "nats-server does not listen");
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Starts `arena` in this directory, with these arguments, separated by blanks.
    pub(crate) fn start(arena: &Path, directory: &Path, arguments: &str) -> Process {
        let mut command = Command::new(arena);
        let command = command.current_dir(directory).args(arguments.split(' '));
        let command = command.env("XDG_CACHE_HOME", directory.join("cache"));
        let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Process(silent.spawn().unwrap())
    }

    /// Ends it by `kill -9`.
    pub(crate) fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    /// Its exit code, if it has ended by itself.
    pub(crate) fn code(mut self, patience: Duration) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.code();
            }
            assert!(begun.elapsed() < patience, "a process goes on after {patience:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
