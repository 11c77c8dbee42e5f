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
    let signatures: Vec<u64> = settings.contenders.iter().map(player::signature).collect();
    let facts = MatchFacts::of(&settings, &signatures);
    let job = Job::of(&settings, &facts, "g");
    (settings, facts, job)
}

/// A match as a worker with these files accepts it.
fn accept(job: &Job, own: &LocalFiles) -> Result<AcceptedMatch, JobError> {
    match job.accept(own, &Guard::none())? {
        Accepted::Match(accepted) => Ok(*accepted),
        Accepted::Suite(_) => panic!("a match"),
    }
}

#[test]
fn a_worker_has_the_coordinators_match_but_for_the_book() {
    let (settings, facts, job) = job("adjudication = { draw = true, max_moves = 90 }");
    let accepted = accept(&job, &LocalFiles::default()).unwrap();
    assert_eq!(accepted.facts, facts);
    assert_eq!(accepted.settings.contenders, settings.contenders);
    assert_eq!(accepted.settings.adjudication.to_string(), settings.adjudication.to_string());
    assert_eq!(accepted.settings.pairings, settings.pairings);
    assert!(accepted.settings.openings.book.openings.is_empty());
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
        config::EngineSettings::Uci(_) => panic!("a preset"),
    };
    assert_eq!(engine(&accepted.settings).network, Some(here.clone()));
    assert_eq!(engine(&accepted.settings).setup(), engine(&settings).setup());
    // What has become another file meanwhile is not played with.
    let mut bytes = std::fs::read(&here).unwrap();
    let last = bytes.len() - 2;
    bytes[last] ^= 1;
    std::fs::write(&here, bytes).unwrap();
    let other = accept(&job, &own).unwrap_err().to_string();
    assert!(other.starts_with("n: "), "{other}");
}

#[test]
fn nothing_that_the_coordinator_names_is_run() {
    let (_, _, job) = job("");
    let with = |contender: &str, programs: &[Option<String>]| {
        let (before, _) = job.settings.split_once("[[contender]]").unwrap();
        let settings = format!("{before}\n[[contender]]\n{contender}\nname = \"p\"\n");
        let job = Job { settings, programs: programs.to_vec(), ..job.clone() };
        accept(&job, &LocalFiles::default()).unwrap_err().to_string()
    };
    let command = "command = \"/bin/sh\"\nlimits = { nodes = 1 }";
    assert_eq!(with(command, &[]), "p: its digest is not told");
    let digest = Some("0123456789abcdef0123456789abcdef".to_owned());
    assert_eq!(
        with(command, std::slice::from_ref(&digest)),
        "p: no file with SHA-256 0123456789abcdef.. in the directories of --engines"
    );
    let loader = format!("{command}\nenv = {{ LD_PRELOAD = \"x\" }}");
    assert_eq!(with(&loader, &[digest]), "p: a worker does not set LD_PRELOAD for a program");
}
