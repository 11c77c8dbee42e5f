use super::*;
use arena::config::{self, Match, Overrides};
use arena::player;
use arena::storage::facts::MatchFacts;

fn job(more: &str) -> (Match, Vec<MatchFacts>, Job) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("x.toml");
    let text = format!(
        "games = 40\nseed = 7\nlimits = {{ nodes = 100 }}\n\
         openings = {{ file = \"builtin:balanced\", order = \"shuffled\", start = 900 }}\n{more}\n\
         [[contender]]\nname = \"a\"\npreset = \"null-move\"\n\
         [[contender]]\nname = \"b\"\npreset = \"none\"\nhash = 1\n\
         [[contender]]\nname = \"c\"\npreset = \"none\"\nhash = 2\n"
    );
    std::fs::write(&file, text).unwrap();
    let settings = config::load(&file, &Overrides::default()).unwrap();
    let signatures = player::signatures(&settings);
    let facts = MatchFacts::of(&settings, &signatures);
    let job = Job::of(&settings, &facts, "g");
    (settings, facts, job)
}

/// A match as a worker with these files accepts it.
fn accept(job: &Job, own: &LocalFiles) -> Result<AcceptedMatch, JobError> {
    match job.accept(own, &Guard::none(), 1)? {
        Accepted::Match(accepted) => Ok(*accepted),
        Accepted::Suite(_) => panic!("a match"),
    }
}

#[test]
fn a_worker_has_the_coordinators_match_but_for_the_book() {
    // Its explanation is the coordinator's alone.
    let (settings, facts, job) =
        job("explain = { games = 400 }\nadjudication = { draw = true, max_moves = 90 }");
    assert!(settings.explain.is_some());
    let accepted = accept(&job, &LocalFiles::default()).unwrap();
    assert_eq!(accepted.facts, facts);
    assert_eq!(accepted.settings.contenders, settings.contenders);
    assert_eq!(accepted.settings.adjudication, settings.adjudication);
    assert_eq!(accepted.settings.pairings, settings.pairings);
    assert!(accepted.settings.openings.book.is_empty());
}

#[test]
fn another_version_or_another_engine_is_refused_with_a_sentence() {
    let (_, _, job) = job("");
    let refused = |job: Job| accept(&job, &LocalFiles::default()).unwrap_err().to_string();
    let other = Job { arena: "9.9.9".to_owned(), ..job.clone() };
    assert!(refused(other).starts_with("the coordinator is arena 9.9.9, this is "));
    let mut signatures = job.signatures.clone();
    signatures[1] += 1;
    assert_eq!(
        refused(Job { signatures, ..job.clone() }),
        "b: the engine here is another one than the coordinator's"
    );
    assert_eq!(
        refused(Job { facts: Vec::new(), ..job }),
        "it has facts of another number of pairings"
    );
}

#[test]
fn a_network_is_the_workers_own_of_the_same_digest() {
    let place = tempfile::tempdir().unwrap();
    let built_in = concat!(env!("CARGO_MANIFEST_DIR"), "/../../engine/networks/default.network");
    let (here, there) = (place.path().join("here.network"), place.path().join("there.network"));
    let copies = [&here, &there].map(|file| std::fs::copy(built_in, file));
    assert!(copies.iter().all(Result::is_ok));
    let (settings, _, job) =
        job(&format!("[[contender]]\nname = \"n\"\npreset = \"none\"\nnetwork = {there:?}"));
    let digest = hex::encode(engine::Network::built_in().digest());
    std::fs::remove_file(&there).unwrap();
    let lacks = accept(&job, &LocalFiles::default()).unwrap_err().to_string();
    let expected = format!("n: no network with SHA-256 {}.. in the directories of", &digest[..16]);
    assert!(lacks.starts_with(&expected), "{lacks}");
    let networks = HashMap::from([(digest, here.clone())]);
    let own = LocalFiles { networks, ..LocalFiles::default() };
    let accepted = accept(&job, &own).unwrap();
    let engine = |settings: &Match| match settings.contenders[0].engine.clone() {
        config::EngineSettings::InProcess(settings) => settings,
        _ => panic!("a preset"),
    };
    assert_eq!(engine(&accepted.settings).network, Some(here.clone()));
    assert_eq!(engine(&accepted.settings).setup(), engine(&settings).setup());
    // A file that was replaced meanwhile is not played with.
    let mut bytes = std::fs::read(&here).unwrap();
    let last = bytes.len() - 2;
    bytes[last] ^= 1;
    std::fs::write(&here, bytes).unwrap();
    let other = accept(&job, &own).unwrap_err().to_string();
    assert!(other.starts_with("n: "), "{other}");
}

/// Why a worker that allows this refuses a contender that is a program of it.
fn refused(contender: &str, allowed: Allowed) -> String {
    let (_, _, job) = job("");
    let (before, _) = job.settings.split_once("[[contender]]").unwrap();
    let settings =
        format!("{before}\n[[contender]]\nname = \"p\"\n{contender}\nlimits = {{ nodes = 1 }}\n");
    let programs = vec![Some("0123456789abcdef0123456789abcdef".to_owned())];
    let own = LocalFiles { allowed, ..LocalFiles::default() };
    accept(&Job { settings, programs, ..job }, &own).unwrap_err().to_string()
}

