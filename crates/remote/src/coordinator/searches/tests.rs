use std::sync::Arc;

use engine::Stop;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use uci_client::Guard;

use super::*;
use crate::job::{Accepted, AcceptedSuite, LocalFiles};
use crate::piece::Piece;
use arena::config::Supervision;
use lab::suite::Suite;
use lab::suite::configuration::parse_lists;
use lab::suite::plan::SuiteLimit;
use lab::suite::searcher::Searcher;

const LINES: &str =
    "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - bm Rd8#; id \"mate\";\n8/8/8/3k4/8/3K4/3P4/8 w - -\n";

fn plan(configurations: &[&str], limits: Vec<SuiteLimit>) -> Plan {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.epd");
    std::fs::write(&path, LINES).unwrap();
    let configurations: Vec<String> =
        configurations.iter().map(|name| (*name).to_owned()).collect();
    Plan {
        suite: Suite::read(&path).unwrap(),
        configurations: parse_lists(&configurations, None).unwrap(),
        limits,
        hash: 1,
        supervision: Supervision::default(),
    }
}

fn workload(plan: Plan) -> (Searches, UnboundedReceiver<SuiteNews>) {
    let (news, heard) = mpsc::unbounded_channel();
    let (facts, missing) = (plan.facts(), plan.tasks().skip(1).collect());
    let plan = Arc::new(plan);
    (Searches::new(SearchWork { plan, facts, missing, news, abort: Stop::new() }), heard)
}

fn depths() -> Vec<SuiteLimit> {
    vec![SuiteLimit::Depth(2), SuiteLimit::Depth(3)]
}

fn accept(job: &Job) -> Result<AcceptedSuite, String> {
    match job
        .accept(&LocalFiles::default(), &Guard::none(), 1)
        .map_err(|error| error.to_string())?
    {
        Accepted::Suite(suite) => Ok(suite),
        Accepted::Match(_) => panic!("a suite"),
    }
}

#[test]
fn the_searches_that_are_missing_are_dealt_with_their_lines() {
    let (mut workload, _) = workload(plan(&["none", "null-move"], depths()));
    assert_eq!(workload.kept(), HashSet::from([0]));
    let pieces: Vec<Search> = std::iter::from_fn(|| workload.next()).collect();
    assert_eq!(
        pieces.iter().map(|search| search.number).collect::<Vec<u32>>(),
        [1, 2, 3, 4, 5, 6, 7]
    );
    assert!(pieces[0].weight() < pieces[1].weight() && pieces[1].weight() == 1.0);
    let mut message = TicketMessage::default();
    workload.write(&pieces[..2], &mut message, &|_| "proof".to_owned());
    let lines: Vec<&str> = LINES.lines().collect();
    assert_eq!([message.searches[0].epd.as_str(), &message.searches[1].epd], [lines[1], lines[0]]);
    assert!(!workload.has_more());
}

#[test]
fn a_worker_has_the_coordinators_plan_but_for_the_positions() {
    let plan = plan(&["none", "R4=null-move:{null_move={reduction=4}}", "network"], depths());
    let facts = plan.facts();
    let job = Job::of_plan(&plan, &facts);
    let accepted = accept(&job).unwrap();
    assert_eq!(accepted.plan.configurations, plan.configurations);
    assert_eq!((&accepted.plan.limits, accepted.plan.hash), (&plan.limits, 1));
    assert!(accepted.plan.suite.positions.is_empty());
    let other = Job { arena: "9.9.9".to_owned(), ..job.clone() };
    assert!(accept(&other).unwrap_err().starts_with("the coordinator is arena 9.9.9, this is "));
    let mut signatures = job.signatures.clone();
    signatures[1] += 1;
    let other = accept(&Job { signatures, ..job.clone() }).unwrap_err();
    assert_eq!(other, "R4: the engine here is another one than the coordinator's");
    let mut texts = job.facts.clone();
    texts[0] = "0".repeat(16);
    let other = accept(&Job { facts: texts, ..job.clone() }).unwrap_err();
    assert!(other.starts_with("none: this worker would search as "), "{other}");
    let settings = job.settings.replacen("preset = \"none\"", "command = \"/bin/sh\"", 1);
    let other = accept(&Job { settings, ..job }).unwrap_err();
    assert_eq!(other, "none: its digest is not told");
}

