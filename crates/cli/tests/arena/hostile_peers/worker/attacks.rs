//! The table of attacks on a worker.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Attack, Prey, Then};

/// The attacks on the worker by somebody with a coordinator's login.
pub(super) const ON_WORKER: &[Attack] = &[
    Attack {
        name: "a shell",
        job: |prey, job| {
            *job = prey.with_program.clone();
            job["programs"] = json!([digest(Path::new("/bin/sh")), null])
        },
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    Attack {
        name: "a program that nobody has",
        job: |prey, job| {
            *job = prey.with_program.clone();
            job["programs"] = json!(["00", null])
        },
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    Attack {
        name: "a program without a digest",
        job: |prey, job| {
            *job = prey.with_program.clone();
            job["programs"] = json!([])
        },
        then: Then::Nothing,
        says: "its digest is not told",
    },
    Attack {
        name: "a program deeper in the directory",
        job: |prey, job| by_digest(prey, job, "engines/deeper/tool"),
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    Attack {
        name: "a hidden program",
        job: |prey, job| by_digest(prey, job, "engines/.tool"),
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    Attack {
        name: "a script of the directory",
        job: |prey, job| by_digest(prey, job, "engines/clean.sh"),
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    Attack {
        name: "a hook of git",
        job: |prey, job| by_digest(prey, job, "engines/.git/hooks/pre-commit"),
        then: Then::Nothing,
        says: "no program with SHA-256",
    },
    Attack {
        name: "a program that all contenders share",
        job: |_, job| {
            job["settings"] =
                format!("{}\n[each]\ncommand = \"/bin/sh\"\n", job["settings"].as_str().unwrap())
                    .into()
        },
        then: Then::Nothing,
        says: "a job has no key `each.command`",
    },
    Attack {
        name: "a hook",
        job: |_, job| put(job, "games = ", "on_end = \"touch x\"\ngames = "),
        then: Then::Nothing,
        says: "a job has no key `on_end`",
    },
    Attack {
        name: "a build",
        job: |_, job| put(job, "games = ", "build = [\"make\"]\ngames = "),
        then: Then::Nothing,
        says: "a job has no key `build`",
    },
    Attack {
        name: "a directory to run in",
        job: |prey, job| program(prey, job, "dir = \"/\""),
        then: Then::Nothing,
        says: "a job has no key `contender.dir`",
    },
    Attack {
        name: "BASH_ENV",
        job: |prey, job| program(prey, job, "env = { BASH_ENV = \"/tmp/x\" }"),
        then: Then::Nothing,
        says: "--allow-env BASH_ENV would",
    },
    Attack {
        name: "PERL5OPT",
        job: |prey, job| program(prey, job, "env = { PERL5OPT = \"-Mx\" }"),
        then: Then::Nothing,
        says: "--allow-env PERL5OPT would",
    },
    Attack {
        name: "BROWSER",
        job: |prey, job| program(prey, job, "env = { BROWSER = \"x\", PYTHONWARNINGS = \"x\" }"),
        then: Then::Nothing,
        says: "--allow-env ",
    },
    Attack {
        name: "LD_PRELOAD",
        job: |prey, job| program(prey, job, "env = { LD_PRELOAD = \"x\" }"),
        then: Then::Nothing,
        says: "no worker sets LD_PRELOAD",
    },
    Attack {
        name: "an argument",
        job: |prey, job| program(prey, job, "args = [\"-c\"]"),
        then: Then::Nothing,
        says: "--allow-argument=-c would",
    },
    Attack {
        name: "an argument in the command",
        job: |prey, job| {
            program(prey, job, "");
            let text = job["settings"].as_str().unwrap().to_owned();
            let line = text.lines().find(|line| line.starts_with("command")).unwrap();
            put(job, line, "command = [\"x\", \"-c\"]")
        },
        then: Then::Nothing,
        says: "--allow-argument=-c would",
    },
    Attack {
        name: "a log",
        job: |prey, job| program(prey, job, "options = { \"Debug Log File\" = \"/tmp/x\" }"),
        then: Then::Nothing,
        says: "--option-file \"Debug Log File=PATH\"",
    },
    Attack {
        name: "tables",
        job: |prey, job| program(prey, job, "options = { SyzygyPath = \"/etc\" }"),
        then: Then::Nothing,
        says: "--option-file \"SyzygyPath=PATH\"",
    },
    Attack {
        name: "a network of the program",
        job: |prey, job| program(prey, job, "options = { EvalFile = \"/etc/passwd\" }"),
        then: Then::Nothing,
        says: "--option-file \"EvalFile=PATH\"",
    },
    Attack {
        name: "a text of the program",
        job: |prey, job| program(prey, job, "options = { Text = \"/etc/passwd\" }"),
        then: Then::Nothing,
        says: "--option-file \"Text=PATH\"",
    },
    Attack {
        name: "a text that is a number",
        job: |prey, job| program(prey, job, "options = { Text = 7 }"),
        then: Then::Nothing,
        says: "--option-file \"Text=PATH\"",
    },
    Attack {
        name: "more memory than there is",
        job: |_, job| put(job, "hash = 1", "hash = 65536"),
        then: Then::Nothing,
        says: "hash tables of ",
    },
    Attack {
        name: "a lease without end",
        job: |_, job| job["lease"] = 1e300.into(),
        then: Then::Nothing,
        says: "a lease of ",
    },
    Attack {
        name: "a lease of less than nothing",
        job: |_, job| job["lease"] = (-1).into(),
        then: Then::Nothing,
        says: "a lease of -1 s",
    },
    Attack {
        name: "contenders without end",
        job: |_, job| {
            let more: String = (0..3000)
                .map(|n| format!("[[contender]]\nname = \"{n}\"\npreset = \"none\"\n"))
                .collect();
            job["settings"] = format!("{}\n{more}", job["settings"].as_str().unwrap()).into()
        },
        then: Then::Nothing,
        says: "another number of pairings",
    },
    Attack {
        name: "settings that are none",
        job: |_, job| job["settings"] = "\u{1b}[2J".into(),
        then: Then::Nothing,
        says: "cannot be read",
    },
    Attack {
        name: "another program version",
        job: |_, job| job["arena"] = "9.9.9\u{1b}[2J".into(),
        then: Then::Nothing,
        says: "the coordinator is arena 9.9.9",
    },
    Attack {
        name: "the protocol before",
        job: |_, job| job["v"] = 1.into(),
        then: Then::Nothing,
        says: "a message of version 1, this is 3",
    },
    Attack {
        name: "other engines",
        job: |_, job| job["signatures"] = json!([1, 2]),
        then: Then::Nothing,
        says: "the engine here is another one",
    },
    Attack {
        name: "somebody's endgame tables",
        job: |_, job| {
            put(
                job,
                "[adjudication]\n",
                "[adjudication]\nmax_moves = 9\n[adjudication.tablebase]\npath = [\"/etc\"]\n[adjudication.x]\n",
            )
        },
        then: Then::Nothing,
        says: "a job has no key",
    },
    Attack {
        name: "clocks that go backwards",
        job: |_, _| {},
        then: Then::Admits(|| json!({ "admitted": { "time_scale": -1.0, "probe": null } })),
        says: "are no clocks",
    },
    Attack {
        name: "clocks that stand still",
        job: |_, _| {},
        then: Then::Admits(|| json!({ "admitted": { "time_scale": 1e300, "probe": null } })),
        says: "are no clocks",
    },
    Attack {
        name: "an answer of nonsense",
        job: |_, _| {},
        then: Then::Admits(|| json!({ "admitted": 3 })),
        says: "an answer cannot be read",
    },
    Attack {
        name: "a probe without a board",
        job: |_, _| {},
        then: Then::Admits(
            || json!({ "admitted": { "time_scale": 1.0, "probe": { "fingerprints": [1], "work": { "ticket": 0, "pairs": [{ "games": [{ "number": 0 }], "attempt": 0, "opening": { "index": 0, "fen": "8/8/8/8/8/8/8/8 w - - 0 1" } }] } } } }),
        ),
        says: "cannot be used",
    },
    Attack {
        name: "an answer to somebody else",
        job: |_, _| {},
        then: Then::AnswersAnother,
        says: "",
    },
    Attack {
        name: "a ticket of a game beyond the match",
        job: |_, _| {},
        then: Then::Deals(
            || json!({ "dealt": { "held": [], "tickets": [{ "ticket": 0, "pairs": [{ "games": [{ "number": u32::MAX }], "attempt": 0, "opening": { "index": 0, "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1" } }] }] } }),
        ),
        says: "is beyond the match",
    },
    Attack {
        name: "a ticket with nothing in it",
        job: |_, _| {},
        then: Then::Deals(|| json!({ "dealt": { "held": [9, 9], "tickets": [{ "ticket": 0 }] } })),
        says: "there is nothing in it",
    },
    Attack {
        name: "a script for a network",
        job: |prey, job| *job = with_network(prey, b"#!/bin/sh\ntouch x\n"),
        then: Then::Sends(|_| (b"#!/bin/sh\ntouch x\n".to_vec(), 18)),
        says: "is no network",
    },
    Attack {
        name: "another network than it says",
        job: |prey, job| *job = with_network(prey, b"one"),
        then: Then::Sends(|_| (b"two".to_vec(), 3)),
        says: "is another than it says",
    },
    Attack {
        name: "a network without end",
        job: |prey, job| *job = with_network(prey, b"one"),
        then: Then::Sends(|_| (b"one".to_vec(), 1 << 40)),
        says: "bytes; ",
    },
    Attack {
        name: "a network that is longer than it says",
        job: |prey, job| *job = with_network(prey, b"one"),
        then: Then::Sends(|_| (vec![0; 500_000], 3)),
        says: "another size than it says",
    },
    Attack {
        name: "more networks than contenders",
        job: |_, job| job["networks"] = json!(["a", "b", "c", "d"]),
        then: Then::Nothing,
        says: "more networks than contenders",
    },
    Attack {
        name: "a name that leads upwards",
        job: |_, job| {
            job["name"] = "../../../../../tmp/attack\u{1b}[2J".into();
            job["lease"] = 0.into()
        },
        then: Then::Nothing,
        says: "a lease of 0 s is out of range",
    },
];

fn put(job: &mut Value, from: &str, to: &str) {
    let settings = job["settings"].as_str().unwrap();
    assert!(settings.contains(from), "{from}: {settings}");
    job["settings"] = settings.replacen(from, to, 1).into();
}

/// Adds a line to the program of a job.
fn program(prey: &Prey<'_>, job: &mut Value, line: &str) {
    *job = prey.with_program.clone();
    let command =
        job["settings"].as_str().unwrap().lines().find(|line| line.starts_with("command"));
    let command = command.unwrap().to_owned();
    put(job, "args = []\n", "");
    put(job, "[contender.env]\n", "");
    put(job, "[contender.options]\n", "");
    put(job, &command, &format!("{command}\n{line}"));
}

fn digest(path: &Path) -> String {
    hex::encode(Sha256::digest(fs::read(path).unwrap()))
}

/// Names a file by its digest as the program of a job.
fn by_digest(prey: &Prey<'_>, job: &mut Value, file: &str) {
    *job = prey.with_program.clone();
    job["programs"] = json!([digest(&prey.bench.path(file)), null]);
}

pub(super) fn admits() -> Value {
    json!({ "admitted": { "time_scale": 1.0, "probe": null } })
}

/// A job whose first contender has a network with the digest of these bytes.
fn with_network(prey: &Prey<'_>, bytes: &[u8]) -> Value {
    let mut job = prey.plain.clone();
    job["networks"] = json!([hex::encode(Sha256::digest(bytes)), null]);
    job
}
