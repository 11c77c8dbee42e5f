//! Controls: matches with a known cause, which the account must name, and one without, in which it must be silent.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Instant;

use arena::config::{self, ContenderSettings, EngineSettings, Match, Overrides};
use arena::player::{self, Fault, InProcess, MoveRequest, Player, PlayerFailure, SearchResult};
use engine::{GameClock, Stop};
use explain::account::{Account, Verdict};
use explain::course::{Course, TermPlayer};
use explain::evidence;
use explain::explanation::{Explanation, PairingAccount};
use stats::Interval;
use tempfile::TempDir;
use uci_client::Guard;

/// An engine in this process, with a handicap by the name of its contender.
struct Handicapped {
    engine: InProcess,
    /// Counts every node twice, and has half the nodes for it.
    counts_twice: bool,
    /// Sleeps as long as it has thought, within its time.
    sleeps: bool,
    /// Empties its table before each move.
    forgets: bool,
    /// Fails in so many searches to a depth that come first, its copies together.
    failures: Arc<AtomicU32>,
}

/// Makes the players of contenders that are the caller's: `modern` with the handicap that the name says.
fn handicapped(
    settings: &Match,
) -> impl Fn(&ContenderSettings, Stop) -> Handicapped + Clone + Send + 'static {
    let modern = settings.contenders.iter().find_map(|one| match &one.engine {
        EngineSettings::InProcess(search) => Some(search.clone()),
        _ => None,
    });
    let modern = modern.unwrap();
    let fails = |name: &str| settings.contenders.iter().any(|one| one.name == name);
    let failures = match (fails("stumbles"), fails("breaks")) {
        (true, _) => 1,
        (_, true) => u32::MAX,
        _ => 0,
    };
    let failures = Arc::new(AtomicU32::new(failures));
    move |contender, stop| Handicapped {
        engine: InProcess::new(&modern, stop),
        counts_twice: contender.name == "counts twice",
        sleeps: contender.name == "sleeps",
        forgets: contender.name == "forgets",
        failures: if contender.name == "modern" { Arc::default() } else { Arc::clone(&failures) },
    }
}

impl Player for Handicapped {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        self.engine.new_game(seed)
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        let mut request = *request;
        let takes = |left: u32| left.checked_sub(1);
        let is_to_depth = request.limits.depth.is_some();
        if is_to_depth
            && self.failures.fetch_update(Ordering::Relaxed, Ordering::Relaxed, takes).is_ok()
        {
            return Err(PlayerFailure { fault: Fault::Stalled, reason: String::new() });
        }
        if self.counts_twice {
            request.limits.nodes = request.limits.nodes.map(|nodes| nodes / 2);
        }
        if self.sleeps {
            request.limits.clock = request.limits.clock.map(|clock| GameClock {
                remaining: clock.remaining / 2,
                increment: clock.increment / 2,
                ..clock
            });
        }
        if self.forgets {
            self.engine.new_game(0)?;
        }
        let begun = Instant::now();
        let found = self.engine.think(&request)?;
        if self.sleeps {
            thread::sleep(begun.elapsed());
        }
        let nodes = if self.counts_twice { 2 * found.nodes } else { found.nodes };
        Ok(SearchResult { nodes, time: None, ..found })
    }
}

/// Plays in this process, without a command line.
struct Library;

impl TermPlayer for Library {
    fn factory(&self, pairing: &Match, stderr: &Path) -> player::MakePlayer {
        player::factory_with(pairing, &Guard::none(), stderr, handicapped(pairing))
    }

    fn play(&mut self, settings: Match, directory: &Path) -> anyhow::Result<bool> {
        fs::create_dir_all(directory)?;
        let own = handicapped(&settings);
        arena::play_with(settings, &directory.join("games.pgn"), own)?;
        Ok(true)
    }

    fn say(&mut self, _: &str) {}
}

