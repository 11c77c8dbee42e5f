//! `arena check`: a good engine passes, and the right check finds a bad engine's fault.

use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use crate::nats::installed::skip;
use crate::real::{installed, ziggurat};

crate::tests![
    a_good_engine_is_fit_for_a_match,
    what_is_wrong_is_found_by_the_check_for_it,
    an_engine_that_never_answers_is_not_asked_for_long,
    an_option_that_is_not_declared_is_a_failure,
    nothing_an_engine_says_of_itself_can_harm_a_terminal,
    what_cannot_be_checked_is_refused,
    real_engines_are_checked_without_harm;
    night: the_projects_own_engine_passes_what_is_required,
];

/// The exit code and the output of `arena check` with these arguments.
fn check(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
    let output = arena.arg("check").args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The same as data, of one engine.
fn report(engine: &str) -> (Option<i32>, Value) {
    let (code, out, errors) = check(&["--json", engine]);
    let mut reports: Vec<Value> = serde_json::from_str(&out).expect(&errors);
    assert_eq!(reports.len(), 1);
    (code, reports.remove(0))
}

fn bad(fault: &str) -> String {
    format!("'{}' engine {fault}", std::env::current_exe().unwrap().display())
}

fn finding<'a>(report: &'a Value, name: &str) -> &'a Value {
    let findings = report["findings"].as_array().unwrap();
    findings.iter().find(|finding| finding["name"] == name).unwrap()
}

fn verdict<'a>(report: &'a Value, name: &str) -> &'a str {
    finding(report, name)["verdict"].as_str().unwrap()
}

fn a_good_engine_is_fit_for_a_match() {
    // It has no search that could be stopped, so the checks besides that one count.
    let (_, report) = report(&bad("none"));
    let of_searches = ["infinite", "stop"];
    for finding in report["findings"].as_array().unwrap() {
        let name = finding["name"].as_str().unwrap();
        if finding["need"] == "required" && !of_searches.contains(&name) {
            assert_ne!(finding["verdict"], "fail", "{finding:#}");
        }
    }
    assert_eq!(verdict(&report, "handshake"), "pass");
    assert_eq!(verdict(&report, "long game"), "pass");
    assert_eq!(verdict(&report, "end of input"), "pass");
    assert_eq!(verdict(&report, "infinite"), "fail");
    let (_, text, _) = check(&[&bad("none")]);
    let digest = uci_client::file_digest(&std::env::current_exe().unwrap()).unwrap();
    let ending = format!("Z, sha256 {}", hex::encode(digest));
    assert!(
        text.lines().any(|line| line.starts_with("built 20") && line.ends_with(&ending)),
        "{text}"
    );
}

fn what_is_wrong_is_found_by_the_check_for_it() {
    let faults = [
        ("exits", "movestogo", "exit code 3"),
        ("segfaults", "movestogo", "SIGSEGV"),
        ("illegal", "movestogo", "bestmove e1e8"),
        ("null", "legal moves", "0000"),
        ("nothing", "movestogo", "names no move"),
        ("twice", "one answer", "without a `go`"),
        ("stderr-flood", "standard error", "lines"),
        ("unasked", "one answer", "without a `go`"),
    ];
    // Each check waits seconds for an engine's silence.
    thread::scope(|scope| {
        for (fault, name, words) in faults {
            scope.spawn(move || {
                let (code, report) = report(&bad(fault));
                assert_eq!(code, Some(1), "{fault}");
                let found = finding(&report, name);
                let is_found = matches!(found["verdict"].as_str(), Some("fail" | "note"));
                assert!(is_found, "{fault}: {found:#}");
                assert!(found["remark"].as_str().unwrap().contains(words), "{fault}: {found:#}");
            });
        }
    });
}

fn an_engine_that_never_answers_is_not_asked_for_long() {
    let (code, out, errors) = check(&["--json", &bad("mute")]);
    let report = serde_json::from_str::<Vec<Value>>(&out).expect(&errors).swap_remove(0);
    assert_eq!(code, Some(1));
    assert!(errors.starts_with("checking "), "{errors}");
    assert!(errors.contains("handshake: not ended after 5 s; sent: "), "{errors}");
    assert_eq!(verdict(&report, "handshake"), "fail");
    let sent = finding(&report, "handshake")["exchange"].to_string();
    assert!(sent.contains("> uci"), "{sent}");
    assert_eq!(finding(&report, "stop")["remark"], "not tried: there was no handshake");
}

fn an_option_that_is_not_declared_is_a_failure() {
    let (code, out, _) = check(&["--option", "Hash=65", &bad("none")]);
    assert_eq!(code, Some(1));
    assert!(out.contains("65 is out of range, the engine takes 1 to 64"), "{out}");
    let (_, out, _) =
        check(&["--verbose", "--option", "Hash=4", "--option", "style=very wild", &bad("none")]);
    let passed = |line: &str| line.contains("pass") && line.contains("--option");
    assert!(out.lines().any(passed), "{out}");
}

fn nothing_an_engine_says_of_itself_can_harm_a_terminal() {
    let (_, out, _) = check(&["--verbose", &bad("escape")]);
    // A tab is of our own asking.
    assert!(out.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control()), "{out:?}");
    assert!(out.contains("\\u{1b}[2J"), "{out}");
}

fn what_cannot_be_checked_is_refused() {
    for (engine, problem) in [
        ("no-such-program", "there is no program no-such-program"),
        ("'unclosed", "a quote is not closed"),
        ("", "an engine is a program"),
    ] {
        let (code, out, errors) = check(&[engine]);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{engine}");
        assert!(errors.contains(problem), "{errors}");
    }
    let (_, _, errors) = check(&["--option", "Hash", "true"]);
    assert!(errors.contains("it is NAME=VALUE"), "{errors}");
}

fn real_engines_are_checked_without_harm() {
    let Some(stockfish) = installed("stockfish") else {
        skip("stockfish is not installed");
        return;
    };
    let (code, report) = report(&stockfish);
    assert_eq!(code, Some(0), "{report:#}");
    for name in ["nodes", "variations", "info lines", "Chess960"] {
        assert_eq!(verdict(&report, name), "pass", "{:#}", finding(&report, name));
    }
    // On a slow machine its bench takes longer than it is waited for.
    let bench = finding(&report, "bench");
    let is_slow = bench["remark"] == "no number of nodes within 10 s";
    assert!(is_slow || verdict(&report, "bench") == "pass", "{bench:#}");
}

fn the_projects_own_engine_passes_what_is_required() {
    let Some(ziggurat) = ziggurat() else { return };
    let (code, report) = report(&format!("'{ziggurat}'"));
    assert_eq!(code, Some(0), "{report:#}");
}
