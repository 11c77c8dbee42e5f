//! Events in words.

use std::path::Path;

use crate::chess::record::{GameRecord, Termination};
use crate::config::Match;
use crate::report::{self};
use crate::runner::{Deadline, DrainCause, MatchProgress};
use crate::storage::facts::BookFacts;
use crate::storage::journal::TornTail;
use crate::system::duration::duration;
use document::terminal;
use stats::stop::{Outlook, StopCause};
use stats::words;

/// What is said when a match begins, one sentence a line.
pub(super) fn started(
    settings: &Match,
    torn: Option<TornTail>,
    progress: &MatchProgress<'_>,
) -> Vec<String> {
    let book = BookFacts::of(&settings.openings);
    let mut lines = vec![format!(
        "{}: {}, {} at a time, {book}",
        settings.name,
        games(settings),
        settings.concurrency
    )];
    lines.extend(settings.question.clone());
    for contender in &settings.contenders {
        lines.push(format!("  {}: {}", contender.name, contender.in_few_words()));
    }
    let rules = settings.stop.words();
    if !rules.is_empty() {
        lines.push(format!("  may end before the last game: {rules}"));
    }
    lines.extend(settings.warnings().iter().map(|warning| format!("warning: {warning}")));
    lines.extend(torn.map(cut_off));
    if progress.before > 0 {
        let (before, planned) = (progress.before, progress.planned);
        lines.push(format!("{before} of {planned} games are in the journal already"));
    }
    lines
}

/// What became of the end of the journal.
pub(super) fn cut_off(TornTail { bytes, .. }: TornTail) -> String {
    format!(
        "the journal ended in a game that was not written whole: its {bytes} bytes are cut off, \
         and it is played again"
    )
}

/// How many games there are, and of whom.
fn games(settings: &Match) -> String {
    let (games, contenders) = (settings.games, settings.contenders.len());
    if !settings.is_tournament() {
        return format!("{games} games");
    }
    let (format, pairings) = (settings.format.name(), settings.pairings.len());
    let all = settings.all_games();
    format!(
        "{format} of {contenders} contenders, {pairings} pairings of {games} games, {all} games"
    )
}

/// A game that did not end by chess; `None` for the others.
pub(crate) fn incident(
    settings: &Match,
    record: &GameRecord,
    evidence: Option<&Path>,
) -> Option<String> {
    let (side, what) = match record.termination {
        Termination::TimeForfeit(side) => (side, "overstepped the time"),
        Termination::Abandoned(side) => (side, "failed"),
        Termination::IllegalMove(side) => (side, "named no legal move"),
        _ => return None,
    };
    let (game, name) = (record.spec.game + 1, &settings.player(&record.spec, side).name);
    let detail = record.incident.as_ref().map_or(String::new(), |detail| format!(" ({detail})"));
    let kept = evidence.map_or(String::new(), |path| format!("; see {}", path.display()));
    Some(format!("game {game}: {name} {what}{detail}{kept}"))
}

/// A game that does not count.
pub(super) fn replayed(record: &GameRecord) -> String {
    let (game, pair) = (record.spec.game + 1, record.spec.pair() + 1);
    let incident = record.incident.as_deref().unwrap_or("a move was late");
    format!("game {game}: {incident}; pair {pair} is played again")
}

/// Games per hour and time left; at the end, what the run took.
pub(super) fn pace(progress: &MatchProgress<'_>) -> String {
    let is_decided = progress.scoreboard.stopped().is_some();
    let complete = is_decided || progress.finished() == progress.planned;
    match (progress.games_per_hour(), progress.time_left()) {
        (Some(pace), _) if complete => {
            format!("{pace:.0} games/h, took {}", duration(progress.elapsed))
        }
        (Some(pace), Some(left)) => format!("{pace:.0} games/h, {} left", duration(left)),
        _ if complete => "all of them played before".to_owned(),
        _ => "no game finished yet".to_owned(),
    }
}