/// Plays a match in a directory; gives its journal and its settings.
fn played_in(
    directory: &Path,
    contenders: [&str; 2],
    limits: &str,
    games: u32,
    seed: u64,
) -> (PathBuf, Match) {
    fs::create_dir_all(directory).unwrap();
    let file = directory.join("control.toml");
    let [first, second] = contenders;
    let text = format!(
        r#"
games = {games}
seed = {seed}
concurrency = 2
limits = {limits}
openings = {{ file = "builtin:balanced", order = "shuffled" }}
adjudication = {{ max_moves = 50, draw = true, resign = true }}
contender = [
  {{ {first} }},
  {{ {second} }},
]
"#
    );
    fs::write(&file, text).unwrap();
    let settings = config::load(&file, &Overrides::default()).unwrap();
    let journal = directory.join("games.pgn");
    arena::play_with(settings.clone(), &journal, handicapped(&settings)).unwrap();
    (journal, settings)
}

const MODERN: &str = "name = 'modern', preset = 'modern', hash = 1";

/// A match against `modern`, played: its directory, its journal and its settings.
fn played(first: &str, limits: &str, games: u32) -> (TempDir, PathBuf, Match) {
    let place = tempfile::tempdir().unwrap();
    let (journal, settings) = played_in(place.path(), [first, MODERN], limits, games, 1);
    (place, journal, settings)
}

/// The account of a played match at this price.
fn explained_of(journal: &Path, settings: &Match, price: u32) -> Explanation {
    let course = Course {
        settings,
        journal,
        directory: journal.with_file_name("explain"),
        games: Some(price),
        positions: Some(200),
        concurrency: 2,
        quiet: true,
    };
    course.run(&mut Library).unwrap().unwrap()
}

/// A match against `modern`, explained at this price.
fn explained(first: &str, limits: &str, games: u32, price: u32) -> Explanation {
    let (_place, journal, settings) = played(first, limits, games);
    explained_of(&journal, &settings, price)
}

fn account(explanation: &Explanation) -> (&PairingAccount, Account) {
    let pairing = &explanation.pairings[0];
    (pairing, pairing.account.unwrap_or_else(|| panic!("{:?}", pairing.sentences())))
}

/// The static evaluation ends a node as soon as it reaches beta, at any depth.
#[test]
fn a_harmful_technique_is_harm_at_equal_depth() {
    let harmful = "name = 'harmful', preset = 'modern', hash = 1, search = { reverse_futility = { max_depth = 20, margin = 1 } }";
    let explanation = explained(harmful, "{ nodes = 1000 }", 40, 160);
    let (pairing, Account { terms, .. }) = account(&explanation);
    let Interval { high, .. } = terms.at_equal_depth.interval();
    assert!(high < 0.0, "{:?}", pairing.sentences());
}

/// The explanation of an engine with a handicap that costs nodes: it is a cost, and nothing is left over.
fn costly(handicap: &str) -> Explanation {
    let first = format!("name = '{handicap}', own = {{ name = '{handicap}', version = '1' }}");
    let explanation = explained(&first, "{ nodes = 1000 }", 60, 100);
    let (pairing, Account { cost, verdict, .. }) = account(&explanation);
    assert!(cost.interval().high < 0.0, "{:?}", pairing.sentences());
    assert_ne!(verdict, Verdict::DoesNotClose, "{:?}", pairing.sentences());
    explanation
}

#[test]
fn wasted_nodes_are_a_cost_of_the_factor_by_which_they_are_wasted() {
    let explanation = costly("counts twice");
    let (pairing, Account { terms, .. }) = account(&explanation);
    let Interval { low, high } = terms.log2_nodes.interval();
    assert!(low <= 1.0 + 1e-9 && 1.0 - 1e-9 <= high, "{:?}", pairing.sentences());
    assert!(terms.at_equal_depth.interval().contains(0.0), "{:?}", pairing.sentences());
}

/// From an empty table it needs as many nodes as `modern`.
#[test]
fn an_engine_that_forgets_its_table_between_moves_needs_more_nodes_for_a_depth() {
    let explanation = costly("forgets");
    let (pairing, Account { terms, .. }) = account(&explanation);
    assert!(terms.log2_nodes.interval().low > 0.1, "{:?}", pairing.sentences());
}

