//! Events in words.

use std::time::Duration;

use crate::config::Match;
use crate::facts::BookFacts;
use crate::journal::TornTail;
use crate::record::{Contender, GameRecord, Termination};
use crate::report;
use crate::runner::Progress;

/// What is said when a match begins, one sentence a line.
pub(super) fn started(
    settings: &Match,
    torn: Option<TornTail>,
    progress: &Progress<'_>,
) -> Vec<String> {
    let book = BookFacts::of(&settings.openings);
    let mut lines = vec![format!(
        "{}: {} games, {} at a time, {book}",
        settings.name, settings.games, settings.concurrency
    )];
    lines.extend(settings.question.clone());
    for contender in &settings.contenders {
        let (name, configuration) = (&contender.name, contender.configuration());
        lines.push(format!("  {name}: {configuration}, {}", contender.limits));
    }
    lines.extend(settings.warnings().iter().map(|warning| format!("warning: {warning}")));
    if let Some(TornTail { bytes, .. }) = torn {
        lines.push(format!(
            "the journal ended in a game that was not written whole: its {bytes} bytes are cut \
             off, and it is played again"
        ));
    }
    if progress.before > 0 {
        let (before, planned) = (progress.before, progress.planned);
        lines.push(format!("{before} of {planned} games are in the journal already"));
    }
    lines
}

/// A game that did not end by chess; `None` for the others.
pub(super) fn incident(settings: &Match, record: &GameRecord) -> Option<String> {
    let (side, what) = match record.termination {
        Termination::TimeForfeit(side) => (side, "overstepped the time"),
        Termination::Abandoned(side) => (side, "failed"),
        Termination::IllegalMove(side) => (side, "named no legal move"),
        _ => return None,
    };
    let (game, name) = (record.spec.game + 1, &settings.player(&record.spec, side).name);
    let detail = record.incident.as_ref().map_or(String::new(), |detail| format!(" ({detail})"));
    Some(format!("game {game}: {name} {what}{detail}"))
}

/// Games per hour and time left; at the end, what the run took.
pub(super) fn pace(progress: &Progress<'_>) -> String {
    let complete = progress.finished() == progress.planned;
    match (progress.games_per_hour(), progress.time_left()) {
        (Some(pace), _) if complete => {
            format!("{pace:.0} games/h, took {}", duration(progress.elapsed))
        }
        (Some(pace), Some(left)) => format!("{pace:.0} games/h, {} left", duration(left)),
        _ if complete => "all of them played before".to_owned(),
        _ => "no game finished yet".to_owned(),
    }
}

/// Everything on one line.
pub(super) fn progress_line(progress: &Progress<'_>) -> String {
    let (finished, planned) = (progress.finished(), progress.planned);
    let figures = report::progress(progress.tally);
    format!("{finished}/{planned} games  {figures}  {}", pace(progress))
}

/// A duration with the two units that matter.
pub(crate) fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    match seconds {
        86_400.. => format!("{days} d {hours} h"),
        3_600.. => format!("{hours} h {minutes:02} min"),
        60.. => format!("{minutes} min {:02} s", seconds % 60),
        _ => format!("{seconds} s"),
    }
}

/// What is said when a run was stopped.
pub(super) fn draining(in_progress: usize) -> String {
    format!(
        "stopping after the {in_progress} games in progress; press Ctrl-C again to give them up"
    )
}

/// The name of the contender whose view results are told from.
pub(super) fn viewpoint(settings: &Match) -> &str {
    &settings.contender(Contender::First).name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Wdl;
    use crate::tally::Tally;

    #[test]
    fn a_progress_line_says_it_all() {
        let mut tally = Tally::default();
        tally.as_white += Wdl { losses: 29, draws: 51, wins: 40 };
        for pair in 0..60 {
            tally.ordered_pairs.add(pair, 1, if pair % 5 == 0 { 2 } else { 1 });
        }
        let progress =
            Progress { planned: 1000, before: 0, tally: &tally, elapsed: Duration::from_secs(600) };
        assert_eq!(
            progress_line(&progress),
            "120/1000 games  65.5 - 54.5 | 54.6 % | Elo 31.9 [-5.6, 73.4]  720 games/h, 1 h 13 min \
             left"
        );
        let fresh = Progress { tally: &Tally::default(), ..progress };
        assert_eq!(progress_line(&fresh), "0/1000 games  no games yet  no game finished yet");
        let end = |before| pace(&Progress { planned: 120, before, ..progress });
        assert_eq!(end(0), "720 games/h, took 10 min 00 s");
        assert_eq!(end(120), "all of them played before");
    }

    #[test]
    fn durations_have_two_units() {
        let text = |seconds| duration(Duration::from_secs(seconds));
        assert_eq!(text(59), "59 s");
        assert_eq!(text(61), "1 min 01 s");
        assert_eq!(text(7_260), "2 h 01 min");
        assert_eq!(text(90_000), "1 d 1 h");
    }
}