/// Everything on one line, however long.
pub(super) fn progress_line(settings: &Match, progress: &MatchProgress<'_>) -> String {
    let (finished, planned) = (progress.finished(), progress.planned);
    let score = scores(settings, progress).into_iter().next().unwrap_or_default();
    let test =
        tests(progress).into_iter().next().map_or(String::new(), |test| format!(" | {test}"));
    format!("{finished}/{planned} games  {score}{test} | {}", pace(progress))
}

/// The lines below a bar, none longer than a terminal of so many columns takes: who leads, and where the
/// test stands. What matters least is left out first.
pub(super) fn lines(settings: &Match, progress: &MatchProgress<'_>, columns: usize) -> Vec<String> {
    let (score, test) = (scores(settings, progress), tests(progress));
    [score, test].into_iter().filter(|of| !of.is_empty()).map(|of| fitting(of, columns)).collect()
}

/// What stands beside the bar.
pub(super) fn counter(progress: &MatchProgress<'_>, columns: usize) -> String {
    let counts = format!("{}/{} games", progress.finished(), progress.planned);
    // A bar of fewer columns shows nothing.
    let columns = columns.saturating_sub(LEAST_BAR);
    fitting(vec![format!("{counts}, {}", pace(progress)), counts], columns)
}

/// Columns of a bar that shows something, and the blank after it.
const LEAST_BAR: usize = 11;

/// The first of some lines that is not too long; if all are, the last, cut.
fn fitting(lines: Vec<String>, columns: usize) -> String {
    let fits = |line: &&String| terminal::width(line) <= columns;
    match (lines.iter().find(fits), lines.last()) {
        (Some(line), _) => line.clone(),
        (None, last) => terminal::cut(last.map_or("", String::as_str), columns).into_owned(),
    }
}

/// The score or the standings, in fewer and fewer words.
fn scores(settings: &Match, progress: &MatchProgress<'_>) -> Vec<String> {
    match progress.scoreboard.of_match() {
        Some(tally) => {
            let name = |index: usize| settings.contenders.get(index).map_or("", |of| &of.name);
            report::progress([name(0), name(1)], tally)
        }
        None => {
            let names: Vec<&str> = settings.contenders.iter().map(|of| of.name.as_str()).collect();
            report::standings(&names, &settings.pairings, progress.scoreboard)
        }
    }
}

/// Where the sequential test stands, in fewer and fewer words; none where there is no test.
fn tests(progress: &MatchProgress<'_>) -> Vec<String> {
    let Some(outlook) = Outlook::of(progress.scoreboard.monitor()) else { return Vec::new() };
    let to_play = progress.planned.saturating_sub(progress.finished());
    let (games, when) = match (progress.deadline, progress.games_per_hour()) {
        (Some(Deadline { left, cause }), Some(pace))
            if pace * left.as_secs_f64() / 3600.0 < f64::from(to_play) =>
        {
            let by = match cause {
                StopCause::Until(time) => format!("by {}", time.strftime("%H:%M")),
                _ => format!("within {}", duration(left)),
            };
            (pace * left.as_secs_f64() / 3600.0, by)
        }
        _ => (f64::from(to_play), format!("in the {} left", words::count(u64::from(to_play)))),
    };
    let lines = report::outlook_lines(&outlook, games, &when);
    match (progress.scoreboard.stopped(), lines.last()) {
        (Some(stopped), Some(ratio)) => vec![format!("{ratio}: {}", stopped.decision)],
        _ => lines,
    }
}