/// The time of a search is well above that in which a busy machine wakes a sleeper.
#[test]
#[ignore = "night: a clock"]
fn an_engine_that_sleeps_as_long_as_it_thinks_is_slow_by_half_on_a_clock() {
    let first = "name = 'sleeps', own = { name = 'sleeps', version = '1' }";
    let limits = "{ time_control = '1+0.03', overhead = '0.001', time_margin = '1' }";
    let (_place, journal, _) = played(first, limits, 4);
    let evidence = evidence::read(&journal, 0).unwrap().remove(&0).unwrap();
    let factor = evidence.log2_given().unwrap().value.exp2();
    assert!((0.375..=0.625).contains(&factor), "{factor}");
}

#[test]
fn a_position_without_an_answer_is_left_out_and_counted_and_an_engine_that_breaks_ends_the_account()
{
    let own = |name: &str| format!("name = '{name}', own = {{ name = '{name}', version = '1' }}");
    let explanation = explained(&own("stumbles"), "{ nodes = 300 }", 20, 20);
    let nodes = &explanation.pairings[0].nodes;
    assert!(nodes.unanswered == 1 && nodes.positions > 20, "{nodes:?}");
    let (_place, journal, settings) = played(&own("breaks"), "{ nodes = 300 }", 20);
    let course = Course {
        settings: &settings,
        journal: &journal,
        directory: journal.with_file_name("explain"),
        games: Some(20),
        positions: Some(200),
        concurrency: 2,
        quiet: true,
    };
    let failure = format!("{:#}", course.run(&mut Library).unwrap_err());
    assert!(failure.contains("breaks failed in a position of game"), "{failure}");
}

#[test]
fn a_contender_against_itself_closes_and_no_term_is_anything() {
    let explanation =
        explained("name = 'itself', preset = 'modern', hash = 1", "{ nodes = 500 }", 60, 60);
    let (pairing, Account { terms, cost, speed, together, rest, verdict }) = account(&explanation);
    for term in [terms.whole, terms.at_equal_depth, cost, speed, together, rest] {
        assert!(term.interval().contains(0.0), "{:?}", pairing.sentences());
    }
    assert_eq!(verdict, Verdict::Closes, "{:?}", pairing.sentences());
    every_key_is_documented(&explanation);
}

/// The seeds differ: the doubling is of the second contender, whatever match it is measured for.
#[test]
fn the_doubling_serves_every_match_of_the_contender_and_no_other_contender() {
    let results = tempfile::tempdir().unwrap();
    let doubling = |name: &str, second: &str, seed: u64| {
        let first = "name = 'null-move', preset = 'null-move', hash = 1";
        let directory = results.path().join(name);
        let (journal, settings) =
            played_in(&directory, [first, second], "{ nodes = 100 }", 10, seed);
        explained_of(&journal, &settings, 16);
        fs::read_to_string(directory.join("explain/doubling/games.pgn")).unwrap()
    };
    let one = doubling("one", MODERN, 1);
    assert_eq!(doubling("two", MODERN, 2), one);
    let other = "name = 'modern', preset = 'modern', search = { null_move = false }, hash = 1";
    assert_ne!(doubling("other", other, 2), one);
}

fn every_key_is_documented(explanation: &Explanation) {
    let manual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src/why.md");
    let manual = fs::read_to_string(manual).unwrap();
    let mut keys = BTreeSet::new();
    keys_of(&serde_json::to_value(explanation).unwrap(), &mut keys);
    let missing: Vec<&String> =
        keys.iter().filter(|key| !manual.contains(&format!("`{key}`"))).collect();
    assert!(keys.len() > 25 && missing.is_empty(), "docs/guide/src/why.md lacks {missing:?}");
}

fn keys_of(value: &serde_json::Value, keys: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Array(list) => list.iter().for_each(|value| keys_of(value, keys)),
        serde_json::Value::Object(map) => map.iter().for_each(|(key, value)| {
            keys.insert(key.clone());
            keys_of(value, keys);
        }),
        _ => {}
    }
}
