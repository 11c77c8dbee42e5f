//! The exit codes of `arena run`: one table, from which the help and the manual's page are made.

use arena::report::stopped::Outcome;
use arena::runner::MatchEnding;

use super::ending::is_paused;
use crate::commands::report::MatchResult;
use crate::commands::signals::{INTERRUPTED, TERMINATED};

/// The end of a run, as its exit code tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::commands) enum Exit {
    Done = 0,
    Error = 1,
    Usage = 2,
    NotInFavour = 3,
    Undecided = 4,
    Paused = 5,
    Faulted = 20,
    FaultsInARow = 21,
    Void = 22,
    Interrupted = INTERRUPTED,
    Terminated = TERMINATED,
}

impl Exit {
    /// All of them, in the order of their codes.
    const ALL: [Exit; 11] = [
        Exit::Done,
        Exit::Error,
        Exit::Usage,
        Exit::NotInFavour,
        Exit::Undecided,
        Exit::Paused,
        Exit::Faulted,
        Exit::FaultsInARow,
        Exit::Void,
        Exit::Interrupted,
        Exit::Terminated,
    ];

    /// The code.
    pub(in crate::commands) fn code(self) -> u8 {
        self as u8
    }

    fn meaning(self) -> &'static str {
        match self {
            Exit::Done => {
                "the match is finished or decided, or `until` or `budget` ended the run; with --exit-code: a rule \
                 decided for the first contender (H1 is accepted, or it is stronger), or no rule looks at results"
            }
            Exit::Error => {
                "a file or a value is wrong, or an operation failed, or the file of an engine was replaced while it \
                 played; finished games are kept"
            }
            Exit::Usage => "an option is unknown, missing or malformed",
            Exit::NotInFavour => {
                "with --exit-code: a rule decided against the first contender (H0 is accepted, it is weaker, or no \
                 difference matters)"
            }
            Exit::Undecided => "with --exit-code: the match is finished without a decision",
            Exit::Paused => {
                "with --exit-code: `until` or `budget` ended the run; the same command resumes the match"
            }
            Exit::Faulted => "--strict, and a game of the match was lost by a fault",
            Exit::FaultsInARow => {
                "a contender lost too many games by faults, so that the match stopped; the same command resumes it"
            }
            Exit::Void => "the match is void: games lost by faults could have decided it",
            Exit::Interrupted => {
                "stopped by Ctrl-C or `arena pause`, the games in progress finished"
            }
            Exit::Terminated => "stopped at once, by a second Ctrl-C, SIGTERM or SIGHUP",
        }
    }

    /// The end of this run. `result` is that of the whole journal, so that it does not matter in which run a fault was.
    pub(super) fn of(
        ending: MatchEnding,
        result: Option<&MatchResult>,
        is_strict: bool,
        tells_decision: bool,
    ) -> Exit {
        match ending {
            MatchEnding::Faulted => Exit::Faulted,
            MatchEnding::FaultsInARow(_) => Exit::FaultsInARow,
            MatchEnding::Drained => Exit::Interrupted,
            MatchEnding::Aborted => Exit::Terminated,
            MatchEnding::Obstructed => Exit::Error,
            MatchEnding::Complete | MatchEnding::Stopped(_) => match result {
                Some(result) if is_strict && result.faults > 0 => Exit::Faulted,
                Some(result) if result.is_void => Exit::Void,
                Some(result) if tells_decision => {
                    Exit::of_decision(result.outcome, is_paused(ending))
                }
                _ => Exit::Done,
            },
        }
    }

    fn of_decision(outcome: Option<Outcome>, is_paused: bool) -> Exit {
        match outcome {
            Some(Outcome::Decided(decision)) if decision.is_in_favour() => Exit::Done,
            Some(Outcome::Decided(_)) => Exit::NotInFavour,
            _ if is_paused => Exit::Paused,
            Some(Outcome::Inconclusive | Outcome::Open) => Exit::Undecided,
            None => Exit::Done,
        }
    }
}

/// The table as the help has it.
pub(in crate::commands) fn help() -> String {
    let lines = Exit::ALL.map(|exit| format!("  {:>3}  {}", exit.code(), exit.meaning()));
    format!("Exit code:\n{}", lines.join("\n"))
}

/// The table as the manual has it.
pub(in crate::commands) fn markdown() -> String {
    let row = |exit: Exit| format!("| {} | {} |\n", exit.code(), exit.meaning());
    format!("| code | meaning |\n|---|---|\n{}", Exit::ALL.map(row).concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::stop::{Decision, StopCause};

    fn result(outcome: Option<Outcome>, faults: u64, is_void: bool) -> MatchResult {
        MatchResult { outcome, verdict: String::new(), faults, is_void }
    }

    #[test]
    fn codes_are_told_once_and_in_order() {
        let codes = Exit::ALL.map(Exit::code);
        assert!(codes.is_sorted_by(|a, b| a < b), "{codes:?}");
    }

    #[test]
    fn faults_count_in_whichever_run_they_were_and_come_before_a_decision() {
        let favour = Some(Outcome::Decided(Decision::H1));
        let end = |result: &MatchResult, is_strict, tells| {
            Exit::of(MatchEnding::Complete, Some(result), is_strict, tells)
        };
        for tells in [false, true] {
            assert_eq!(end(&result(favour, 1, false), true, tells), Exit::Faulted);
            assert_eq!(end(&result(favour, 8, true), false, tells), Exit::Void);
            assert_eq!(end(&result(favour, 1, false), false, tells), Exit::Done);
            assert_eq!(end(&result(favour, 0, false), true, tells), Exit::Done);
        }
    }

    #[test]
    fn a_decision_is_told_where_it_is_asked_for() {
        let end = |outcome, ending, tells| {
            Exit::of(ending, Some(&result(outcome, 0, false)), false, tells)
        };
        let complete = MatchEnding::Complete;
        let against = Some(Outcome::Decided(Decision::H0));
        assert_eq!(end(against, complete, true), Exit::NotInFavour);
        assert_eq!(end(against, complete, false), Exit::Done);
        assert_eq!(end(Some(Outcome::Inconclusive), complete, true), Exit::Undecided);
        assert_eq!(end(None, complete, true), Exit::Done);
        let paused = MatchEnding::Stopped(StopCause::Until(Default::default()));
        assert_eq!(end(Some(Outcome::Open), paused, true), Exit::Paused);
        assert_eq!(end(Some(Outcome::Open), paused, false), Exit::Done);
        assert_eq!(Exit::of(MatchEnding::Drained, None, true, true), Exit::Interrupted);
    }
}