/// What is said when a run was stopped.
pub(super) fn draining(in_progress: usize, cause: DrainCause) -> String {
    let (by, again) = match cause {
        DrainCause::Rule(cause) => (format!("stopped by {cause}; "), ""),
        DrainCause::Fault => ("stopped by a fault; ".to_owned(), ""),
        DrainCause::Interrupt => (String::new(), " again"),
    };
    let (games, them) = match in_progress {
        0 => return by + "no game is in progress",
        1 => ("the game".to_owned(), "it"),
        _ => (format!("the {in_progress} games"), "them"),
    };
    format!("{by}stopping after {games} in progress; press Ctrl-C{again} to give {them} up")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{self, Overrides};
    use crate::score::tally::{Scoreboard, Tally};
    use stats::Wdl;
    use stats::anytime::Method;
    use stats::stop::StopRules;
    use std::time::Duration;

    /// A match of contenders with these names.
    fn settings(names: &[&str]) -> Match {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("x.toml");
        let contender = |name| format!("[[contender]]\nname = \"{name}\"\npreset = \"none\"\n");
        let contenders: String = names.iter().map(contender).collect();
        let text = format!(
            "games = 10\nlimits = {{ nodes = 1 }}\nopenings = {{ file = \"book.pgn\" }}\n{contenders}"
        );
        std::fs::write(directory.path().join("book.pgn"), "1. e4 e5 *\n").unwrap();
        std::fs::write(&file, text).unwrap();
        config::load(&file, &Overrides::default()).unwrap()
    }

    #[test]
    fn a_progress_line_says_it_all() {
        let mut tally = Tally::default();
        tally.as_white += Wdl { losses: 29, draws: 51, wins: 40 };
        for pair in 0..60 {
            tally.complete_pair(pair, [1, if pair % 5 == 0 { 2 } else { 1 }]);
        }
        let (elapsed, scoreboard) = (Duration::from_secs(600), &Scoreboard::from(tally));
        let progress =
            MatchProgress { planned: 1000, before: 0, scoreboard, elapsed, deadline: None };
        let settings = settings(&["new", "old"]);
        assert_eq!(
            progress_line(&settings, &progress),
            "120/1000 games  new - old: 65.5 - 54.5 (54.6 %), Elo 31.9, anytime-valid 95 % CI [-5.6, 73.4] | \
             720 games/h, 1 h 13 min left"
        );
        let fresh = MatchProgress { scoreboard: &Tally::default().into(), ..progress };
        assert_eq!(
            progress_line(&settings, &fresh),
            "0/1000 games  no games yet | no game finished yet"
        );
        let end = |before| pace(&MatchProgress { planned: 120, before, ..progress });
        assert_eq!(end(0), "720 games/h, took 10 min 00 s");
        assert_eq!(end(120), "all of them played before");
    }

    #[test]
    fn a_tournament_has_its_standings_on_the_line() {
        let tally = |wins, losses| {
            let mut tally = Tally::default();
            tally.as_white += Wdl { losses, draws: 1, wins };
            tally
        };
        let settings = settings(&["a", "b", "c"]);
        let mut scoreboard = Scoreboard::watched_by(3, &[], &Method::default());
        let line = |scoreboard: &Scoreboard| {
            let elapsed = Duration::from_secs(600);
            let progress =
                MatchProgress { planned: 30, before: 0, scoreboard, elapsed, deadline: None };
            progress_line(&settings, &progress)
        };
        assert_eq!(line(&scoreboard), "0/30 games  no games yet | no game finished yet");
        scoreboard = [tally(1, 2), tally(3, 0), tally(2, 1)].into_iter().collect();
        assert_eq!(
            line(&scoreboard),
            "12/30 games  a 62.5 % of 8, b 62.5 % of 8, c 25.0 % of 8 | 72 games/h, 15 min 00 s left"
        );
        let started = games(&settings);
        assert_eq!(started, "round-robin of 3 contenders, 3 pairings of 10 games, 30 games");
    }

    #[test]
    fn a_test_is_followed_to_its_decision() {
        let rules: StopRules =
            "sprt{elo0=0,elo1=40,alpha=0.05,beta=0.05,model=logistic}".parse().unwrap();
        let mut tally = Tally::watched_by(&rules.sequential, &Method::default());
        let until = StopCause::Until("07:00".parse().unwrap());
        let line = |tally: &Tally, deadline| {
            let (elapsed, scoreboard) = (Duration::from_secs(600), &tally.clone().into());
            tests(&MatchProgress { planned: 1000, before: 0, scoreboard, elapsed, deadline })
        };
        assert_eq!(line(&tally, None), ["LLR 0.00 [-2.94, 2.94]"]);
        for pair in 0..30 {
            tally.complete_pair(pair, [1, [1, 2, 0][pair as usize % 3]]);
            tally.as_white += Wdl { losses: 0, draws: 2, wins: 0 };
        }
        let level = line(&tally, None);
        assert!(level[0].contains("; if the estimate of 0.0 Elo holds about "), "{level:?}");
        assert!(level[0].ends_with(" % chance to decide in the 940 left"), "{level:?}");
        let soon = Some(Deadline { left: Duration::from_secs(1200), cause: until });
        let level = line(&tally, soon);
        assert!(level[2].ends_with(" % by 07:00"), "{level:?}");
        for pair in 30..200 {
            tally.complete_pair(pair, [2, 1]);
        }
        let [decided] = line(&tally, soon).try_into().unwrap();
        assert!(decided.ends_with("]: H1 is accepted"), "{decided}");
    }

    #[test]
    fn no_line_is_longer_than_the_terminal() {
        let rules: StopRules =
            "sprt{elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic}".parse().unwrap();
        let mut tally = Tally::watched_by(&rules.sequential, &Method::default());
        for pair in 0..120 {
            tally.complete_pair(pair, [1, [1, 2, 0, 2, 0][pair as usize % 5]]);
            tally.as_white += Wdl { losses: 1, draws: 0, wins: 1 };
        }
        let (elapsed, scoreboard) = (Duration::from_secs(600), &tally.into());
        let progress =
            MatchProgress { planned: 2000, before: 0, scoreboard, elapsed, deadline: None };
        let at = |settings: &Match, columns| {
            let mut all = vec![counter(&progress, columns)];
            all.extend(lines(settings, &progress, columns));
            assert!(all.iter().all(|line| terminal::width(line) <= columns), "{all:?}");
            all
        };
        let usual = settings(&["stockfish-dev", "stockfish-15.1"]);
        assert_eq!(
            at(&usual, 60),
            [
                "240/2000 games, 1440 games/h, 1 h 13 min left",
                "stockfish-dev: 120.0 - 120.0 | Elo 0.0 [-44.8, 44.8]",
                "LLR -0.06 [-2.94, 2.94]; at 0.0 Elo ~10,070 more games"
            ]
        );
        assert_eq!(
            at(&usual, 80)[1..],
            [
                "stockfish-dev - stockfish-15.1: 120.0 - 120.0 (50.0 %), Elo 0.0 [-44.8, 44.8]",
                "LLR -0.06 [-2.94, 2.94]; at 0.0 Elo ~10,070 more games; 1.0 % in the 1,760 left"
            ]
        );
        assert_eq!(
            at(&usual, 120)[1..],
            [
                "stockfish-dev - stockfish-15.1: 120.0 - 120.0 (50.0 %), Elo 0.0, anytime-valid 95 % CI [-44.8, \
                 44.8]",
                "LLR -0.06 [-2.94, 2.94]; at 0.0 Elo about 10,070 more games; 1.0 % chance to decide in the \
                 1,760 left"
            ]
        );
        let (long, other) =
            ("a name of forty characters, the longest a", "another name of forty characters");
        for columns in 60..130 {
            at(&settings(&[&long[..40], other]), columns);
        }
    }

    #[test]
    fn only_who_has_pressed_ctrl_c_is_told_to_press_it_again() {
        let rule = DrainCause::Rule(StopCause::Games(8));
        assert_eq!(
            draining(2, DrainCause::Interrupt),
            "stopping after the 2 games in progress; press Ctrl-C again to give them up"
        );
        assert_eq!(
            draining(1, DrainCause::Fault),
            "stopped by a fault; stopping after the game in progress; press Ctrl-C to give it up"
        );
        assert_eq!(draining(0, rule), "stopped by the limit of 8 games; no game is in progress");
        assert_eq!(draining(0, DrainCause::Interrupt), "no game is in progress");
    }
}
