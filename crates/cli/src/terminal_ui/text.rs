//! Events as text.

use std::time::Duration;

use arena::chess::record::GameRecord;
use arena::config::Match;
use arena::report::{self};
use arena::runner::{Deadline, DrainCause, MatchProgress};
use arena::storage::facts::BookFacts;
use arena::storage::journal::TornTail;
use arena::system::duration::duration;
use document::terminal;
use stats::stop::{Outlook, StopCause};
use stats::words;

/// The text for the start of a match, one sentence a line.
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
        lines.push(format!("  {}: {}", contender.name, contender.summary()));
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

/// Describes the tail that was cut off the journal.
pub(super) fn cut_off(TornTail { bytes, .. }: TornTail) -> String {
    format!(
        "the journal ended in a game that was not written whole: its {bytes} bytes are cut off, \
         and it is played again"
    )
}

/// The number of games and the contenders.
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

/// A game that does not count.
pub(super) fn replayed(record: &GameRecord) -> String {
    let (game, pair) = (record.spec.game + 1, record.spec.pair() + 1);
    let incident = record.incident.as_deref().unwrap_or("a move was late");
    format!("game {game}: {incident}; pair {pair} is played again")
}

/// Games per hour and time left; at the end, the duration of the run.
pub(super) fn pace(progress: &MatchProgress<'_>) -> String {
    let is_decided = progress.scoreboard.stopped().is_some();
    let complete = is_decided || progress.finished() == progress.planned;
    match (progress.games_per_hour(), progress.time_left()) {
        (Some(pace), _) if complete => {
            format!("{pace:.0} games/h, took {}", duration(progress.elapsed))
        }
        (Some(pace), Some(left)) => format!("{pace:.0} games/h, {}", time_left(progress, left)),
        _ if complete => "all of them played before".to_owned(),
        _ => "no game finished yet".to_owned(),
    }
}

/// The time left in words; a test may end the match earlier.
fn time_left(progress: &MatchProgress<'_>, left: Duration) -> String {
    let has_test = !progress.scoreboard.monitor().rules().is_empty();
    format!("{}{} left", if has_test { "at most " } else { "" }, duration(left))
}

/// Everything on one line, however long.
pub(super) fn progress_line(settings: &Match, progress: &MatchProgress<'_>) -> String {
    let (finished, planned) = (progress.finished(), progress.planned);
    let score = scores(settings, progress).into_iter().next().unwrap_or_default();
    let test =
        tests(progress).into_iter().next().map_or(String::new(), |test| format!(" | {test}"));
    let faults = faults(settings, progress).map_or(String::new(), |faults| format!(" | {faults}"));
    format!("{finished}/{planned} games  {score}{test}{faults} | {}", pace(progress))
}

/// Games after which a contender that has reported no score is named.
const TRIAL: u64 = 10;

/// The share of its games that each contender has lost by faults, and those that tell no score:
/// `lost on time: 93 % of B; no score told by A`.
fn faults(settings: &Match, progress: &MatchProgress<'_>) -> Option<String> {
    let mut played = vec![[0_u64; 5]; settings.contenders.len()];
    for (pairing, tally) in settings.pairings.iter().zip(progress.scoreboard.pairings()) {
        for (player, count) in pairing.iter().zip(tally.contenders.iter()) {
            let games = tally.games().games();
            let (moves, scores) = (count.searches.moves, count.searches.scores);
            let more = [games, count.time_forfeits, count.failures, moves, scores];
            played[*player] = std::array::from_fn(|index| played[*player][index] + more[index]);
        }
    }
    let told = |kind: &str, which: usize| {
        let shares = settings.contenders.iter().zip(&played).filter(|(_, count)| count[which] > 0);
        let shares: Vec<String> = shares
            .map(|(contender, count)| {
                format!("{} of {}", words::percent(count[which], count[0]), contender.name)
            })
            .collect();
        (!shares.is_empty()).then(|| format!("{kind}: {}", shares.join(", ")))
    };
    let scoreless = settings.contenders.iter().zip(&played);
    let scoreless = scoreless
        .filter(|(_, [games, .., moves, scores])| *games >= TRIAL && *moves > 0 && *scores == 0);
    let scoreless: Vec<&str> = scoreless.map(|(contender, _)| contender.name.as_str()).collect();
    let no_score = (!scoreless.is_empty()).then(|| {
        format!("no score told by {}: adjudication by score cannot act", scoreless.join(", "))
    });
    let kinds = [told("lost on time", 1), told("lost by a failing engine", 2), no_score];
    let kinds: Vec<String> = kinds.into_iter().flatten().collect();
    (!kinds.is_empty()).then(|| kinds.join("; "))
}

/// The lines below a bar, none wider than the terminal: the score, and the state of the test. The
/// least important parts are dropped first.
pub(super) fn lines(settings: &Match, progress: &MatchProgress<'_>, columns: usize) -> Vec<String> {
    let (score, test) = (scores(settings, progress), tests(progress));
    let faults = faults(settings, progress).into_iter().collect();
    [score, test, faults]
        .into_iter()
        .filter(|line| !line.is_empty())
        .map(|line| fitting(line, columns))
        .collect()
}

/// The text beside the bar.
pub(super) fn counter(progress: &MatchProgress<'_>, columns: usize) -> String {
    let counts = format!("{}/{} games", progress.finished(), progress.planned);
    // A bar of fewer columns shows nothing.
    let columns = columns.saturating_sub(LEAST_BAR);
    let left = progress.time_left().map(|left| format!("{counts}, {}", time_left(progress, left)));
    let lines =
        [format!("{counts}, {}", pace(progress))].into_iter().chain(left).chain([counts.clone()]);
    fitting(lines.collect(), columns)
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
            let name = |index: usize| {
                settings.contenders.get(index).map_or("", |contender| &contender.name)
            };
            report::progress([name(0), name(1)], tally)
        }
        None => {
            let names: Vec<&str> =
                settings.contenders.iter().map(|contender| contender.name.as_str()).collect();
            report::standings(&names, &settings.pairings, progress.scoreboard)
        }
    }
}

/// The state of the sequential test, in ever shorter forms; none without a test.
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

/// The text for a stopped run.
pub(super) fn draining(in_progress: usize, cause: DrainCause) -> String {
    let (by, again) = match cause {
        DrainCause::Rule(cause) => (format!("stopped by {cause}; "), ""),
        DrainCause::Fault => ("stopped by a fault; ".to_owned(), ""),
        DrainCause::FaultsInARow(row) => (format!("stopped, a contender {row}; "), ""),
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
mod tests;
