//! Attacks on a worker by somebody with a coordinator's login.

mod attacks;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nkeys::KeyPair;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::peer::{Peer, addressed};
use super::{Place, VERSION, open_job, start, wait_until};
use crate::common::Bench;
use crate::remote::{PATIENCE, bench, succeed};
use crate::timeless::timeless;
use attacks::{ON_WORKER, admits};

/// A program that speaks UCI, and leaves a line of each start in the file `started` beside it.
const TOY: &str = "#!/bin/sh\n\
    echo \"$# $BASH_ENV $TOY\" >> \"$(dirname \"$0\")/started\"\n\
    while read -r line; do case \"$line\" in\n\
    uci) echo id name toy; echo option name Text type string default x;\n\
    echo option name Style type combo default a var a var b;\n\
    echo option name Debug Log File type string default;\n\
    echo option name SyzygyPath type string default; echo uciok;;\n\
    isready) echo readyok;;\n\
    setoption*) echo \"$line\" >> \"$(dirname \"$0\")/options\";;\n\
    quit) exit;;\n\
    esac; done\n";

/// A worker under attack.
struct Prey<'a> {
    place: &'a Place,
    bench: &'a Bench,
    /// A job of presets, and one with a program.
    plain: Value,
    with_program: Value,
}

/// The step of a hostile coordinator after it has told a job.
#[derive(Clone, Copy)]
enum Then {
    /// Nothing: the job is refused as it is.
    Nothing,
    /// It lets the worker in like this.
    Admits(fn() -> Value),
    /// It lets it in by an answer to somebody else.
    AnswersAnother,
    /// It sends this file, and says this size.
    Sends(fn(&Prey<'_>) -> (Vec<u8>, u64)),
    /// It lets it in, and deals this.
    Deals(fn() -> Value),
}

/// An attack on the worker: a job, the next messages, and the worker's words.
struct Attack {
    name: &'static str,
    job: fn(&Prey<'_>, &mut Value),
    then: Then,
    says: &'static str,
}

impl Prey<'_> {
    /// Sends the job of an attack, and the next messages.
    fn attack(&self, number: usize, attack: &Attack) -> Peer {
        let peer = self.place.peer("coordinator");
        let mut job = self.plain.clone();
        (attack.job)(self, &mut job);
        let fingerprint = format!("attack{number}");
        job["fingerprint"] = fingerprint.clone().into();
        job["generation"] = format!("attack-{number}").into();
        job["priority"] = 1000.into();
        job["open"] = true.into();
        let at = |kind: &str| match kind {
            "job" => format!("arena.v1.job.{fingerprint}"),
            kind => format!("arena.v1.{kind}.{fingerprint}.*"),
        };
        match attack.then {
            Then::Nothing => {}
            Then::Admits(answer) => {
                peer.answer(&at("hello"), move |to, serial| addressed(to, serial, &answer()));
            }
            Then::AnswersAnother => {
                let other = KeyPair::new_user().public_key();
                peer.answer(&at("hello"), move |_, serial| addressed(&other, serial, &admits()));
            }
            Then::Deals(answer) => {
                peer.answer(&at("hello"), move |to, serial| addressed(to, serial, &admits()));
                peer.answer(&at("ask"), move |to, serial| addressed(to, serial, &answer()));
            }
            Then::Sends(file) => {
                let (bytes, size) = file(self);
                peer.answer(&at("file"), move |to, serial| {
                    let header = json!({ "v": VERSION, "size": size });
                    let address = json!({ "v": VERSION, "to": to, "serial": serial });
                    [format!("{address}\n{header}\n").as_bytes(), &bytes].concat()
                });
            }
        }
        let context = peer.streams();
        peer.runtime.block_on(async {
            let sent = context.publish(at("job"), job.to_string().into()).await.unwrap();
            sent.await.unwrap();
        });
        peer
    }

    /// Takes the job of an attack away.
    fn end(&self, number: usize, peer: &Peer) {
        let fingerprint = format!("attack{number}");
        let order = json!({ "v": VERSION, "order": "end" }).to_string();
        peer.publish(&format!("arena.v1.control.{fingerprint}"), None, order.into_bytes());
        let context = peer.streams();
        peer.runtime.block_on(async {
            let stream = context.get_stream_no_info("ARENA_JOBS").await.unwrap();
            let subject = format!("arena.v1.job.{fingerprint}");
            let message = stream.get_last_raw_message_by_subject(&subject).await.unwrap();
            stream.delete_message(message.sequence).await.unwrap();
        });
    }
}

/// The job that a coordinator tells of a match file.
fn told(place: &Place, bench: &Bench, file: &str) -> Value {
    let (url, said) = (place.url("coordinator"), bench.path("told.txt"));
    let out = format!("told-{file}");
    let coordinator =
        start(bench, &["run", file, "--quiet", "--out", &out, "--workers", &url], &said);
    let job = open_job(&place.peer("coordinator"));
    let _ = kill_process(Pid::from_child(&coordinator.0), Signal::TERM);
    assert_eq!(coordinator.code(PATIENCE), Some(143), "{}", fs::read_to_string(&said).unwrap());
    job
}

fn write_program(path: PathBuf, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Files below a directory, without those that the test itself writes.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { directories.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// A worker goes through all attacks, runs and writes nothing, and plays an honest match afterwards.
fn attack_a_worker(is_open: bool) {
    let Some(place) = Place::new(is_open) else { return };
    let bench = bench(6, 300, "");
    write_program(bench.path("toy/toy.sh"), TOY);
    for name in [
        "engines/deeper/tool",
        "engines/.tool",
        "engines/clean.sh",
        "engines/.git/hooks/pre-commit",
    ] {
        let mark = bench.path("ran").display().to_string();
        write_program(bench.path(name), &format!("#!/bin/sh\n# {name}\ntouch {mark}\n"));
    }
    let text = fs::read_to_string(bench.file()).unwrap();
    let toy = text.replacen("preset = \"null-move\"\nhash = 1", "command = \"toy/toy.sh\"", 1);
    fs::write(bench.path("toy.toml"), toy).unwrap();
    succeed(&bench, "run x.toml --quiet --out local");
    let [plain, with_program] = ["x.toml", "toy.toml"].map(|file| told(&place, &bench, file));
    let _ = fs::remove_file(bench.path("toy/started"));
    fs::create_dir(bench.path("worker")).unwrap();
    let (said, url) = (bench.path("said.txt"), place.url("worker"));
    let arguments = [
        "worker",
        &url,
        "--concurrency",
        "2",
        "--name",
        "prey",
        "--engine",
        "toy=toy/toy.sh",
        "--engines",
        "engines",
        "--accept-files",
        "worker/files",
    ];
    let before = files(bench.directory.path());
    let worker = start(&bench, &arguments, &said);
    let prey = Prey { place: &place, bench: &bench, plain, with_program };
    assert!(ON_WORKER.len() >= 30);
    let mut done = 0;
    for (number, attack) in ON_WORKER.iter().enumerate() {
        let peer = prey.attack(number, attack);
        let heard = || String::from_utf8(fs::read(&said).unwrap()).unwrap();
        if attack.says.is_empty() {
            std::thread::sleep(Duration::from_secs(2));
            assert!(!heard()[done..].contains("plays"), "{}: {}", attack.name, &heard()[done..]);
        } else {
            wait_until(
                &format!("{}: {:?} is not said: {}", attack.name, attack.says, &heard()[done..]),
                || heard()[done..].contains(attack.says),
            );
        }
        prey.end(number, &peer);
        std::thread::sleep(Duration::from_millis(50));
        done = heard().len();
    }
    // It is as it was: the honest match is played whole.
    let deal = place.url("coordinator");
    let run = start(
        &bench,
        &["run", "x.toml", "--quiet", "--out", "far", "--workers", &deal],
        &bench.path("run.txt"),
    );
    assert_eq!(run.code(PATIENCE), Some(0));
    assert_eq!(timeless(bench.report("far")), timeless(bench.report("local")));
    let signalled = Instant::now();
    let _ = kill_process(Pid::from_child(&worker.0), Signal::TERM);
    assert_eq!(worker.code(PATIENCE), Some(143));
    assert!(signalled.elapsed() < Duration::from_secs(2), "{:?}", signalled.elapsed());
    let said = fs::read_to_string(&said).unwrap();
    assert!(!said.contains('\u{1b}'), "{said}");
    // Only the program that is listed was started, and it was told nothing that a job names.
    assert!(!bench.path("ran").exists() && !bench.path("toy/options").exists());
    let started = fs::read_to_string(bench.path("toy/started")).unwrap_or_default();
    assert!(started.lines().all(|line| line.trim() == "0"), "{started}");
    let after = files(bench.directory.path());
    let new: Vec<&PathBuf> = after.iter().filter(|file| !before.contains(file)).collect();
    let is_own = |file: &&&PathBuf| {
        let of_run = ["far", "run.txt", "said.txt", "toy/started"].map(|name| bench.path(name));
        !of_run.iter().any(|own| file.starts_with(own))
    };
    assert_eq!(new.iter().filter(is_own).collect::<Vec<_>>(), Vec::<&&PathBuf>::new());
}

#[test]
fn attacks_on_a_worker_under_the_sample_configuration() {
    attack_a_worker(false);
}

#[test]
fn attacks_on_a_worker_at_an_open_server() {
    attack_a_worker(true);
}