/// A message of a worker about a search, after a change of its record.
fn sent(plan: &Arc<Plan>, number: u32, change: impl FnOnce(&mut SearchRecord)) -> Vec<u8> {
    let task = plan.task(number as usize).unwrap();
    let mut searcher = Searcher::new(plan, &Guard::none(), &Stop::new());
    let found = searcher.search(task, &plan.suite.positions[task.position]).unwrap();
    let (mut record, _) = found.unwrap();
    change(&mut record);
    protocol::to_bytes(&FoundMessage { number, found: Found::Record(Box::new(record)) })
}

#[test]
fn a_record_is_taken_as_it_would_be_written_here_or_not_at_all() {
    let (workload, _) = workload(plan(&["none"], depths()));
    let plan = Arc::clone(&workload.work.plan);
    let header = GameHeader { proof: String::new(), attempt: 0, bytes: 0, evidence: None };
    let by = WorkerFacts { name: "w".to_owned(), time_scale: 1.0 };
    let read = |text: &[u8]| workload.read(&header, text, &by);
    let received = read(&sent(&plan, 2, |_| {})).unwrap();
    assert_eq!(received.wanted, Wanted { number: 2, attempt: 0 });
    assert!(received.weight == 1.0 && received.fingerprint.is_some());
    let later = read(&sent(&plan, 2, |record| record.microseconds += 7)).unwrap();
    assert_eq!(received.fingerprint, later.fingerprint, "times do not count");
    let other = read(&sent(&plan, 2, |record| record.nodes += 1)).unwrap();
    assert_ne!(received.fingerprint, other.fingerprint);

    let refused = |change: fn(&mut SearchRecord)| read(&sent(&plan, 2, change)).err().unwrap();
    let illegal = refused(|record| record.best_move = Some("Rh8".to_owned()));
    assert_eq!(illegal, "a search of position 1 cannot be so: Rh8 is no legal move");
    let solved = refused(|record| record.best_move = Some("h3".to_owned()));
    assert!(solved.ends_with("it does not agree with itself, or with its position"), "{solved}");
    assert!(refused(|record| record.id = None).ends_with("its position"));
    assert!(refused(|record| record.position = 2).ends_with("its position"));
    assert!(refused(|record| record.fault = Some("x".into())).ends_with("fault of a program"));
    let technique = |record: &mut SearchRecord| {
        record.techniques.insert("x".to_owned(), Default::default());
    };
    assert!(refused(technique).ends_with("techniques that did not search"));
    let beyond = br#"{"number":4,"failure":"x"}"#;
    assert_eq!(read(beyond).err().unwrap(), "search 5 is beyond the plan");
    assert!(read(b"{}").is_err());
}

#[tokio::test]
async fn a_failure_of_the_engine_is_told_as_that_of_a_local_run() {
    let (workload, mut heard) = workload(plan(&["none"], depths()));
    let header = GameHeader { proof: String::new(), attempt: 0, bytes: 0, evidence: None };
    let by = WorkerFacts { name: "w".to_owned(), time_scale: 1.0 };
    let failure = br#"{"number":2,"failure":"it\u001b panicked"}"#;
    let received = workload.read(&header, failure, &by).unwrap();
    assert!(workload.keep(received.result).await.is_some());
    let Some(SuiteNews::Failed(failure)) = heard.recv().await else { panic!("a failure") };
    assert_eq!(
        failure.to_string(),
        "the engine failed on position 1 (mate) of the suite with none: it panicked"
    );
}

#[test]
fn what_time_limits_and_what_is_too_large_is_not_dealt() {
    let job = |plan: &Plan| fit(plan, &plan.facts());
    let timed = vec![SuiteLimit::MoveTime(Duration::from_secs(1))];
    let refused = job(&plan(&["none"], timed)).unwrap_err().to_string();
    assert!(refused.starts_with("time limits these searches"), "{refused}");
    let mut plan = plan(&["none"], depths());
    assert!(job(&plan).is_ok());
    plan.suite.positions[1].written = "x".repeat(TICKET + 1);
    let error = job(&plan).unwrap_err().to_string();
    assert!(error.starts_with("line 2 of the suite is too long"), "{error}");
}