#[test]
fn nothing_that_the_coordinator_names_is_run() {
    let (_, _, job) = job("");
    let (before, _) = job.settings.split_once("[[contender]]").unwrap();
    let command = "name = \"p\"\ncommand = \"/bin/sh\"\nlimits = { nodes = 1 }";
    let settings = format!("{before}\n[[contender]]\n{command}\n");
    let untold = Job { settings, programs: Vec::new(), ..job };
    let untold = accept(&untold, &LocalFiles::default()).unwrap_err().to_string();
    assert_eq!(untold, "p: its digest is not told");
    let unlisted = refused("command = \"/bin/sh\"", Allowed::default());
    assert!(
        unlisted.starts_with("p: no program with SHA-256 0123456789abcdef.. among"),
        "{unlisted}"
    );
}

#[test]
fn what_a_job_says_of_a_program_is_allowed_by_name_or_refused_with_the_flag() {
    for (contender, flag) in [
        ("command = \"/bin/sh\"\nenv = { BASH_ENV = \"x\" }", "--allow-env BASH_ENV"),
        ("command = \"/bin/sh\"\nenv = { PERL5OPT = \"x\" }", "--allow-env PERL5OPT"),
        ("command = \"/bin/sh\"\nenv = { ld_preload = \"x\" }", "no worker sets ld_preload"),
        ("command = \"/bin/sh\"\nenv = { LD_AUDIT = \"x\" }", "no worker sets LD_AUDIT"),
        ("command = [\"/bin/sh\", \"-c\"]", "--allow-argument=-c"),
        ("command = \"/bin/sh\"\nargs = [\"x y\"]", "--allow-argument=x y"),
        ("command = \"/bin/sh\"\ndir = \"/\"", "a job has no key `contender.dir`"),
        ("command = \"x\"\noptions = { SyzygyPath = \"/\" }", "--option-file \"SyzygyPath=PATH\""),
        ("command = \"x\"\noptions = { \"Debug Log File\" = 1 }", "--option-file \"Debug Log File"),
        (
            "command = \"x\"\noptions = { evalfile = \"/etc/passwd\" }",
            "--option-file \"evalfile=PATH",
        ),
        ("command = \"x\"\noptions = { Book = true }", "--option-file \"Book=PATH\""),
    ] {
        let reason = refused(contender, Allowed::default());
        assert!(reason.contains(flag), "{contender}: {reason}");
    }
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let allowed = Allowed {
        variables: words(&["OMP_NUM_THREADS", "LD_PRELOAD"]),
        arguments: words(&["-q"]),
        option_files: [("SyzygyPath".to_owned(), PathBuf::from("/tables"))].into(),
    };
    let loader = "command = \"x\"\nenv = { LD_PRELOAD = \"x\" }";
    assert!(refused(loader, allowed.clone()).contains("no worker sets LD_PRELOAD"));
    let fine = "command = [\"x\", \"-q\"]\nargs = [\"-q\"]\nenv = { OMP_NUM_THREADS = \"1\" }\n\
                options = { syzygypath = \"/etc\", SyzygyProbeDepth = 3, Hash = 8 }";
    assert!(refused(fine, allowed).contains("no program with SHA-256"), "all else is allowed");
}

#[test]
fn the_operators_file_takes_the_place_of_the_one_that_a_job_names() {
    let allowed = Allowed {
        option_files: [("SyzygyPath".to_owned(), PathBuf::from("/tables"))].into(),
        ..Allowed::default()
    };
    let programs = HashMap::from([("d".to_owned(), PathBuf::from("/bin/own"))]);
    let own = LocalFiles { programs, allowed, ..LocalFiles::default() };
    let text = "name = \"p\"\ncommand = \"/theirs\"\noptions = { SyzygyPath = \"/etc\", Hash = 8 }";
    let mut table: toml::Table = text.parse().unwrap();
    programs::name_own(&mut table, Some("d"), &own).unwrap();
    assert_eq!(table["command"].as_str(), Some("/bin/own"));
    assert_eq!(table["options"]["SyzygyPath"].as_str(), Some("/tables"));
    assert_eq!(table["options"]["Hash"].as_integer(), Some(8));
}

#[test]
fn a_job_beyond_any_measure_is_refused_before_it_is_tried() {
    let (_, _, job) = job("");
    let reason = |job: &Job| accept(job, &LocalFiles::default()).unwrap_err().to_string();
    for lease in [0.0, -1.0, 1e300, f64::NAN, f64::INFINITY] {
        let reason = reason(&Job { lease, ..job.clone() });
        assert!(reason.starts_with("a lease of "), "{reason}");
    }
    let huge =
        Job { settings: job.settings.replace("hash = 1\n", "hash = 65536\n"), ..job.clone() };
    let held = huge.accept(&LocalFiles::default(), &Guard::none(), 1024).unwrap_err().to_string();
    assert!(held.contains("hash tables of ") && held.contains("on 1024 threads"), "{held}");
    let each =
        Job { settings: format!("{}\n[each]\ncommand = \"x\"\n", job.settings), ..job.clone() };
    assert_eq!(reason(&each), "a job has no key `each.command`");
    let more: String =
        (0..50).map(|n| format!("[[contender]]\nname = \"{n}\"\npreset = \"none\"\n")).collect();
    let many = Job { settings: format!("{}\n{more}", job.settings), ..job };
    assert_eq!(reason(&many), "it has facts of another number of pairings");
}
